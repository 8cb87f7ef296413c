import { expect } from "chai"
import pino from "pino"
import { listAttention } from "../../src/attention/list.ts"
import { attemptsOfCharge } from "../../src/payments/attempts/charges.ts"
import { disputesOf as listDisputes } from "../../src/payments/disputes/store.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import type { Json } from "../support/app/client.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, eventsOf, payWith, refundsOf, retrieve } from "../support/merchants/rails.ts"

const DAY = 86_400
const DISPUTED = ["payment_intent.succeeded", "charge.dispute.created"]

describe("A notification", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let clock: BankServer["clock"]
  let poll: BankServer["poll"]
  let merchant: Merchant
  /** Where the process stops doing what it does, as if it had died. */
  let diesAt: string | undefined
  const logged: Json[] = []
  const log = pino({ base: undefined }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  before(async () => {
    const checkpoint = (step: string) => {
      if (step === diesAt) throw new Error(`the process dies at: ${step}`)
    }
    server = await startWithBank({ checkpoint, log })
    ;({ vintem, bank, clock, poll } = server)
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => {
    diesAt = undefined
    server.reset()
  })
  after(() => server.close())

  const charge = () => bank.sales(merchant.account).at(-1)!.charge
  const notify = (chargeback: boolean, about = charge()) =>
    noteNotification(vintem.server.modes.test, { acquirer: "bank", charge: about, chargeback })
  const questions = () => bank.calls(merchant.account, "holds")
  const inquiries = async () => {
    const about = { acquirer: "bank", charge: charge() }
    const rows = await vintem.server.modes.test.database.all(attemptsOfCharge, about)
    return rows.filter(({ kind }) => kind === "inquiry").map(({ state }) => state)
  }
  /** What the log warns of about a payment. */
  const warnings = (intent: string) =>
    logged
      .filter(({ payment_intent, level }) => payment_intent === intent && level >= 40)
      .map(({ level, msg }) => `${pino.levels.labels[level]}: ${msg}`)
  const attention = async () => (await listAttention(vintem.server.modes.test, { account: merchant.account })).items

  /** What the payment's disputes took, and what they took of the payment: the amounts of their refunds. */
  async function disputesOf(intent: string): Promise<[number, number][]> {
    const { database } = vintem.server.modes.test
    const rows = await listDisputes(database, { account: merchant.account, id: intent })
    const refunds = new Map((await refundsOf(merchant, intent)).map(({ id, amount }) => [id, amount]))
    return rows.map(({ amount, refund }) => [amount, refunds.get(refund) ?? 0])
  }

  async function expectDisputed(intent: string): Promise<void> {
    expect(await eventsOf(merchant, intent)).to.deep.equal(DISPUTED)
    const refunds = (await refundsOf(merchant, intent)).map(({ reason, status, amount }) => ({ reason, status, amount }))
    expect(refunds).to.deep.equal([{ reason: "dispute", status: "succeeded", amount: 4990 }])
    expect((await retrieve(merchant, intent)).status).to.equal("succeeded")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    // The card network has taken the money already.
    expect(bank.calls(merchant.account, "refund")).to.equal(0)
  }

  it("books a chargeback once, however often it arrives", async () => {
    const { id } = await payWith(merchant)
    bank.chargeBack(merchant.account, 4990)
    // The acquirer may be about to be asked what has gone back. That is the same question.
    await notify(false)
    await Promise.all([notify(true), notify(true), notify(true)])
    expect(await inquiries()).to.deep.equal(["unconfirmed"])
    expect(await poll(merchant, 0)).to.equal(1)
    await expectDisputed(id)
    for (const later of [1800, 3600, 5400]) {
      clock.ahead = later
      await notify(true)
      await poll(merchant, later)
    }
    await expectDisputed(id)
    expect(warnings(id)).to.deep.equal(["warn: the card network took money of a payment back: a dispute was booked"])
    const again = await merchant.request("POST", "/v1/refunds", { payment_intent: id })
    expect(again.body.error.code).to.equal("payment_intent_already_refunded")
  })

  it("books each part of a charge that is charged back as a dispute of its own, and leaves the rest to refund", async () => {
    const { id } = await payWith(merchant)
    for (const [total, later] of [
      [1000, 0],
      [1500, 120],
    ] as const) {
      clock.ahead = later
      bank.chargeBack(merchant.account, total)
      await notify(true)
      await poll(merchant, later)
    }
    expect(await disputesOf(id)).to.deep.equal([
      [1000, 1000],
      [500, 500],
    ])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 3490, pending: 0 })
    const more = await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 3491 })
    expect([more.status, more.body.error.param]).to.deep.equal([400, "amount"])
    const rest = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect(rest).to.include({ amount: 3490, status: "succeeded" })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
  })

  it("books nothing where the acquirer shows no chargeback, asks for it, and tells a person after a day", async () => {
    const { id } = await payWith(merchant)
    for (let n = 0; n < 5; n++) await notify(true)
    for (const later of [0, 1, 3600, DAY - 600]) await poll(merchant, later)
    expect([await refundsOf(merchant, id), await attention(), await inquiries()]).to.deep.equal([[], [], ["unconfirmed"]])
    await poll(merchant, DAY + 1)
    const [item, ...more] = await attention()
    expect(more).to.deep.equal([])
    expect(item).to.include({ kind: "chargeback_unconfirmed", payment_intent: id, amount: 4990, currency: "brl", refund: null })
    expect(item!.message).to.contain(`vintem disputes open ${id}`).and.to.contain(`vintem disputes dismiss ${item!.id}`)
    bank.chargeBack(merchant.account, 1000)
    await poll(merchant, 2 * DAY)
    expect([await disputesOf(id), await attention(), await inquiries()]).to.deep.equal([[[1000, 1000]], [], ["done"]])
  })

  it("of a chargeback that arrives again is asked about within a minute, however rarely before", async () => {
    await payWith(merchant)
    await notify(true)
    await poll(merchant, DAY)
    expect(await poll(merchant, DAY + 600)).to.equal(0)
    await notify(true)
    expect(await poll(merchant, DAY + 661)).to.equal(1)
  })

  it("that is forged books nothing in thirty days", async () => {
    const { id } = await payWith(merchant)
    await notify(true)
    for (let later = 1; later < 31 * DAY; later += DAY) await poll(merchant, later)
    expect(await poll(merchant, 40 * DAY)).to.equal(0)
    expect([await attention(), await refundsOf(merchant, id), await inquiries()]).to.deep.equal([[], [], ["done"]])
    expect(warnings(id)).to.deep.equal(["warn: a chargeback was notified, and the acquirer has not shown it for thirty days"])
  })

  for (const [what, command, balance] of [
    ["books the part that a person has learned of", (id: string, _: string) => ["open", id, "--amount", "1000"], 3990],
    ["books all of it where a person names no amount", (id: string, _: string) => ["open", id], 0],
    ["books nothing where a person dismisses it", (_: string, inquiry: string) => ["dismiss", inquiry], 4990],
  ] as const) {
    it(`of a chargeback that the acquirer does not show ${what}, and is not asked about any more`, async () => {
      const { id } = await payWith(merchant)
      await notify(true)
      await poll(merchant, DAY + 1)
      const [item] = await attention()
      expect((await vintem.cli("disputes", ...command(id, item!.id))).status).to.equal(0)
      expect([await attention(), await inquiries(), await poll(merchant, 2 * DAY)]).to.deep.equal([[], ["done"], 0])
      expect(await balanceIn(merchant)).to.deep.equal({ available: balance, pending: 0 })
      bank.chargeBack(merchant.account, 4990 - balance)
      await notify(true)
      await poll(merchant, 3 * DAY)
      expect(await balanceIn(merchant)).to.deep.equal({ available: balance, pending: 0 })
    })
  }

  for (const [refunded, booked, excess] of [
    [1000, [4990, 3990], 1000],
    [4990, [4990, 0], 4990],
  ] as const) {
    it(`of a chargeback of all after a refund of ${refunded} has a person look at what the payment no longer had`, async () => {
      const { id } = await payWith(merchant)
      expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: refunded }), 201)
      bank.chargeBack(merchant.account, 4990)
      await notify(true)
      await poll(merchant, 0)
      expect(await disputesOf(id)).to.deep.equal([booked])
      expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
      expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_refunded: 4990 })
      // A dispute without a refund has no event at the dates of the API so far.
      expect(await eventsOf(merchant, id)).to.deep.equal(booked[1] > 0 ? DISPUTED : ["payment_intent.succeeded"])
      const [item, ...more] = await attention()
      expect(more).to.deep.equal([])
      expect(item).to.include({ kind: "dispute_exceeds_payment", payment_intent: id, amount: excess, currency: "brl" })
      expect((await vintem.cli("disputes", "excess", item!.id)).status).to.equal(2)
      expect((await vintem.cli("disputes", "excess", item!.id, "--taken")).status).to.equal(0)
      expect(await attention()).to.deep.equal([])
      expect((await vintem.cli("disputes", "excess", item!.id, "--not-taken")).status).to.equal(1)
      await notify(true)
      await poll(merchant, 120)
      expect(await disputesOf(id)).to.deep.equal([booked])
    })
  }

  it("of a chargeback holds back a refund until it is known, and the refund fails where the payment has not that much left", async () => {
    const { id } = await payWith(merchant)
    await notify(true)
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 4000 }), 201)
    expect(refund.status).to.equal("pending")
    for (const later of [1, 120, 3600]) await poll(merchant, later)
    expect(bank.calls(merchant.account, "refund")).to.equal(0)
    bank.chargeBack(merchant.account, 1000)
    await poll(merchant, 2 * 3600)
    for (const later of [7300, 7400]) await poll(merchant, later)
    const refunds = (await refundsOf(merchant, id)).map(({ reason, amount, status }) => [reason, amount, status])
    expect(refunds).to.have.deep.members([
      ["dispute", 1000, "succeeded"],
      [null, 4000, "failed"],
    ])
    expect(bank.refunds(merchant.account)).to.deep.equal([])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 3990, pending: 0 })
  })

  it("of a chargeback that a person dismisses lets the refund go that waited for it", async () => {
    const { id } = await payWith(merchant)
    await notify(true)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 4000 }), 201)
    await poll(merchant, DAY + 1)
    const [item] = await attention()
    expect((await vintem.cli("disputes", "dismiss", item!.id)).status).to.equal(0)
    await poll(merchant, DAY + 120)
    expect((await refundsOf(merchant, id)).map(({ amount, status }) => [amount, status])).to.deep.equal([[4000, "succeeded"]])
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([4000])
  })

  for (const [how, flags, taken] of [
    ["succeeds", [], 0],
    ["fails", ["--failed"], 4990],
  ] as const) {
    it(`of a chargeback waits for a refund that is pending, and takes ${taken} of the payment where that ${how}`, async () => {
      const { id } = await payWith(merchant)
      bank.set("refund", "by_hand")
      const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
      expect(refund.status).to.equal("pending")
      bank.chargeBack(merchant.account, 4990)
      const before = questions()
      await notify(true)
      for (const later of [1, 10]) await poll(merchant, later)
      expect([await inquiries(), questions() - before]).to.deep.equal([["unconfirmed"], 0])
      expect((await vintem.cli("refunds", "settle", refund.id, ...flags)).status).to.equal(0)
      await poll(merchant, 60)
      expect([await disputesOf(id), await inquiries()]).to.deep.equal([[[4990, taken]], ["done"]])
    })
  }

  it("of a chargeback waits until the outcome of the sale itself is known", async () => {
    const { id } = await payWith(merchant, CARDS.processing)
    bank.chargeBack(merchant.account, 4990)
    await notify(true)
    for (const later of [1, 10]) await poll(merchant, later)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    expect(await refundsOf(merchant, id)).to.deep.equal([])
    bank.decide(merchant.account, "approved")
    for (const later of [100, 200, 400]) await poll(merchant, later)
    await expectDisputed(id)
  })

  it("of a chargeback survives a process that dies before and after it has booked it", async () => {
    const { id } = await payWith(merchant)
    bank.chargeBack(merchant.account, 4990)
    await notify(true)
    for (const step of ["inquiry: acquirer answered", "inquiry: settled"]) {
      diesAt = step
      await server.recover(merchant).catch(() => {})
      expect(await refundsOf(merchant, id)).to.have.lengthOf(step === "inquiry: settled" ? 1 : 0)
    }
    diesAt = undefined
    await server.recover(merchant)
    await expectDisputed(id)
  })

  it("of a chargeback that the acquirer never answers is no longer asked about after 30 days", async () => {
    const { id } = await payWith(merchant)
    await notify(true)
    bank.set("holds", "lost_before")
    for (let later = 1; later < 31 * DAY; later += DAY) await poll(merchant, later)
    expect(await poll(merchant, 40 * DAY)).to.equal(0)
    expect([await attention(), await refundsOf(merchant, id)]).to.deep.equal([[], []])
    const last = warnings(id).at(-1)
    expect(last).to.equal("error: a change of a charge was notified, and the acquirer never said what it holds of it")
  })

  it("is not needed where a lost sale is found, and its money was charged back meanwhile", async () => {
    bank.set("authorize", "lost_after")
    const { id } = await payWith(merchant)
    bank.chargeBack(merchant.account, 4990)
    for (const later of [1, 2, 120]) await poll(merchant, later)
    await expectDisputed(id)
  })
})
