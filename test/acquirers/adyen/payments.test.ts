import { expect } from "chai"
import { eventsOf as eventsOfNotices } from "../../../src/acquirers/notices.ts"
import { randomBase62 } from "../../../src/base/ids.ts"
import { CARDS } from "../../adyen/cards.ts"
import { expectStatus, newIntent } from "../../support/merchants/payments.ts"
import { confirmWith, eventsOf, mayFail, recoverAttempts } from "../../support/merchants/rails.ts"
import { never, PAYER } from "../payer.ts"
import { actsOf, DAY, MINUTE } from "./acts.ts"
import { withAdyen } from "./at-adyen.ts"

describe("A payment by card at Adyen", () => {
  const on = withAdyen()
  const { control, entries, pay, saleOf, statusOf } = actsOf(on)

  it("is charged once, and is known by Adyen's reference of it", async () => {
    const { id, status } = await pay()
    expect(status).to.equal("succeeded")
    await on.told()
    await on.poll(120)
    expect((await entries()).map(({ captured, refunded }) => [captured, refunded])).to.deep.equal([[4990, 0]])
    expect(await eventsOf(on.merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    // The notification of what is known orders no question.
    expect((await on.attempts()).map(({ kind }) => kind)).to.deep.equal(["charge"])
  })

  it("is refused with the code of Adyen's reason", async () => {
    for (const [code, ours] of [
      ["2", "card_declined"],
      ["6", "expired_card"],
      ["12", "insufficient_funds"],
      ["24", "incorrect_cvc"],
      ["4", "processing_error"],
    ] as const) {
      await control().nextOutcome({ code })
      const intent = await pay()
      expect([code, intent.status, intent.last_payment_error?.code]).to.deep.equal([code, "canceled", ours])
    }
  })

  for (const fault of ["cut_before", "cut_after", "error_after:500", "truncated", "html_after:502", "malformed"])
    it(`is charged once if the answer is lost (${fault})`, async () => {
      await control().hold()
      await control().setFaults({ operation: "payments", fault, times: 1 })
      const { id, status } = await pay()
      expect(status).to.equal("processing")
      await on.poll(2)
      expect(await statusOf(id)).to.equal("succeeded")
      await control().release({ times: 2 })
      await on.told()
      await on.poll(120)
      expect((await entries()).map(({ captured, refunded }) => [captured, refunded])).to.deep.equal([[4990, 0]])
      expect(await eventsOf(on.merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    })

  it("is decided by the notification alone, a second after it came, where the sale cannot be sent again", async () => {
    await control().hold()
    await control().setFaults({ operation: "payments", fault: "cut_after", every: 1 })
    const { id } = await pay()
    for (const later of [2, 20 * MINUTE, DAY]) await on.poll(later)
    expect(await statusOf(id)).to.equal("processing")
    await control().release()
    await on.told()
    await on.poll(DAY + 2)
    expect(await statusOf(id)).to.equal("succeeded")
    expect(await entries()).to.have.lengthOf(1)
  })

  it("is not sent again with other data than before: the customer has changed meanwhile", async () => {
    await control().hold()
    await control().setFaults({ operation: "payments", fault: "cut_after", times: 1 })
    const { id, customer } = await pay()
    expectStatus(await on.merchant.request("POST", `/v1/customers/${customer}`, { name: "Another Name" }), 200)
    await on.poll(2)
    expect(await statusOf(id)).to.equal("processing")
    await control().release()
    await on.told()
    await on.poll(4)
    expect(await statusOf(id)).to.equal("succeeded")
    expect(
      (await control().calls()).filter(({ reference, operation }) => operation === "payments" && reference === undefined),
    ).to.deep.equal([])
    expect(await entries()).to.have.lengthOf(1)
  })

  it("is not sent again after six days", async () => {
    await control().hold()
    await control().setFaults({ operation: "payments", fault: "cut_after", every: 1 })
    const { id } = await pay()
    await on.poll(2)
    const { reference } = await saleOf()
    await control().setFaults()
    const calls = async () => (await control().calls()).filter((call) => call.reference === reference).length
    const before = await calls()
    await on.poll(6 * DAY + MINUTE)
    expect(await calls()).to.equal(before)
    expect(await statusOf(id)).to.equal("processing")
    await control().release()
    await on.told()
    await on.poll(6 * DAY + 2 * MINUTE)
    expect(await statusOf(id)).to.equal("succeeded")
  })

  for (const step of ["charge: attempt written", "charge: acquirer answered", "notices: stored"])
    it(`is charged once if the process dies (${step})`, async () => {
      const { id } = await newIntent(on.merchant, { payment_method_types: ["card"] })
      on.dies.at = step
      await confirmWith(on.merchant, id, CARDS.visa).catch(() => undefined)
      await on.told()
      on.dies.at = undefined
      await mayFail(recoverAttempts(on.vintem, on.merchant.account) as Promise<number>)
      await control().advance(10 * MINUTE * 1000)
      await on.told()
      await on.poll(11 * MINUTE)
      expect(await statusOf(id)).to.equal("succeeded")
      expect((await entries()).map(({ captured, refunded }) => [captured, refunded])).to.deep.equal([[4990, 0]])
    })

  it("is charged once if two processes send it again at once", async () => {
    await control().setFaults({ operation: "payments", fault: "cut_before", times: 1 })
    const { id } = await pay()
    await control().setFaults({ operation: "payments", fault: "slow:300" })
    await Promise.all([on.vintem, on.other].map((process) => on.recover(process).catch(() => undefined)))
    await on.told()
    await on.poll(MINUTE)
    expect(await statusOf(id)).to.equal("succeeded")
    expect((await entries()).map(({ captured, refunded }) => [captured, refunded])).to.deep.equal([[4990, 0]])
  })

  it("is charged to a saved card with the network's reference of the first payment", async () => {
    const sale = (card_on_file: "first" | "unscheduled" | "recurring") => ({
      ...{ reference: randomBase62(20), account: on.merchant.account, amount: 1000, currency: "brl", payer: PAYER },
      ...{ statement_descriptor: "Loja do João", card_on_file, installments: 1, capture_later: false },
      three_d_secure: "automatic" as const,
      card: {
        ...{ id: "card_1", number: CARDS.mc, cvc: card_on_file === "first" ? "737" : undefined, brand: "mastercard" },
        ...{ funding: "credit" as const, exp_month: 3, exp_year: 2030, holder_name: "ANA LIMA" },
      },
    })
    // The simulator reports a charge of a series that does not name its first payment.
    for (const use of ["first", "unscheduled", "recurring"] as const)
      expect((await on.acquirer.authorize(sale(use), never)).result).to.equal("approved")
  })

  it("is charged once if Adyen has made it twice for one key: the second payment goes back", async () => {
    const { id } = await pay()
    const { reference, charge } = await saleOf()
    // Another payment with the same reference, which Adyen tells as its own.
    await control().notify({
      payment: reference,
      item: { eventCode: "AUTHORISATION", pspReference: "SECOND0000000082", merchantReference: reference },
    })
    await on.told()
    await on.poll(2)
    await on.poll(70)
    const held = await on.acquirer.holds({ account: on.merchant.account, charge: charge! }, never)
    expect(held!.duplicates!.map((one) => [one.charge, one.captured])).to.deep.equal([["SECOND0000000082", 4990]])
    const reversals = (await on.attempts()).filter(({ kind }) => kind === "reversal")
    expect(reversals.map((one) => one.charge)).to.deep.equal(["SECOND0000000082"])
    expect(await statusOf(id)).to.equal("succeeded")
  })

  it("is not sent again with another reference of the network than before", async () => {
    const sale = (card_on_file: "first" | "unscheduled") => ({
      ...{ reference: randomBase62(20), account: on.merchant.account, amount: 1000, currency: "brl", payer: PAYER },
      ...{
        statement_descriptor: null,
        card_on_file,
        installments: 1,
        capture_later: false,
        three_d_secure: "automatic" as const,
      },
      card: {
        ...{ id: "card_2", number: CARDS.visa, cvc: card_on_file === "first" ? "737" : undefined, brand: "visa" },
        ...{ funding: "credit" as const, exp_month: 3, exp_year: 2030, holder_name: "ANA LIMA" },
      },
    })
    await control().hold()
    await control().setFaults({ operation: "payments", fault: "cut_after" })
    const lost = sale("unscheduled")
    expect(await on.acquirer.authorize(lost, never).catch(() => "lost")).to.equal("lost")
    await on.acquirer.authorize(sale("first"), never)
    // The simulator reports a key that comes with another request.
    expect(await on.acquirer.repeat!(lost, never)).to.deep.equal({ result: "unknown" })
  })

  it("keeps an event that nobody knows, and does nothing else", async () => {
    const { id } = await pay()
    await control().notify({ payment: (await saleOf()).reference, item: { eventCode: "SOMETHING_NEW" } })
    await on.told()
    await on.poll(120)
    expect(await statusOf(id)).to.equal("succeeded")
    const { account } = on.merchant
    const events = await eventsOfNotices(on.vintem.server.modes.test.database, { account, acquirer: "adyen" })
    expect(events.map(({ event }) => event)).to.include("SOMETHING_NEW")
  })
})
