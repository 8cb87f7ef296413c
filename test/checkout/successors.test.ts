import { expect } from "chai"
import { dayOf, startOfDay } from "../../src/base/day.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { help, newOpenIntent, newPayer, retrieve } from "../support/merchants/rails.ts"
import { advance, timeOf } from "../support/merchants/subscriptions.ts"
import { load, payBy, send } from "./payer.ts"

const MADE_WITH = {
  amount: 12_345,
  description: "Order 7",
  statement_descriptor: "Padaria",
  metadata: { order: "7" },
  utm: { utm_source: "mail" },
  payment_method_options: { pix: { expires_after_seconds: 600 } },
  return_url: "https://shop.example/thanks",
}
const MEMBERS = ["amount", "currency", "customer", "product", "description", "statement_descriptor", "metadata", "utm"]
const ALL = [...MEMBERS, "payment_method_types", "payment_method_options", "capture_method"]

describe("The successors of a payment intent on its pay page", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const payByCard = async ({ hosted_url }: Json, number: string) =>
    payBy(hosted_url, "card", { token: (await newToken(vintem, number)).id, installments: "1" })
  const of = async (customer: string): Promise<Json[]> =>
    expectStatus(await vintem.request("GET", `/v1/payment_intents?customer=${customer}`), 200).data
  const only = (intent: Json) => Object.fromEntries(ALL.map((member) => [member, intent[member]]))

  it("another method cancels the open intent and makes one with all that it was created with", async () => {
    const first = await newOpenIntent(vintem, MADE_WITH)
    expect((await payBy(first.hosted_url, "pix")).status).to.equal(303)
    expect((await payBy(first.hosted_url, "boleto")).status).to.equal(303)
    const before = await retrieve(vintem, first.id)
    const next = await retrieve(vintem, before.replaced_by)
    expect([before.status, before.hosted_url, before.last_payment_error]).to.deep.equal(["canceled", null, null])
    expect(next).to.deep.include({
      replaces: first.id,
      replaced_by: null,
      hosted_url: first.hosted_url,
      status: "requires_action",
    })
    expect(only(next)).to.deep.equal(only(before))
    expect((await load(first.hosted_url)).html).to.contain(next.next_action.barcode_url.split("/pay/")[1].split("/")[0])
    const events = expectStatus(await vintem.request("GET", "/v1/events?type=payment_intent.canceled&limit=1"), 200).data
    expect(events[0].data.object).to.include({ id: first.id, replaced_by: next.id })
  })

  it("after a refusal, the page says why and takes another card", async () => {
    const first = await newOpenIntent(vintem)
    await payByCard(first, CARDS.insufficientFunds)
    expect((await load(first.hosted_url)).html).to.contain("The card has no limit for this purchase")
    expect((await payByCard(first, CARDS.approved)).status).to.equal(303)
    const { replaced_by, last_payment_error } = await retrieve(vintem, first.id)
    expect(last_payment_error.code).to.equal("insufficient_funds")
    expect((await retrieve(vintem, replaced_by)).status).to.equal("succeeded")
    expect((await load(first.hosted_url)).html).to.contain("Payment received")
  })

  it("after an expiry, the payer pays by the same link", async () => {
    const first = await newOpenIntent(vintem)
    await payBy(first.hosted_url, "pix")
    expectStatus(await help(vintem, first.id, "expire"), 200)
    expect((await load(first.hosted_url)).html).to.contain("The time of the previous payment is over")
    await payBy(first.hosted_url, "pix")
    const { replaced_by } = await retrieve(vintem, first.id)
    expect((await retrieve(vintem, replaced_by)).status).to.equal("requires_action")
  })

  it("makes one when twenty tabs ask for it at once", async () => {
    const first = await newOpenIntent(vintem)
    await payByCard(first, CARDS.declined)
    const page = await load(`${first.hosted_url}?method=pix`)
    await Promise.all(Array.from({ length: 20 }, () => send(page)))
    expect((await of(first.customer)).map(({ status }) => status)).to.deep.equal(["requires_action", "canceled"])
  })

  it("makes five a day, and more on the next day in Brasília", async () => {
    const customer = await newPayer(vintem)
    const first = await newOpenIntent(vintem, { customer: customer.id })
    const today = dayOf(await timeOf(vintem)) + 1
    await advance(vintem, { to: startOfDay(today) + 20 * 3600 })
    for (let card = 0; card < 6; card++) expect((await payByCard(first, CARDS.declined)).status).to.equal(303)
    // In UTC this is another day.
    await advance(vintem, { to: startOfDay(today) + 22 * 3600 })
    const refused = await payByCard(first, CARDS.approved)
    expect([refused.status, (await refused.text()).includes("too many attempts today")]).to.deep.equal([429, true])
    expect((await of(customer.id)).map(({ status }) => status)).to.deep.equal(Array(6).fill("canceled"))
    await advance(vintem, { to: startOfDay(today + 1) })
    expect((await payByCard(first, CARDS.approved)).status).to.equal(303)
    expect((await of(customer.id))[0]?.status).to.equal("succeeded")
  })

  it("has none if a key of an older version made the intent, and says to go back to the shop", async () => {
    const { id: customer } = await newPayer(vintem)
    const input = { amount: 4990, currency: "brl", customer, payment_method_types: ["card", "pix"] }
    const made = await vintem.request("POST", "/v1/payment_intents", input, { headers: { "service-version": "2026-04-27" } })
    const { id } = expectStatus(made, 201)
    const first = await retrieve(vintem, id)
    await payByCard(first, CARDS.declined)
    const { status, html } = await load(first.hosted_url)
    expect([status, html.includes("<form")]).to.deep.equal([410, false])
    expect(html).to.contain("Go back to the shop")
    expect(await of(customer)).to.have.lengthOf(1)
  })

  it("has none if the shop has canceled the intent", async () => {
    const first = await newOpenIntent(vintem)
    await payBy(first.hosted_url, "pix")
    const page = await load(`${first.hosted_url}?method=boleto`)
    expectStatus(await vintem.request("POST", `/v1/payment_intents/${first.id}/cancel`), 200)
    expect((await send(page)).status).to.equal(303)
    expect((await of(first.customer)).map(({ status }) => status)).to.deep.equal(["canceled"])
  })
})
