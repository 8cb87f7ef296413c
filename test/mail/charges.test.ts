// Mails about the charges of subscriptions: those to come, however they are made, and those that failed.
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { mailsWithoutPreview } from "../support/merchants/mail-previews.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newToken } from "../support/merchants/payments.ts"
import { help, newPayer } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  newRecurringProduct,
  subscribeBy,
  subscriptionsOf,
} from "../support/merchants/subscriptions.ts"
import { type MailServer, readMail, startMailServer } from "../support/network/mail-server.ts"

const HOUR = 3600

describe("Payers are mailed about charges", function () {
  this.timeout(180_000)
  let server: MailServer
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    server = await startMailServer()
    const mail = { SMTP_URL: server.url, MAIL_FROM: "pagamentos@vintem.example", TEST_MAIL: "send" }
    vintem = await startVintem(mail, { clock: standingClock() })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => {
    server.behavior.recipient = undefined
  })
  after(async () => {
    await vintem.close()
    await server.close()
  })

  const mailsTo = (email: string) => server.received.filter(({ to }) => to === email).map(readMail)
  const arrived = (email: string, subject: RegExp) =>
    until(async () => mailsTo(email).find(({ headers }) => subject.test(headers.subject ?? "")))
  const listed = async (): Promise<Json[]> =>
    (await vintem.cli("mail", "list", "--mode", "test", "--account", merchant.account, "--json")).json
  /** Its reader has an address that no other test writes to. */
  const movedTo = async ({ customer }: Json, email: string, more: Json = {}) =>
    expectStatus(
      await merchant.request(
        "POST",
        `/v1/customers/${customer}`,
        { email, ...more },
        { headers: { "service-version": "2026-12-01" } },
      ),
      200,
    ).email as string
  const longDay = (seconds: number, locale = "pt-BR") =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "America/Sao_Paulo" }).format(seconds * 1000)

  it("before a yearly renewal whose boleto was made ahead, and not once it is paid", async () => {
    const product = await newRecurringProduct(vintem, merchant, { interval: "YEAR", daysAhead: 10 })
    const subscription = await subscribeBy("boleto", merchant, product)
    const email = await movedTo(subscription, "boleto-year@example.com")
    const end = subscription.current_period_end
    await advance(merchant, { to: end - 2 * DAY })
    await arrived(email, new RegExp(`será renovada em ${longDay(end)}`))
    const [cycle] = await cyclesOf(merchant, subscription)
    expectStatus(await help(merchant, cycle.id, "succeed"), 200)
    const next = (await again(merchant, subscription)).next_charge_at
    await advance(merchant, { to: next - 9 * DAY })
    const [, second] = await cyclesOf(merchant, subscription)
    expectStatus(await help(merchant, second.id, "succeed"), 200)
    await advance(merchant, { to: next - 2 * DAY })
    await until(async () => (await listed()).some(({ kind, status }) => kind === "subscription_renewal" && status === "dropped"))
    expect(mailsTo(email).filter(({ headers }) => /será renovada/.test(headers.subject ?? ""))).to.have.length(1)
  })

  it("with what the statement of their card will say, before a trial's first charge", async () => {
    const product = await newRecurringProduct(vintem, merchant, { trialDays: 7 })
    const { id: customer } = await newPayer(merchant)
    const details = { amount: 4990, currency: "brl", customer, product, statement_descriptor: "Clube do Café" }
    const { id } = expectStatus(await merchant.request("POST", "/v1/payment_intents", details), 201)
    const { id: payment_method } = await newToken(merchant)
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method }), 200)
    const [subscription] = await subscriptionsOf(merchant, customer)
    const email = await movedTo(subscription, "trial-card@example.com")
    await advance(merchant, { seconds: 5 * DAY })
    const { text } = await arrived(email, /teste está acabando/)
    expect(text)
      .to.contain("Na fatura do cartão: ClubedoCafe")
      .and.contain(`A partir de ${longDay(subscription.trial_end)}`)
  })

  it("of a boleto's last day on that day, if the reminder is late, and not after it", async () => {
    const { cycle, email } = await newBoleto("late-reminder@example.com")
    server.behavior.recipient = () => 451
    await advance(merchant, { to: cycle.next_action.expires_at - 34 * HOUR })
    await advance(merchant, { to: cycle.next_action.expires_at - 23 * HOUR })
    server.behavior.recipient = undefined
    await advance(merchant, { to: cycle.next_action.expires_at - HOUR })
    await arrived(email, /vence hoje/)
    expect(mailsTo(email).some(({ headers }) => /vence amanhã/.test(headers.subject ?? ""))).to.equal(false)
  })

  it("at nine exactly on the day before a boleto is due", async () => {
    const { cycle, email } = await newBoleto("nine@example.com")
    const nine = Math.floor((cycle.next_action.expires_at - 3 * HOUR) / DAY) * DAY + 3 * HOUR - DAY + 9 * HOUR
    await advance(merchant, { to: nine - 1 })
    expect((await listed()).find(({ kind }) => kind === "boleto_reminder")?.status).to.equal("pending")
    await advance(merchant, { to: nine })
    await arrived(email, /vence amanhã/)
  })

  /** The boleto of a second period. */
  async function newBoleto(address: string): Promise<{ cycle: Json; email: string }> {
    const subscription = await subscribeBy("boleto", merchant, await newRecurringProduct(vintem, merchant))
    const email = await movedTo(subscription, address)
    await advance(merchant, { to: subscription.current_period_end })
    const [cycle] = await cyclesOf(merchant, subscription)
    return { cycle, email }
  }

  it("what the previews of the dashboard show", async () => {
    const account = (await newMerchant(vintem)).account
    expect(server.received).to.have.length.above(5)
    expect(await mailsWithoutPreview(vintem, { account, received: server.received })).to.deep.equal([])
  })
})
