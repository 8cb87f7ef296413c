// Refunds at the simulator of Cielo, and PIX codes that are taken back there.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import type { RefundOrder } from "../../../src/acquirers/sale.ts"
import { randomBase62 } from "../../../src/base/ids.ts"
import { type Cielo, startCielo } from "../../cielo/cielo.ts"
import { cardOf, cardSale, openCielo, PAYER } from "./open.ts"

const never = new AbortController().signal

describe("Refunds at Cielo", () => {
  let cielo: Cielo
  let opened: ReturnType<typeof openCielo>
  before(async () => {
    cielo = await startCielo({ voidGapMs: 0, pixRefundMs: 60_000 })
    opened = openCielo(cielo)
  })
  after(async () => {
    expect(await cielo.control.violations()).to.deep.equal([])
    await cielo.close()
  })
  afterEach(() => cielo.control.setFaults())

  const orderOf = (charge: string, amount = 4990, type: RefundOrder["type"] = "card"): RefundOrder => ({
    reference: randomBase62(20),
    account: "acct_1",
    charge,
    type,
    amount,
    gone_back_before: 0,
  })
  async function sold(amount = 4990): Promise<string> {
    const outcome = await opened.acquirer.authorize(cardSale(cardOf("4111111111111111"), { amount }), never)
    return (outcome as { charge: string }).charge
  }
  async function pix(paid: boolean): Promise<{ reference: string; charge: string }> {
    const reference = randomBase62(20)
    const sale = { reference, account: "acct_1", amount: 4990, currency: "brl", payer: PAYER }
    const outcome = await opened.acquirer.createPix({ ...sale, payee: { name: "Loja" }, lifetime_seconds: 3600 }, never)
    const { charge } = outcome as { charge: string }
    if (paid) await cielo.control.pay({ payment: charge })
    return { reference, charge }
  }
  const refund = (order: RefundOrder) => opened.acquirer.refund(order, never)
  const lookUpRefund = (order: RefundOrder) => opened.acquirer.lookUpRefund(order, never)
  const voidPix = (charge: string) => opened.acquirer.voidPix!({ account: "acct_1", charge }, never)
  const booked = async (charge: string) => (await cielo.control.ledger()).find(({ payment_id }) => payment_id === charge)!

  for (const voidFailures of ["200", "400"] as const)
    it(`tell each failure apart, answered with status ${voidFailures}`, async () => {
      await cielo.control.setOptions({ voidFailures })
      const results = {
        refused: ["41", "51", "55", "56", "72", "475"],
        unavailable: ["57", "97", "99"],
        unknown: ["98"],
        pending: ["476"],
      }
      const charge = await sold()
      for (const [result, codes] of Object.entries(results))
        for (const code of codes) {
          await cielo.control.setFaults({ fault: `void_code:${code}`, operation: "void" })
          expect((await refund(orderOf(charge))).result, code).to.equal(result)
        }
      expect((await booked(charge)).voided).to.equal(0)
      await cielo.control.setOptions({ voidFailures: "200" })
    })

  it("do not take a part that somebody else has sent back for the one that was ordered", async () => {
    const charge = await sold()
    await refund(orderOf(charge, 700))
    expect(await lookUpRefund(orderOf(charge, 900))).to.deep.equal({ result: "unknown" })
    expect(await lookUpRefund(orderOf(charge, 700))).to.deep.equal({ result: "refunded" })
  })

  it("are not taken for made where the rest was sent back in the portal, and was less than was ordered", async () => {
    const charge = await sold()
    await refund(orderOf(charge, 2490))
    await cielo.control.refundInPortal({ payment: charge })
    expect(await lookUpRefund({ ...orderOf(charge, 3000), gone_back_before: 2490 })).to.deep.equal({ result: "unknown" })
  })

  it("that were sent without knowing what had gone back before are made once all is back, and not where a part is", async () => {
    const charge = await sold()
    const order = { ...orderOf(charge), gone_back_before: null }
    expect(await lookUpRefund(order), "nothing is back").to.deep.equal({ result: "unknown" })
    await refund(orderOf(charge, 700))
    expect(await lookUpRefund(order), "a part is back").to.deep.equal({ result: "unknown" })
    await cielo.control.refundInPortal({ payment: charge })
    expect(await lookUpRefund(order), "all is back").to.deep.equal({ result: "refunded" })
    const cent = await sold(1)
    await refund(orderOf(cent, 1))
    expect(await lookUpRefund({ ...orderOf(cent, 1), gone_back_before: null }), "a cent").to.deep.equal({ result: "refunded" })
  })

  it("tell how much of a payment has gone back, whoever sent it, without what the card network took", async () => {
    const sentBack = async (charge: string) => (await opened.acquirer.holds({ account: "acct_1", charge }, never))?.gone_back
    const charge = await sold()
    expect(await sentBack(charge)).to.equal(0)
    await refund(orderOf(charge, 700))
    expect(await sentBack(charge)).to.equal(700)
    await refund(orderOf(charge, 4290))
    expect(await sentBack(charge)).to.equal(4990)
    const disputed = await sold()
    await cielo.control.chargeback({ payment: disputed })
    expect(await sentBack(disputed)).to.equal(0)
    expect(await sentBack(randomUUID())).to.equal(undefined)
  })

  it("tell that nothing was taken of a PIX that its payer has not paid", async () => {
    const { charge } = await pix(false)
    const held = await opened.acquirer.holds({ account: "acct_1", charge }, never)
    expect(held).to.deep.equal({ captured: 0, gone_back: 0, charged_back: 0 })
  })

  it("are done where Cielo says that it has failed, and the money is back", async () => {
    for (const voidFailures of ["200", "400"] as const) {
      await cielo.control.setOptions({ voidFailures })
      const charge = await sold()
      await refund(orderOf(charge, 700))
      await cielo.control.setFaults({ fault: "void_code:99", operation: "void", times: 1 })
      expect(await refund(orderOf(charge, 700)), voidFailures).to.deep.equal({ result: "refunded" })
    }
    await cielo.control.setOptions({ voidFailures: "200" })
  })

  it("are done where the money is back already, although Cielo refuses another void", async () => {
    const charge = await sold()
    await refund(orderOf(charge))
    expect(await refund(orderOf(charge))).to.deep.equal({ result: "refunded" })
    expect((await booked(charge)).voided).to.equal(4990)
  })

  it("of more than was taken are refused", async () => {
    expect(await refund(orderOf(await sold(), 4991))).to.include({ result: "refused" })
  })

  it("are found by what has gone back since they were sent, not by what had gone back before", async () => {
    const charge = await sold()
    await refund(orderOf(charge, 2490))
    const order = { ...orderOf(charge, 2490), gone_back_before: 2490 }
    expect(await lookUpRefund(order), "never arrived").to.equal(undefined)
    await refund(order)
    expect(await lookUpRefund(order), "made").to.deep.equal({ result: "refunded" })
    expect(await lookUpRefund({ ...order, gone_back_before: 0 }), "another amount").to.deep.equal({ result: "unknown" })
  })

  it("of a boleto are for a person", async () => {
    expect(await refund(orderOf(randomBase62(20), 4990, "boleto"))).to.deep.equal({ result: "by_hand" })
  })

  it("of a PIX are pending until Cielo has made them, whole or in part", async () => {
    for (const amount of [4990, 1000]) {
      const { charge } = await pix(true)
      const order = orderOf(charge, amount, "pix")
      expect(await refund(order)).to.deep.equal({ result: "pending" })
      expect(await lookUpRefund(order)).to.equal(undefined)
      await cielo.control.endRefunds({ payment: charge, done: true })
      expect(await lookUpRefund(order)).to.deep.equal({ result: "refunded" })
    }
  })

  it("of a PIX whose money is on its way back already are looked up, so that nobody pays it back by hand", async () => {
    for (const voidFailures of ["200", "400"] as const) {
      await cielo.control.setOptions({ voidFailures })
      const order = orderOf((await pix(true)).charge, 4990, "pix")
      expect(await refund(order)).to.deep.equal({ result: "pending" })
      expect(await refund(order), voidFailures).to.deep.equal({ result: "unknown" })
      await cielo.control.endRefunds({ payment: order.charge, done: true })
      expect(await lookUpRefund(order)).to.deep.equal({ result: "refunded" })
    }
    await cielo.control.setOptions({ voidFailures: "200" })
  })

  it("whose answer is lost are looked up, and not sent again", async () => {
    for (const fault of ["cut_after", "error_after", "truncated"]) {
      const order = orderOf(await sold())
      await cielo.control.setFaults({ fault, operation: "void", times: 1 })
      expect(await refund(order).catch((error: Error) => error.name), fault).to.equal("NoAnswer")
      expect(await lookUpRefund(order)).to.deep.equal({ result: "refunded" })
    }
  })

  it("of one sale start more than five seconds apart, which the engine sees to", () => {
    expect(opened.acquirer.refundGapMs).to.be.within(5001, 10_000)
  })

  it("leave a paid PIX alone when it was to be taken back", async () => {
    const { charge } = await pix(true)
    expect(await voidPix(charge)).to.deep.equal({ result: "refused" })
    expect((await booked(charge)).refunds).to.deep.equal([])
  })

  it("take no PIX back that Cielo does not have", async () => {
    expect(await voidPix(randomUUID())).to.deep.equal({ result: "refused" })
  })

  it("take an open PIX back, also where the answer is lost, and again", async () => {
    const { reference, charge } = await pix(false)
    await cielo.control.setFaults({ fault: "cut_after", operation: "void", times: 1 })
    expect(await voidPix(charge).catch((error: Error) => error.name)).to.equal("NoAnswer")
    expect(await voidPix(charge)).to.deep.equal({ result: "voided" })
    expect(await opened.acquirer.lookUp("acct_1", reference, never)).to.include({ result: "refused", charge })
  })

  it("try later where Cielo does not take the PIX back yet", async () => {
    const { charge } = await pix(false)
    await cielo.control.setFaults({ fault: "void_code:99", operation: "void", times: 1 })
    expect(await voidPix(charge)).to.deep.equal({ result: "unavailable" })
    expect(await voidPix(charge)).to.deep.equal({ result: "voided" })
  })
})
