import { expect } from "chai"
import { listAttention } from "../../src/attention/list.ts"
import type { Json } from "../support/app/client.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, eventsOf, mayFail, payWith, retrieve } from "../support/merchants/rails.ts"

const PIX_SECONDS = 3600
const DAY = 86_400

const ageFailures = sql<void>("UPDATE failing_work SET since_ms = since_ms - 600000")

/** This bank sends no notifications at all, so every payment is found by asking. */
describe("A payment whose notification is lost", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let clock: BankServer["clock"]
  let poll: BankServer["poll"]
  before(async () => {
    server = await startWithBank()
    ;({ vintem, bank, clock, poll } = server)
  })
  afterEach(() => server.reset())
  after(() => server.close())

  async function newPix(): Promise<{ merchant: Merchant; intent: Json }> {
    const merchant = await newMerchant(vintem)
    const intent = await payWith(merchant, "pix")
    expect(intent.next_action.expires_at - intent.created).to.be.within(PIX_SECONDS, PIX_SECONDS + 60)
    return { merchant, intent }
  }
  const pay = (merchant: Merchant) => bank.decide(merchant.account, "approved")
  const cancel = (merchant: Merchant, { id }: Json) => merchant.request("POST", `/v1/payment_intents/${id}/cancel`)
  const refunded = (merchant: Merchant) => bank.refunds(merchant.account).map(({ amount }) => amount)

  const pollInVain = (merchant: Merchant, later: number) => mayFail(poll(merchant, later))
  /** The attention list ten minutes later. The time of the database cannot be advanced. */
  async function failing(merchant: Merchant) {
    const mode = vintem.server.modes.test
    await mode.database.transaction((tx) => tx.run(ageFailures, {}))
    return (await listAttention(mode, { account: merchant.account })).items
  }

  it("is found within minutes, and ever more rarely asked about", async () => {
    const { merchant, intent } = await newPix()
    for (let later = 0; later < 1800; later += 10) await poll(merchant, later)
    expect(bank.calls(merchant.account, "look_up")).to.be.within(3, 8)
    pay(merchant)
    await poll(merchant, 3000)
    const paid = await retrieve(merchant, intent.id)
    expect(paid).to.deep.include({ status: "succeeded", charges: intent.charges })
    expect(await eventsOf(merchant, intent.id)).to.deep.equal(["payment_intent.succeeded"])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    expect(await poll(merchant, 30 * DAY)).to.equal(0)
  })

  it("is found by a last look-up when the time to pay ends", async () => {
    const { merchant, intent } = await newPix()
    // The worker was down since the start, or the payer paid after the latest look-up.
    pay(merchant)
    await poll(merchant, PIX_SECONDS + 120)
    expect((await retrieve(merchant, intent.id)).status).to.equal("succeeded")
    expect(await eventsOf(merchant, intent.id)).to.deep.equal(["payment_intent.succeeded"])
    expect(refunded(merchant)).to.deep.equal([])
  })

  it("ends at the last look-up if nobody has paid, or a quarter of an hour later if the bank does not answer", async () => {
    for (const [trouble, graceSeconds] of [
      [undefined, 0],
      ["lost_before", 900],
    ] as const) {
      const { merchant, intent } = await newPix()
      if (trouble) bank.set("look_up", trouble)
      const poll = trouble ? pollInVain : server.poll
      for (const later of [100, 400, 1600]) await poll(merchant, later)
      const lookUps = bank.calls(merchant.account, "look_up")
      const { expires_at } = intent.next_action
      clock.ahead = 0
      const left = expires_at - Math.floor(Date.now() / 1000)
      await poll(merchant, left - 2)
      await poll(merchant, left + graceSeconds - 2)
      expect((await retrieve(merchant, intent.id)).status).to.equal("requires_action")
      await poll(merchant, left + graceSeconds + 61)
      expect(bank.calls(merchant.account, "look_up")).to.be.above(lookUps)
      expect((await retrieve(merchant, intent.id)).status).to.equal("canceled")
      server.reset()
    }
  })

  for (const [name, trouble] of [
    ["gives no answer", "lost_before"],
    ["does not know the payment that it has confirmed", "nothing_yet"],
  ] as const) {
    it(`is told to a person where the bank ${name}, and found within an hour of the repair`, async () => {
      const { merchant, intent } = await newPix()
      pay(merchant)
      bank.set("look_up", trouble)
      await pollInVain(merchant, 60)
      expect(await failing(merchant)).to.deep.equal([])
      await pollInVain(merchant, 700)
      const [item, ...others] = await failing(merchant)
      expect(others).to.deep.equal([])
      expect(item).to.include({ kind: "work_failing", payment_intent: intent.id, amount: 4990, currency: "brl" })
      expect(item!.message).to.include("the acquirer bank has not said whether a payment was made: ")
      for (const later of [1400, 2800, PIX_SECONDS + 60, PIX_SECONDS + 1020, 4 * DAY]) await pollInVain(merchant, later)
      expect((await retrieve(merchant, intent.id)).status).to.equal("canceled")
      expect(await failing(merchant)).to.have.length(1)
      bank.heal()
      await poll(merchant, 4 * DAY + 3600)
      await poll(merchant, 4 * DAY + 3660)
      expect(refunded(merchant)).to.deep.equal([4990])
      expect(await failing(merchant)).to.deep.equal([])
    })
  }

  it("waits for the bank if it is on its way when the time to pay ends, and a person is told after 15 minutes", async () => {
    const { merchant, intent } = await newPix()
    bank.decide(merchant.account, "pending")
    const listed = async () => (await listAttention(vintem.server.modes.test, { account: merchant.account })).items
    const end = PIX_SECONDS + 60
    for (const later of [end, end + 800]) await poll(merchant, later)
    expect(await listed()).to.deep.equal([])
    const lookUps = bank.calls(merchant.account, "look_up")
    for (let later = end + 1000; later < DAY; later += 300) await poll(merchant, later)
    expect(bank.calls(merchant.account, "look_up") - lookUps).to.be.within(2, 15)
    expect((await retrieve(merchant, intent.id)).status).to.equal("requires_action")
    const [item, ...others] = await listed()
    expect(others).to.deep.equal([])
    expect(item).to.include({ kind: "outcome_unknown", payment_intent: intent.id, amount: 4990, currency: "brl" })
    pay(merchant)
    await poll(merchant, 2 * DAY)
    expect((await retrieve(merchant, intent.id)).status).to.equal("succeeded")
    expect(await listed()).to.deep.equal([])
  })

  it("expires if the bank no longer has a PIX that was on its way, and is reversed if it is paid all the same", async () => {
    const { merchant, intent } = await newPix()
    bank.decide(merchant.account, "pending")
    const end = PIX_SECONDS + 60
    await poll(merchant, end)
    bank.set("look_up", "nothing_yet")
    await poll(merchant, end + 60)
    expect((await retrieve(merchant, intent.id)).status).to.equal("requires_action")
    for (const later of [end + 1000, end + 2000]) await pollInVain(merchant, later)
    expect((await retrieve(merchant, intent.id)).status).to.equal("canceled")
    bank.heal()
    pay(merchant)
    for (const later of [DAY, DAY + 60]) await poll(merchant, later)
    expect(refunded(merchant)).to.deep.equal([4990])
  })

  it("is reversed once if it was paid after its time, within 7 days", async () => {
    const { merchant, intent } = await newPix()
    await poll(merchant, PIX_SECONDS + 60)
    const expired = await retrieve(merchant, intent.id)
    expect(expired.status).to.equal("canceled")
    pay(merchant)
    for (const later of [6, 6.5, 6.6, 20]) await poll(merchant, later * DAY)
    expect(refunded(merchant)).to.deep.equal([4990])
    expect(await retrieve(merchant, intent.id)).to.deep.equal(expired)
  })

  it("cannot be made any more after a cancellation, which takes the PIX back at the bank", async () => {
    const { merchant, intent } = await newPix()
    expectStatus(await cancel(merchant, intent), 200)
    expect(bank.calls(merchant.account, "void_pix")).to.equal(0)
    await poll(merchant, 1)
    expect(bank.calls(merchant.account, "void_pix")).to.equal(1)
    pay(merchant)
    for (const later of [2, 6, 20]) await poll(merchant, later * DAY)
    expect(bank.sales(merchant.account).map(({ status }) => status)).to.deep.equal(["refused"])
    expect(bank.calls(merchant.account, "void_pix")).to.equal(1)
  })

  for (const trouble of ["unavailable", "unknown", "lost_before"] as const) {
    it(`takes a canceled PIX back later if the bank could not do it (${trouble})`, async () => {
      const { merchant, intent } = await newPix()
      expectStatus(await cancel(merchant, intent), 200)
      bank.set("void_pix", trouble)
      for (const later of [1, 30]) await poll(merchant, later)
      bank.heal()
      await poll(merchant, 200)
      pay(merchant)
      expect(bank.sales(merchant.account).map(({ status }) => status)).to.deep.equal(["refused"])
      await poll(merchant, 4000)
      expect(bank.calls(merchant.account, "void_pix")).to.equal(3)
    })
  }

  it("is reversed once if it was paid before the bank could take it back", async () => {
    const { merchant, intent } = await newPix()
    expectStatus(await cancel(merchant, intent), 200)
    pay(merchant)
    for (const later of [1, 100, 3600, DAY, 2 * DAY]) await poll(merchant, later)
    expect(bank.calls(merchant.account, "void_pix")).to.equal(1)
    expect(refunded(merchant)).to.deep.equal([4990])
    expect((await retrieve(merchant, intent.id)).status).to.equal("canceled")
    expect(await eventsOf(merchant, intent.id)).to.deep.equal(["payment_intent.canceled"])
  })

  it("is not voided if it is a card", async () => {
    const merchant = await newMerchant(vintem)
    const intent = await payWith(merchant, CARDS.threeDs)
    expectStatus(await cancel(merchant, intent), 200)
    await poll(merchant, 60)
    expect(bank.calls(merchant.account, "void_pix")).to.equal(0)
  })
})
