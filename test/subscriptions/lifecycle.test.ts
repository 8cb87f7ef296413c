import { expect } from "chai"
import { REFUSED_FOR_GOOD, withAcquirer } from "../support/acquirer.ts"
import type { Json } from "../support/client.ts"
import { type Merchant, newMerchant } from "../support/merchant.ts"
import { mockCharges } from "../support/mock-charges.ts"
import { CARDS, expectStatus, newToken } from "../support/payments.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  eventsOf,
  newPayer,
  newRecurringProduct,
  type PlanOf,
  saveNewCard,
  subscribe,
  subscribeBy,
  subscriptionsOf,
  timeOf,
} from "../support/subscriptions.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const HOUR = 3600
const SUCCEEDED = "payment_intent.succeeded"
const FAILED = "payment_intent.payment_failed"
const CANCELED = "payment_intent.canceled"

describe("A subscription", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const started = async (plan: PlanOf = {}) => subscribe(merchant, await newRecurringProduct(vintem, merchant, plan))
  const cancel = (id: string, body: object = {}) => merchant.request("POST", `/v1/customer_subscriptions/${id}/cancel`, body)
  const toEnd = (subscription: Json, seconds = 0) => advance(merchant, { to: subscription.current_period_end + seconds })
  const typesOf = async () => (await eventsOf(merchant)).map(({ type }) => type)

  describe("starts", () => {
    it("ACTIVE when the first payment succeeds, with a period from that moment", async () => {
      const subscription = await started({ interval: "WEEK", count: 2 })
      expect(subscription).to.include({ status: "ACTIVE", trial_start: null, trial_end: null, cancel_at_period_end: false })
      expect(subscription.current_period_end - subscription.current_period_start).to.equal(14 * DAY)
      const [intent] = expectStatus(
        await merchant.request("GET", `/v1/payment_intents?customer=${subscription.customer}`),
        200,
      ).data
      expect(subscription.latest_payment_intent).to.equal(intent.id)
      expect(intent.subscription).to.equal(null)
    })

    it("TRIALING if the plan has a trial, and charges nothing until it ends", async () => {
      const subscription = await started({ trialDays: 7 })
      expect(subscription.status).to.equal("TRIALING")
      expect(subscription.trial_start).to.equal(subscription.created)
      expect(subscription.trial_end).to.equal(subscription.created + 7 * DAY)
      await advance(merchant, { to: subscription.trial_end - 5 })
      expect(await cyclesOf(merchant, subscription)).to.have.length(0)
      await advance(merchant, { to: subscription.trial_end })
      const active = await again(merchant, subscription)
      expect(active).to.include({ status: "ACTIVE", current_period_start: subscription.trial_end })
      const [first] = await cyclesOf(merchant, subscription)
      expect(first).to.include({ status: "succeeded", id: active.latest_payment_intent })
    })

    it("neither with a refused payment nor for a product without a plan", async () => {
      const product = await newRecurringProduct(vintem, merchant)
      expect(await subscribe(merchant, product, { card: CARDS.declined })).to.equal(undefined)
      const plain = expectStatus(await merchant.request("POST", "/v1/products", { name: "Livro" }), 201).id
      expect(await subscribe(merchant, plain)).to.equal(undefined)
    })

    it("once, and renewals start no other", async () => {
      const subscription = await started()
      await advance(merchant, { seconds: 200 * DAY })
      expect(await subscriptionsOf(merchant, subscription.customer)).to.have.length(1)
    })

    it("with a copy of the price, and later changes of price or product do not reach it", async () => {
      const product = await newRecurringProduct(vintem, merchant, { amount: 1500 })
      const subscription = await subscribe(merchant, product)
      expectStatus(await merchant.request("POST", `/v1/products/${product}/price`, { amount: 9900, currency: "brl" }), 201)
      expectStatus(await merchant.request("POST", `/v1/products/${product}`, { status: "INACTIVE" }), 200)
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect(cycle).to.include({ status: "succeeded", amount: 1500, product, subscription: subscription.id })
    })

    it("and saves the card that paid", async () => {
      const subscription = await started()
      const path = `/v1/payment_methods?customer=${subscription.customer}`
      const [method] = expectStatus(await merchant.request("GET", path), 200).data
      expect(method.card.last4).to.equal("4242")
      expectStatus(await merchant.request("POST", `/v1/payment_methods/${method.id}/detach`), 200)
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "payment_method_not_found"])
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
    })
  })

  describe("whose charge fails", () => {
    it("is PAST_DUE, charged again after 1, 3, 5 and 7 days, then UNPAID and never charged again", async () => {
      const subscription = await started()
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      const due = subscription.current_period_end
      await advance(merchant, { to: due })
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
      await advance(merchant, { to: due + 7 * DAY - HOUR })
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
      await advance(merchant, { to: due + 400 * DAY })
      const unpaid = await again(merchant, subscription)
      expect(unpaid.status).to.equal("UNPAID")
      const cycles = await cyclesOf(merchant, subscription)
      expect(cycles.map(({ created }) => Math.round((created - due) / DAY))).to.deep.equal([0, 1, 3, 5, 7])
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED, FAILED, FAILED, FAILED, FAILED])
      // UNPAID can only be canceled.
      await saveNewCard(merchant, subscription.customer)
      await advance(merchant, { seconds: 60 * DAY })
      expect((await again(merchant, subscription)).status).to.equal("UNPAID")
      expect(expectStatus(await cancel(subscription.id), 200).status).to.equal("CANCELED")
    })

    it("is ACTIVE again after a retry with a new card", async () => {
      const subscription = await started()
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      await toEnd(subscription)
      await saveNewCard(merchant, subscription.customer)
      await toEnd(subscription, DAY)
      const healed = await again(merchant, subscription)
      expect(healed).to.include({ status: "ACTIVE", current_period_start: subscription.current_period_end })
    })

    it("opens no new period until it recovers, then charges overdue periods at once, in order", async () => {
      const subscription = await started({ interval: "DAY" })
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      const due = subscription.current_period_end
      await advance(merchant, { to: due + 4 * DAY })
      expect((await again(merchant, subscription)).current_period_end).to.equal(due + DAY)
      await saveNewCard(merchant, subscription.customer)
      await advance(merchant, { to: due + 5 * DAY })
      const recovered = await again(merchant, subscription)
      expect(recovered).to.include({ status: "ACTIVE", current_period_end: due + 6 * DAY })
      const paid = (await cyclesOf(merchant, subscription)).filter(({ status }) => status === "succeeded")
      expect(paid.map(({ created }) => Math.round((created - due) / DAY))).to.deep.equal([5, 5, 5, 5, 5, 5])
    })

    it("at the end of its trial is INCOMPLETE, sends both events for the first charge only, and ends UNPAID", async () => {
      const subscription = await started({ trialDays: 3 })
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      await toEnd(subscription)
      expect((await again(merchant, subscription)).status).to.equal("INCOMPLETE")
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED, CANCELED])
      await toEnd(subscription, 3 * DAY)
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED, CANCELED, FAILED, FAILED])
      await toEnd(subscription, 8 * DAY)
      expect((await again(merchant, subscription)).status).to.equal("UNPAID")
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED, CANCELED, FAILED, FAILED, FAILED, FAILED])
    })

    it("at the end of its trial becomes ACTIVE when a retry succeeds", async () => {
      const subscription = await started({ trialDays: 3 })
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      await toEnd(subscription)
      await saveNewCard(merchant, subscription.customer)
      await toEnd(subscription, DAY)
      expect(await again(merchant, subscription)).to.include({
        status: "ACTIVE",
        current_period_start: subscription.trial_end,
      })
    })

    it("because its card needs 3DS reports authentication_failed", async () => {
      const subscription = await started()
      await saveNewCard(merchant, subscription.customer, CARDS.threeDs)
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
    })
  })

  describe("whose acquirer", () => {
    it("is unavailable for less than an hour is charged later with the same payment intent", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, (call) => (call <= 2 ? { result: "unavailable" } : undefined))
      try {
        await toEnd(subscription)
        expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
        await vintem.server.tick()
        await vintem.server.tick()
      } finally {
        restore()
      }
      const cycles = await cyclesOf(merchant, subscription)
      expect(cycles.map(({ status }) => status)).to.deep.equal(["succeeded"])
      expect(await typesOf()).to.deep.equal([SUCCEEDED, SUCCEEDED])
      await toEnd(await again(merchant, subscription))
      expect((await cyclesOf(merchant, subscription)).map(({ status }) => status)).to.deep.equal(["succeeded", "succeeded"])
    })

    it("is unavailable for an hour is PAST_DUE", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      try {
        await toEnd(subscription, HOUR - 60)
        expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
        await toEnd(subscription, HOUR + 60)
      } finally {
        restore()
      }
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED])
      await toEnd(subscription, HOUR + DAY + 60)
      expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    })

    it("loses the response is charged once, as a poll finds the sale", async () => {
      const subscription = await started({ amount: 7313 })
      const { restore, seen } = withAcquirer(vintem, merchant, () => "lost")
      try {
        await toEnd(subscription, HOUR)
      } finally {
        restore()
      }
      expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([1, "ACTIVE"])
      expect((await cyclesOf(merchant, subscription)).map(({ status }) => status)).to.deep.equal(["succeeded"])
      expect(await mockCharges(vintem, 7313)).to.have.length(1)
    })

    it("finds no sale for 15 minutes is PAST_DUE", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unknown" }))
      try {
        await toEnd(subscription, 10 * 60)
        expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
        await toEnd(subscription, HOUR)
      } finally {
        restore()
      }
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
      await toEnd(subscription, 2 * DAY)
      expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    })

    it("refuses the card for good is charged again only with another card", async () => {
      const subscription = await started()
      const { restore, seen } = withAcquirer(vintem, merchant, (call) => (call === 1 ? REFUSED_FOR_GOOD : undefined))
      try {
        await toEnd(subscription, 4 * DAY)
        expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([1, "PAST_DUE"])
        await saveNewCard(merchant, subscription.customer)
        await toEnd(subscription, 5 * DAY)
      } finally {
        restore()
      }
      expect(await again(merchant, subscription)).to.include({ status: "ACTIVE" })
      expect(await cyclesOf(merchant, subscription)).to.have.length(2)
    })

    it("refuses the card for good is UNPAID after seven days", async () => {
      const subscription = await started()
      const { restore, seen } = withAcquirer(vintem, merchant, () => REFUSED_FOR_GOOD)
      try {
        await toEnd(subscription, 7 * DAY - HOUR)
        expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
        await toEnd(subscription, 7 * DAY)
      } finally {
        restore()
      }
      expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([1, "UNPAID"])
    })
  })

  describe("is canceled", () => {
    it("immediately, and never charged again", async () => {
      const subscription = await started()
      const canceled = expectStatus(await cancel(subscription.id, { reason: "too expensive" }), 200)
      expect(canceled).to.include({ status: "CANCELED", cancellation_reason: "too expensive", cancel_at: null })
      expect(canceled.canceled_at).to.be.a("number")
      await advance(merchant, { seconds: 100 * DAY })
      expect(await cyclesOf(merchant, subscription)).to.have.length(0)
    })

    it("only once", async () => {
      const subscription = await started()
      expectStatus(await cancel(subscription.id), 200)
      const { status, body } = await cancel(subscription.id)
      expect([status, body.error.code]).to.deep.equal([400, "subscription_canceled"])
    })

    it("at the end of its period, before the renewal that is due at that moment", async () => {
      const subscription = await started()
      expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200)
      await toEnd(subscription, 60)
      const canceled = await again(merchant, subscription)
      expect(canceled).to.include({ status: "CANCELED", cancel_at_period_end: true, cancel_at: null })
      expect(canceled.canceled_at).to.be.within(subscription.current_period_end, subscription.current_period_end + 2)
      expect(await cyclesOf(merchant, subscription)).to.have.length(0)
    })

    it("at the end of its trial", async () => {
      const subscription = await started({ trialDays: 7 })
      expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200)
      await toEnd(subscription, DAY)
      expect((await again(merchant, subscription)).status).to.equal("CANCELED")
      expect(await cyclesOf(merchant, subscription)).to.have.length(0)
    })

    it("at a given time, even at the moment of a renewal", async () => {
      const subscription = await started()
      const cancel_at = subscription.current_period_end
      expect(expectStatus(await cancel(subscription.id, { cancel_at }), 200)).to.include({ status: "ACTIVE", cancel_at })
      await advance(merchant, { to: cancel_at + 60 })
      expect((await again(merchant, subscription)).status).to.equal("CANCELED")
      expect(await cyclesOf(merchant, subscription)).to.have.length(0)
    })

    it("at a given time in the third period, after two renewals", async () => {
      const subscription = await started()
      expectStatus(await cancel(subscription.id, { cancel_at: subscription.created + 70 * DAY }), 200)
      await advance(merchant, { seconds: 365 * DAY })
      expect((await again(merchant, subscription)).status).to.equal("CANCELED")
      expect(await cyclesOf(merchant, subscription)).to.have.length(2)
    })

    it("as the last request says", async () => {
      const subscription = await started()
      expectStatus(await cancel(subscription.id, { cancel_at: subscription.created + 5 * DAY, reason: "first" }), 200)
      const planned = expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200)
      expect(planned).to.include({ cancel_at: null, cancel_at_period_end: true, cancellation_reason: null })
      await advance(merchant, { to: subscription.created + 6 * DAY })
      expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
      const atOnce = expectStatus(await cancel(subscription.id), 200)
      expect(atOnce).to.include({ status: "CANCELED", cancel_at_period_end: false })
    })

    it("as if cancel_at_period_end were absent when it is false", async () => {
      const subscription = await started()
      expect(expectStatus(await cancel(subscription.id, { cancel_at_period_end: false }), 200).status).to.equal("CANCELED")
      const other = await started()
      const cancel_at = other.created + 5 * DAY
      expect(expectStatus(await cancel(other.id, { cancel_at_period_end: false, cancel_at }), 200)).to.include({ cancel_at })
    })

    it("neither at a time in the past, nor with both parameters, nor by another account", async () => {
      const subscription = await started()
      const now = await timeOf(merchant)
      const past = await cancel(subscription.id, { cancel_at: now - 10 })
      expect([past.status, past.body.error.code, past.body.error.param]).to.deep.equal([400, "parameter_invalid", "cancel_at"])
      const both = await cancel(subscription.id, { cancel_at: now + DAY, cancel_at_period_end: true })
      expect([both.status, both.body.error.code]).to.deep.equal([400, "parameter_invalid"])
      const { key } = await newMerchant(vintem)
      const path = `/v1/customer_subscriptions/${subscription.id}/cancel`
      const foreign = await merchant.request("POST", path, {}, { key })
      expect([foreign.status, foreign.body.error.code]).to.deep.equal([404, "customer_subscription_not_found"])
    })

    it("while it is PAST_DUE, and never charged again", async () => {
      const subscription = await started()
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      await toEnd(subscription)
      expectStatus(await cancel(subscription.id), 200)
      await saveNewCard(merchant, subscription.customer)
      await toEnd(subscription, 30 * DAY)
      expect(await cyclesOf(merchant, subscription)).to.have.length(1)
    })
  })

  describe("is listed", () => {
    it("by customer and by status", async () => {
      const first = await started()
      const second = await started({ trialDays: 7 })
      const list = async (query: string) =>
        expectStatus(await merchant.request("GET", `/v1/customer_subscriptions${query}`), 200).data.map(({ id }: Json) => id)
      expect(await list("")).to.deep.equal([second.id, first.id])
      expect(await list(`?customer=${first.customer}`)).to.deep.equal([first.id])
      expect(await list("?status=TRIALING")).to.deep.equal([second.id])
      expect(await list(`?customer=${first.customer}&status=TRIALING`)).to.deep.equal([])
      expect(await list("?customer=cus_0000000000000000000000000")).to.deep.equal([])
      expect(await list(`?limit=1&starting_after=${second.id}`)).to.deep.equal([first.id])
      const { status, body } = await merchant.request("GET", "/v1/customer_subscriptions?status=active")
      expect([status, body.error.code]).to.deep.equal([400, "parameter_invalid"])
    })

    it("only for its own account", async () => {
      const subscription = await started()
      const other = await newMerchant(vintem)
      expect(expectStatus(await other.request("GET", "/v1/customer_subscriptions"), 200).data).to.deep.equal([])
      const { status, body } = await other.request("GET", `/v1/customer_subscriptions/${subscription.id}`)
      expect([status, body.error.code]).to.deep.equal([404, "customer_subscription_not_found"])
    })
  })

  for (const type of ["pix", "boleto"] as const) {
    describe(`paid by ${type}`, () => {
      const begun = async (plan: PlanOf = {}) => subscribeBy(type, merchant, await newRecurringProduct(vintem, merchant, plan))
      const succeed = (id: string) => merchant.request("POST", `/v1/test_helpers/payment_intents/${id}/succeed`, {})

      it("waits for the payer in each cycle, and stays ACTIVE meanwhile", async () => {
        const subscription = await begun()
        expect(subscription.status).to.equal("ACTIVE")
        await toEnd(subscription)
        const [cycle] = await cyclesOf(merchant, subscription)
        const display = type === "pix" ? "pix_display_qr_code" : "boleto_display_details"
        expect([cycle.status, cycle.next_action?.type]).to.deep.equal(["requires_action", display])
        if (type === "pix") expect(cycle.next_action.expires_at).to.be.within(cycle.created + DAY - 2, cycle.created + DAY + 2)
        const waiting = await again(merchant, subscription)
        expect(waiting).to.include({ status: "ACTIVE", latest_payment_intent: cycle.id })
        expectStatus(await succeed(cycle.id), 200)
        expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
        await toEnd(waiting)
        expect(await cyclesOf(merchant, subscription)).to.have.length(2)
      })

      it("is retried after a charge expires, and recovers when one is paid", async () => {
        const subscription = await begun()
        await toEnd(subscription, 5 * DAY)
        expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
        const cycles = await cyclesOf(merchant, subscription)
        expect(cycles.length).to.be.greaterThan(1)
        expect(cycles[0]).to.include({ status: "canceled" })
        expect(cycles[0].last_payment_error.code).to.equal("payment_intent_expired")
        for (let open: Json; !open; ) {
          const last = (await cyclesOf(merchant, subscription)).at(-1)
          if (last.status === "requires_action") open = last
          else await advance(merchant, { seconds: DAY })
          if (open) expectStatus(await succeed(open.id), 200)
        }
        expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
      })

      it("is UNPAID after five unpaid charges", async () => {
        const subscription = await begun()
        await toEnd(subscription, 40 * DAY)
        expect((await again(merchant, subscription)).status).to.equal("UNPAID")
        const cycles = await cyclesOf(merchant, subscription)
        expect(cycles.map(({ status }) => status)).to.deep.equal(Array(5).fill("canceled"))
      })

      it("cancels its open charge when it is canceled", async () => {
        const subscription = await begun()
        await toEnd(subscription)
        expectStatus(await cancel(subscription.id), 200)
        const [cycle] = await cyclesOf(merchant, subscription)
        expect(cycle.status).to.equal("canceled")
        await advance(merchant, { seconds: 60 * DAY })
        expect(await cyclesOf(merchant, subscription)).to.have.length(1)
        expect(await typesOf()).to.deep.equal([SUCCEEDED, CANCELED])
      })

      it("is PAST_DUE after the merchant cancels a charge, and is charged again", async () => {
        const subscription = await begun()
        await toEnd(subscription)
        const [cycle] = await cyclesOf(merchant, subscription)
        expectStatus(await merchant.request("POST", `/v1/payment_intents/${cycle.id}/cancel`, {}), 200)
        expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
        await toEnd(subscription, DAY + 60)
        expect(await cyclesOf(merchant, subscription)).to.have.length(2)
      })

      it("stays TRIALING while the first charge waits, and is INCOMPLETE after it expires", async () => {
        const subscription = await begun({ trialDays: 5 })
        await toEnd(subscription)
        expect((await again(merchant, subscription)).status).to.equal("TRIALING")
        const [first] = await cyclesOf(merchant, subscription)
        await advance(merchant, { to: first.next_action.expires_at })
        expect((await again(merchant, subscription)).status).to.equal("INCOMPLETE")
        expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED, CANCELED])
      })
    })
  }

  it("charges the customer's newest card", async () => {
    const subscription = await started()
    const method = await saveNewCard(merchant, subscription.customer, "5555555555554444")
    expect(method).to.match(/^pm_/)
    await saveNewCard(merchant, await newPayer(merchant), CARDS.declinedWhenCharged)
    await toEnd(subscription)
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
  })

  it("can start with a saved card", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const customer = await newPayer(merchant)
    const token = await newToken(merchant)
    const method = expectStatus(await merchant.request("POST", "/v1/payment_methods", { token: token.id, customer }), 201)
    const intent = expectStatus(
      await merchant.request("POST", "/v1/payment_intents", { amount: 4990, currency: "brl", customer, product }),
      201,
    )
    const path = `/v1/payment_intents/${intent.id}/confirm`
    expectStatus(await merchant.request("POST", path, { payment_method: method.id }), 200)
    const [subscription] = await subscriptionsOf(merchant, customer)
    await toEnd(subscription)
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    expect(expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200).data).to.have.length(1)
  })
})
