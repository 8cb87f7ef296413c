import { CannotRun } from "../../shared/cannot-run.ts"
import { table } from "../../shared/operator.ts"
import type { Check } from "../check.ts"
import { CHECKS, GROUPS } from "../checks/index.ts"

/** Prints the chosen checks. */
export function printChecks(only: string[]): void {
  console.log(table(chosen(only).map(({ id, title, rule }) => [id, title, rule])))
}

/** Returns the checks with these groups or ids. If none is named, returns all. Throws if a name matches none. */
export function chosen(only: string[]): Check[] {
  const fits = ({ id }: Check, name: string) => id === name || id.startsWith(`${name}.`)
  const unknown = only.filter((name) => !CHECKS.some((check) => fits(check, name)))
  if (unknown.length > 0)
    throw new CannotRun(
      `No such group or check: ${unknown.join(", ")}. The groups are ${[...GROUPS.keys()].join(", ")}. List the checks with --list.`,
    )
  return only.length === 0 ? CHECKS : CHECKS.filter((check) => only.some((name) => fits(check, name)))
}
