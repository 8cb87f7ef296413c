import { expect } from "chai"
import { billSubscriptions } from "../../src/billing/subscriptions/charge.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { codeOf, confirm, newBareToken, perform } from "../support/merchants/rails.ts"
import { again, cyclesOf, DAY, newRecurringProduct, subscribeBy } from "../support/merchants/subscriptions.ts"
import { stepsWith } from "./steps.ts"

const MINUTE = 60

describe("A PIX of a subscription that may have been made, and whose answer is lost", () => {
  // Time passes only when a test lets it pass, and there is no scheduler.
  const clock = { ms: Date.parse("2027-03-10T12:00:00Z"), now: () => clock.ms }
  let vintem: Running
  let merchant: Merchant
  let subscription: Json
  let bank: ReturnType<typeof losing>
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock })
  })
  /** The renewal is due now. */
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    subscription = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    clock.ms = subscription.current_period_end * 1000
    bank = losing(vintem, merchant, () => clock.ms / 1000)
  })
  afterEach(() => bank.restore())
  after(() => vintem.close())

  const { tick, statesOf } = stepsWith(() => ({ vintem, merchant }))
  /** Makes what is due now, and then every ten seconds. */
  async function pass(seconds: number): Promise<void> {
    await tick()
    for (const end = clock.ms + seconds * 1000; clock.ms < end; ) {
      clock.ms += 10_000
      await tick()
    }
  }

  it("is followed by another one after a minute at first, and ever more rarely, until one can be shown to the payer", async () => {
    await pass(30 * MINUTE)
    const gaps = bank.made.slice(1).map(({ at }, i) => at - bank.made[i]!.at)
    expect(gaps[0]).to.equal(MINUTE)
    expect(gaps).to.deep.equal([...gaps].sort((a, b) => a - b))
    expect(gaps.at(-1)).to.equal(300)
    const lost = bank.made.length
    bank.loses = false
    await pass(10 * MINUTE)
    expect(bank.made).to.have.length(lost + 1)
    expect(await statesOf(subscription)).to.deep.equal(["requires_action"])
  })

  it("keeps the merchant's own confirm out, so that the payer gets one PIX", async () => {
    await tick()
    const { latest_payment_intent } = await again(merchant, subscription)
    const token = (await newBareToken(merchant, "pix")).id
    expect(await codeOf(confirm(merchant, latest_payment_intent, token))).to.equal("payment_intent_locked")
  })

  it("can be paid for a minute where it is made only after the payer's time, because acquirers refuse one that has ended", async () => {
    await perform(vintem, billSubscriptions, merchant.account)
    clock.ms += (DAY + 60) * 1000
    await perform(vintem, callAcquirers, merchant.account)
    expect(bank.made).to.deep.equal([{ at: clock.ms / 1000, ends: clock.ms / 1000 + MINUTE }])
  })

  it("is followed by one that ends with the payer's time, not later", async () => {
    await pass(20 * MINUTE)
    bank.loses = false
    await pass(5 * MINUTE)
    const ends = subscription.current_period_end + DAY
    const [{ next_action }] = await cyclesOf(merchant, subscription)
    expect([next_action.expires_at, bank.made.at(-1)!.ends]).to.deep.equal([ends, ends])
  })
})

/** Lets a merchant's acquirer lose its answers while `loses` is set. Records when each PIX was made, and when it ends. */
function losing(vintem: Running, merchant: Merchant, now: () => number) {
  const lost = new Set<string>()
  const state = { loses: true, made: [] as { at: number; ends: number }[] }
  const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
    ...acquirer,
    createPix: async (sale, signal) => {
      state.made.push({ at: now(), ends: now() + sale.lifetime_seconds })
      if (!state.loses) return acquirer.createPix(sale, signal)
      lost.add(sale.reference)
      throw new Error("the answer was lost")
    },
    lookUp: async (account, reference, signal) => (lost.has(reference) ? undefined : acquirer.lookUp(account, reference, signal)),
  }))
  return Object.assign(state, { restore })
}
