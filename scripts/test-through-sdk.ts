/**
 * Runs the tests of the API through the SDK, on the repository's Node.js, on the system's if it differs, and on Bun and Deno if they are
 * installed, or with --oldest only on the oldest Node.js of them. See test/support/runner/through-sdk.ts. Takes the arguments of scripts/test.ts.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { join, resolve } from "node:path"
import { compare } from "semver"
import { nodes } from "../test/sdk/packed.ts"

const ROOT = resolve(import.meta.dirname, "..")
/** The folders whose tests are about the responses of the API. What pages, commands and banks do is the same for every client. */
const OF_THE_API = [
  ...["accounts", "balance", "checkout", "contract", "customers", "events", "http", "idempotency", "keys", "metadata"],
  ...["payments", "products", "subscriptions", "test-clock", "tokens", "versions", "webhooks"],
].map((folder) => `test/${folder}`)

const OLDEST = "--oldest"
const given = process.argv.slice(2).filter((each) => each !== OLDEST)
const isOldestOnly = process.argv.includes(OLDEST)
/** Returns the version of a command, or undefined if it is not installed. */
const versionOf = (command: string): string | undefined => {
  try {
    return /\d+\.\d+\.\d+/.exec(execFileSync(command, ["--version"], { encoding: "utf8" }))?.[0]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

const nodesHere = nodes()
  .map(({ version, path }) => ({ name: "Node", version, path }))
  .sort((a, b) => compare(a.version, b.version))
const runtimes = isOldestOnly
  ? nodesHere.slice(0, 1)
  : [...nodesHere, ...["bun", "deno"].map((name) => ({ name, version: versionOf(name), path: name }))]

for (const { name, version, path } of runtimes) {
  if (version === undefined) {
    console.log(`\nNot on ${name}, which is not installed`)
    continue
  }
  console.log(`\nThrough the SDK on ${name} ${version}`)
  const places = given.some((each) => each !== "--again") ? [] : OF_THE_API
  const args = [join(ROOT, "scripts/test.ts"), "--only", "sqlite", ...given, ...places]
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, VINTEM_TEST_SDK: path },
  })
  if (status !== 0) process.exitCode = 1
}
