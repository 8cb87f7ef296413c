// What the payer of a subscription by PIX Automático is mailed, and is not.
import { expect } from "chai"
import { beginByMandate, PRICES, subscribeByMandate } from "../mandates/mandates.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { mailsWithoutPreview } from "../support/merchants/mail-previews.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { advance, DAY, type PlanOf } from "../support/merchants/subscriptions.ts"
import { type MailServer, readMail, startMailServer } from "../support/network/mail-server.ts"

const NEWEST = { headers: { "service-version": "2026-12-01" } }

describe("Payers by PIX Automático are mailed", function () {
  this.timeout(180_000)
  let server: MailServer
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    server = await startMailServer()
    vintem = await startVintem({ SMTP_URL: server.url, MAIL_FROM: "Loja <pagamentos@vintem.example>", TEST_MAIL: "send" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(async () => {
    await vintem.close()
    await server.close()
  })

  const arrived = (to: string, subject: RegExp) =>
    until(async () =>
      server.received
        .filter((mail) => mail.to === to)
        .map(readMail)
        .find(({ headers }) => subject.test(headers.subject ?? "")),
    )
  const kinds = async (): Promise<string[]> => {
    const listed: Json[] = (await vintem.cli("mail", "list", "--mode", "test", "--account", merchant.account, "--json")).json
    return listed.map(({ kind, status }) => `${kind} ${status}`)
  }
  const mailedTo = async (customer: string, email: string, locale = "pt-BR") =>
    expectStatus(await merchant.request("POST", `/v1/customers/${customer}`, { email, locale }, NEWEST), 200)
  /** A subscription whose payer has an address of their own. */
  async function subscribed(email: string, plan: PlanOf & { amount?: number; first?: number } = {}, locale?: string) {
    const begun = await subscribeByMandate(vintem, merchant, plan)
    await mailedTo(begun.subscription.customer, email, locale)
    return begun
  }
  const day = (seconds: number, locale = "pt-BR") =>
    new Date(seconds * 1000).toLocaleDateString(locale, { dateStyle: "long", timeZone: "America/Sao_Paulo" })

  it("on request, the code by which they pay and agree, and what they agree to", async () => {
    const { intent, customer } = await beginByMandate(vintem, merchant)
    await mailedTo(customer, "founds@example.com")
    expect((await vintem.cli("mail", "send", intent.id)).status).to.equal(0)
    const { text } = await arrived("founds@example.com", /PIX de R\$ 49,90 para pagar/)
    expect(text).to.include(intent.next_action.qr_code_data)
    expect(text).to.match(/autoriza o Pix Automático de “Clube do Café”: R\$ 49,90 por mês, a partir de \d/)
  })

  it("on request, the code of a trial, which asks for no money", async () => {
    const { intent, customer } = await beginByMandate(vintem, merchant, { trialDays: 14, first: 0 })
    await mailedTo(customer, "trial@example.com", "en")
    expect((await vintem.cli("mail", "send", intent.id)).status).to.equal(0)
    const { text } = await arrived("trial@example.com", /Authorize PIX Automático/)
    expect(text)
      .to.include("charged nothing today")
      .and.include("a month, from")
      .and.not.match(/0[.,]00/)
  })

  it("a receipt of each period, and no code", async () => {
    const { subscription } = await subscribed("cycle@example.com")
    await advance(merchant, { to: subscription.current_period_end + 4 * DAY })
    expect((await arrived("cycle@example.com", /Recibo/)).text).to.include("Pix Automático")
    expect((await kinds()).filter((kind) => !kind.startsWith("receipt"))).to.deep.equal([])
  })

  it("that a trial ends, and when their bank pays", async () => {
    const { subscription } = await subscribed("ends@example.com", { trialDays: 14, first: 0 })
    await advance(merchant, { to: subscription.trial_end - 2 * DAY })
    const { text } = await arrived("ends@example.com", /período de teste está acabando/)
    expect(text).to.include("O seu banco paga por Pix Automático")
    expect(text).to.not.include(day(subscription.trial_end))
  })

  it("that their bank found no money and when it tries again, and at last that nothing more is tried", async () => {
    const { subscription } = await subscribed("late@example.com", { amount: PRICES.neverPays }, "en")
    await advance(merchant, { to: subscription.current_period_end + 5 * DAY })
    const { text } = await arrived("late@example.com", /Your bank did not pay/)
    expect(text).to.include("tries again on the day below").and.include("Next charge").and.not.include("another card")
    await advance(merchant, { seconds: 15 * DAY })
    expect((await arrived("late@example.com", /was not paid/)).text).to.not.include("/pay/")
    expect((await kinds()).filter((kind) => kind.startsWith("pix_to_pay"))).to.deep.equal([])
  })

  it("a code for each period once they have canceled the mandate, and why", async () => {
    const { subscription, mandate } = await subscribed("ended@example.com")
    expect((await vintem.cli("mandates", "cancel", mandate.id)).status).to.equal(0)
    await advance(merchant, { to: subscription.current_period_end })
    const { text } = await arrived("ended@example.com", /PIX de .* para pagar/)
    expect(text).to.include("O Pix Automático desta assinatura não está ativo.")
  })

  it("three days before a yearly charge, although it is with their bank by then", async () => {
    const { subscription } = await subscribed("yearly@example.com", { interval: "YEAR" })
    await advance(merchant, { to: subscription.current_period_end - 2 * DAY })
    const { text } = await arrived("yearly@example.com", /será renovada em/)
    expect(text).to.include("O seu banco paga por Pix Automático")
  })

  it("what the previews of the dashboard show", async () => {
    const account = (await newMerchant(vintem)).account
    expect(server.received).to.have.length.above(5)
    expect(await mailsWithoutPreview(vintem, { account, received: server.received })).to.deep.equal([])
  })
})
