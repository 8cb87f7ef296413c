/**
 * Runs the service's tests through the SDK, on the repository's Node.js, and on the system's if it differs. See
 * test/support/through-sdk.ts. Takes the arguments of scripts/test.ts.
 */
import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { nodes } from "../test/sdk/packed.ts"

const ROOT = resolve(import.meta.dirname, "..")
// These tests send no requests to the service, have their own clients, or are about crashes and not about responses.
const EXCLUDED = new Set(["sdk", "support", "browser", "config", "db", "docs", "faults", "ids", "service", "vault"])

const given = process.argv.slice(2)
const places = readdirSync(join(ROOT, "test"))
  .filter((place) => !EXCLUDED.has(place))
  .map((place) => `test/${place}`)

for (const { version, path } of nodes()) {
  console.log(`\nThrough the SDK on Node ${version}`)
  const args = [join(ROOT, "scripts/test.ts"), "--only", "sqlite", ...(given.length ? given : places)]
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, VINTEM_TEST_SDK: path },
  })
  if (status !== 0) process.exitCode = 1
}
