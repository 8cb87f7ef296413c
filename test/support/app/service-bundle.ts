// The programs that tests start as processes: the service that they kill, and the command `vintem`. Each is bundled into one file, which
// halves the processor time of its start.
import { join } from "node:path"
import { bundle } from "../../../scripts/build/bundle.ts"
import { ROOT } from "./commands.ts"

/** In the checkout, so packages are found. The names never change, so the cache of compiled code knows the files. */
const FILES = { service: ".cache/service.cjs", command: ".cache/vintem.cjs" }

/** Bundles test/support/app/child.ts with all its imports into one file. Returns the environment with which `spawnVintem()` starts it. */
export async function bundleService(): Promise<Record<string, string>> {
  await bundle("test/support/app/child.ts", FILES.service)
  return { VINTEM_TEST_SERVICE: join(ROOT, FILES.service) }
}

/** Bundles the command, in the form that its tests start. */
export async function bundleCommand(): Promise<Record<string, string>> {
  await bundle("test/support/app/command.ts", FILES.command)
  return { VINTEM_TEST_COMMAND: join(ROOT, FILES.command) }
}
