import { writeBetween } from "../mutants/report.ts"
import { PLANTED_BUGS } from "./bugs.ts"
import type { Found } from "./check.ts"

const BEGIN = "<!-- planted bugs: written by `npm run -s planted -- --write` -->"
const END = "<!-- end of planted bugs -->"

/** Writes into docs/testing.md which test file has noticed each bug. */
export function writeTable(found: Found[]): void {
  const rows = PLANTED_BUGS.flatMap((bug) => found.filter((each) => each.bug === bug)).map(rowOf)
  writeBetween(BEGIN, END, ["| Bug | Noticed by |", "|---|---|", ...rows].join("\n"))
}

function rowOf({ bug, by }: Found): string {
  return `| ${bug.name} | ${by ? `\`${by.replace(/^test\//, "").replace(/\.test\.ts$/, "")}\`` : "nothing"} |`
}
