/**
 * Lints openapi.yaml, and compares it with an earlier contract. Fails on a problem, and on a breaking change that nobody approved.
 * Usage: spec.ts [--base REF | --release] [--markdown FILE] [--html FILE]
 * Each dated version is compared with its own past.
 * The earlier contract is the one from which this branch left main, or left REF, or that of the last release.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { parseArgs, stripVTControlCharacters } from "node:util"
import { load } from "js-yaml"
import { VERSIONS } from "../src/versions.ts"
import { type Base, baseAt, lastRelease, mergeBase, releasedContract } from "./spec/base.ts"
import { APPROVALS, judge, parsed, readApprovals } from "./spec/changes/approvals.ts"
import { asMarkdown, asPage, asText, passes, type Report } from "./spec/changes/report.ts"
import { compareVersions, versionsOf } from "./spec/changes/versions.ts"
import { unsound } from "./spec/sound.ts"

const root = path.resolve(import.meta.dirname, "..")
const read = (file: string) => readFileSync(path.join(root, file), "utf8")

const USAGE = "Usage: make spec [BASE=ref | RELEASE=1] [MARKDOWN=file] [HTML=file]"

const readOptions = () => {
  try {
    const text = { type: "string" } as const
    return parseArgs({ options: { base: text, release: { type: "boolean" }, markdown: text, html: text } }).values
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(2)
  }
}
const options = readOptions()

const lint = (): Report["lint"] => {
  const redocly = path.join(path.dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js")
  // No telemetry and no check for updates.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
  const { status, stdout, stderr } = spawnSync(process.execPath, [redocly, "lint", "openapi.yaml"], {
    cwd: root,
    env,
    encoding: "utf8",
    timeout: 120_000,
  })
  const output = stripVTControlCharacters(stdout + stderr).replace(/^(validating|run `redocly).*\n?/gm, "")
  return { passed: status === 0, output: output.replace(/\n{3,}/g, "\n\n").trim() }
}

const chosenBase = (): Base | undefined => {
  if (options.release) return lastRelease()
  return options.base ? baseAt(options.base) : mergeBase()
}

/** Until a release has the newest version, that version may change. */
const isReleased = (): ((version: string) => boolean) => {
  const contract = releasedContract()
  const released: string[] = contract === undefined ? VERSIONS.slice(0, -1).map(({ date }) => date) : versionsOf(load(contract))
  return (version) => released.includes(version)
}

/** A contract or list that cannot be read is its own problem, so the lint results are still reported. */
const comparison = (): Report["comparison"] => {
  try {
    const base = chosenBase()
    if (!base) return undefined
    const approvals = existsSync(path.join(root, APPROVALS)) ? readApprovals(read(APPROVALS)) : []
    const changes = compareVersions(
      parsed(`openapi.yaml of ${base.name}`, () => load(base.contract)),
      parsed("openapi.yaml", () => load(read("openapi.yaml"))),
      isReleased(),
    )
    return { base: base.name, ...judge(changes, approvals, readApprovals(base.approvals)) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

const first = unsound(read("openapi.yaml"))
const report: Report =
  first.length > 0
    ? {
        lint: { passed: false, output: first.map((problem, index) => `[${index + 1}] ${problem}`).join("\n\n") },
        comparison: { problem: "Correct the problems above first. The other rules did not run either." },
      }
    : { lint: lint(), comparison: comparison() }
console.log(asText(report))
if (options.markdown) writeFileSync(options.markdown, asMarkdown(report))
if (options.html) writeFileSync(options.html, asPage(report))
process.exitCode = passes(report) ? 0 : 1
