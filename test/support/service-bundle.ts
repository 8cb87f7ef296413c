// What tests start as processes, each in one file that starts in half the processor time: the service that they kill, and the command `vintem`.
import { join } from "node:path"
import { bundle } from "../../scripts/build/bundle.ts"
import { ROOT } from "./commands.ts"

/** In the checkout, where the packages are found, and always the same, so that the cache of compiled code knows them. */
const FILES = { service: ".cache/service.cjs", command: ".cache/vintem.cjs" }

/** Writes test/support/child.ts with all that it imports to one file. Returns the environment with which `spawnVintem()` starts it. */
export async function bundleService(): Promise<Record<string, string>> {
  await bundle("test/support/child.ts", FILES.service)
  return { VINTEM_TEST_SERVICE: join(ROOT, FILES.service) }
}

/** Does the same for the command, as the tests of the command start it. */
export async function bundleCommand(): Promise<Record<string, string>> {
  await bundle("test/support/command.ts", FILES.command)
  return { VINTEM_TEST_COMMAND: join(ROOT, FILES.command) }
}
