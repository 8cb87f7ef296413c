import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { withBug } from "../planted/bug.ts"
import { PLANTED } from "./planted.ts"

const ROOT = join(import.meta.dirname, "../..")

/** Changes the source of the service when this thread loads it. Throws if the code that a bug replaces no longer exists. */
export function plant(name: string): void {
  const bug = PLANTED.find((each) => each.name === name)
  if (!bug) throw new Error(`no planted bug is called '${name}': see scripts/simulate/planted.ts`)
  const path = join(ROOT, bug.file)
  const source = withBug(readFileSync(path, "utf8"), bug)
  const { href } = pathToFileURL(path)
  registerHooks({
    load: (url, context, next) => (url === href ? { ...next(url, context), source, shortCircuit: true } : next(url, context)),
  })
}
