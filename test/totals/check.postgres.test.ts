import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import pg from "pg"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { waitingForLocks } from "../support/databases/waiting-for-locks.ts"
import { until } from "../support/merchants/merchant.ts"

/** The shortest that can be configured. */
const LIMITS = { DATABASE_STATEMENT_TIMEOUT_MS: "1001", DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: "1000" }

describe("'vintem check'", () => {
  let vintem: Running
  let client: pg.Client
  before(async () => {
    vintem = await startVintem(LIMITS, { role: "api" })
    client = new pg.Client({ connectionString: vintem.databases.env.TEST_DATABASE_URL! })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await vintem.close()
  })

  it("takes longer than other statements may, as it reads every payment", async () => {
    await client.query("BEGIN; LOCK TABLE totals")
    const checked = vintem.cli("check", "--account", vintem.account)
    await until(async () => (await vintem.server.modes.test.database.all(waitingForLocks, {})).length > 0)
    await pause(1500)
    await client.query("COMMIT")
    const { status, stdout, stderr } = await checked
    expect(status, stderr).to.equal(0)
    expect(stdout.trim()).to.equal("The totals are right.")
  })
})
