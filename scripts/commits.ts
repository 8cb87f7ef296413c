// Checks the messages of the commits that this branch adds: `npm run -s commits`. What main has already is not judged.
import { resolve } from "node:path"
import { problemsOfMessage } from "./commits/message.ts"
import { commitsSince, rangeOf } from "./commits/range.ts"

const ROOT = resolve(import.meta.dirname, "..")

process.exitCode = main()

function main(): number {
  const range = rangeOf(ROOT, process.env)
  if ("reason" in range) {
    console.log(`commits: NOT CHECKED (${range.reason})`)
    return 0
  }
  const commits = commitsSince(ROOT, range.base)
  if (commits.length === 0) {
    console.log(`commits: NOT CHECKED (this branch has no commit that ${range.base} does not have)`)
    return 0
  }
  return report(range.base, commits)
}

function report(base: string, commits: ReturnType<typeof commitsSince>): number {
  // Dependabot writes its messages itself.
  const checked = commits.filter(({ author }) => !author.endsWith("[bot]"))
  const bad = checked.map((commit) => ({ ...commit, problems: problemsOfMessage(commit.message) })).filter(hasProblems)
  for (const { id, message, problems } of bad) {
    console.log(`${id} ${message.split("\n", 1)[0]}`)
    for (const problem of problems) console.log(`  ${problem}`)
  }
  if (bad.length > 0) console.log("Correct them with `git rebase --interactive`. CONTRIBUTING.md says how commits are written.")
  const bots = commits.length - checked.length
  console.log(
    `commits since ${base}: ${checked.length} checked, ${bad.length} to correct${bots ? `, ${bots} of bots left out` : ""}`,
  )
  return bad.length > 0 ? 1 : 0
}

function hasProblems({ problems }: { problems: string[] }): boolean {
  return problems.length > 0
}
