// The programs that are not among the packages of npm, such as nginx and PgBouncer.
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

/** Returns the path of a program, or undefined if this machine does not have it. */
export function installed(name: string): string | undefined {
  const places = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
  return places.map((place) => join(place, name)).find((path) => existsSync(path))
}
