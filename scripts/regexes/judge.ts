import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname } from "node:path"
import type { Parameters } from "recheck"
import recheck from "recheck/lib/browser.js"
import type { Exception } from "./exceptions.ts"
import type { Found } from "./find.ts"

/** Repeatable: attacks are searched for with one seed, and their time is counted in steps. */
const PARAMETERS: Parameters = {
  randomSeed: 1,
  recallTimeout: -1,
  timeout: 300_000,
  attackTimeout: null,
  incubationTimeout: null,
}

/** Returns why a text can make a regular expression take more than linear time, or undefined if none can. */
export function whySlow(source: string, flags: string): string | undefined {
  const judged = recheck.checkSync(source, flags, PARAMETERS)
  if (judged.status === "safe") return undefined
  if (judged.status === "unknown") return `cannot be judged (${judged.error.kind}), so write it more simply`
  return `takes ${judged.complexity.summary} time with a text such as ${judged.attack.pattern}`
}

type Judge = typeof whySlow

/** Returns a judge that keeps its judgments in a file, because one can take seconds. */
export function keptIn(file: string): Judge {
  const { version } = createRequire(import.meta.url)("recheck/package.json")
  const kept = keptJudgments(file)
  return (source, flags) => {
    const key = `${version} ${JSON.stringify(PARAMETERS)} /${source}/${flags}`
    if (key in kept) return kept[key] ?? undefined
    const why = whySlow(source, flags)
    kept[key] = why ?? null
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(kept))
    return why
  }
}

function keptJudgments(file: string): Record<string, string | null> {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return {} // a first run
  }
}

/** Returns a line for each regular expression that is refused, and for each exception that nothing needs. */
export function problemsOf(found: readonly Found[], exceptions: readonly Exception[], judge: Judge = whySlow): string[] {
  const unused = new Set(exceptions)
  const problems = found.flatMap(({ file, line, regex, source, flags }) => {
    const why = source === undefined ? "is built from more than constants, so nothing checks it" : judge(source, flags)
    const exception = why && exceptions.find((each) => each.file === file && each.regex === regex)
    if (exception) unused.delete(exception)
    return why && !exception ? [`${file}:${line}: ${regex} ${why}`] : []
  })
  return [
    ...problems,
    ...[...unused].map(({ file, regex }) => `scripts/regexes/exceptions.ts: nothing needs the exception of ${regex} in ${file}`),
  ]
}
