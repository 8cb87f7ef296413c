// A charge that no acquirer could take is refused before it is sent. A person has to repair its cause.
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { ADDRESS } from "../support/merchants/rails.ts"
import { advance, again, cyclesOf, DAY, newRecurringProduct, subscribeBy } from "../support/merchants/subscriptions.ts"
import { stepsWith } from "./steps.ts"

describe("A subscription by boleto whose payer has moved abroad", () => {
  let vintem: Running
  let merchant: Merchant
  let subscription: Json
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock() })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    subscription = await subscribeBy("boleto", merchant, await newRecurringProduct(vintem, merchant))
    await move({ ...ADDRESS, state: "Lisboa", country: "PT" })
    await toEnd(subscription)
  })
  after(() => vintem.close())

  const { cancel, toEnd, statesOf } = stepsWith(() => ({ vintem, merchant }))
  const move = async (address: object) =>
    expectStatus(await merchant.request("POST", `/v1/customers/${subscription.customer}`, { address }), 200)
  const waiting = async (): Promise<Json[]> =>
    (await vintem.cli("attention", "list", "--json", "--account", merchant.account)).json

  it("is PAST_DUE with a charge that failed, and is on the attention list at once", async () => {
    const { status, latest_payment_intent } = await again(merchant, subscription)
    expect(status).to.equal("PAST_DUE")
    const [cycle] = await cyclesOf(merchant, subscription)
    expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
    expect(cycle.last_payment_error.message).to.include("A boleto needs an address in Brazil")
    const [item, ...others] = await waiting()
    expect(others).to.deep.equal([])
    expect(item).to.deep.include({
      id: subscription.id,
      kind: "work_failing",
      payment_intent: latest_payment_intent,
      amount: 4990,
      currency: "brl",
    })
    expect(item.message).to.include("refused before it was sent").and.include("A boleto needs an address in Brazil")
  })

  it("stays on the list while retries are refused, and leaves it when one is sent", async () => {
    await advance(merchant, { seconds: DAY + 60 })
    expect(await statesOf(subscription)).to.deep.equal(["canceled", "canceled"])
    expect(await waiting()).to.have.length(1)
    await move(ADDRESS)
    await advance(merchant, { seconds: 2 * DAY })
    expect((await cyclesOf(merchant, subscription)).at(-1)!.status).to.equal("requires_action")
    expect(await waiting()).to.deep.equal([])
  })

  it("leaves the list when a person resolves it, until a retry is refused too", async () => {
    const { status, stderr } = await vintem.cli("attention", "resolve", subscription.id, "--reason", "The payer was called.")
    expect([status, stderr]).to.deep.equal([0, ""])
    expect(await waiting()).to.deep.equal([])
    await advance(merchant, { seconds: DAY + 60 })
    expect((await waiting()).map(({ id }) => id)).to.deep.equal([subscription.id])
  })

  it("leaves the list when it is canceled", async () => {
    expectStatus(await cancel(subscription.id), 200)
    await until(async () => (await waiting()).length === 0)
  })

  it("leaves the list when it is UNPAID, as nothing is charged any more", async () => {
    await advance(merchant, { seconds: 10 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("UNPAID")
    await until(async () => (await waiting()).length === 0)
  })
})
