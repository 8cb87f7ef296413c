/**
 * Fuzzes a running service with Schemathesis: all phases, every check.
 *
 *     node scripts/fuzz.ts [--examples N] [--seed N] [--operation ID …]
 *
 * The first run installs Schemathesis with Python 3 under .cache/fuzz. If Python 3 is not installed, reports this and skips. fuzz/hooks.py
 * lists what the schemas allow and the service refuses, and why.
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { startVintem } from "../test/support/app/vintem.ts"

const ROOT = resolve(import.meta.dirname, "..")
const VERSION = "4.32.5"
const VENV = join(ROOT, ".cache/fuzz", VERSION)

const { values: options } = parseArgs({
  options: {
    examples: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    operation: { type: "string", multiple: true, default: [] },
  },
})

process.exit(await main())

async function main(): Promise<number> {
  if (spawnSync("python3", ["--version"]).status !== 0) {
    console.log("Python 3 is not installed, skipped")
    return 0
  }
  if (!existsSync(join(VENV, "bin/schemathesis"))) install()
  const vintem = await startVintem()
  try {
    return await fuzz(vintem.url, vintem.key)
  } finally {
    await vintem.close()
  }
}

function install(): void {
  mkdirSync(VENV, { recursive: true })
  const run = (command: string, ...args: string[]) => {
    const { status } = spawnSync(command, args, { stdio: "inherit" })
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with status ${status}`)
  }
  run("python3", "-m", "venv", VENV)
  run(join(VENV, "bin/pip"), "install", "--quiet", "--disable-pip-version-check", `schemathesis==${VERSION}`)
}

/** Returns the exit status of Schemathesis, which is 0 if no check failed. */
function fuzz(url: string, key: string): Promise<number> {
  const only = options.operation.flatMap((id) => ["--include-operation-id", id])
  const args = [
    "--config-file",
    join(import.meta.dirname, "fuzz/schemathesis.toml"),
    "run",
    `${url}/v1/openapi.json`,
    "--url",
    url,
    "--checks",
    "all",
    // fuzz/hooks.py has this check, without the explained exceptions.
    "--exclude-checks",
    "positive_data_acceptance",
    "--max-examples",
    options.examples,
    "--seed",
    options.seed,
    "--continue-on-failure",
    ...only,
  ]
  const child = spawn(join(VENV, "bin/schemathesis"), args, {
    cwd: join(ROOT, ".cache/fuzz"),
    stdio: "inherit",
    env: { ...process.env, VINTEM_KEY: key, PYTHONPATH: join(import.meta.dirname, "fuzz"), PYTHONDONTWRITEBYTECODE: "1" },
  })
  return new Promise((done, fail) => {
    child.on("error", fail)
    child.on("close", (status) => done(status ?? 1))
  })
}
