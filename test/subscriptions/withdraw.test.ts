import { expect } from "chai"
import { listAttention } from "../../src/attention/list.ts"
import { cancelSubscription } from "../../src/billing/subscriptions/cancel.ts"
import { billSubscriptions } from "../../src/billing/subscriptions/charge.ts"
import { failingWork } from "../../src/jobs/table.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer, withAcquirer } from "../support/banks/acquirer.ts"
import { statement, testOnly } from "../support/databases/statement.ts"
import { type Merchant, newMerchant, ONLY_OUTCOMES, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, mayFail, perform, scopeOfAccount } from "../support/merchants/rails.ts"
import {
  again,
  cyclesOf,
  DAY,
  newRecurringProduct,
  outcomesOf,
  saveNewCard,
  subscribe,
  subscribeBy,
} from "../support/merchants/subscriptions.ts"
import { HOUR, makeCharges } from "./steps.ts"

const moneyBack = statement<{ amount: number }>((k, p) => k("mock_refunds").where({ account: p.account }).select("amount"))
const failures = testOnly(failingWork.find(["account"], (rows) => rows.select("item")))

describe("A subscription that is canceled while its charge is processing", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    // There is no scheduler, so nothing happens in the background.
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  it("cancels the charge, and reverses it if the money arrives later", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant, { amount: 7000 }))
    await saveNewCard(merchant, subscription.customer, CARDS.processing)
    await makeCharges(vintem, merchant, 31 * DAY)
    const [cycle] = await cyclesOf(merchant, subscription)
    expect(cycle.status).to.equal("processing")
    expect(await balanceIn(merchant)).to.include({ available: 4990, pending: 7000 })

    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {}), 200)
    expect((await cyclesOf(merchant, subscription))[0]).to.include({
      status: "canceled",
      cancellation_reason: "The subscription was canceled.",
    })
    expect((await merchant.request("GET", "/v1/events?limit=1", undefined, ONLY_OUTCOMES)).body.data[0]).to.include({
      type: "payment_intent.canceled",
    })

    await perform(vintem, applyMockNotices, merchant.account, 31 * DAY + 60)
    await perform(vintem, callAcquirers, merchant.account, 31 * DAY + 60)
    expect((await cyclesOf(merchant, subscription))[0]).to.include({ status: "canceled" })
    expect((await again(merchant, subscription)).status).to.equal("CANCELED")
    expect(await balanceIn(merchant)).to.include({ available: 4990, pending: 0 })
    const { database } = vintem.server.modes.test
    expect(await database.all(moneyBack, { account: merchant.account })).to.deep.equal([{ amount: 7000 }])
  })

  it("sends back what was taken, also where that is another amount, and asks nobody to decide about it", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant, { amount: 7000 }))
    const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
      ...acquirer,
      authorize: async (...args) => {
        await acquirer.authorize(...args)
        return { result: "unknown" }
      },
      lookUp: async (...args) => {
        const found = await acquirer.lookUp(...args)
        return found?.result === "approved" ? { ...found, captured: 100 } : found
      },
    }))
    await makeCharges(vintem, merchant, 31 * DAY)
    expect((await cyclesOf(merchant, subscription))[0].status).to.equal("processing")
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {}), 200)
    for (const later of [60, 61]) await perform(vintem, callAcquirers, merchant.account, 31 * DAY + later)
    restore()
    expect((await cyclesOf(merchant, subscription))[0]).to.include({ status: "canceled" })
    const mode = vintem.server.modes.test
    expect(await mode.database.all(moneyBack, { account: merchant.account })).to.deep.equal([{ amount: 100 }])
    expect((await listAttention(mode, { account: merchant.account })).items).to.deep.equal([])
  })

  it("takes a PIX back at the acquirer that is not ready yet, so that no payer pays it", async () => {
    const subscription = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    const takenBack: string[] = []
    const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
      ...acquirer,
      createPix: async () => ({ result: "pending", charge: "charge_of_the_pix" }),
      voidPix: async ({ charge }) => {
        takenBack.push(charge)
        return { result: "voided" }
      },
    }))
    await makeCharges(vintem, merchant, 31 * DAY)
    expect((await cyclesOf(merchant, subscription))[0].status).to.equal("processing")
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {}), 200)
    await mayFail(perform(vintem, callAcquirers, merchant.account, 31 * DAY + 60))
    restore()
    expect(takenBack).to.deep.equal(["charge_of_the_pix"])
  })

  it("before it was ever active sends one event about that charge", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant, { trialDays: 3 }))
    await saveNewCard(merchant, subscription.customer, CARDS.processing)
    await makeCharges(vintem, merchant, 3 * DAY)
    const [first] = await cyclesOf(merchant, subscription)
    expect([first.status, (await again(merchant, subscription)).status]).to.deep.equal(["processing", "TRIALING"])
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {}), 200)
    const types = (await outcomesOf(merchant)).map(({ type }) => type)
    expect(types).to.deep.equal(["payment_intent.succeeded", "payment_intent.canceled"])
  })

  it("as it was planned is canceled once the acquirer has responded, and has not failed meanwhile", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant, { interval: "DAY" }))
    const cancel_at = subscription.current_period_end + HOUR
    const path = `/v1/customer_subscriptions/${subscription.id}/cancel`
    expectStatus(await merchant.request("POST", path, { cancel_at }), 200)
    const responded = Promise.withResolvers<undefined>()
    const { seen, restore } = withAcquirer(vintem, merchant, () => responded.promise)
    const charging = makeCharges(vintem, merchant, DAY + 60)
    await until(async () => seen.calls === 1)
    const cancel = () => perform(vintem, billSubscriptions, merchant.account, DAY + HOUR + 60)
    await cancel()
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    expect(await vintem.server.modes.test.database.all(failures, { account: merchant.account })).to.deep.equal([])
    responded.resolve(undefined)
    await charging
    restore()
    await cancel()
    expect((await again(merchant, subscription)).status).to.equal("CANCELED")
  })

  it("is canceled only after the acquirer has responded", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    let respond = (): void => {}
    const responded = new Promise<undefined>((resolve) => {
      respond = () => resolve(undefined)
    })
    const { seen, restore } = withAcquirer(vintem, merchant, () => responded)
    try {
      const charging = makeCharges(vintem, merchant, 31 * DAY)
      await until(async () => seen.calls === 1)
      const scope = await scopeOfAccount(vintem, merchant.account)
      const tooEarly = await scope.mode.database
        .transaction((tx) => cancelSubscription(tx, scope, subscription.id, {}))
        .catch(({ code }) => code)
      expect(tooEarly).to.equal("payment_intent_locked")
      // A request waits instead.
      const canceling = merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {})
      respond()
      await charging
      expect(expectStatus(await canceling, 200).status).to.equal("CANCELED")
    } finally {
      restore()
    }
    expect((await cyclesOf(merchant, subscription)).map(({ status }) => status)).to.deep.equal(["succeeded"])
  })
})
