// Puts each mutant into a copy of the checkout and runs the tests that reach it, starting with those most likely to notice.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Reach } from "./coverage.ts"
import { type Mutant, mutated } from "./mutate.ts"
import type { Test, Tree } from "./tree.ts"
import { typeChecker } from "./types.ts"
import { inParallel } from "./workers.ts"

/**
 * `killed`: a test fails. `mistyped`: no test fails, but TypeScript rejects the change. `unreached`: no test runs the line. `survived`: the
 * tests that run the line still pass.
 */
export type Fate = {
  mutant: Mutant
  room: string
  fate: "killed" | "timed out" | "mistyped" | "survived" | "unreached"
  by?: string
}

type Target = { mutant: Mutant; room: string; index: number }

const STARTING_SECONDS = 20

/**
 * Returns the fate of each target. `budgetSeconds` limits the tests that run on one mutant, by their duration without a mutant. A mutant
 * that only tests beyond the budget would notice counts as survived.
 */
export async function hunt(trees: Tree[], targets: Target[], reach: Reach[], budgetSeconds: number): Promise<Fate[]> {
  const kills = new Map<string, number>()
  const fates: Fate[] = []
  const isMistyped = typeChecker()
  await inParallel(trees, targets, async (tree, { mutant, room, index }) => {
    const tests = choose(reach, mutant, index, kills, budgetSeconds)
    const fate = { mutant, room, ...(await tryOn(tree, mutant, tests)) }
    if (fate.fate === "survived" && isMistyped(mutant)) fate.fate = "mistyped"
    if (fate.by) kills.set(`${mutant.file} ${fate.by}`, (kills.get(`${mutant.file} ${fate.by}`) ?? 0) + 1)
    fates.push(fate)
    if (fate.fate === "survived" || fate.fate === "unreached") {
      process.stdout.write(
        `${fates.length} of ${targets.length}  ${fate.fate}  ${mutant.file}:${mutant.line}  ${mutant.change}\n`,
      )
    }
  })
  return fates
}

/**
 * Ranks tests by how many mutants of this file they have killed per second, then by how few mutants they reach.
 * Uses SQLite if possible, which is faster. A missing await is tried on Postgres, because SQLite responds at once.
 */
function choose(
  reach: Reach[],
  { file, change }: Mutant,
  index: number,
  kills: Map<string, number>,
  budgetSeconds: number,
): Reach[] {
  const reaching = reach.filter(({ mutants }) => mutants.includes(index))
  const avoided = change.startsWith("await ") ? "sqlite" : "postgres"
  const preferred = reaching.filter(({ run }) => run !== avoided)
  const worth = (test: Reach) => (kills.get(`${file} ${test.file}`) ?? 0) / test.seconds
  const ranked = (preferred.length ? preferred : reaching).sort(
    (a, b) => worth(b) - worth(a) || a.mutants.length * a.seconds - b.mutants.length * b.seconds,
  )
  const chosen: Reach[] = []
  let left = budgetSeconds
  for (const test of ranked) {
    if (chosen.length > 0 && test.seconds > left) continue
    left -= test.seconds
    chosen.push(test)
  }
  return chosen
}

async function tryOn(tree: Tree, mutant: Mutant, tests: Reach[]): Promise<Pick<Fate, "fate" | "by">> {
  if (tests.length === 0) return { fate: "unreached" }
  const original = readFileSync(join(tree.directory, mutant.file), "utf8")
  tree.write(mutant.file, mutated(original, mutant))
  try {
    const usual = tests.reduce((sum, { seconds }) => sum + seconds, 0)
    const { failed, timedOut, firstFailed } = await tree.test(tests as Test[], STARTING_SECONDS + 3 * usual)
    if (timedOut) return { fate: "timed out" }
    return failed ? { fate: "killed", by: firstFailed ?? tests[0]!.file } : { fate: "survived" }
  } finally {
    tree.write(mutant.file, original)
  }
}
