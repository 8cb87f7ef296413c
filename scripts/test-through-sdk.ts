/**
 * Runs the tests of the service once more with the SDK between them and the service: on the Node.js of the repository, and on the
 * machine's own where that is another. See test/support/through-sdk.ts. Arguments are those of scripts/test.ts.
 */
import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { nodes } from "../test/sdk/packed.ts"

const ROOT = resolve(import.meta.dirname, "..")
// They ask the service nothing, bring clients of their own, or are about processes that die and not about answers.
const OTHERS = new Set(["sdk", "support", "browser", "config", "db", "docs", "faults", "ids", "service", "vault"])

const given = process.argv.slice(2)
const places = readdirSync(join(ROOT, "test"))
  .filter((place) => !OTHERS.has(place))
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
