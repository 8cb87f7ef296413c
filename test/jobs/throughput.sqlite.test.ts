import { Loop } from "../../src/jobs/loop.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant, until } from "../support/merchants/merchant.ts"
import { newPayer, payWith } from "../support/merchants/rails.ts"

/** So many that accounts take turns. */
const MERCHANTS = 52
const AN_HOUR_MS = 3_601_000

describe("Work at one acquirer", () => {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { clock, role: "api" })
  })
  after(() => vintem.close())

  it("goes on until all is done, although more is due than may be under way at once", async () => {
    const { database } = vintem.server.modes.test
    for (let i = 0; i < MERCHANTS; i++) {
      const merchant = await newMerchant(vintem)
      const customer = (await newPayer(merchant)).id
      await Promise.all(Array.from({ length: callAcquirers.bounds.account }, () => payWith(merchant, "pix", { customer })))
    }
    clock.ahead += AN_HOUR_MS
    const loop = new Loop(vintem.server.modes.test, callAcquirers, { observe: () => {}, done: () => {} })
    loop.wake()
    const waiting = sql<{ n: number }>("SELECT count(*) AS n FROM payment_intents WHERE status = 'requires_action'")
    await until(async () => (await database.one(waiting, {}))!.n === 0)
    await loop.stop()
  })
})
