import { expect } from "chai"
import { billSubscriptions } from "../../src/billing/subscriptions/charge.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import { mockChargesOf } from "../payments/unknown-outcomes.ts"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { mayFail, perform, recoverAttempts } from "../support/merchants/rails.ts"
import { again, cyclesOf, DAY } from "../support/merchants/subscriptions.ts"
import { PRICES, subscribeByMandate } from "./mandates.ts"

/** Each step at which a process can die between the order of a charge by mandate and its outcome. */
const STEPS = ["charge: stored", "charge: acquirer answered", "charge: settled"] as const

const lapses = ["subscriptions", "mock_charges"].map((table) =>
  statement<void, "account">((k, p) => k(table).where({ account: p.account }).update({ held_until_ms: 0 })),
)

describe("A process that dies while it charges by a mandate", () => {
  let vintem: Running
  let merchant: Merchant
  const clock = standingClock()
  const dies: { at?: string | undefined } = {}
  // There is no scheduler. The tests run its jobs.
  before(async () => {
    const checkpoint = (step: string) => {
      if (step === dies.at) throw new Error(`the process dies at: ${step}`)
    }
    vintem = await startVintem({}, { role: "api", clock, checkpoint })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => {
    dies.at = undefined
  })
  after(() => vintem.close())

  /** The lease of what a dead process held, and the time for which failing work is put off, are over. */
  const lapse = async () => {
    const { database } = vintem.server.modes.test
    for (const statement of lapses) await database.transaction((tx) => tx.run(statement, { account: merchant.account }))
  }
  /** What two workers do at once. */
  const byTwo = async () => {
    for (const work of [billSubscriptions, callAcquirers, applyMockNotices])
      await Promise.all([1, 2].map(() => mayFail(perform(vintem, work, merchant.account))))
  }
  const goTo = async (seconds: number) => {
    clock.ms = seconds * 1000
    await byTwo()
    await lapse()
    await mayFail(recoverAttempts(vintem, merchant.account))
    await lapse()
  }
  const ofCycles = async (subscription: Json) =>
    (await cyclesOf(merchant, subscription)).map(({ status, payment_method_types: [type] }) => `${type} ${status}`)
  const taken = async () =>
    (await mockChargesOf(vintem, merchant.account)).filter(({ status }) => status === "approved").map(({ amount }) => amount)

  for (const step of STEPS)
    it(`after '${step}' has one charge of the cycle, which is paid once`, async () => {
      const { subscription } = await subscribeByMandate(vintem, merchant)
      const end = subscription.current_period_end
      dies.at = step
      await goTo(end - 5 * DAY)
      dies.at = undefined
      for (const seconds of [10, 20, 60]) await goTo(end - 5 * DAY + seconds)
      expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico processing"])
      for (let day = -1; day < 5; day++) await goTo(end + day * DAY)
      expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico succeeded"])
      expect(await taken()).to.deep.equal([PRICES.pays, PRICES.pays])
      expect(await again(merchant, subscription)).to.include({ status: "ACTIVE", current_period_start: end })
      expect(await checkLedger(vintem.server.modes.test.database, merchant.account)).to.deep.equal([])
    })

  for (const step of STEPS)
    it(`after '${step}' of a retry tries the same charge once more, which is paid once`, async () => {
      const { subscription } = await subscribeByMandate(vintem, merchant, { amount: PRICES.paysLate })
      const end = subscription.current_period_end
      await goTo(end - 5 * DAY)
      await goTo(end)
      for (let hours = 6; (await ofCycles(subscription)).length === 1; hours += 6) {
        dies.at = step
        await goTo(end + hours * 3600)
      }
      dies.at = undefined
      for (let hours = 6; hours < 12 * 24; hours += 6) await goTo(Math.max(end + hours * 3600, Math.floor(clock.ms / 1000)))
      const cycles = await ofCycles(subscription)
      expect(cycles.filter((cycle) => cycle.endsWith("succeeded"))).to.deep.equal(["pix_automatico succeeded"])
      expect(cycles.filter((cycle) => cycle.startsWith("pix "))).to.deep.equal([])
      expect(await taken()).to.deep.equal([PRICES.paysLate, PRICES.paysLate])
      expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    })
})
