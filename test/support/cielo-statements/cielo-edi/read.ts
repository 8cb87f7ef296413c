// The package cielo-edi of PyPI reads statements, independently of what is in this repository. Python 3 installs it under .cache once.
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)
const VERSION = "15.14.1"
const PLACE = join(resolve(import.meta.dirname, "../../../.."), ".cache/cielo-edi", VERSION)

export type Total = { count: number; gross: number; net: number }

/** What a file adds up to, in cents. `records` is what its trailer says; `announced` is the sum of the numbers of entries in its D. */
export type FileSums = {
  type: string
  records: number
  entries: Total
  units: Total
  entriesByUnit: Record<string, Total>
  unitsByKey: Record<string, Total>
  announced: number
  /** The units whose money was sent, sent again, or paid. */
  moved: Total
  pix: Total
  negotiations: Total
  negotiated: Total
  deposited: number
  trailer: { entries: number; gross: number; net: number }
  lien: number
  /** Lines that it could not read. */
  unread: number
}

/** Installs the package. Returns why it can't, such as that there is no network. */
export async function installCieloEdi(): Promise<string | undefined> {
  if (existsSync(join(PLACE, "bin/cielo-edi"))) return undefined
  try {
    await mkdir(PLACE, { recursive: true })
    await run("python3", ["-m", "venv", PLACE])
    await run(join(PLACE, "bin/pip"), ["install", "-q", "--disable-pip-version-check", `cielo-edi==${VERSION}`])
    return undefined
  } catch (error) {
    return (error as Error).message.trim().split("\n").at(-1)
  }
}

/** Reads files, and adds them up. */
export async function sumsOfFiles(paths: string[]): Promise<FileSums[]> {
  const { stdout } = await run(join(PLACE, "bin/python"), ["-B", join(import.meta.dirname, "sums.py"), ...paths], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout) as FileSums[]
}
