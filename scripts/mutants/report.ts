import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Fate } from "./hunt.ts"

export const PAGE = join(import.meta.dirname, "../../docs/testing.md")
const BEGIN = "<!-- scores: written by `make mutants WRITE=1` -->"
const END = "<!-- end of scores -->"

/** Returns the score of each room as a Markdown table. A mutant that makes the tests hang counts as noticed by a test. */
export function scoreTable(fates: Fate[]): string {
  const rooms = Object.entries(Object.groupBy(fates, ({ room }) => room)).sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = [...rooms.map(([room, some]) => row(room, some!)), row("all", fates)]
  return [
    "| Room | Mutants | Noticed by a test | by the types | Survived | Unreached | Score |",
    "|---|--:|--:|--:|--:|--:|--:|",
    ...rows,
  ].join("\n")
}

/** Returns the percentage of mutants that were noticed, by a test or by the types. 100 if there are none. */
export function scoreOf(fates: Fate[]): number {
  return fates.length === 0 ? 100 : Math.round((100 * count(fates, "killed", "timed out", "mistyped")) / fates.length)
}

function row(name: string, fates: Fate[]): string {
  const [byTests, byTypes] = [count(fates, "killed", "timed out"), count(fates, "mistyped")]
  const rest = [count(fates, "survived"), count(fates, "unreached"), `${scoreOf(fates)} %`]
  return `| ${[name, fates.length, byTests, byTypes, ...rest].join(" | ")} |`
}

function count(fates: Fate[], ...wanted: Fate["fate"][]): number {
  return fates.filter(({ fate }) => wanted.includes(fate)).length
}

export function writeScores(fates: Fate[]): void {
  writeBetween(BEGIN, END, scoreTable(fates))
}

/** Replaces what is between two lines of docs/testing.md. Throws if it lacks one of them. */
export function writeBetween(begin: string, end: string, text: string): void {
  const page = readFileSync(PAGE, "utf8")
  const [before, after] = [page.indexOf(begin), page.indexOf(end)]
  if (before < 0 || after < 0) throw new Error(`${PAGE} has no place for a table: add the lines '${begin}' and '${end}'.`)
  writeFileSync(PAGE, `${page.slice(0, before + begin.length)}\n\n${text}\n\n${page.slice(after)}`)
}
