import { expect } from "chai"
import { pino } from "pino"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { withAcquirer } from "../support/banks/acquirer.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"
import { cyclesOf, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

const LOGGED = ["could not renew the lease of a test clock advance", "could not renew the lease of an idempotency key"]

describe("An advance of the test clock", () => {
  let vintem: Running
  const lines: string[] = []
  before(async () => {
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
    vintem = await startVintem({ DATABASE_LOCK_TIMEOUT_MS: "300" }, { role: "api", log })
  })
  after(() => vintem.close())

  it("reaches its time although the database could not renew its leases for a moment", async () => {
    const merchant = await newMerchant(vintem)
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const to = subscription.current_period_end
    const { database } = vintem.server.modes.test
    // Nothing else is written while the acquirer has the charge.
    const { restore } = withAcquirer(vintem, merchant, async () => {
      await database.transaction(async (tx) => {
        await tx.run(sql<void>("LOCK TABLE clock_turns, idempotency_keys IN EXCLUSIVE MODE"), {})
        await until(async () => LOGGED.every((line) => lines.includes(line)))
      })
      return undefined
    })
    const options = { idempotencyKey: newIdempotencyKey() }
    const advancing = merchant.request("POST", "/v1/test_helpers/clock/advance", { to }, options)
    expect(expectStatus(await advancing.finally(restore), 200).now).to.be.within(to, to + 60)
    expect(await cyclesOf(merchant, subscription)).to.have.length(1)
  })
})
