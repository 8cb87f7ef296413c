// The service in one file, for the processes that tests kill: it starts in half the processor time. Whoever starts src/cli.js starts it as it is.
import { join } from "node:path"
import { bundle } from "../../scripts/build/bundle.ts"
import { ROOT } from "./commands.ts"

/** In the checkout, where the packages are found, and always the same, so that the cache of compiled code knows it. */
const FILE = ".cache/service.cjs"

/** Writes test/support/child.ts with all that it imports to one file. Returns the environment with which `spawnVintem()` starts it. */
export async function bundleService(): Promise<Record<string, string>> {
  await bundle("test/support/child.ts", FILE)
  return { VINTEM_TEST_SERVICE: join(ROOT, FILE) }
}
