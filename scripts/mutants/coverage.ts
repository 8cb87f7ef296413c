// Finds the mutants that each test file reaches. Runs the tests once with V8's coverage and caches the result.
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { RUNS, testFiles } from "../../test/support/runner/suite.ts"
import type { Mutant } from "./mutate.ts"
import type { Test, Tree } from "./tree.ts"
import { inParallel } from "./workers.ts"

/** The mutants that a test file reaches, and the duration of the file without any mutant. */
export type Reach = Test & { seconds: number; mutants: number[] }

const CACHE = join(import.meta.dirname, "../../.cache/mutants/coverage.json")
const MAX_SECONDS = 300

/** Returns the test files in `places` (files or folders), or all, that belong to some runs. */
export function testsIn(places: string[], runs: string[]): Test[] {
  const files = testFiles(places.length > 0 ? places : ["test"])
  return RUNS.filter((run) => runs.includes(run)).flatMap((run) => files[run].map((file): Test => ({ run, file })))
}

/**
 * Runs every test file once, or uses the cached result if no source or test has changed. Omits, and names, a file that fails without any
 * mutant, such as one with a timeout that a busy machine misses.
 */
export async function measureReach(trees: Tree[], mutants: Mutant[], tests: Test[]): Promise<Reach[]> {
  const hash = hashOf(trees[0]!, mutants, tests)
  const cached = readCache(hash)
  if (cached) return cached
  const reach: Reach[] = []
  let done = 0
  await inParallel(trees, tests, async (tree, test) => {
    const measured = await measure(tree, test, mutants)
    if (measured) reach.push(measured)
    const took = measured ? `${measured.seconds.toFixed(1)} s` : "left out: it fails without any mutant"
    process.stdout.write(`${++done} of ${tests.length}  ${test.run} ${test.file} (${took})\n`)
  })
  mkdirSync(dirname(CACHE), { recursive: true })
  writeFileSync(CACHE, JSON.stringify({ hash, reach }))
  return reach
}

async function measure(tree: Tree, test: Test, mutants: Mutant[]): Promise<Reach | undefined> {
  const directory = mkdtempSync(join(tmpdir(), "vintem-coverage-"))
  try {
    const { failed, seconds } = await tree.test([test], MAX_SECONDS, { NODE_V8_COVERAGE: directory })
    if (failed) return undefined
    return { ...test, seconds, mutants: reached(directory, tree.directory, mutants) }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

type Range = { startOffset: number; endOffset: number; count: number }
type Script = { url: string; functions: { ranges: Range[] }[] }

/** Node replaces types with spaces when it runs TypeScript, so V8's offsets are offsets into the file. */
function reached(directory: string, root: string, mutants: Mutant[]): number[] {
  const found = new Set<number>()
  for (const file of readdirSync(directory)) {
    const { result } = JSON.parse(readFileSync(join(directory, file), "utf8")) as { result: Script[] }
    const scripts = new Map(result.map((script) => [script.url, script.functions.flatMap(({ ranges }) => ranges)]))
    mutants.forEach((mutant, index) => {
      const ranges = scripts.get(pathToFileURL(join(root, mutant.file)).href)
      if (ranges && isCounted(ranges, mutant.start)) found.add(index)
    })
  }
  return [...found].sort((a, b) => a - b)
}

/** The narrowest range around an offset says whether that code ran. */
function isCounted(ranges: Range[], at: number): boolean {
  let narrowest: Range | undefined
  for (const range of ranges) {
    if (at < range.startOffset || at >= range.endOffset) continue
    if (!narrowest || range.endOffset - range.startOffset <= narrowest.endOffset - narrowest.startOffset) narrowest = range
  }
  return narrowest !== undefined && narrowest.count > 0
}

function hashOf(tree: Tree, mutants: Mutant[], tests: Test[]): string {
  const hash = createHash("sha256").update(JSON.stringify([mutants, tests]))
  for (const file of new Set([...mutants, ...tests].map(({ file }) => file)))
    hash.update(readFileSync(join(tree.directory, file)))
  return hash.digest("hex")
}

function readCache(hash: string): Reach[] | undefined {
  try {
    const cached = JSON.parse(readFileSync(CACHE, "utf8"))
    return cached.hash === hash ? cached.reach : undefined
  } catch {
    return undefined
  }
}
