/**
 * Makes a release: `make release VERSION=1.2.3` (docs/releases.md). Usage: release.ts [--version VERSION] [--dry | --tagged]
 *
 * Without an option it checks the commit, runs .ci/run unless it has passed here, writes dist/release, and makes the tag. Nothing is pushed.
 * --dry says what would keep it from that, writes dist/release all the same, and makes no tag. --tagged writes dist/release for a tag that
 * exists, as the workflow does.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { notesOf } from "./release/changelog.ts"
import { hasPassed, problemsOfFiles, problemsOfTag, problemsOfTree } from "./release/conditions.ts"
import { FOLDER, makeFiles } from "./release/files.ts"

const ROOT = resolve(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(ROOT, file), "utf8")

const { values: options } = parseArgs({
  options: { version: { type: "string" }, dry: { type: "boolean" }, tagged: { type: "boolean" } },
})

process.exitCode = main()

function main(): number {
  const version = options.version ?? JSON.parse(read("package.json")).version
  const tag = `v${version}`
  const problems = [...problemsOfFiles(ROOT, version), ...(options.tagged ? problemsOfTag(ROOT, tag) : problemsOfTree(ROOT, tag))]
  for (const problem of problems) console.log(`${options.dry ? "would stop" : "stopped"}: ${problem}`)
  if (problems.length > 0 && !options.dry) return 1
  if (!options.tagged && !checksHavePassed()) return 1

  const notes = notesOf(read("CHANGELOG.md"), version, addressOf(tag))
  console.log(`${FOLDER}:`)
  for (const name of makeFiles(ROOT, version, notes)) console.log(`  ${name}`)
  if (options.dry) console.log(`would make the tag ${tag}`)
  else if (!options.tagged) makeTag(tag, `Vintém ${version}\n\n${notes}`)
  return 0
}

/** Returns whether all checks have passed at this commit. Runs them if it is not known. */
function checksHavePassed(): boolean {
  if (hasPassed(ROOT)) return true
  if (options.dry) {
    console.log("would run .ci/run, as it has not passed at this commit")
    return true
  }
  const { status } = spawnSync("bash", [".ci/run"], { cwd: ROOT, stdio: "inherit" })
  if (status !== 0) console.log("stopped: .ci/run has failed.")
  return status === 0
}

function makeTag(tag: string, message: string): void {
  // With the usual cleanup, git would take the headings for comments.
  const args = ["--annotate", tag, "--cleanup=whitespace", "--file=-"]
  execFileSync("git", ["tag", ...args], { cwd: ROOT, input: message, stdio: ["pipe", "inherit", "inherit"] })
  console.log(`made the tag ${tag}. docs/releases.md says what follows: git push origin ${tag}`)
}

/** Returns the address of the repository's files at the tag, if this runs in a workflow of GitHub. */
function addressOf(tag: string): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env
  return server && repository ? `${server}/${repository}/blob/${tag}` : undefined
}
