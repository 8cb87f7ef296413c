/**
 * Planted bugs of card payments:
 *
 *     node scripts/planted.ts [TEXT …] [--write]
 *
 * Plants bugs of scripts/planted/ in a copy of the checkout, one at a time, and runs the test files that must notice each. With TEXT, only
 * bugs whose name or file contains one of the texts. The status is 1 if a bug was not noticed. --write puts the table into docs/testing.md.
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { type Tree, withTrees } from "./mutants/tree.ts"
import { inParallel } from "./mutants/workers.ts"
import type { PlantedBug } from "./planted/bug.ts"
import { PLANTED_BUGS } from "./planted/bugs.ts"
import { type Found, look, runsOf, secondsOf } from "./planted/check.ts"
import { writeTable } from "./planted/table.ts"

process.chdir(resolve(import.meta.dirname, ".."))
// A signal alone ends the process without the event "exit", which ends the tests and removes the copies.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))
const { values, positionals } = parseArgs({ options: { write: { type: "boolean", default: false } }, allowPositionals: true })
process.exit(await main(positionals, values.write))

async function main(texts: string[], isWritten: boolean): Promise<number> {
  const isWanted = (text: string) => texts.length === 0 || texts.some((wanted) => text.includes(wanted))
  const bugs = PLANTED_BUGS.filter(({ name, file }) => isWanted(`${name} ${file}`))
  if (bugs.length === 0) throw new Error("No planted bug has this text in its name or file: see scripts/planted/.")
  const found = await withTrees((trees) => lookAll(trees, bugs))
  if (isWritten) writeTable(found)
  return summarize(found)
}

async function lookAll(trees: Tree[], bugs: readonly PlantedBug[]): Promise<Found[]> {
  const usual = new Map<string, number>()
  await inParallel(trees, runsOf(bugs.flatMap(({ tests }) => tests)), async (tree, test) => {
    usual.set(test.file, await secondsOf(tree, test))
  })
  const found: Found[] = []
  await inParallel(trees, [...bugs], async (tree, bug) => {
    const each = await look(tree, bug, usual)
    found.push(each)
    console.log(`${found.length} of ${bugs.length}  ${lineOf(each)}`)
  })
  return found
}

function lineOf({ bug, isNoticed, by, said, seconds }: Found): string {
  const time = `(${seconds.toFixed(0)} s)`
  return isNoticed ? `noticed ${time}  ${bug.name}\n    ${by}: ${said}` : `NOT NOTICED ${time}  ${bug.name}  ${bug.file}`
}

function summarize(found: Found[]): number {
  const missed = found.filter(({ isNoticed }) => !isNoticed)
  console.log(`\n${found.length - missed.length} of ${found.length} planted bugs were noticed.`)
  for (const { bug } of missed) console.error(`Nothing noticed that ${bug.name} (${bug.file}): write the test that does.`)
  return missed.length === 0 ? 0 : 1
}
