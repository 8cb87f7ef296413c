import { readFileSync } from "node:fs"
import { PAGE, writeBetween } from "../mutants/report.ts"
import { PLANTED_BUGS } from "./bugs.ts"
import type { Found } from "./check.ts"

const BEGIN = "<!-- planted bugs: written by `npm run -s planted -- --write` -->"
const END = "<!-- end of planted bugs -->"

/** Writes into docs/testing.md which test file has noticed each bug. The rows of bugs that were not planted now stay as they are. */
export function writeTable(found: Found[]): void {
  const lines = readFileSync(PAGE, "utf8").split("\n")
  const rows = PLANTED_BUGS.flatMap((bug) => {
    const now = found.find((each) => each.bug === bug)
    return now ? rowOf(now) : lines.filter((line) => line.startsWith(`| ${bug.name} |`))
  })
  writeBetween(BEGIN, END, ["| Bug | Noticed by |", "|---|---|", ...rows].join("\n"))
}

function rowOf({ bug, by }: Found): string {
  return `| ${bug.name} | ${by ? `\`${by.replace(/^test\//, "").replace(/\.test\.ts$/, "")}\`` : "nothing"} |`
}
