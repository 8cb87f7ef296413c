// What Adyen tells of a sale after it has answered, or in place of an answer.
import { expect } from "chai"
import { adyenKind } from "../../../src/acquirers/adyen/adyen.ts"
import { type NewNotice, noticesOf } from "../../../src/acquirers/notices.ts"
import { receiveNotices } from "../../../src/payments/notices.ts"
import { never } from "../payer.ts"
import { actsOf, DAY } from "./acts.ts"
import { withAdyen } from "./at-adyen.ts"

describe("What Adyen tells of a sale", () => {
  const on = withAdyen()
  const { authorized, control, entries, pay, refund, saleOf, statusOf } = actsOf(on)

  const holds = async () => on.acquirer.holds({ account: on.merchant.account, charge: (await saleOf()).charge! }, never)
  const lookUp = async () => on.acquirer.lookUp(on.merchant.account, (await saleOf()).reference, never)
  /** Adyen tells of an event of the sale. */
  async function tell(eventCode: string, more: object = {}): Promise<void> {
    const { reference, charge } = await saleOf()
    await control().notify({ payment: reference, item: { eventCode, originalReference: charge!, ...more } })
    await on.told()
  }

  for (const [end, status] of [
    [{}, "succeeded"],
    [{ code: "2" }, "canceled"],
  ] as const)
    it(`decides a sale that it has only received: ${status}`, async () => {
      await control().nextOutcome({ code: "13" })
      const { id, status: before } = await pay()
      expect(before).to.equal("processing")
      await on.poll(2)
      expect(await statusOf(id)).to.equal("processing")
      await control().settle({ payment: (await saleOf()).reference, ...end })
      await on.told()
      await on.poll(4)
      expect(await statusOf(id)).to.equal(status)
    })

  it("may be that a part was authorised: that is no success, and goes back", async () => {
    await control().nextOutcome({ code: "30" })
    const { id, status } = await pay()
    expect(status).not.to.equal("succeeded")
    for (const later of [2, 70, 140, 210]) await on.told().then(() => on.poll(later))
    expect(await statusOf(id)).not.to.equal("succeeded")
    expect(await holds()).to.include({ captured: 2495 })
  })

  it("may come twice with another success: the later one is right", async () => {
    await pay()
    await on.told()
    const payment = (await saleOf()).reference
    expect((await lookUp())?.result).to.equal("approved")
    await control().correct({ payment, success: false })
    await on.told()
    expect((await lookUp())?.result).to.equal("refused")
    expect(await holds()).to.include({ captured: 0 })
  })

  it("may be that nobody has finished it: it is refused", async () => {
    await control().nextOutcome({ code: "13" })
    const { id } = await pay()
    const { charge } = (await lookUp()) as { charge: string }
    await tell("OFFER_CLOSED", { pspReference: charge, originalReference: undefined })
    await on.poll(4)
    expect(await statusOf(id)).to.equal("canceled")
  })

  it("may be that nobody has finished it, although its answer was lost", async () => {
    await control().hold()
    await control().nextOutcome({ code: "13" })
    await control().setFaults({ operation: "payments", fault: "cut_after", every: 1 })
    const { id } = await pay()
    await control().drop()
    const { pspReference } = (await entries())[0]!
    await tell("OFFER_CLOSED", { pspReference, originalReference: undefined })
    await control().release()
    await on.told()
    await on.poll(4)
    expect(await statusOf(id)).to.equal("canceled")
  })

  for (const event of ["CANCELLATION", "TECHNICAL_CANCEL"])
    it(`may be that it was canceled before it was captured by itself (${event}): nothing was taken`, async () => {
      await pay()
      await tell(event)
      expect(await holds()).to.deep.equal({ captured: 0, gone_back: 0, charged_back: 0 })
    })

  it("may be that an authorization has lapsed: nothing is held any more", async () => {
    await authorized()
    await on.told()
    expect(await holds()).to.include({ authorized: 4990 })
    await tell("EXPIRE")
    expect(await holds()).to.deep.equal({ captured: 0, gone_back: 0, charged_back: 0 })
    expect(await lookUp()).to.include({ result: "refused", released: true })
  })

  it("may be that it was reversed: what was captured has gone back, and what was not is released", async () => {
    await pay()
    await tell("CANCEL_OR_REFUND")
    expect(await holds()).to.deep.equal({ captured: 4990, gone_back: 4990, charged_back: 0 })
  })

  it("may be a dispute that is lost in the end", async () => {
    await pay()
    const payment = (await saleOf()).reference
    for (const code of ["CHARGEBACK", "CHARGEBACK_REVERSED", "PREARBITRATION_LOST"] as const)
      await control().dispute({ payment, code, amount: 2000 })
    await on.told()
    expect(await holds()).to.include({ charged_back: 2000 })
  })

  it("counts once, however often it comes, also years later", async () => {
    const { id } = await pay()
    await refund(id, 990)
    await on.told()
    await control().dispute({ payment: (await saleOf()).reference, code: "CHARGEBACK", amount: 2000 })
    await on.told()
    const before = await holds()
    expect(before).to.include({ captured: 4990, gone_back: 990, charged_back: 2000 })
    await control().advance(3 * 365 * DAY * 1000)
    for (const eventCode of ["AUTHORISATION", "REFUND", "CHARGEBACK"]) await control().resend({ eventCode })
    await on.told()
    expect(await holds()).to.deep.equal(before)
  })

  for (const step of ["before the engine is told", "while the engine is told"])
    it(`is told again, and then decides the sale, if the process dies ${step}`, async () => {
      await control().hold()
      await control().setFaults({ operation: "payments", fault: "cut_after", every: 1 })
      const { id } = await pay()
      const { reference } = await saleOf()
      const { account } = on.merchant
      const { test } = on.vintem.server.modes
      const of = { account, acquirer: "adyen" }
      const notices = noticesOf(test.database, of)
      const authorised = async () => (await notices.ofReference(reference)).filter(({ event }) => event === "AUTHORISATION")
      const signed = adyenKind().signed!
      const dying = {
        ...signed,
        about() {
          throw new Error("the process dies")
        },
      }
      const { pspReference } = (await entries())[0]!
      const told: NewNotice = {
        ...{ merchant: on.adyen.merchant.account, event: "AUTHORISATION", subject: pspReference, charge: pspReference },
        ...{ reference, success: true, amount: 4990, currency: "brl", detail: null },
      }
      on.dies.at = step.startsWith("before") ? "notices: stored" : undefined
      expect(await receiveNotices(test, of, dying, [told]).catch(() => "died")).to.equal("died")
      on.dies.at = undefined
      expect((await authorised()).map(({ is_told }) => is_told)).to.deep.equal([false])
      await control().drop()
      await receiveNotices(test, of, signed, [told])
      expect((await authorised()).map(({ is_told }) => is_told)).to.deep.equal([true])
      await on.poll(2)
      expect(await statusOf(id)).to.equal("succeeded")
    })
})
