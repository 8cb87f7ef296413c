// Runs the tests that must notice a bug, on a copy of the checkout that has it.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { RUNS } from "../../test/support/runner/suite.ts"
import { testsIn } from "../mutants/coverage.ts"
import type { Test, Tree, Verdict } from "../mutants/tree.ts"
import { type PlantedBug, withBug } from "./bug.ts"

const MAX_SECONDS = 300
const STARTING_SECONDS = 30

/** Whether its tests noticed a bug, the first test file that did, and what its test said. */
export type Found = { bug: PlantedBug; isNoticed: boolean; by?: string; said?: string; seconds: number }

/** The runs of test files: on SQLite, or on Postgres where that is the only one. */
export function runsOf(files: readonly string[]): Test[] {
  const all = testsIn([...new Set(files)], [...RUNS])
  return all.filter(({ run, file }) => run !== "postgres" || !all.some((other) => other.file === file && other.run === "sqlite"))
}

/** Runs a test file without a bug, and returns how long it takes in seconds. Throws if it fails: then it would notice nothing. */
export async function secondsOf(tree: Tree, test: Test): Promise<number> {
  const { failed, seconds } = await tree.test([test], MAX_SECONDS)
  if (failed) throw new Error(`${test.file} fails without a planted bug.`)
  return seconds
}

/** Plants a bug and runs its tests, until one fails. `usual`: how long each takes without it. */
export async function look(tree: Tree, bug: PlantedBug, usual: ReadonlyMap<string, number>): Promise<Found> {
  const right = readFileSync(join(tree.directory, bug.file), "utf8")
  tree.write(bug.file, withBug(right, bug))
  let seconds = 0
  try {
    for (const test of runsOf(bug.tests)) {
      const limit = STARTING_SECONDS + 3 * (usual.get(test.file) ?? 0)
      const verdict: Verdict = await tree.test([test], limit)
      seconds += verdict.seconds
      if (verdict.failed) return { bug, isNoticed: true, by: test.file, said: verdict.said ?? "it hangs", seconds }
    }
    return { bug, isNoticed: false, seconds }
  } finally {
    tree.write(bug.file, right)
  }
}
