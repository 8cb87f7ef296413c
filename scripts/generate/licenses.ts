// The licenses of packages with code in a script that the service serves.
import { globSync, readFileSync } from "node:fs"
import path from "node:path"

/** A package with code in a script. */
export type Bundled = { name: string; version: string; license: string }

/** Reads the name, the version and the license of the package in `folder`. */
export const manifestOf = (folder: string) => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Bundled

/** Returns the license text in a package's folder, or a sentence that there is none. */
export function licenseTextOf(folder: string | undefined): string {
  const [file] = folder ? globSync("{LICENSE,LICENCE,license,licence}{,.md,.txt}", { cwd: folder }).sort() : []
  return file
    ? readFileSync(path.join(folder!, file), "utf8").replaceAll("\r\n", "\n").trim()
    : "This package comes without a license text."
}

/** Returns the content of a LICENSES.txt: each package with the text of its license. */
export function licensesFile(packages: (Bundled & { text: string })[]): string {
  const notices = packages.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`)
  return notices.join(`\n${"-".repeat(80)}\n\n`)
}
