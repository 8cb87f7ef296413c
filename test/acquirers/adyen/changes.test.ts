import { expect } from "chai"
import { expectStatus } from "../../support/merchants/payments.ts"
import { balanceIn, refundsOf, retrieve } from "../../support/merchants/rails.ts"
import { never } from "../payer.ts"
import { actsOf, DAY, MINUTE } from "./acts.ts"
import { withAdyen } from "./at-adyen.ts"

describe("A payment that was made at Adyen", () => {
  const on = withAdyen()
  const { authorized, capture, control, entries, pay, refund, saleOf, statusOf } = actsOf(on)

  it("is refunded, in parts, once Adyen has told of it", async () => {
    const { id } = await pay()
    await control().hold()
    expect((await refund(id, 1000)).status).to.equal("pending")
    expect((await refund(id, 990)).status).to.equal("pending")
    await control().release({ order: "reversed", times: 2 })
    await on.told()
    await on.poll(2)
    await on.poll(120)
    expect((await refundsOf(on.merchant, id)).map(({ status, amount }) => `${status} ${amount}`).sort()).to.deep.equal([
      "succeeded 1000",
      "succeeded 990",
    ])
    expect((await entries())[0]).to.include({ refunded: 1990 })
  })

  for (const refundReference of ["refund", "payment"] as const)
    it(`is refunded once if the answer is lost, and Adyen tells the ${refundReference}'s reference`, async () => {
      await control().setOptions({ refundReference })
      const { id } = await pay()
      await control().setFaults({ operation: "refunds", fault: "cut_after", times: 1 })
      expect((await refund(id)).status).to.equal("pending")
      await on.told()
      await on.poll(2)
      await on.poll(120)
      expect((await refundsOf(on.merchant, id)).map(({ status, amount }) => [status, amount])).to.deep.equal([
        ["succeeded", 4990],
      ])
      expect((await entries())[0]).to.include({ refunded: 4990 })
      await control().setOptions({ refundReference: "refund" })
    })

  it("has a refund that fails, at once or after it was made, and can be refunded again", async () => {
    const { id } = await pay()
    await control().nextModification({ kind: "refund", reason: "Insufficient balance" })
    await refund(id)
    await on.told()
    await on.poll(2)
    expect((await refundsOf(on.merchant, id)).map(({ status }) => status)).to.deep.equal(["failed"])
    // A refund waits while Adyen is asked what it holds.
    await refund(id)
    for (const later of [70, 130]) await on.poll(later).then(on.told)
    await on.poll(200)
    const made = (await on.attempts()).filter(({ kind }) => kind === "refund").at(-1)!
    expect((await refundsOf(on.merchant, id)).map(({ status }) => status).sort()).to.deep.equal(["failed", "succeeded"])
    await control().failRefund(made.reference)
    await on.told()
    expect((await refundsOf(on.merchant, id)).map(({ status }) => status)).to.deep.equal(["failed", "failed"])
    expect(await retrieve(on.merchant, id)).to.include({ status: "succeeded", amount_refunded: 0 })
    await refund(id)
    for (const later of [270, 330, 400]) await on.poll(later).then(on.told)
    expect((await entries())[0]).to.include({ refunded: 4990 })
  })

  it("is captured later, in part, and what was not captured is released by Adyen", async () => {
    const { id, status } = await authorized()
    expect(status).to.equal("requires_capture")
    await control().hold()
    expect((await capture(id, 3000)).status).to.equal("processing")
    await control().release({ times: 2 })
    await on.told()
    await on.poll(2)
    await on.poll(4)
    expect(await retrieve(on.merchant, id)).to.include({ status: "succeeded", amount_received: 3000 })
    expect((await entries())[0]).to.include({ captured: 3000 })
  })

  for (const fault of ["cut_before", "cut_after"])
    it(`is captured once if the answer to the capture is lost (${fault})`, async () => {
      const { id } = await authorized()
      await on.told()
      await control().setFaults({ operation: "captures", fault, times: 1 })
      await capture(id)
      await on.told()
      for (const later of [2, 4, 20 * MINUTE]) await on.poll(later)
      expect(await statusOf(id)).to.equal("succeeded")
      expect((await entries())[0]).to.include({ captured: 4990 })
    })

  it("can be captured again after a capture that Adyen has refused", async () => {
    const { id } = await authorized()
    await on.told()
    await control().hold()
    await control().nextModification({ kind: "capture", reason: "Refused" })
    await capture(id)
    await control().release()
    await on.told()
    for (const later of [2, 4]) await on.poll(later)
    expect(await statusOf(id)).to.equal("requires_capture")
    await capture(id)
    await on.told()
    for (const later of [6, 8]) await on.poll(later)
    expect(await statusOf(id)).to.equal("succeeded")
  })

  it("is released if it is canceled before its capture", async () => {
    const { id } = await authorized()
    await on.told()
    expectStatus(await on.merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {}), 200)
    for (const later of [1, 2, 4, 120]) {
      await on.poll(later)
      await on.told()
    }
    expect(await entries()).to.have.lengthOf(1)
    expect((await on.attempts()).map(({ kind, state }) => [kind, state])).to.deep.include(["void", "done"])
    expect((await entries())[0]).to.include({ captured: 0 })
  })

  it("is a dispute of what the card network takes, whatever comes first", async () => {
    const { id } = await pay()
    await control().hold()
    for (const code of ["NOTIFICATION_OF_CHARGEBACK", "CHARGEBACK"] as const)
      await control().dispute({ payment: (await saleOf()).reference, code, amount: 2000 })
    await control().release({ order: "reversed", times: 2 })
    await on.told()
    await on.poll(120)
    expect(await retrieve(on.merchant, id)).to.include({ amount_refunded: 2000 })
    expect((await refundsOf(on.merchant, id)).map(({ reason, amount }) => [reason, amount])).to.deep.equal([["dispute", 2000]])
  })

  for (const code of ["REFUND_FAILED", "REFUNDED_REVERSED"])
    for (const isFirst of [false, true])
      it(`is not refunded by what was made in Adyen's portal and has failed since (${code}, told ${isFirst ? "first" : "last"})`, async () => {
        const { id } = await pay()
        const { reference: payment, charge } = await saleOf()
        const of = { pspReference: "PORTAL0000000082", originalReference: charge!, amount: { currency: "BRL", value: 1500 } }
        const codes = isFirst ? [code, "REFUND"] : ["REFUND", code]
        for (const [at, eventCode] of codes.entries()) {
          await control().notify({ payment, item: { ...of, eventCode } })
          await on.told()
          await on.poll(70 * (at + 1))
        }
        const booked = isFirst ? [] : [["failed", 1500]]
        expect((await refundsOf(on.merchant, id)).map(({ status, amount }) => [status, amount])).to.deep.equal(booked)
        expect(await retrieve(on.merchant, id)).to.include({ status: "succeeded", amount_refunded: 0 })
      })

  for (const isTogether of [true, false])
    it(`is refunded by two refunds of the portal, of which one fails later (told ${isTogether ? "together" : "one by one"})`, async () => {
      const { id } = await pay()
      const { reference: payment, charge } = await saleOf()
      let later = 0
      const follow = async () => {
        await on.told()
        later += 70
        await on.poll(later)
      }
      const tell = (eventCode: string, pspReference: string, value: number) =>
        control().notify({
          payment,
          item: { eventCode, pspReference, originalReference: charge!, amount: { currency: "BRL", value } },
        })
      const left = async () => (await retrieve(on.merchant, id)).amount_refunded
      for (const [pspReference, value] of [
        ["PORTAL0000000001", 1500],
        ["PORTAL0000000002", 1500],
        ["PORTAL0000000003", 1000],
      ] as const) {
        await tell("REFUND", pspReference, value)
        if (!isTogether) await follow()
      }
      await follow()
      expect(await left()).to.equal(4000)
      await tell("REFUND_FAILED", "PORTAL0000000002", 1500)
      await follow()
      expect(await left()).to.equal(2500)
      await tell("REFUNDED_REVERSED", "PORTAL0000000003", 1000)
      await tell("REFUND_FAILED", "PORTAL0000000001", 1500)
      await follow()
      expect(await left()).to.equal(0)
      expect((await balanceIn(on.merchant))!.available).to.equal(4990)
    })

  it("never succeeds if its capture has failed while nobody knew of it, and nobody need act", async () => {
    await control().hold()
    await control().setFaults({ operation: "payments", fault: "cut_after", every: 1 })
    const { id } = await pay()
    expect(await statusOf(id)).to.equal("processing")
    await control().failCapture({ payment: (await saleOf()).reference })
    await control().release({ order: "reversed", times: 2 })
    await on.told()
    await on.poll(4)
    expect((await retrieve(on.merchant, id)).status).to.equal("canceled")
    expect(await on.attention()).to.deep.equal([])
  })

  it("is captured by Adyen itself after 28 days if the release never got there: the money is sent back", async () => {
    const { id } = await authorized()
    await on.told()
    await control().setFaults({ operation: "cancels", fault: "cut_before", every: 1 })
    expectStatus(await on.merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {}), 200)
    for (const later of [2, DAY, 29 * DAY, 29 * DAY + MINUTE, 29 * DAY + 20 * MINUTE, 30 * DAY]) {
      await on.pollInVain(later)
      await on.told()
    }
    expect(await statusOf(id)).to.equal("canceled")
    expect((await entries())[0]).to.include({ captured: 4990, refunded: 4990 })
  })

  it("is refunded by what Adyen tells if its capture fails after its success", async () => {
    const { id } = await pay()
    await refund(id, 990)
    for (const later of [2, 120]) await on.told().then(() => on.poll(later))
    await control().failCapture({ payment: (await saleOf()).reference })
    await on.told()
    for (const later of [190, 260]) await on.poll(later)
    expect(await retrieve(on.merchant, id)).to.include({ status: "succeeded", amount_refunded: 4990 })
    const refunds = await refundsOf(on.merchant, id)
    expect(refunds.map(({ status, amount }) => `${status} ${amount}`).sort()).to.deep.equal(["succeeded 4000", "succeeded 990"])
    expect(await on.attention()).to.deep.equal(["capture_failed"])
  })

  it("takes what is taken again once, and nothing for what was given back", async () => {
    const { id } = await pay()
    const { reference: payment } = await saleOf()
    const charge = (await on.attempts())[0]!.charge!
    const chargedBack = async () => {
      await on.told()
      return (await on.acquirer.holds({ account: on.merchant.account, charge }, never))!.charged_back
    }
    for (const [code, expected] of [
      ["REQUEST_FOR_INFORMATION", 0],
      ["NOTIFICATION_OF_CHARGEBACK", 0],
      ["CHARGEBACK", 2000],
      ["CHARGEBACK_REVERSED", 0],
      ["SECOND_CHARGEBACK", 2000],
    ] as const) {
      await control().dispute({ payment, code, amount: 2000 })
      expect([code, await chargedBack()]).to.deep.equal([code, expected])
    }
    await control().dispute({ payment, code: "CHARGEBACK", amount: 1000, isNew: true, hasOriginal: false })
    expect(await chargedBack()).to.equal(3000)
    await on.poll(120)
    expect(await retrieve(on.merchant, id)).to.include({ amount_refunded: 3000 })
  })
})
