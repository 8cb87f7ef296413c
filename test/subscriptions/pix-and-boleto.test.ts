import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { REFUSED_FOR_GOOD, withAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { confirm, newOpenIntent } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  newRecurringProduct,
  type PlanOf,
  saveNewCard,
  subscribeBy,
} from "../support/merchants/subscriptions.ts"
import { CANCELED, FAILED, SUCCEEDED, stepsWith } from "./steps.ts"

describe("A subscription", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock() })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const { cancel, toEnd, typesOf } = stepsWith(() => ({ vintem, merchant }))

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

      it("is retried although a saved card of the customer was refused for good", async () => {
        const subscription = await begun()
        const { restore } = withAcquirer(vintem, merchant, () => REFUSED_FOR_GOOD)
        const card = await saveNewCard(merchant, subscription.customer)
        const { id } = await newOpenIntent(merchant, { customer: subscription.customer })
        expect(expectStatus(await confirm(merchant, id, card), 200).status).to.equal("canceled")
        restore()
        await toEnd(subscription, 5 * DAY)
        expect((await cyclesOf(merchant, subscription)).length).to.be.greaterThan(1)
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
})
