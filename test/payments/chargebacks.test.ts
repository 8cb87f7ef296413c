import { expect } from "chai"
import pino from "pino"
import { listAttention } from "../../src/attention/list.ts"
import { attemptsOfCharge } from "../../src/payments/attempts/charges.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import type { Json } from "../support/app/client.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, eventsOf, payWith, refundsOf, retrieve } from "../support/merchants/rails.ts"

const DAY = 86_400
const DISPUTED = ["payment_intent.succeeded", "charge.dispute.created"]

/** Nobody signs the notifications of an acquirer, so they only make us ask. */
describe("A notification of an acquirer", () => {
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
  const lookUps = () => bank.calls(merchant.account, "look_up")
  const inquiries = async () => {
    const about = { acquirer: "bank", charge: charge() }
    const rows = await vintem.server.modes.test.database.all(attemptsOfCharge, about)
    return rows.filter(({ kind }) => kind === "inquiry").map(({ state }) => state)
  }
  /** What the log says about the chargeback of a payment. */
  const logLines = (intent: string) =>
    logged
      .filter(({ payment_intent, finding }) => payment_intent === intent && finding)
      .map(({ level, msg }) => `${pino.levels.labels[level]}: ${msg}`)
  const attention = async () => (await listAttention(vintem.server.modes.test, { account: merchant.account })).items

  async function expectDisputed(intent: string, amount = 4990): Promise<void> {
    expect(await eventsOf(merchant, intent)).to.deep.equal(DISPUTED)
    const refunds = (await refundsOf(merchant, intent)).map(({ reason, status, amount }) => ({ reason, status, amount }))
    expect(refunds).to.deep.equal([{ reason: "dispute", status: "succeeded", amount }])
    expect((await retrieve(merchant, intent)).status).to.equal("succeeded")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    // The card network has taken the money already.
    expect(bank.calls(merchant.account, "refund")).to.equal(0)
  }

  it("makes a PIX that the payer has paid succeed in the next second", async () => {
    const { id } = await payWith(merchant, "pix")
    bank.decide(merchant.account, "approved")
    expect(await poll(merchant, 2)).to.equal(0)
    for (let n = 0; n < 3; n++) await notify(false)
    expect(await poll(merchant, 3)).to.equal(1)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    await notify(false)
    expect([await poll(merchant, 5), lookUps()]).to.deep.equal([0, 1])
  })

  it("is followed by a look-up in the next second, and by none in the same one", async () => {
    const { now } = clock
    const start = Date.now()
    clock.now = () => start + clock.ahead * 1000
    await payWith(merchant, "pix")
    for (const second of [0, 1]) {
      await notify(false)
      expect(await poll(merchant, second), "in the same second").to.equal(0)
      expect(await poll(merchant, second + 1), "in the next one").to.equal(1)
    }
    expect(lookUps()).to.equal(2)
    clock.now = now
  })

  it("makes one look-up a second, however often it arrives, and puts none off", async () => {
    await payWith(merchant, "pix")
    for (let second = 1; second <= 4; second++) {
      clock.ahead = second
      for (let n = 0; n < 3; n++) await notify(false)
      // The worker is late each time.
      if (second % 2 === 0) await poll(merchant, second)
    }
    expect(lookUps()).to.equal(2)
  })

  it("that arrives during a look-up makes another one after it", async () => {
    const { id } = await payWith(merchant, "pix")
    bank.set("look_up", "held_after")
    const polling = poll(merchant, 60)
    await until(async () => lookUps() === 1)
    bank.decide(merchant.account, "approved")
    await notify(false)
    bank.heal()
    await polling
    expect((await retrieve(merchant, id)).status).to.equal("requires_action")
    await poll(merchant, 62)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
  })

  it("changes nothing where the charge is not ours", async () => {
    await payWith(merchant, "pix")
    for (const chargeback of [false, true]) await notify(chargeback, "00000000-0000-4000-8000-000000000000")
    expect([await poll(merchant, 0), lookUps()]).to.deep.equal([0, 0])
  })

  for (const [says, charged_back] of [
    ["confirms", true],
    ["cannot say whether there is", undefined],
  ] as const) {
    it(`books a chargeback once, however often it arrives, where the acquirer ${says} one`, async () => {
      const { id } = await payWith(merchant)
      bank.sayChargedBack(merchant.account, charged_back)
      await Promise.all([notify(true), notify(true), notify(true)])
      expect(await inquiries()).to.deep.equal(["new"])
      expect(await poll(merchant, 0)).to.equal(1)
      await expectDisputed(id)
      for (const later of [1800, 3600, 5400]) {
        clock.ahead = later
        await notify(true)
        await poll(merchant, later)
      }
      await expectDisputed(id)
      expect([await inquiries(), lookUps()]).to.deep.equal([["done"], 1])
      expect(logLines(id)).to.deep.equal(["warn: the card network took the money of a payment back: a dispute was booked"])
      const again = await merchant.request("POST", "/v1/refunds", { payment_intent: id })
      expect(again.body.error.code).to.equal("payment_intent_already_refunded")
    })
  }

  it("books nothing where the acquirer says that there is no chargeback, and asks again when it is notified again", async () => {
    const { id } = await payWith(merchant)
    bank.sayChargedBack(merchant.account, false)
    for (let n = 0; n < 5; n++) {
      await notify(true)
      await poll(merchant, 0)
    }
    // Notifications of the same minute are asked about together.
    expect([lookUps(), await inquiries()]).to.deep.equal([1, ["done", "new"]])
    expect(await refundsOf(merchant, id)).to.deep.equal([])
    expect(logLines(id)).to.deep.equal(["info: a chargeback was reported, and the acquirer says that there is none"])
    bank.sayChargedBack(merchant.account, true)
    await poll(merchant, 61)
    await expectDisputed(id)
  })

  it("of a chargeback books what a refund has left of the payment", async () => {
    const { id } = await payWith(merchant)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 1000 }), 201)
    await Promise.all([notify(true), notify(true)])
    await poll(merchant, 0)
    const booked = (await refundsOf(merchant, id)).map(({ reason, amount, status }) => [reason, amount, status])
    expect(booked).to.have.deep.members([
      ["dispute", 3990, "succeeded"],
      [null, 1000, "succeeded"],
    ])
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_refunded: 4990 })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    expect(await eventsOf(merchant, id)).to.deep.equal(DISPUTED)
    await notify(true)
    await poll(merchant, 120)
    expect(await refundsOf(merchant, id)).to.have.lengthOf(2)
  })

  it("books nothing where the whole payment was refunded", async () => {
    const { id } = await payWith(merchant)
    await notify(true)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    await poll(merchant, 0)
    await notify(true)
    await poll(merchant, 120)
    expect((await refundsOf(merchant, id)).map(({ reason }) => reason)).to.deep.equal([null])
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    expect([await inquiries(), lookUps()]).to.deep.equal([["done"], 0])
    expect(logLines(id)).to.deep.equal(["warn: a chargeback was reported, and there is nothing to book"])
  })

  for (const [how, flags, reason] of [
    ["succeeds", [], null],
    ["fails", ["--failed"], "dispute"],
  ] as const) {
    it(`of a chargeback waits for a refund that is pending, and ${reason ? "is booked" : "books nothing"} where it ${how}`, async () => {
      const { id } = await payWith(merchant)
      bank.set("refund", "by_hand")
      const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
      expect(refund.status).to.equal("pending")
      await notify(true)
      for (const later of [1, 10]) await poll(merchant, later)
      expect([await inquiries(), lookUps()]).to.deep.equal([["new"], 0])
      expect((await vintem.cli("refunds", "settle", refund.id, ...flags)).status).to.equal(0)
      await poll(merchant, 60)
      const [latest] = await refundsOf(merchant, id)
      expect([latest!.reason, latest!.status, await inquiries()]).to.deep.equal([reason, "succeeded", ["done"]])
    })
  }

  it("of a chargeback waits until the outcome of the sale itself is known", async () => {
    const { id } = await payWith(merchant, CARDS.processing)
    await notify(true)
    for (const later of [1, 10]) await poll(merchant, later)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    expect(await refundsOf(merchant, id)).to.deep.equal([])
    bank.decide(merchant.account, "approved")
    for (const later of [100, 200, 400]) await poll(merchant, later)
    await expectDisputed(id)
  })

  it("of a chargeback of money that was sent back books nothing", async () => {
    const { id } = await payWith(merchant, "pix")
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    bank.decide(merchant.account, "approved")
    for (const later of [60, 61]) await poll(merchant, later)
    await notify(true)
    await poll(merchant, 62)
    expect(await refundsOf(merchant, id)).to.deep.equal([])
    expect(await inquiries()).to.deep.equal(["done"])
    expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
  })

  it("of a chargeback survives a process that dies before and after it has booked it", async () => {
    const { id } = await payWith(merchant)
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

  it("of a chargeback that the acquirer does not answer is asked about until a person has seen to it", async () => {
    const { id } = await payWith(merchant)
    await notify(true)
    bank.set("look_up", "lost_before")
    for (const later of [1, 10, 901]) await poll(merchant, later)
    bank.set("look_up", "nothing_yet")
    for (const later of [3600, 7200, DAY]) await poll(merchant, later)
    expect(await refundsOf(merchant, id)).to.deep.equal([])
    const [item, ...more] = await attention()
    expect(more).to.deep.equal([])
    expect(item).to.include({ kind: "outcome_unknown", payment_intent: id, amount: 4990, currency: "brl", refund: null })
    expect(item!.message).to.contain(`run 'vintem disputes open ${id}'`).and.to.contain(charge())
    expect((await vintem.cli("disputes", "open", id)).status).to.equal(0)
    const before = lookUps()
    await poll(merchant, 2 * DAY)
    expect([await attention(), await inquiries(), lookUps() - before]).to.deep.equal([[], ["done"], 0])
    await expectDisputed(id)
  })

  it("of a chargeback that the acquirer never answers is no longer asked about after 30 days", async () => {
    const { id } = await payWith(merchant)
    await notify(true)
    bank.set("look_up", "nothing_yet")
    for (let later = 1; later < 31 * DAY; later += DAY) await poll(merchant, later)
    expect(await poll(merchant, 40 * DAY)).to.equal(0)
    expect([await attention(), await refundsOf(merchant, id)]).to.deep.equal([[], []])
    expect(logLines(id)).to.deep.equal(["error: a chargeback was reported, and the acquirer never said whether there is one"])
  })

  it("is not needed where a lost sale is found, and its money was charged back meanwhile", async () => {
    bank.set("authorize", "lost_after")
    const { id } = await payWith(merchant)
    bank.sayChargedBack(merchant.account, true)
    for (const later of [1, 2]) await poll(merchant, later)
    await expectDisputed(id)
  })
})
