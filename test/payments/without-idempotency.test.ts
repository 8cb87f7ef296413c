import { expect } from "chai"
import pino from "pino"
import { pollAcquirers } from "../../src/payments/attempts/poll.ts"
import { recoverLapsedAttempts } from "../../src/payments/attempts/recover.ts"
import { expireIntents } from "../../src/payments/intents/expire.ts"
import { type Bank, bankFor } from "../support/bank.ts"
import type { Json } from "../support/client.ts"
import { type Databases, freshDatabases } from "../support/databases.ts"
import { type Merchant, newMerchant, until } from "../support/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/payments.ts"
import {
  balanceIn,
  confirm,
  confirmWith,
  eventsOf,
  help,
  newBareToken,
  newOpenIntent,
  payWith,
  perform,
  pressButton,
  refundsOf,
  retrieve,
} from "../support/rails.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const HOUR = 3600
const DAY = 24 * HOUR

/** Most real acquirers repeat an operation if a request is repeated. So an unknown outcome is looked up and never sent again. */
describe("With an acquirer without idempotency", () => {
  let vintem: Running
  let databases: Databases
  let bank: Bank
  const logged: Json[] = []
  const log = pino({ level: "warn", base: undefined }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  // There is no scheduler. The tests run its jobs.
  before(async () => {
    databases = await freshDatabases()
    bank = bankFor(databases)
    vintem = await startVintem({}, { role: "api", databases, log, clock, acquirerOf: () => bank.acquirer })
  })
  afterEach(() => {
    bank.heal()
    clock.ahead = 0
  })
  after(async () => {
    await vintem.close()
    bank.close()
    await databases.remove()
  })

  /** Polls at `later` seconds after the start of the test. */
  const poll = (merchant: Merchant, later: number) => {
    clock.ahead = later
    return perform(vintem, pollAcquirers, merchant.account)
  }
  const recover = () => recoverLapsedAttempts(vintem.server.modes.test)
  const refund = (merchant: Merchant, intent: string, idempotencyKey = newIdempotencyKey()) =>
    merchant.request("POST", "/v1/refunds", { payment_intent: intent, amount: 1000 }, { idempotencyKey })
  const logLines = (intent: string, level: "warn" | "error") =>
    logged.filter((line) => line.payment_intent === intent && line.level === pino.levels.values[level])

  async function newPaid(): Promise<{ merchant: Merchant; id: string }> {
    const merchant = await newMerchant(vintem)
    return { merchant, id: (await payWith(merchant)).id }
  }

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
    const sales = bank.sales(merchant.account)
    expect(sales).to.have.lengthOf(1)
    expect(await retrieve(merchant, id)).to.deep.include({ status: "succeeded", charges: { latest: sales[0]!.charge } })
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("a refund that never arrived is not sent again and stays pending until an operator settles it", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "lost_before")
    const made = expectStatus(await refund(merchant, id), 201)
    expect(made.status).to.equal("pending")
    bank.heal()
    for (let later = 10; later < HOUR; later += 30) await poll(merchant, later)
    expect(bank.calls(merchant.account, "look_up_refund")).to.be.within(5, 25)
    for (const later of [DAY, 30 * DAY]) expect(await poll(merchant, later)).to.equal(1)
    expect(bank.calls(merchant.account, "refund")).to.equal(1)
    expect(await refundsOf(merchant, id)).to.deep.equal([made])
    expect((await vintem.cli("refunds", "settle", made.id, "--json")).json.status).to.equal("succeeded")
    expect(await poll(merchant, 60 * DAY)).to.equal(0)
  })

  it("a refund whose response got lost is found and paid once", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "lost_after")
    expect(expectStatus(await refund(merchant, id), 201).status).to.equal("pending")
    await poll(merchant, 1)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([1000])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 3990, pending: 0 })
    expect(await poll(merchant, DAY)).to.equal(0)
  })

  it("a refund that the acquirer refuses fails: the merchant keeps the money and can try again", async () => {
    const { merchant, id } = await newPaid()
    const key = newIdempotencyKey()
    bank.set("refund", "refused")
    const refused = expectStatus(await refund(merchant, id, key), 201)
    expect(refused.status).to.equal("failed")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    bank.heal()
    const again = await refund(merchant, id, key)
    expect([again.status, again.body, again.headers["idempotent-replayed"]]).to.deep.equal([201, refused, "true"])
    expect(await poll(merchant, DAY)).to.equal(0)
    expect(expectStatus(await refund(merchant, id), 201).status).to.equal("succeeded")
    expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 3990, pending: 0 })
  })

  it("a refund that is found refused fails", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "lost_before")
    expect(expectStatus(await refund(merchant, id), 201).status).to.equal("pending")
    bank.set("look_up_refund", "refused")
    await poll(merchant, 1)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["failed"])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })

  it("a refund that the rail cannot make waits for the operator, and the acquirer is not polled", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "by_hand")
    const made = expectStatus(await refund(merchant, id), 201)
    expect(made.status).to.equal("pending")
    bank.heal()
    expect(await poll(merchant, DAY)).to.equal(0)
    expect((await refund(merchant, id)).body.error.code).to.equal("payment_intent_already_refunded")
    expect((await vintem.cli("refunds", "settle", made.id, "--json")).json.status).to.equal("succeeded")
    expect(bank.refunds(merchant.account)).to.deep.equal([])
  })

  it("a refund that the acquirer cannot process now is looked up later, not sent again", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "unavailable")
    expect(expectStatus(await refund(merchant, id), 201).status).to.equal("pending")
    bank.heal()
    expect(await poll(merchant, 1)).to.equal(1)
    expect(bank.calls(merchant.account, "look_up_refund")).to.equal(1)
    expect(bank.calls(merchant.account, "refund")).to.equal(1)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["pending"])
  })

  it("a refund that is found after its key was reused does not change the new request's response", async () => {
    const { merchant, id } = await newPaid()
    const key = newIdempotencyKey()
    bank.set("refund", "lost_after")
    expect(expectStatus(await refund(merchant, id, key), 201).status).to.equal("pending")
    clock.ahead = 25 * HOUR
    const next = await newIntent(merchant)
    const body = { payment_method: (await newToken(merchant)).id }
    const send = () => merchant.request("POST", `/v1/payment_intents/${next.id}/confirm`, body, { idempotencyKey: key })
    bank.set("authorize", "held")
    const confirming = send()
    await until(async () => bank.calls(merchant.account, "authorize") === 2)
    await poll(merchant, 26 * HOUR)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    bank.heal()
    const confirmed = expectStatus(await confirming, 200)
    expect((await send()).body).to.deep.equal(confirmed)
  })

  it("a sale that turns up within 7 days after it was given up is reversed once, and logged", async () => {
    const { merchant, id } = await newGivenUp()
    bank.set("look_up", "nothing_yet")
    for (let later = HOUR; later < 6.7 * DAY; later += 6 * HOUR) await poll(merchant, later)
    expect(bank.refunds(merchant.account)).to.deep.equal([])
    bank.heal()
    await poll(merchant, 6.7 * DAY + 6 * HOUR)
    for (let i = 0; i < 3; i++) await recover()
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

  for (const trouble of ["refused", "by_hand"] as const) {
    it(`a late sale that cannot be reversed (${trouble}) is logged as an error`, async () => {
      const { merchant, id } = await newGivenUp()
      await poll(merchant, HOUR)
      bank.set("refund", trouble)
      await recover()
      const [sale] = bank.sales(merchant.account)
      const [line, ...more] = logLines(id, "error")
      expect(line).to.include({ charge: sale!.charge, amount: 4990 })
      expect(line.msg).to.include("refund it by hand")
      expect(more).to.deep.equal([])
      expect(logLines(id, "warn")).to.deep.equal([])
      bank.heal()
      await recover()
      expect(await poll(merchant, DAY)).to.equal(0)
      expect(bank.refunds(merchant.account)).to.deep.equal([])
    })
  }

  it("a reversal whose response got lost is not sent again, and logged when it is found", async () => {
    const { merchant, id } = await newGivenUp()
    await poll(merchant, HOUR)
    bank.set("refund", "lost_after")
    bank.set("look_up_refund", "nothing_yet")
    await recover()
    for (const later of [HOUR + 60, 2 * HOUR, DAY]) await poll(merchant, later)
    expect(bank.calls(merchant.account, "refund")).to.equal(1)
    expect(logLines(id, "warn")).to.deep.equal([])
    bank.heal()
    await poll(merchant, 2 * DAY)
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
    await poll(merchant, DAY)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
  })

  it("a pending sale is polled ever more rarely until it is decided", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    const confirmed = await confirmWith(merchant, id, CARDS.processing)
    const { charge } = bank.sales(merchant.account)[0]!
    expect(confirmed).to.deep.include({ status: "processing", charges: { latest: charge } })
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
    expect(await retrieve(merchant, id)).to.deep.include({ status: "canceled", charges: { latest: charge } })
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

  for (const trouble of ["lost_before", "lost_after", "unknown"] as const) {
    it(`a PIX with an unknown outcome (${trouble}) that is not found can be retried`, async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await newOpenIntent(merchant)
      const body = { payment_method: (await newBareToken(merchant, "pix")).id }
      const idempotencyKey = newIdempotencyKey()
      const send = () => merchant.request("POST", `/v1/payment_intents/${id}/confirm`, body, { idempotencyKey })
      bank.set("create_pix", trouble)
      bank.set("look_up", trouble === "lost_before" ? "lost_before" : "nothing_yet")
      expect((await send()).status).to.equal(503)
      expect((await retrieve(merchant, id)).status).to.equal("requires_payment_method")
      bank.heal()
      expect(expectStatus(await send(), 200).status).to.equal("requires_action")
    })
  }

  it("a PIX that was never shown is reversed if it is paid, and the PIX that was shown stays open", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newOpenIntent(merchant)
    bank.set("create_pix", "lost_after")
    bank.set("look_up", "nothing_yet")
    expect((await confirm(merchant, id, (await newBareToken(merchant, "pix")).id)).status).to.equal(503)
    bank.set("look_up", "unknown")
    await poll(merchant, 10)
    bank.heal()
    // The poll finds it waiting for its payer, so there is nothing to reverse yet.
    for (const later of [30, 60]) await poll(merchant, later)
    bank.decide(merchant.account, "approved")
    const shown = await confirmWith(merchant, id, "pix")
    await poll(merchant, 300)
    await recover()
    const [unseen] = bank.sales(merchant.account)
    expect(bank.refunds(merchant.account).map(({ charge }) => charge)).to.deep.equal([unseen!.charge])
    expect(await retrieve(merchant, id)).to.deep.equal(shown)
    expect(await eventsOf(merchant, id)).to.deep.equal([])
  })

  for (const trouble of ["unavailable", "unknown"] as const) {
    it(`a 3DS challenge that the acquirer cannot process (${trouble}) can be answered again`, async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await newIntent(merchant)
      const { next_action } = await confirmWith(merchant, id, CARDS.threeDs)
      bank.set("finish_challenge", trouble)
      expect((await pressButton(next_action.url, "authorize")).status).to.equal(503)
      expect((await retrieve(merchant, id)).status).to.equal("requires_action")
      bank.heal()
      expect((await pressButton(next_action.url, "authorize")).status).to.equal(303)
      expect((await retrieve(merchant, id)).status).to.equal("succeeded")
      expect(bank.sales(merchant.account)).to.have.lengthOf(1)
    })
  }

  it("a 3DS challenge answered after an hour is too late, even before the payment is expired", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    const { next_action } = await confirmWith(merchant, id, CARDS.threeDs)
    clock.ahead = HOUR
    expect((await pressButton(next_action.url, "authorize")).status).to.equal(303)
    expect(bank.calls(merchant.account, "finish_challenge")).to.equal(0)
    await perform(vintem, expireIntents, merchant.account)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
  })

  it("a card that the acquirer refuses to verify is not saved, and its token is used", async () => {
    const merchant = await newMerchant(vintem)
    const { id, customer } = await newIntent(merchant)
    const token = await newToken(merchant)
    const idempotencyKey = newIdempotencyKey()
    const save = () => merchant.request("POST", "/v1/payment_methods", { token: token.id, customer }, { idempotencyKey })
    bank.set("verify", "refused")
    const first = await save()
    expect([first.status, first.body.error.code]).to.deep.equal([402, "card_declined"])
    bank.heal()
    const again = await save()
    expect([again.status, again.body.error.code, again.headers["idempotent-replayed"]]).to.deep.equal([
      402,
      "card_declined",
      "true",
    ])
    expect((await confirm(merchant, id, token.id)).body.error.code).to.equal("token_unusable")
    expect(bank.calls(merchant.account, "verify")).to.equal(1)
  })

  it("a card that could not be verified can be saved by a retry", async () => {
    const merchant = await newMerchant(vintem)
    const { customer } = await newIntent(merchant)
    const token = await newToken(merchant)
    const idempotencyKey = newIdempotencyKey()
    const save = () => merchant.request("POST", "/v1/payment_methods", { token: token.id, customer }, { idempotencyKey })
    bank.set("verify", "lost_after")
    expect((await save()).status).to.equal(503)
    bank.set("verify", "unavailable")
    expect((await save()).status).to.equal(503)
    bank.heal()
    const saved = expectStatus(await save(), 201)
    expect((await save()).body).to.deep.equal(saved)
    expect((await confirm(merchant, (await newIntent(merchant)).id, token.id)).body.error.code).to.equal("token_unusable")
  })
})
