import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, help, newOpenIntent, newPayer, payWith } from "../support/merchants/rails.ts"

describe("What the dashboard calls a payment", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let browser: Visitor
  let customer: string
  /** The id of a payment of each state, the newest last. */
  const ids: Record<string, string> = {}
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
    browser = await signIn(vintem, "states@example.com", "viewer")
    customer = (await newPayer(merchant)).id
    await fill()
  })
  after(() => vintem.close())

  async function fill(): Promise<void> {
    const paid = async () => (await payWith(merchant, CARDS.approved, { customer, amount: 4990 })).id
    const open = async () => (await newOpenIntent(merchant, { customer, amount: 4990 })).id
    const refund = async (id: string, more: object) =>
      expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, ...more }), 201)
    ids.paid = await paid()
    ids.partly_refunded = await paid()
    await refund(ids.partly_refunded!, { amount: 990 })
    ids.refunded = await paid()
    await refund(ids.refunded!, {})
    ids.disputed = await paid()
    await command(vintem, ["disputes", "open", ids.disputed!])
    ids.failed = await open()
    await confirmWith(merchant, ids.failed!, CARDS.declined)
    ids.expired = await open()
    await confirmWith(merchant, ids.expired!, "pix")
    expectStatus(await help(merchant, ids.expired!, "expire"), 200)
    ids.canceled = await open()
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${ids.canceled}/cancel`, {}), 200)
    ids.requires_action = await open()
    await confirmWith(merchant, ids.requires_action!, "pix")
  }

  const NAMES: Record<string, [en: string, pt: string]> = {
    paid: ["Paid", "Pago"],
    partly_refunded: ["Partly refunded", "Reembolsado em parte"],
    refunded: ["Refunded", "Reembolsado"],
    disputed: ["Disputed", "Contestado"],
    failed: ["Failed", "Falhou"],
    expired: ["Expired", "Expirado"],
    canceled: ["Canceled", "Cancelado"],
    requires_action: ["Waits for the payer", "Aguarda o pagador"],
  }

  const get = async (path: string, language = "en") =>
    (await browser.get(`/${merchant.account}/test${path}`, { "accept-language": language })).html
  const idsIn = (html: string) => [...html.matchAll(/<td[^>]*><a href="[^"]*\/payments\/(pi_\w+)"/g)].map(([, id]) => id!)
  /** The row of a payment in a table. */
  const rowOf = (html: string, id: string) => html.split("<tr>").find((row) => row.includes(`/payments/${id}"`))
  const isNamed = (name: string) => new RegExp(`<span class="badge \\w+">${name}</span>`)

  it("says what became of its money or why it ended, on its page, in lists, on home and on its customer's page", async () => {
    for (const [state, names] of Object.entries(NAMES))
      for (const [i, language] of ["en", "pt-BR"].entries()) {
        expect(await get(`/payments/${ids[state]}`, language), state).to.match(isNamed(names[i]!))
        expect(rowOf(await get("/payments", language), ids[state]!), state).to.match(isNamed(names[i]!))
      }
    for (const path of ["/home", `/customers/${customer}`]) {
      const html = await get(path)
      for (const state of ["failed", "expired", "canceled", "disputed"])
        expect(rowOf(html, ids[state]!), `${path} ${state}`).to.match(isNamed(NAMES[state]![0]))
    }
    expect(await get(`/payments/${ids.failed}`)).to.include('<code class="reason">card_declined</code>')
    expect(rowOf(await get("/payments"), ids.failed!)).to.include("card_declined")
  })

  it("is a filter, alone and with a method, an amount, a customer and a search, and it is in the export", async () => {
    const { email } = (await merchant.request("GET", `/v1/customers/${customer}`)).body
    for (const state of Object.keys(NAMES)) {
      const found = [ids[state]]
      for (const more of ["", "&amount=49,90", `&customer=${customer}`, `&q=${encodeURIComponent(email)}`])
        expect(idsIn(await get(`/payments?status=${state}${more}`)), state + more).to.deep.equal(found)
      const method = { expired: "pix", requires_action: "pix", canceled: undefined }[state] ?? "card"
      if (state !== "canceled") expect(idsIn(await get(`/payments?status=${state}&method=${method}`)), state).to.deep.equal(found)
      expect(idsIn(await get(`/payments?status=${state}&amount=1,00`)), state).to.deep.equal([])
      const [header, line, ...others] = (await get(`/payments/export.csv?status=${state}`)).trim().split("\n")
      expect(others).to.deep.equal([])
      const cells = Object.fromEntries(header!.split(",").map((name, i) => [name.trim(), line!.split(",")[i]]))
      expect([cells.id, cells.state], state).to.deep.equal([ids[state], state])
    }
  })

  it("leaves the status of the API as it is", async () => {
    const statusOf = async (id: string): Promise<Json> => (await merchant.request("GET", `/v1/payment_intents/${id}`)).body.status
    for (const state of ["paid", "partly_refunded", "refunded", "disputed"])
      expect(await statusOf(ids[state]!), state).to.equal("succeeded")
    for (const state of ["failed", "expired", "canceled"]) expect(await statusOf(ids[state]!), state).to.equal("canceled")
  })
})
