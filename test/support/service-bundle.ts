// What tests start as processes, each in one file that starts in half the processor time: the service that they kill, and the command `vintem`.
import { join } from "node:path"
import { bundle } from "../../scripts/build/bundle.ts"
import { ROOT } from "./commands.ts"

/** In the checkout, where the packages are found, and always the same, so that the cache of compiled code knows them. */
const FILES = { service: ".cache/service.cjs", command: ".cache/vintem.cjs" }

/** Writes the files. Returns the environment with which `spawnVintem()` and the tests of the command start them. */
export async function bundleService(): Promise<Record<string, string>> {
  await Promise.all([
    bundle("test/support/child.ts", FILES.service), //
    bundle("test/support/command.ts", FILES.command),
  ])
  return { VINTEM_TEST_SERVICE: join(ROOT, FILES.service), VINTEM_TEST_COMMAND: join(ROOT, FILES.command) }
}
