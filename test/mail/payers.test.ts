// What payers are mailed, as their mail server gets it.
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { mailsWithoutPreview } from "../support/merchants/mail-previews.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer } from "../support/merchants/payments.ts"
import { payByDebit, payWith } from "../support/merchants/rails.ts"
import {
  advance,
  DAY,
  newRecurringProduct,
  saveNewCard,
  subscribe,
  subscribeBy,
  timeOf,
} from "../support/merchants/subscriptions.ts"
import { type MailServer, readMail, startMailServer } from "../support/network/mail-server.ts"

describe("Payers are mailed", function () {
  this.timeout(180_000)
  let server: MailServer
  let vintem: Running
  before(async () => {
    server = await startMailServer()
    vintem = await startVintem({ SMTP_URL: server.url, MAIL_FROM: "Loja <pagamentos@vintem.example>", TEST_MAIL: "send" })
  })
  after(async () => {
    await vintem.close()
    await server.close()
  })

  const mailsTo = (to: string) => server.received.filter((mail) => mail.to === to).map(readMail)
  const arrived = (to: string, subject: RegExp) =>
    until(async () => mailsTo(to).find(({ headers }) => subject.test(headers.subject ?? "")))
  const listed = async (merchant: Merchant): Promise<Json[]> =>
    (await vintem.cli("mail", "list", "--mode", "test", "--account", merchant.account, "--json")).json

  it("a receipt of what they have paid, with what their card statement says", async () => {
    const merchant = await newMerchant(vintem)
    await vintem.cli(
      ...[
        "accounts",
        "update",
        "--account",
        merchant.account,
        "--display-name",
        "Padaria <São> João",
        "--document",
        "11.222.333/0001-81",
      ],
      ...["--support-email", "ajuda@padaria.example", "--support-phone", "+551140028922", "--mail-footer", "Volte & sempre!"],
    )
    const customer = await newCustomer(merchant, { email: "receipt@example.com" })
    const intent = await payOne(merchant, undefined, { customer: customer.id, statement_descriptor: "PAO QUENTE" })
    const { headers, text, html } = await arrived("receipt@example.com", /Recibo/)
    expect(headers).to.include({ "reply-to": "ajuda@padaria.example", "auto-submitted": "auto-generated" })
    expect(headers.from).to.include("Padaria <São> João").and.include("<pagamentos@vintem.example>")
    for (const said of ["R$ 49,90", "PAOQUENTE", "Visa final", "CNPJ 11.222.333/0001-81", "+551140028922", intent.id])
      expect(text).to.include(said)
    expect(html).to.include("Padaria &lt;São&gt; João").and.include("Volte &amp; sempre!").and.not.include("<São>")
    expect(text.replaceAll(" ", "")).to.not.include(CARDS.approved)
    await payByDebit(merchant, { customer: (await newCustomer(merchant, { email: "debit@example.com" })).id })
    expect((await arrived("debit@example.com", /Recibo/)).text).to.include("Cartão de débito Visa final 3121")
    const row = (await listed(merchant)).find(({ to }) => to === "receipt@example.com")
    expect(row).to.include({
      kind: "receipt",
      to: "receipt@example.com",
      customer: customer.id,
      cause: intent.id,
      status: "sent",
    })
    expect(row?.sent_at).to.be.a("number")
  })

  it("the code of a renewal by PIX, which they can copy", async () => {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant, {})
    const subscription = await subscribeBy("pix", merchant, product)
    const customer = await movedTo(merchant, subscription, "pix@example.com")
    await advance(merchant, { to: subscription.current_period_end })
    const { text, html } = await arrived(customer.email, /PIX de .* para pagar/)
    const [cycle] = (await merchant.request("GET", `/v1/payment_intents?customer=${customer.id}&limit=1`)).body.data
    expect(cycle.next_action.type).to.equal("pix_display_qr_code")
    expect(text).to.include(cycle.next_action.qr_code_data)
    const newest = { headers: { "service-version": "2026-12-01" } }
    const { hosted_url: page } = (await merchant.request("GET", `/v1/payment_intents/${cycle.id}`, undefined, newest)).body
    expect(text).to.include(page)
    expect((await fetch(page)).status).to.equal(200)
    expect(html).to.include(cycle.next_action.qr_code_data)
  })

  it("the boleto of a renewal, with its PDF, and a reminder on the day before", async () => {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant, {})
    const subscription = await subscribeBy("boleto", merchant, product)
    const customer = await movedTo(merchant, subscription, "boleto@example.com")
    await advance(merchant, { to: subscription.current_period_end })
    const { text, attachments } = await arrived(customer.email, /Boleto de .* para pagar/)
    const [cycle] = (await merchant.request("GET", `/v1/payment_intents?customer=${customer.id}&limit=1`)).body.data
    expect(text).to.include(cycle.next_action.line_code)
    expect(attachments[0]?.subarray(0, 5).toString()).to.equal("%PDF-")
    await advance(merchant, { to: cycle.next_action.expires_at - 15 * 3600 })
    await arrived(customer.email, /vence amanhã/)
  })

  it("in their language, and what they no longer want is not sent", async () => {
    const merchant = await newMerchant(vintem)
    const options = { headers: { "service-version": "2026-12-01" } }
    const made = await merchant.request("POST", "/v1/customers", { email: "english@example.com", locale: "en" }, options)
    expect(made.body.locale).to.equal("en")
    await payOne(merchant, undefined, { customer: made.body.id })
    const { headers, text } = await arrived("english@example.com", /Receipt of your purchase/)
    expect(text).to.include("We have received your payment")
    expect(headers["list-unsubscribe-post"]).to.equal("List-Unsubscribe=One-Click")
    const url = headers["list-unsubscribe"]!.slice(1, -1)
    expect((await (await fetch(url)).text()).includes("<form")).to.equal(true)
    expect(
      (await fetch(url, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) })).status,
    ).to.equal(200)
    await payOne(merchant, undefined, { customer: made.body.id })
    await until(async () => (await listed(merchant)).filter(({ status }) => status === "dropped").length === 1)
    const other = await newMerchant(vintem)
    const same = await newCustomer(other, { email: "english@example.com" })
    await payOne(other, undefined, { customer: same.id })
    await until(async () => mailsTo("english@example.com").length === 2)
    const wrong = url.replace(/.$/, (last) => (last === "0" ? "1" : "0"))
    expect((await fetch(wrong)).status).to.equal(404)
  })

  it("that a trial ends, that a charge failed, that nothing more is tried, and that it is canceled", async () => {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant, { trialDays: 7 })
    const subscription = await subscribeBy("pix", merchant, product)
    const { email } = await movedTo(merchant, subscription, "failing@example.com")
    await advance(merchant, { seconds: 5 * DAY })
    await arrived(email, /teste está acabando/)
    await advance(merchant, { seconds: 3 * DAY })
    const { text } = await arrived(email, /Não conseguimos cobrar/)
    expect((await fetch(/https?:\S+\/pay\/\S+/.exec(text)?.[0] ?? "")).status).to.equal(200)
    await advance(merchant, { seconds: 12 * DAY })
    expect((await arrived(email, /não foi paga/)).text).to.not.contain("/pay/")
    expect(mailsTo(email).filter(({ headers }) => /Não conseguimos cobrar/.test(headers.subject ?? ""))).to.have.length(1)
    await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {})
    await arrived(email, /foi cancelada/)
  })

  it("that the charge of a card failed, with a link to another card, and no link once nothing more is tried", async () => {
    const merchant = await newMerchant(vintem)
    const begun = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const { email } = await movedTo(merchant, begun, "card-failing@example.com")
    await saveNewCard(merchant, begun.customer, CARDS.declinedWhenCharged)
    await advance(merchant, { to: begun.current_period_end })
    const { text, html, headers } = await arrived(email, /Não conseguimos cobrar/)
    expect(text).to.contain("outro cartão")
    expect(headers).to.not.have.property("list-unsubscribe")
    const [url = ""] = /https?:\S+\/pay\/card\/\S+/.exec(text) ?? []
    expect(html).to.contain(url)
    const page = await fetch(url, { headers: { "accept-language": "pt-BR" } })
    expect([page.status, (await page.text()).includes("Use outro cartão")]).to.deep.equal([200, true])
    await advance(merchant, { seconds: 8 * DAY })
    expect((await arrived(email, /não foi paga/)).text).to.not.contain("/pay/")
  })

  it("three days before a yearly charge, and of a refund", async () => {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant, { interval: "YEAR" })
    const { id: customer, email } = await newCustomer(merchant, { email: "yearly@example.com" })
    const subscription = await subscribe(merchant, product, { customer })
    await advance(merchant, { to: subscription!.current_period_end - 3 * DAY + 86_399 })
    await arrived(email, /renovada em/)
    expect(await timeOf(merchant)).to.be.below(subscription!.current_period_end)
    const paid = await payWith(merchant, "4111111111111111", {
      customer: (await newCustomer(merchant, { email: "refund@example.com" })).id,
    })
    await merchant.request("POST", "/v1/refunds", { payment_intent: paid.id, amount: 1000 })
    await arrived("refund@example.com", /Devolvemos R\$ 10,00/)
  })

  it("three days before a yearly charge that a pause has moved, and not before the one that it held back", async () => {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant, { interval: "YEAR" })
    const { id: customer, email } = await newCustomer(merchant, { email: "paused@example.com" })
    const { id, current_period_end: end } = (await subscribe(merchant, product, { customer }))!
    const resumes_at = end + 30 * DAY
    await advance(merchant, { to: end - 10 * DAY })
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${id}/pause`, { resumes_at }), 200)
    const after = expectStatus(await merchant.request("GET", `/v1/customer_subscriptions/${id}`), 200)
    await advance(merchant, { to: end + DAY })
    expect(mailsTo(email).some(({ headers }) => /renovada/.test(headers.subject ?? ""))).to.equal(false)
    expect(after.next_charge_at).to.be.above(end)
    await advance(merchant, { to: after.next_charge_at - 2 * DAY })
    await arrived(email, /renovada em/)
    expect(await timeOf(merchant)).to.be.below(after.next_charge_at)
  })

  /** The address counts that the customer has when a mail is sent. */
  async function movedTo(merchant: Merchant, { customer }: Json, email: string): Promise<Json> {
    return expectStatus(await merchant.request("POST", `/v1/customers/${customer}`, { email }), 200)
  }

  it("what the previews of the dashboard show", async () => {
    const account = (await newMerchant(vintem)).account
    expect(server.received).to.have.length.above(5)
    expect(await mailsWithoutPreview(vintem, { account, received: server.received })).to.deep.equal([])
  })
})
