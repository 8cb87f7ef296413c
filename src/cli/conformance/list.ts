import { CannotRun } from "../cannot-run.ts"
import { table } from "../operator.ts"
import type { Check } from "./check.ts"
import { CHECKS, GROUPS } from "./checks/index.ts"

/** Prints the checks that are chosen. */
export function printChecks(only: string[]): void {
  console.log(table(chosen(only).map(({ id, title, rule }) => [id, title, rule])))
}

/** The checks in these groups, or with these ids. All of them where nothing is named. Throws where a name fits none. */
export function chosen(only: string[]): Check[] {
  const fits = ({ id }: Check, name: string) => id === name || id.startsWith(`${name}.`)
  const unknown = only.filter((name) => !CHECKS.some((check) => fits(check, name)))
  if (unknown.length > 0)
    throw new CannotRun(
      `No such group or check: ${unknown.join(", ")}. The groups are ${[...GROUPS.keys()].join(", ")}. List the checks with --list.`,
    )
  return only.length === 0 ? CHECKS : CHECKS.filter((check) => only.some((name) => fits(check, name)))
}
