// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { dateOf, dayOf } from "../../../src/base/day.ts"
import { KIND_NAMES } from "../../../src/mail/kinds.ts"
import { switchKinds } from "../../../src/mail/settings.ts"
import { disputesOf } from "../../../src/payments/disputes/store.ts"
import type { Json } from "../../support/app/client.ts"
import { balanceIn } from "../../support/merchants/rails.ts"
import { cyclesOf, eventsOf } from "../../support/merchants/subscriptions.ts"
import { type MailServer, readMail, startMailServer } from "../../support/network/mail-server.ts"
import { liveOf } from "./live-bank.ts"
import { PRICE, withSubscriptions } from "./subscriptions.ts"

const ALL_KINDS = Object.fromEntries(KIND_NAMES.map((kind) => [kind, true]))

/** The next charge is ordered. */
const ORDERED = "customer_subscription.updated, payment_intent.processing"
/** The next period begins, and is not paid before a banking day. */
const BEGUN = "customer_subscription.updated"
/** It is paid in the morning, and begins at noon. */
const PAID = "payment_intent.succeeded, customer_subscription.updated"
/** It begins with a code, which is paid. */
const BY_CODE = "customer_subscription.updated, payment_intent.requires_action, payment_intent.succeeded"

const onEach = (days: string[], said: string) => Object.fromEntries(days.map((day) => [day, said]))

const PAID_BY_THE_BANK = ["2027-03-01", "2027-04-01", "2027-05-03", "2027-06-04", "2027-07-01", "2027-08-02", "2027-09-01"]
const PAID_BY_CODE = ["2027-10-01", "2027-11-01", "2027-12-01", "2028-01-01", "2028-02-01", "2028-03-01"]

const EVENTS = {
  "2027-03-01":
    "customer.created, payment_intent.requires_action, payment_method.attached, payment_intent.succeeded, customer_subscription.created, payment_method.updated, customer_subscription.updated",
  "2027-03-27": ORDERED,
  "2027-04-01": PAID,
  "2027-04-26": ORDERED,
  "2027-05-01": BEGUN,
  "2027-05-03": "payment_intent.succeeded",
  "2027-05-27": ORDERED,
  "2027-06-01": `${BEGUN}, payment_intent.payment_failed, customer_subscription.updated, ${ORDERED}`,
  "2027-06-02": "payment_intent.payment_failed, customer_subscription.updated",
  "2027-06-03": ORDERED,
  "2027-06-04": PAID,
  "2027-06-26": ORDERED,
  "2027-07-01": PAID,
  "2027-07-27": ORDERED,
  "2027-08-01": BEGUN,
  "2027-08-02": "payment_intent.succeeded",
  "2027-08-11": "charge.dispute.created, refund.created",
  "2027-08-27": ORDERED,
  "2027-09-01": PAID,
  "2027-09-10": "payment_method.detached, customer_subscription.updated",
  ...onEach(PAID_BY_CODE, BY_CODE),
}

const MAILS = {
  ...onEach(PAID_BY_THE_BANK, "receipt sent"),
  "2027-06-01": "charge_failed sent",
  ...onEach(PAID_BY_CODE, "pix_to_pay sent, receipt sent"),
}

const RECEIPT = "Recibo da sua compra – Loja de teste"
const SUBJECTS = [
  ...[RECEIPT, RECEIPT, RECEIPT, "Seu banco não pagou a sua assinatura – Loja de teste", RECEIPT, RECEIPT, RECEIPT, RECEIPT],
  ...PAID_BY_CODE.flatMap(() => ["PIX de R$ 49,90 para pagar – Loja de teste", RECEIPT]),
]

const BOOKED = {
  ...onEach([...PAID_BY_THE_BANK, ...PAID_BY_CODE], `payment ${PRICE}`),
  "2027-08-11": `dispute -${PRICE}`,
}

/** What is said of the items of each day, the oldest first. */
function byDay(items: Json[], said: (item: Json) => string): Record<string, string> {
  const days = Map.groupBy(items, ({ created }) => dateOf(dayOf(created)))
  return Object.fromEntries([...days].map(([day, made]) => [day, made.map(said).join(", ")]))
}

