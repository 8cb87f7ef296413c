/**
 * Mutation testing:
 *
 *     node scripts/mutants.ts [--room NAME …] [--changed [--base BASE]] [--sample N] [--most N] [--seed N] [--budget SECONDS]
 *                             [--tests PLACE …] [--near] [--on RUN …] [--again] [--floor PERCENT] [--write]
 *
 * Puts small bugs into the code, one at a time, and runs the tests that reach them. Prints every bug that no test notices, and at the end
 * the score of each room. --write puts the scores into docs/testing.md.
 *
 * --changed mutates only the lines that differ from BASE (by default the commit where the branch left main). --sample takes N mutants of
 * each room, drawn by --seed, and --most N of all. --budget limits the test time for one mutant.
 *
 * --tests and --on restrict the tests to some files or folders, or to some runs (unit, sqlite, postgres), and --near to those that are
 * named after the code. The score is then lower, and known sooner. --again takes the mutants that the last run left, for other tests or a
 * larger budget, and adds the results of the last run. With --floor, the status is 1 if the tests notice a lower share of the mutants that
 * they reach.
 */
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { RUNS } from "../test/support/runner/suite.ts"
import { readFates, together, unnoticedIn, writeFates } from "./mutants/again.ts"
import { changedLines } from "./mutants/changed.ts"
import { measureReach, testsIn } from "./mutants/coverage.ts"
import { type Fate, hunt } from "./mutants/hunt.ts"
import { mutantsOf } from "./mutants/mutate.ts"
import { nearTo } from "./mutants/near.ts"
import { scoreOf, scoreTable, writeScores } from "./mutants/report.ts"
import { sample } from "./mutants/sample.ts"
import { withTrees } from "./mutants/tree.ts"

const ROOT = resolve(import.meta.dirname, "..")

const { values: options } = parseArgs({
  options: {
    room: { type: "string", multiple: true },
    changed: { type: "boolean" },
    base: { type: "string" },
    sample: { type: "string" },
    most: { type: "string" },
    seed: { type: "string", default: "1" },
    budget: { type: "string", default: "30" },
    tests: { type: "string", multiple: true, default: ["test"] },
    on: { type: "string", multiple: true, default: [...RUNS] },
    near: { type: "boolean" },
    again: { type: "boolean" },
    floor: { type: "string" },
    write: { type: "boolean" },
  },
})

process.chdir(ROOT)
// A signal alone ends the process without the event "exit", which ends the tests and removes the copies.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))
process.exit(await main())

async function main(): Promise<number> {
  const files = globSync(["src/**/*.ts", "handlers/*.ts"], { exclude: ["src/db/migrations/**"] }).sort()
  const mutants = files.flatMap((file) => mutantsOf(file, readFileSync(file, "utf8")))
  const all = mutants.map((mutant, index) => ({ mutant, index, room: roomOf(mutant.file) }))
  const before = options.again ? readFates() : []
  const isLeft = options.again ? unnoticedIn(before) : () => true
  const targets = select(all.filter(({ mutant }) => isLeft(mutant)))
  if (targets.length === 0) {
    console.log("Nothing to mutate.")
    return 0
  }
  return withTrees(async (trees) => {
    const tests = testsIn(options.tests, options.on)
    const changed = targets.map(({ mutant }) => mutant)
    const reach = await measureReach(trees, mutants, options.near ? nearTo(changed, tests) : tests)
    console.log(`\n${targets.length} mutants\n`)
    const fates = together(before, await hunt(trees, targets, reach, Number(options.budget)))
    writeFates(fates)
    console.log(`\n${scoreTable(fates)}`)
    if (options.write) writeScores(fates)
    return options.floor ? checkFloor(fates, Number(options.floor)) : 0
  })
}

type Target = { mutant: ReturnType<typeof mutantsOf>[number]; index: number; room: string }

function select(all: Target[]): Target[] {
  const isChanged = options.changed ? changedLines(options.base ?? branchPoint()) : () => true
  const wanted = all
    .filter(({ room }) => !options.room || options.room.includes(room))
    .filter(({ mutant }) => isChanged(mutant.file, mutant.line))
  const seed = Number(options.seed)
  const sampled = options.sample ? sample(wanted, ({ room }) => room, Number(options.sample), seed) : wanted
  return options.most ? sample(sampled, () => "all", Number(options.most), seed) : sampled
}

/** Mutants that no test reaches do not count, because with --near other tests may reach them. */
function checkFloor(fates: Fate[], floor: number): number {
  const reached = fates.filter(({ fate }) => fate !== "unreached")
  const score = scoreOf(reached)
  if (score >= floor) return 0
  console.error(
    `${score} % of the ${reached.length} mutants that a test runs were noticed, and ${floor} % is the least. Test what survived.`,
  )
  return 1
}

function branchPoint(): string {
  return execFileSync("git", ["merge-base", "main", "HEAD"], { encoding: "utf8" }).trim()
}

/** A room is a folder of src. Files directly in src belong to a room called src. */
function roomOf(file: string): string {
  const [top, folder, ...rest] = file.split("/") as [string, string, ...string[]]
  return top === "src" && rest.length > 0 ? folder : top
}
