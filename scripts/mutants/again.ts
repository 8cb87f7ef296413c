// The mutants that a previous run left, for a run with more tests or more time.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import type { Fate } from "./hunt.ts"
import type { Mutant } from "./mutate.ts"

const RESULT = resolve(import.meta.dirname, "../../.cache/mutants/result.json")

/** Returns the fates of the last run. Throws if there was none in this checkout. */
export function readFates(): Fate[] {
  try {
    return JSON.parse(readFileSync(RESULT, "utf8"))
  } catch (cause) {
    throw new Error("No run has left its result here. Run without --again first.", { cause })
  }
}

export function writeFates(fates: Fate[]): void {
  mkdirSync(dirname(RESULT), { recursive: true })
  writeFileSync(RESULT, JSON.stringify(fates, undefined, 1))
}

/** Returns a function that tells whether no test has noticed a mutant. */
export function unnoticedIn(fates: Fate[]): (mutant: Mutant) => boolean {
  const left = new Set(fates.filter(({ fate }) => fate === "survived" || fate === "unreached").map(nameOf))
  return (mutant) => left.has(nameOf({ mutant }))
}

/**
 * Merges the fates of both runs. For mutants of both, the later one counts. If only the first run had tests that reach a mutant, the first
 * one counts.
 */
export function together(before: Fate[], later: Fate[]): Fate[] {
  const reached = new Set(before.filter(({ fate }) => fate !== "unreached").map(nameOf))
  const found = later.filter((each) => each.fate !== "unreached" || !reached.has(nameOf(each)))
  const replaced = new Set(found.map(nameOf))
  return [...before.filter((fate) => !replaced.has(nameOf(fate))), ...found]
}

function nameOf({ mutant: { file, start, end, replacement } }: Pick<Fate, "mutant">): string {
  return JSON.stringify([file, start, end, replacement])
}
