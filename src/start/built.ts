// The program in one file, which starts in half the time and needs less memory. `npm run build` makes it. Developers do not need it.
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"

const ROOT = resolve(import.meta.dirname, "../..")

export const BUILT = "dist/service.cjs"
/** The sources from which the file was made. This list is removed before the file is written, and written after it. */
export const SOURCES = join(ROOT, "dist/service.json")

type Program = typeof import("./program.ts")

/** Loads the program from its one file, or from the sources if there is none. A file that was made from other sources never runs. */
export async function loadProgram(): Promise<Program> {
  if (isCurrent()) return createRequire(import.meta.url)(join(ROOT, BUILT))
  return import("./program.ts")
}

function isCurrent(): boolean {
  // Tools that replace parts of the program need its modules.
  if (process.env.VINTEM_SOURCES || !existsSync(SOURCES) || !existsSync(join(ROOT, BUILT))) return false
  const { digest, files } = JSON.parse(readFileSync(SOURCES, "utf8"))
  if (digest === digestOf(files)) return true
  console.error(
    `vintem: ${BUILT} was made from other sources, so it is not used, and the start takes longer. 'npm run build' makes it anew.`,
  )
  return false
}

/** A digest of the content of files of the repository. A missing file counts as empty. */
export function digestOf(files: string[]): string {
  const hash = createHash("sha256")
  for (const file of files) hash.update(`${file}\0`).update(contentOf(file)).update("\0")
  return hash.digest("hex")
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(join(ROOT, file))
  } catch {
    return Buffer.alloc(0)
  }
}
