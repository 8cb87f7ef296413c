import { expect } from "chai"
import pino from "pino"
import { listAttention } from "../../src/attention/list.ts"
import { attemptsOfCharge } from "../../src/payments/attempts/charges.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import type { Json } from "../support/app/client.ts"
import type { Running } from "../support/app/vintem.ts"
import { slowCall } from "../support/banks/acquirer.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, eventsOf, mayFail, payWith, refundsOf, retrieve } from "../support/merchants/rails.ts"

const DAY = 86_400
const ageFailures = sql<void>("UPDATE failing_work SET since_ms = since_ms - 3600000")

/** A merchant refunds in the portal of the acquirer, or the acquirer refunds by itself. A notification tells that something has changed. */
describe("A refund that was made at the acquirer itself", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let poll: BankServer["poll"]
  let merchant: Merchant
  let diesAt: string | undefined
  const logged: Json[] = []
  const log = pino({ base: undefined }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  before(async () => {
    const checkpoint = (step: string) => {
      if (step === diesAt) throw new Error(`the process dies at: ${step}`)
    }
    server = await startWithBank({ checkpoint, log })
    ;({ vintem, bank, poll } = server)
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
  const mode = () => vintem.server.modes.test
  const notify = () => noteNotification(mode(), { acquirer: "bank", charge: charge(), chargeback: false })
  const refundInPortal = (amount: number) => bank.refundInPortal(merchant.account, charge(), amount)
  const asked = () => bank.calls(merchant.account, "holds")
  const inquiries = async () => {
    const about = await mode().database.all(attemptsOfCharge, { acquirer: "bank", charge: charge() })
    return about.filter(({ kind }) => kind === "inquiry").map(({ state }) => state)
  }
  const linesAbout = (intent: string) =>
    logged
      .filter(({ payment_intent, amount }) => payment_intent === intent && amount !== undefined)
      .map(({ level, msg }) => `${pino.levels.labels[level]}: ${msg}`)
  const refunded = async (intent: string) => {
    const refunds = await refundsOf(merchant, intent)
    return refunds.map(({ amount, status, reason }) => ({ amount, status, reason }))
  }

  for (const [what, method, amount] of [
    ["the whole of a card payment", undefined, 4990],
    ["a part of a card payment", undefined, 1500],
    ["the whole of a PIX", "pix", 4990],
  ] as const) {
    it(`of ${what} is booked once, and the acquirer is not asked to refund`, async () => {
      const { id } = await payWith(merchant, method)
      if (method === "pix") {
        bank.decide(merchant.account, "approved")
        await poll(merchant, 60)
      }
      refundInPortal(amount)
      await Promise.all([notify(), notify(), notify()])
      await poll(merchant, 121)
      for (const later of [1800, 3600]) {
        await notify()
        await poll(merchant, later)
      }
      expect(await refunded(id)).to.deep.equal([{ amount, status: "succeeded", reason: null }])
      expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_refunded: amount })
      expect(await balanceIn(merchant)).to.deep.equal({ available: 4990 - amount, pending: 0 })
      expect(bank.calls(merchant.account, "refund")).to.equal(0)
      expect(await eventsOf(merchant, id)).to.not.include("charge.dispute.created")
      const [line] = linesAbout(id)
      expect(line).to.equal("warn: money of a payment was sent back at the acquirer: its refund was booked")
      const again = await merchant.request("POST", "/v1/refunds", { payment_intent: id })
      if (amount === 4990) expect(again.body.error.code).to.equal("payment_intent_already_refunded")
      else expect(expectStatus(again, 201)).to.include({ amount: 3490, status: "succeeded" })
    })
  }

  it("is asked about once a minute at most, and leaves nothing behind where there is none", async () => {
    const { id } = await payWith(merchant)
    for (let n = 0; n < 5; n++) await notify()
    expect([await poll(merchant, 58), asked(), await inquiries()]).to.deep.equal([0, 0, ["new"]])
    await poll(merchant, 61)
    expect([asked(), await inquiries(), await refunded(id)]).to.deep.equal([1, [], []])
    await notify()
    expect([await poll(merchant, 118), asked()]).to.deep.equal([0, 1])
  })

  it("is not asked about where the whole payment is refunded, or was never paid", async () => {
    const { id } = await payWith(merchant)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    await notify()
    expect(await inquiries()).to.deep.equal([])
    await payWith(merchant, "pix")
    await notify()
    expect(await inquiries()).to.deep.equal([])
  })

  it("is not booked where it is a refund that was ordered here, though its answer was lost", async () => {
    const { id } = await payWith(merchant)
    bank.set("refund", "lost_after")
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 1000 }), 201)
    expect(refund.status).to.equal("pending")
    await notify()
    for (const later of [121, 300]) await poll(merchant, later)
    expect(await refunded(id)).to.deep.equal([{ amount: 1000, status: "succeeded", reason: null }])
    expect([await inquiries(), linesAbout(id)]).to.deep.equal([[], []])
  })

  for (const [amount, back] of [
    [4990, 1500],
    [1000, 4990],
  ] as const) {
    it(`of ${back} is booked once the refund of ${amount} that was ordered here has failed`, async () => {
      const { id } = await payWith(merchant)
      bank.set("refund", "lost_before")
      expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount }), 201)
      refundInPortal(back)
      await notify()
      await poll(merchant, 121)
      expect([await inquiries(), await refunded(id)]).to.deep.equal([["new"], [{ amount, status: "pending", reason: null }]])
      bank.set("look_up_refund", "refused")
      await poll(merchant, 1800)
      await poll(merchant, 7200)
      expect(await refunded(id)).to.have.deep.members([
        { amount: back, status: "succeeded", reason: null },
        { amount, status: "failed", reason: null },
      ])
      expect([await inquiries(), (await retrieve(merchant, id)).amount_refunded]).to.deep.equal([["done"], back])
    })
  }

  it("is booked beside refunds of parts, as far as the payment goes", async () => {
    const { id } = await payWith(merchant)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 1000 }), 201)
    for (const [amount, later] of [
      [1990, 121],
      [2000, 242],
    ] as const) {
      refundInPortal(amount)
      await notify()
      await poll(merchant, later)
    }
    const amounts = (await refunded(id)).map(({ amount }) => amount)
    expect(amounts).to.have.members([1000, 1990, 2000])
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_refunded: 4990 })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
  })

  for (const [how, flags, left] of [
    ["succeeds", [], 0],
    ["fails", ["--failed"], 1000],
  ] as const) {
    it(`while a refund that was ordered here is pending is booked once that ${how}`, async () => {
      const { id } = await payWith(merchant)
      bank.set("refund", "by_hand")
      const body = { payment_intent: id, amount: 1000 }
      const ordered = expectStatus(await merchant.request("POST", "/v1/refunds", body), 201)
      refundInPortal(3990)
      await notify()
      for (const later of [61, 200]) await poll(merchant, later)
      // The refund itself has asked before it was sent.
      expect([await inquiries(), asked()]).to.deep.equal([["new"], 1])
      if (how === "succeeds") refundInPortal(1000)
      expect((await vintem.cli("refunds", "settle", ordered.id, ...flags)).status).to.equal(0)
      await poll(merchant, 3600)
      expect((await refunded(id))[0]).to.deep.equal({ amount: 3990, status: "succeeded", reason: null })
      expect(await balanceIn(merchant)).to.deep.equal({ available: left, pending: 0 })
      expect(await inquiries()).to.deep.equal(["done"])
    })
  }

  for (const method of [CARDS.approved, "pix"]) {
    it(`before it was known that the payment was made is booked once that is known (${method})`, async () => {
      if (method !== "pix") bank.set("authorize", "lost_after")
      const { id } = await payWith(merchant, method)
      bank.decide(merchant.account, "approved")
      refundInPortal(1500)
      await notify()
      for (const later of [60, 200]) await poll(merchant, later)
      expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_refunded: 1500 })
      expect(await balanceIn(merchant)).to.deep.equal({ available: 3490, pending: 0 })
      expect(await inquiries()).to.deep.equal(["done"])
    })
  }

  it("of a part of money that came too late leaves the rest to be sent back", async () => {
    const { id } = await payWith(merchant, "pix")
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    bank.decide(merchant.account, "approved")
    refundInPortal(1500)
    for (const later of [60, 61]) await poll(merchant, later)
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([1500, 3490])
    expect((await listAttention(mode(), { account: merchant.account })).items).to.deep.equal([])
  })

  it("is booked in full where a refund is ordered while the acquirer is asked, which waits for that", async () => {
    const { id } = await payWith(merchant)
    refundInPortal(1500)
    await notify()
    const slow = slowCall(vintem, merchant, "holds")
    const polling = poll(merchant, 61)
    await slow.called
    slow.restore()
    const ordered = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 1000 }), 201)
    expect([ordered.status, bank.calls(merchant.account, "refund")]).to.deep.equal(["pending", 0])
    slow.respond()
    await polling
    for (const later of [200, 300]) await poll(merchant, later)
    expect(await refunded(id)).to.have.deep.members([
      { amount: 1500, status: "succeeded", reason: null },
      { amount: 1000, status: "succeeded", reason: null },
    ])
    expect(await inquiries()).to.deep.equal(["done"])
  })

  it("during the question of an earlier notification is asked about again", async () => {
    const { id } = await payWith(merchant)
    await notify()
    bank.set("holds", "held_after")
    const polling = poll(merchant, 61)
    await until(async () => asked() === 1)
    refundInPortal(4990)
    await Promise.all([notify(), notify()])
    bank.heal()
    await polling
    expect([await refunded(id), await inquiries()]).to.deep.equal([[], ["new"]])
    await poll(merchant, 122)
    expect([(await refunded(id)).length, asked(), await inquiries()]).to.deep.equal([1, 2, ["done"]])
  })

  it("is booked once although the process dies before and after it", async () => {
    const { id } = await payWith(merchant)
    refundInPortal(4990)
    await notify()
    for (const step of ["inquiry: acquirer answered", "inquiry: settled"]) {
      diesAt = step
      server.clock.ahead = 121
      await server.recover(merchant).catch(() => {})
      expect(await refunded(id), step).to.have.lengthOf(step === "inquiry: settled" ? 1 : 0)
    }
    diesAt = undefined
    await server.recover(merchant)
    expect([(await refunded(id)).length, await inquiries()]).to.deep.equal([1, ["done"]])
  })

  it("is asked about until the acquirer answers", async () => {
    const { id } = await payWith(merchant)
    refundInPortal(4990)
    await notify()
    bank.set("holds", "lost_before")
    await poll(merchant, 121).catch(() => {})
    expect([await inquiries(), await refunded(id)]).to.deep.equal([["new"], []])
    bank.heal()
    await poll(merchant, 300)
    expect([await inquiries(), (await refunded(id)).length]).to.deep.equal([["done"], 1])
  })

  it("is asked about where the acquirer does not find the charge, of which a person is told", async () => {
    const { id } = await payWith(merchant)
    refundInPortal(4990)
    await notify()
    bank.set("holds", "nothing_yet")
    for (const later of [121, 800, 1800]) await mayFail(poll(merchant, later))
    expect([await inquiries(), await refunded(id)]).to.deep.equal([["new"], []])
    await mode().database.transaction((tx) => tx.run(ageFailures, {}))
    const { items } = await listAttention(mode(), { account: merchant.account })
    expect(items.map(({ kind, payment_intent }) => [kind, payment_intent])).to.deep.equal([["work_failing", id]])
    expect(items[0]!.message).to.include(`does not say what it holds of the charge '${charge()}'`)
    bank.heal()
    await poll(merchant, DAY)
    expect([await inquiries(), (await refunded(id)).length]).to.deep.equal([["done"], 1])
    expect((await listAttention(mode(), { account: merchant.account })).items).to.deep.equal([])
  })

  it("is no longer asked about where the acquirer has not found the charge for a week", async () => {
    const { id } = await payWith(merchant)
    await notify()
    bank.set("holds", "nothing_yet")
    for (let later = 121; later < 8 * DAY; later += DAY / 2) await mayFail(poll(merchant, later))
    expect(await inquiries()).to.deep.equal(["done"])
    const line = logged.find(({ payment_intent, msg }) => payment_intent === id && msg.includes("never said what it holds"))
    expect(line).to.include({ level: 50, charge: charge() })
  })
})
