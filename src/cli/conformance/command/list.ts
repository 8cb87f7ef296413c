import type { Version } from "../../../versions.ts"
import { CannotRun } from "../../shared/cannot-run.ts"
import { table } from "../../shared/operator.ts"
import { type Check, groupOf } from "../check.ts"
import { checksOf } from "../checks/index.ts"

/** Prints the chosen checks of a version. */
export function printChecks(only: string[], version: Version): void {
  console.log(table(chosen(only, version).map(({ id, title, rule }) => [id, title, rule])))
}

/** Returns the checks of a version with these groups or ids. If none is named, returns all. Throws if a name matches none. */
export function chosen(only: string[], version: Version): Check[] {
  const all = checksOf(version)
  const fits = ({ id }: Check, name: string) => id === name || id.startsWith(`${name}.`)
  const unknown = only.filter((name) => !all.some((check) => fits(check, name)))
  if (unknown.length > 0)
    throw new CannotRun(
      `No such group or check: ${unknown.join(", ")}. The groups are ${[...new Set(all.map(groupOf))].join(", ")}. List the checks with --list.`,
    )
  return only.length === 0 ? all : all.filter((check) => only.some((name) => fits(check, name)))
}
