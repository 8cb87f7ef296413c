import { expect } from "chai"
import { listAttention } from "../../src/attention/list.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { cancelSales, repeatSale } from "../support/banks/bank-ledger.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, eventsOf, mayFail, payWith, refundsOf, retrieve } from "../support/merchants/rails.ts"

const HOUR = 3600
const DAY = 24 * HOUR

describe("A payment of which the acquirer took less than was asked for", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let poll: BankServer["poll"]
  let merchant: Merchant
  before(async () => {
    server = await startWithBank()
    ;({ vintem, bank, poll } = server)
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => server.reset())
  after(() => server.close())

  const attention = async () => (await listAttention(vintem.server.modes.test, { account: merchant.account })).items
  const settle = (id: string, ...flags: string[]) => vintem.cli("charges", "settle", id, ...flags, "--json")

  const refundInPortal = (amount: number) =>
    bank.refundInPortal(merchant.account, bank.sales(merchant.account)[0]!.charge, amount)

  /** Pays R$ 49.90 short. Returns the payment intent, and the item on the attention list. */
  async function payShort(method: string, goneBack = 0) {
    if (method === CARDS.approved) bank.set("authorize", "lost_after")
    const { id } = await payWith(merchant, method)
    bank.heal()
    bank.decide(merchant.account, "approved")
    bank.setAmount(merchant.account, 4000)
    if (goneBack > 0) refundInPortal(goneBack)
    await poll(merchant, 60)
    const [item, ...more] = await attention()
    expect(more).to.deep.equal([])
    expect(item).to.include({ kind: "amount_mismatch", payment_intent: id, amount: 4990, currency: "brl" })
    expect(item!.message).to.contain("R$ 40,00 instead of R$ 49,90")
    for (const flag of ["--accept", "--send-back"])
      expect(item!.message).to.contain(`vintem charges settle ${item!.id}`).and.to.contain(flag)
    expect(await retrieve(merchant, id)).to.deep.include({ status: "processing", next_action: null })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 4990 })
    return { id, charge: item!.id }
  }

  for (const [what, method] of [
    ["a card", CARDS.approved],
    ["a PIX", "pix"],
    ["a boleto", "boleto"],
  ] as const) {
    it(`(${what}) succeeds once an operator accepts it`, async () => {
      const { id, charge } = await payShort(method)
      expect((await settle(charge, "--accept")).json).to.include({ id, status: "succeeded" })
      expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
      expect(await balanceIn(merchant)).to.deep.equal({ available: 4000, pending: 0 })
      expect([await attention(), await poll(merchant, DAY), await poll(merchant, 2 * DAY)]).to.deep.equal([[], 1, 0])
      expect(bank.refunds(merchant.account)).to.deep.equal([])
    })

    it(`(${what}) is canceled once an operator sends it back, and exactly what was taken goes back`, async () => {
      const { id, charge } = await payShort(method)
      if (method === "boleto") bank.set("refund", "by_hand")
      const { json } = await settle(charge, "--send-back")
      expect(json).to.include({ id, status: "canceled" })
      expect(json.last_payment_error.code).to.equal("processing_error")
      expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.payment_failed"])
      expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
      await poll(merchant, DAY)
      await poll(merchant, DAY)
      const left = (await attention()).map(({ kind, amount }) => [kind, amount])
      expect(left).to.deep.equal(method === "boleto" ? [["reversal_by_hand", 4000]] : [])
      expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal(method === "boleto" ? [] : [4000])
      expect(await refundsOf(merchant, id)).to.deep.equal([])
    })
  }

  it("is refunded with what was taken, where it was accepted and the refund names no amount, and never with more", async () => {
    const { id, charge } = await payShort("pix")
    await settle(charge, "--accept")
    const more = await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 4001 })
    expect([more.status, more.body.error.code, more.body.error.param]).to.deep.equal([400, "parameter_invalid", "amount"])
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    // It waits for what the acquirer holds of the payment.
    expect(refund).to.include({ amount: 4000, status: "pending" })
    await poll(merchant, HOUR)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([4000])
  })

  for (const when of ["before it was known", "while it waited for a decision"]) {
    it(`is refunded in part where that part went back at the acquirer ${when}, once it is accepted`, async () => {
      const isEarly = when.startsWith("before")
      const { id, charge } = await payShort("pix", isEarly ? 1500 : 0)
      if (!isEarly) {
        refundInPortal(1500)
        const [sale] = bank.sales(merchant.account)
        const notification = { acquirer: "bank", charge: sale!.charge, chargeback: false }
        await noteNotification(vintem.server.modes.test, notification)
      }
      await poll(merchant, 200)
      expect(await refundsOf(merchant, id)).to.deep.equal([])
      await settle(charge, "--accept")
      await poll(merchant, 3600)
      expect((await refundsOf(merchant, id)).map(({ amount, status }) => [amount, status])).to.deep.equal([[1500, "succeeded"]])
      expect(await balanceIn(merchant)).to.deep.equal({ available: 2500, pending: 0 })
    })
  }

  it("goes back without what went back at the acquirer before, once it is sent back", async () => {
    const { id, charge } = await payShort("pix")
    refundInPortal(1500)
    expect((await settle(charge, "--send-back")).json).to.include({ id, status: "canceled" })
    for (const later of [61, 62]) await poll(merchant, later)
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([1500, 2500])
  })

  for (const [what, trouble] of [
    ["no longer finds it", "nothing_yet"],
    ["says nothing about it", "lost_before"],
  ] as const) {
    it(`goes back as it was taken, where the acquirer ${what}`, async () => {
      const { charge } = await payShort("pix")
      bank.set("holds", trouble)
      await settle(charge, "--send-back")
      for (const later of [120, 200]) await mayFail(poll(merchant, later))
      expect(bank.refunds(merchant.account)).to.deep.equal([])
      // What has failed is put off for a second of the database's time.
      await until(async () => {
        await mayFail(poll(merchant, HOUR))
        return bank.refunds(merchant.account).length > 0
      })
      expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([4000])
      bank.heal()
      for (const later of [DAY, 2 * DAY]) await poll(merchant, later)
      expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
    })
  }

  it("waits for a person where the call that sends the rest back is lost, though as much has gone back at the acquirer before", async () => {
    const { charge } = await payShort(CARDS.approved)
    refundInPortal(2000)
    await settle(charge, "--send-back")
    bank.set("refund", "lost_before")
    await mayFail(poll(merchant, 61))
    bank.set("look_up_refund", "nothing_yet")
    for (const later of [62, HOUR, 2 * HOUR]) await poll(merchant, later)
    const waiting = (await attention()).map(({ kind, amount }) => [kind, amount])
    expect([waiting, bank.refunds(merchant.account).map(({ amount }) => amount)]).to.deep.equal([
      [["outcome_unknown", 2000]],
      [2000],
    ])
  })

  it("does not go back once more where it was canceled at the acquirer before, also if look-ups find nothing later", async () => {
    const { charge } = await payShort("pix")
    cancelSales(bank, merchant.account)
    await settle(charge, "--send-back")
    await poll(merchant, 61)
    bank.set("holds", "nothing_yet")
    for (const later of [120, HOUR + 120, HOUR + 121, DAY]) await mayFail(poll(merchant, later))
    expect([bank.refunds(merchant.account), await attention()]).to.deep.equal([[], []])
  })

  it("does not go back once more where the card network took it back before it was sent back", async () => {
    const { charge } = await payShort(CARDS.approved)
    bank.chargeBack(merchant.account, 4000)
    await settle(charge, "--send-back")
    for (const later of [61, 62, DAY]) await poll(merchant, later)
    expect([bank.refunds(merchant.account), await attention()]).to.deep.equal([[], []])
  })

  it("is refunded with what was taken after all, where the acquirer corrects the amount before it is accepted", async () => {
    const { id, charge } = await payShort("pix")
    bank.setAmount(merchant.account, 4500)
    await poll(merchant, 2 * HOUR)
    expect((await attention())[0]!.message).to.contain("R$ 45,00 instead of R$ 49,90")
    await settle(charge, "--accept")
    expect(expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201).amount).to.equal(4500)
  })

  it("keeps the charge that waits for a decision, where the acquirer has charged the same card twice", async () => {
    const { id, charge } = await payShort(CARDS.approved)
    repeatSale(bank, merchant.account)
    for (const later of [2 * HOUR, 2 * HOUR + 1]) await poll(merchant, later)
    const [kept, repeated] = bank.sales(merchant.account).map(({ charge }) => charge)
    const refunded = () => bank.refunds(merchant.account).map(({ charge, amount }) => [charge, amount])
    expect(refunded()).to.deep.equal([[repeated, 4000]])
    await settle(charge, "--accept")
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    await poll(merchant, 3 * HOUR)
    expect(refunded()).to.deep.equal([
      [repeated, 4000],
      [kept, 4000],
    ])
  })

  it("is decided about once", async () => {
    const { charge } = await payShort("pix")
    const both = await Promise.all([settle(charge, "--accept"), settle(charge, "--send-back")])
    expect(both.map(({ status }) => status).sort()).to.deep.equal([0, 1])
    const again = await settle(charge, "--accept")
    expect([again.status, again.stderr]).to.satisfy(
      ([status, text]: [number, string]) => status === 1 && text.startsWith(`vintem: The charge ${charge} needs no decision:`),
    )
  })

  it("is not what other charges are: they cannot be decided about", async () => {
    const { charges } = await payWith(merchant)
    const id = charges.latest.replace("ch_", "att_")
    expect((await settle(id, "--send-back")).status).to.equal(1)
    expect((await settle("att_none", "--accept")).stderr).to.contain("No such charge: 'att_none'.")
    for (const flags of [[], ["--accept", "--send-back"]]) expect((await settle(id, ...flags)).status).to.equal(2)
    expect(bank.refunds(merchant.account)).to.deep.equal([])
  })
})
