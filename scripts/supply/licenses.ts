import { readFileSync } from "node:fs"
import satisfies from "spdx-satisfies"
import { type Lock, nameOf } from "./lock.ts"

type List = { allowed: string[]; read: Record<string, { license: string; why: string }> }

/** The allowed licenses of shipped packages, and those that a person has read because a manifest names none. */
const LIST: List = JSON.parse(readFileSync(new URL("licenses.json", import.meta.url), "utf8"))

/** Returns whether allowed licenses alone satisfy an SPDX expression. They can for `MIT OR GPL-2.0`, but not for `MIT AND GPL-2.0`. */
function isAllowed(license: string): boolean {
  try {
    return satisfies(license, LIST.allowed)
  } catch {
    return false // not an SPDX expression, such as "SEE LICENSE IN LICENSE.txt"
  }
}

/** Returns the packages with a license that scripts/supply/licenses.json does not allow. */
export function licenseFindings({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([entry, { license }]) => {
    const name = entry === "" ? "vintem-server" : nameOf(entry)
    const found = license ?? LIST.read[name]?.license
    if (found === undefined) return [`${name} names no license. Read its files, and add it to scripts/supply/licenses.json.`]
    return isAllowed(found) ? [] : [`${name} has the license ${found}, which scripts/supply/licenses.json does not allow.`]
  })
}