describe("A year of a live subscription by PIX Automático", function () {
  this.timeout(300_000)
  let server: MailServer
  const environment = async () => {
    server = await startMailServer()
    return { SMTP_URL: server.url, MAIL_FROM: "Loja <pagamentos@vintem.example>" }
  }
  const on = withSubscriptions({ tests: 1, environment })
  after(() => server.close())

  it("has paid months, one that is paid late, an end of the mandate, codes, and a return by MED", async () => {
    const { account } = on.merchant
    await liveOf(on).database.transaction((tx) => switchKinds(tx, account, ALL_KINDS))
    const { subscription, mandate } = await on.subscribe()
    const statusNow = async () => (await on.look(subscription)).status
    const isPaid = async (cycles: number, type: string) => {
      const all = await on.cycles(subscription)
      expect(all.filter((cycle) => cycle.endsWith("succeeded"))).to.have.lengthOf(cycles)
      expect([all.at(-1), await statusNow()]).to.deep.equal([`${type} succeeded`, "ACTIVE"])
    }

    // Paid on their days. The first of May is a Saturday.
    await on.goTo("2027-04-02T12:00")
    await isPaid(1, "pix_automatico")
    await on.goTo("2027-05-04T12:00")
    await isPaid(2, "pix_automatico")

    // In June there is no money until the retry of day 3.
    on.bank.payerHas(mandate, 0)
    await on.goTo("2027-06-01T22:00")
    expect(await statusNow()).to.equal("PAST_DUE")
    await on.goTo("2027-06-03T12:00")
    on.bank.payerHas(mandate, 100 * PRICE)
    await on.goTo("2027-06-05T12:00")
    await isPaid(3, "pix_automatico")

    // The payment of July goes back by MED in August.
    await on.goTo("2027-07-02T12:00")
    await isPaid(4, "pix_automatico")
    const july = (await cyclesOf(on.merchant, subscription)).at(-1)!
    const [e2eid] = on.charge(mandate).pix
    await on.goTo("2027-08-10T12:00")
    await isPaid(5, "pix_automatico")
    on.bank.returnByMed(e2eid!, undefined, "MED_PIX_AUTOMATICO")
    await on.goTo("2027-08-13T12:00")
    const disputes = await disputesOf(liveOf(on).database, { id: july.id, account })
    expect(disputes.map(({ amount }) => amount)).to.deep.equal([PRICE])
    expect(await statusNow()).to.equal("ACTIVE")

    // After September the payer ends the mandate, and pays by codes.
    await on.goTo("2027-09-10T12:00")
    await isPaid(6, "pix_automatico")
    on.bank.cancelMandate(mandate)
    await on.goTo("2027-09-11T13:00")
    expect((await on.look(subscription)).payment_method).to.equal(null)
    for (let cycle = 7; cycle <= 12; cycle++) {
      await on.goTo((await on.look(subscription)).current_period_end + 600)
      const code = (await cyclesOf(on.merchant, subscription)).at(-1)!
      expect(code).to.deep.include({ status: "requires_action", payment_method_types: ["pix"] })
      on.bank.pay(code.next_action.qr_code_data)
      await on.goTo(on.clock.ms / 1000 + 3600)
      await isPaid(cycle, "pix")
    }

    expect(byDay(await eventsOf(on.merchant), ({ type }) => type)).to.deep.equal(EVENTS)
    const list = async (what: "mail" | "transactions"): Promise<Json[]> =>
      (await on.vintem.cli(what, "list", "--mode", "live", "--account", account, "--json")).json.reverse()
    expect(byDay(await list("mail"), ({ kind, status }) => `${kind} ${status}`)).to.deep.equal(MAILS)
    expect(server.received.map((mail) => readMail(mail).headers.subject)).to.deep.equal(SUBJECTS)
    expect(byDay(await list("transactions"), ({ type, amount }) => `${type} ${amount}`)).to.deep.equal(BOOKED)
    const kept = on.money().reduce((sum, [received, back]) => sum + received - back, 0)
    expect(kept).to.equal(12 * PRICE)
    expect(await balanceIn(on.merchant)).to.deep.equal({ available: kept, pending: 0 })
    expect(await on.wrong()).to.deep.equal([])
    expect((await on.vintem.cli("check")).status).to.equal(0)
  })
})
