import { expect } from "chai"
import pino from "pino"
import type { Json } from "../support/app/client.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, CHARGE, expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm, confirmWith, eventsOf, help, retrieve } from "../support/merchants/rails.ts"

const HOUR = 3600
const DAY = 24 * HOUR

/** Most real acquirers repeat an operation if a request is repeated. So an unknown outcome is looked up and never sent again. */
describe("With an acquirer without idempotency", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let poll: BankServer["poll"]
  let recover: BankServer["recover"]
  const logged: Json[] = []
  const log = pino({ level: "warn", base: undefined }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  before(async () => {
    server = await startWithBank({ log })
    ;({ vintem, bank, poll, recover } = server)
  })
  afterEach(() => server.reset())
  after(() => server.close())

  const logLines = (intent: string, level: "warn" | "error") =>
    logged.filter((line) => line.payment_intent === intent && line.level === pino.levels.values[level])

  /** A payment that was given up after 15 minutes, although the bank has booked it. */
  async function newGivenUp(): Promise<{ merchant: Merchant; id: string }> {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "lost_after")
    bank.set("look_up", "nothing_yet")
    await confirmWith(merchant, id, CARDS.approved)
    for (const later of [1, 450, 901]) await poll(merchant, later)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    bank.heal()
    return { merchant, id }
  }

  it("a sale that never arrived is looked up, not sent again, until it is given up", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "lost_before")
    expect((await confirmWith(merchant, id, CARDS.approved)).status).to.equal("processing")
    bank.heal()
    for (const later of [1, 450, 901]) await poll(merchant, later)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    expect(bank.calls(merchant.account, "authorize")).to.equal(1)
    expect(bank.sales(merchant.account)).to.deep.equal([])
  })

  it("a sale whose response got lost is found and charged once", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    const body = { payment_method: (await newToken(merchant)).id }
    const idempotencyKey = newIdempotencyKey()
    const send = () => merchant.request("POST", `/v1/payment_intents/${id}/confirm`, body, { idempotencyKey })
    bank.set("authorize", "lost_after")
    const first = expectStatus(await send(), 200)
    expect(first.status).to.equal("processing")
    await poll(merchant, 1)
    expect(expectStatus(await send(), 200)).to.deep.equal(first)
    const other = await newIntent(merchant)
    expect((await confirm(merchant, other.id, body.payment_method)).body.error.code).to.equal("token_unusable")
    expect(bank.sales(merchant.account)).to.have.lengthOf(1)
    const found = await retrieve(merchant, id)
    expect(found.status).to.equal("succeeded")
    expect(found.charges.latest).to.match(CHARGE)
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("a sale that turns up within 7 days after it was given up is reversed once, and logged", async () => {
    const { merchant, id } = await newGivenUp()
    bank.set("look_up", "nothing_yet")
    for (let later = HOUR; later < 6.7 * DAY; later += 6 * HOUR) await poll(merchant, later)
    expect(bank.refunds(merchant.account)).to.deep.equal([])
    bank.heal()
    await poll(merchant, 6.7 * DAY + 6 * HOUR)
    for (let i = 0; i < 3; i++) await recover(merchant)
    const [sale] = bank.sales(merchant.account)
    const refunds = bank.refunds(merchant.account)
    expect(refunds.map(({ charge, amount }) => [charge, amount])).to.deep.equal([[sale!.charge, 4990]])
    expect(await retrieve(merchant, id)).to.deep.include({ status: "canceled" })
    expect(logLines(id, "warn")).to.have.lengthOf(1)
    expect(logLines(id, "warn")[0]).to.include({ charge: sale!.charge, amount: 4990 })
    expect(await poll(merchant, 30 * DAY)).to.equal(0)
  })

  it("a sale that was given up is looked up for 7 days only", async () => {
    const { merchant } = await newGivenUp()
    bank.set("look_up", "nothing_yet")
    for (let later = HOUR; later < 8 * DAY; later += 6 * HOUR) await poll(merchant, later)
    const lookUps = bank.calls(merchant.account, "look_up")
    for (let later = 8 * DAY; later < 20 * DAY; later += DAY) expect(await poll(merchant, later)).to.equal(0)
    expect(bank.calls(merchant.account, "look_up")).to.equal(lookUps)
  })

  it("a sale that was given up is looked up no more often than before", async () => {
    const { merchant } = await newGivenUp()
    expect(await poll(merchant, 901 + 400)).to.equal(0)
    expect(await poll(merchant, 901 + 460)).to.equal(1)
  })

  for (const trouble of ["refused", "by_hand"] as const) {
    it(`a late sale that cannot be reversed (${trouble}) is logged as an error`, async () => {
      const { merchant, id } = await newGivenUp()
      await poll(merchant, HOUR)
      bank.set("refund", trouble)
      await recover(merchant)
      const [sale] = bank.sales(merchant.account)
      const [line, ...more] = logLines(id, "error")
      expect(line).to.include({ charge: sale!.charge, amount: 4990 })
      expect(line.msg).to.include("refund it by hand")
      expect(more).to.deep.equal([])
      expect(logLines(id, "warn")).to.deep.equal([])
      bank.heal()
      await recover(merchant)
      expect(await poll(merchant, DAY)).to.equal(0)
      expect(bank.refunds(merchant.account)).to.deep.equal([])
    })
  }

  it("a reversal whose response got lost is not sent again, and logged when it is found", async () => {
    const { merchant, id } = await newGivenUp()
    await poll(merchant, HOUR)
    bank.set("refund", "lost_after")
    bank.set("look_up_refund", "nothing_yet")
    await recover(merchant)
    for (const later of [HOUR + 60, HOUR + 600]) await poll(merchant, later)
    expect(bank.calls(merchant.account, "refund")).to.equal(1)
    expect(logLines(id, "warn")).to.deep.equal([])
    bank.heal()
    await poll(merchant, HOUR + 900)
    expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
    expect(logLines(id, "warn")).to.have.lengthOf(1)
  })

  it("a sale that waits for a 3DS challenge that was never shown is given up", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "lost_after")
    await confirmWith(merchant, id, CARDS.threeDs)
    for (const later of [1, 450, 901]) await poll(merchant, later)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
  })

  it("a sale that the acquirer reports as not processed is given up after 15 minutes", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "lost_before")
    bank.set("look_up", "unavailable")
    await confirmWith(merchant, id, CARDS.approved)
    await poll(merchant, 450)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    await poll(merchant, 901)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
  })

  it("a sale that the acquirer reports as unknown stays processing", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "unknown")
    bank.set("look_up", "unknown")
    await confirmWith(merchant, id, CARDS.approved)
    for (const later of [1, 450, 901, 2 * HOUR]) await poll(merchant, later)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    bank.heal()
    // It must be missing for 15 minutes, not in one look-up.
    await poll(merchant, DAY)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    await poll(merchant, DAY + 901)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
  })

  it("a sale whose response got lost shows its charge and its card once it is found, also while it is not decided", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "lost_after")
    expect((await confirmWith(merchant, id, CARDS.processing)).charges.latest).to.equal(null)
    bank.heal()
    await poll(merchant, 1)
    const found = await retrieve(merchant, id)
    expect(found.status).to.equal("processing")
    expect(found.charges.latest).to.match(CHARGE)
    expect(found.payment_method_details.card.last4).to.equal(CARDS.processing.slice(-4))
  })

  it("a pending sale is polled ever more rarely until it is decided", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    const confirmed = await confirmWith(merchant, id, CARDS.processing)
    const { charges } = confirmed
    expect(confirmed.status).to.equal("processing")
    expect(charges.latest).to.match(CHARGE)
    for (let later = 10; later < HOUR; later += 30) await poll(merchant, later)
    expect(bank.calls(merchant.account, "look_up")).to.be.within(5, 25)
    // An unavailable, unknown or missing result decides nothing.
    for (const [i, trouble] of (["unavailable", "unknown", "nothing_yet"] as const).entries()) {
      bank.set("look_up", trouble)
      await poll(merchant, (2 + i) * HOUR)
      expect((await retrieve(merchant, id)).status).to.equal("processing")
    }
    bank.heal()
    bank.decide(merchant.account, "refused")
    await poll(merchant, 12 * HOUR)
    expect(await retrieve(merchant, id)).to.deep.include({ status: "canceled", charges })
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.payment_failed"])
    expect(await poll(merchant, 30 * DAY)).to.equal(0)
  })

  it("a payment that a test helper decided does not change when its sale is given up", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "lost_before")
    await confirmWith(merchant, id, CARDS.approved)
    const forced = expectStatus(await help(merchant, id, "succeed"), 200)
    for (const later of [1, 450, 901]) await poll(merchant, later)
    expect(await retrieve(merchant, id)).to.deep.equal(forced)
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    for (let later = HOUR; later < 8 * DAY; later += 6 * HOUR) await poll(merchant, later)
    expect(await poll(merchant, 30 * DAY)).to.equal(0)
  })
})
