import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { cancelSubscription } from "../../src/billing/subscriptions/cancel.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { holdCalls, replaceAcquirer, withAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { scopeOfAccount } from "../support/merchants/rails.ts"
import { advance, again, cyclesOf, DAY, timeOf } from "../support/merchants/subscriptions.ts"
import { CANCELED, FAILED, HOUR, makeCharges, SUCCEEDED, stepsWith } from "./steps.ts"

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
      const elsewhere = makeCharges(vintem, merchant, DAY)
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
    it("are made again with growing gaps for an hour, then fail", async () => {
      const subscription = await started()
      const tries: number[] = []
      const { restore } = withAcquirer(vintem, merchant, async () => {
        tries.push((await timeOf(merchant)) - subscription.current_period_end)
        return { result: "unavailable" }
      })
      try {
        await toEnd(subscription, HOUR - 1)
        expect([await statesOf(subscription), (await again(merchant, subscription)).status]).to.deep.equal([
          ["requires_payment_method"],
          "ACTIVE",
        ])
        await toEnd(subscription, HOUR)
        expect([await statesOf(subscription), (await again(merchant, subscription)).status]).to.deep.equal([
          ["canceled"],
          "PAST_DUE",
        ])
        await toEnd(subscription, 2 * HOUR)
      } finally {
        restore()
      }
      expect(tries.at(-1)).to.equal(HOUR)
      const gaps = tries.slice(1, -1).map((at, i) => at - tries[i]!)
      expect(gaps).to.deep.equal([...gaps].sort((a, b) => a - b))
      expect([gaps[0], gaps.at(-1)]).to.deep.equal([1, 300])
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
        pass(5)
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

    it("cannot be canceled while a worker is about to try one of them", async () => {
      const subscription = await started()
      const { seen, restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? { result: "unavailable" } : undefined))
      await toEnd(subscription)
      const held = holdCalls(vintem, (await again(merchant, subscription)).latest_payment_intent)
      pass(5)
      const charging = tick()
      await held.reached
      const scope = await scopeOfAccount(vintem, merchant.account)
      const tooEarly = await scope.mode.database
        .transaction((tx) => cancelSubscription(tx, scope, subscription.id, {}))
        .catch(({ code }) => code)
      held.letGo()
      await charging
      held.restore()
      restore()
      expect(tooEarly).to.equal("payment_intent_locked")
      expect([seen.calls, await statesOf(subscription)]).to.deep.equal([2, ["succeeded"]])
    })

    it("wait while the account has no acquirer, however long", async () => {
      const subscription = await started()
      const { restore } = replaceAcquirer(vintem, merchant, () => undefined)
      await toEnd(subscription, 2 * DAY).finally(restore)
      expect([await statesOf(subscription), (await again(merchant, subscription)).status]).to.deep.equal([[], "ACTIVE"])
      // The work has failed, and is put off for a moment.
      await until(async () => {
        await tick()
        return (await statesOf(subscription))[0] === "succeeded"
      })
    })

    it("are still tried if a cancellation is scheduled within the hour", async () => {
      const subscription = await started()
      const cancel_at = subscription.current_period_end + 1800
      expectStatus(await cancel(subscription.id, { cancel_at }), 200)
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      await toEnd(subscription).finally(restore)
      pass(5)
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
        expect(await statesOf(subscription)).to.deep.equal(["canceled"])
        const { calls } = seen
        await toEnd(subscription, 2 * HOUR)
        expect(seen.calls).to.equal(calls)
      } finally {
        restore()
      }
      expect(await again(merchant, subscription)).to.include({ status: "CANCELED", canceled_at: cancel_at })
      expect(await typesOf()).to.deep.equal([SUCCEEDED, CANCELED])
    })

    it("end when the subscription is canceled immediately, with the reason in the payment intent", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      await toEnd(subscription).finally(restore)
      expectStatus(await cancel(subscription.id), 200)
      await toEnd(subscription, 30 * DAY)
      const [cycle, ...more] = await cyclesOf(merchant, subscription)
      expect(cycle).to.include({ status: "canceled", cancellation_reason: "The subscription was canceled." })
      expect(more).to.deep.equal([])
    })
  })
})
