import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { billSubscriptions } from "../../src/billing/subscriptions/charge.ts"
import { replaceAcquirer, withAcquirer } from "../support/acquirer.ts"
import { type Merchant, newMerchant, until } from "../support/merchant.ts"
import { expectStatus } from "../support/payments.ts"
import { perform } from "../support/rails.ts"
import { advance, again, cyclesOf, DAY } from "../support/subscriptions.ts"
import { type Running, startVintem } from "../support/vintem.ts"
import { CANCELED, FAILED, SUCCEEDED, stepsWith } from "./steps.ts"

describe("The charges of a subscription", () => {
  // Time passes only when a test advances it. There is no scheduler: tests call tick().
  const clock = { ms: Date.parse("2027-03-10T12:00:00Z"), now: () => clock.ms }
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const { started, cancel, toEnd, tick, typesOf, statesOf } = stepsWith(() => ({ vintem, merchant }))
  const pass = (seconds: number) => {
    clock.ms += seconds * 1000
  }

  it("are waited for by their own account's test clock, whichever process makes them, and by no other account's", async () => {
    const subscription = await started({ interval: "DAY" })
    const other = await newMerchant(vintem)
    let respond = (): void => {}
    const responded = new Promise<undefined>((resolve) => {
      respond = () => resolve(undefined)
    })
    const { seen, restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? responded : undefined))
    try {
      const elsewhere = perform(vintem, billSubscriptions, merchant.account, DAY)
      await until(async () => seen.calls === 1)
      const turning = toEnd(subscription, 2 * DAY)
      const began = performance.now()
      await advance(other, { seconds: 10 * DAY })
      expect(performance.now() - began).to.be.lessThan(20_000)
      // Long enough for a clock that does not wait for the charge.
      await pause(100)
      respond()
      await Promise.all([elsewhere, turning])
    } finally {
      respond()
      restore()
    }
    const cycles = await cyclesOf(merchant, subscription)
    expect(cycles.map(({ created }) => created - subscription.created)).to.deep.equal([DAY, 2 * DAY, 3 * DAY])
  })

  describe("that the acquirer cannot process", () => {
    it("are tried once a tick for an hour, then fail", async () => {
      const subscription = await started()
      const { seen, restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      try {
        await toEnd(subscription)
        for (const minutes of [1, 2, 3, 59]) {
          pass(subscription.current_period_end + minutes * 60 - (await nowOf(merchant)))
          await tick()
        }
        expect(seen.calls).to.equal(5)
        expect([await statesOf(subscription), (await again(merchant, subscription)).status]).to.deep.equal([
          ["requires_payment_method"],
          "ACTIVE",
        ])
        pass(60)
        await tick()
        expect([seen.calls, await statesOf(subscription)]).to.deep.equal([6, ["canceled"]])
        await tick()
        expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([6, "PAST_DUE"])
      } finally {
        restore()
      }
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED])
    })

    it("are neither tried nor failed by another worker while one try is running", async () => {
      const subscription = await started()
      let respond = (): void => {}
      const responded = new Promise<undefined>((resolve) => {
        respond = () => resolve(undefined)
      })
      const { seen, restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? { result: "unavailable" } : responded))
      try {
        await toEnd(subscription)
        const charging = tick()
        await until(async () => seen.calls === 2)
        await tick()
        expect(await statesOf(subscription)).to.deep.equal(["requires_payment_method"])
        respond()
        await charging
      } finally {
        respond()
        restore()
      }
      expect([seen.calls, await statesOf(subscription)]).to.deep.equal([2, ["succeeded"]])
    })

    it("wait while the account has no acquirer", async () => {
      const subscription = await started()
      const { restore } = replaceAcquirer(vintem, merchant, () => undefined)
      await toEnd(subscription).finally(restore)
      expect(await statesOf(subscription)).to.deep.equal(["requires_payment_method"])
      pass(1800)
      await tick()
      expect(await statesOf(subscription)).to.deep.equal(["succeeded"])
    })

    it("fail if the account has no acquirer for an hour", async () => {
      const subscription = await started()
      const { restore } = replaceAcquirer(vintem, merchant, () => undefined)
      await toEnd(subscription, 3600).finally(restore)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
    })

    it("are still tried if a cancellation is scheduled within the hour", async () => {
      const subscription = await started()
      const cancel_at = subscription.current_period_end + 1800
      expectStatus(await cancel(subscription.id, { cancel_at }), 200)
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      await toEnd(subscription).finally(restore)
      await tick()
      expect(await statesOf(subscription)).to.deep.equal(["succeeded"])
    })

    it("end when the scheduled cancellation comes, and are not tried again", async () => {
      const subscription = await started()
      const cancel_at = subscription.current_period_end + 1800
      expectStatus(await cancel(subscription.id, { cancel_at }), 200)
      const { seen, restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      try {
        await toEnd(subscription, 1800)
        await tick()
      } finally {
        restore()
      }
      expect([seen.calls, await statesOf(subscription)]).to.deep.equal([1, ["canceled"]])
      expect(await again(merchant, subscription)).to.include({ status: "CANCELED", canceled_at: cancel_at })
      await tick()
      expect(await typesOf()).to.deep.equal([SUCCEEDED, CANCELED])
    })

    it("end when the subscription is canceled immediately, with the reason in the payment intent", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      await toEnd(subscription).finally(restore)
      expectStatus(await cancel(subscription.id), 200)
      await tick()
      await toEnd(subscription, 30 * DAY)
      const [cycle, ...more] = await cyclesOf(merchant, subscription)
      expect(cycle).to.include({ status: "canceled", cancellation_reason: "The subscription was canceled." })
      expect(more).to.deep.equal([])
    })
  })
})

async function nowOf(merchant: Merchant): Promise<number> {
  return expectStatus(await merchant.request("GET", "/v1/test_helpers/clock"), 200).now
}
