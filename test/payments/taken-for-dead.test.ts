import { expect } from "chai"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import {
  balanceIn,
  confirmWith,
  eventsOf,
  newPayer,
  payWith,
  perform,
  pressButton,
  recoverAttempts,
  refundsOf,
  retrieve,
} from "../support/merchants/rails.ts"

const holds = statement<{ held_until_ms: number }>((k, p) => k("attempts").where({ account: p.account, state: "sent" }))

/**
 * Two processes on one database, and an acquirer that repeats an operation if a request is repeated. The second process can take
 * over the first one's attempts as if the first one had hung.
 */
describe("A process that waits for a slow acquirer", () => {
  let databases: Databases
  let bank: Bank
  let slow: Running
  let other: Running
  before(async () => {
    databases = await freshDatabases()
    bank = bankFor(databases)
    const acquirerOf = () => bank.acquirer
    slow = await startVintem({}, { role: "api", databases, acquirerOf })
    other = await startVintem({}, { role: "api", databases, acquirerOf })
  })
  afterEach(() => bank.heal())
  after(async () => {
    await other.close()
    await slow.close()
    bank.close()
    await databases.remove()
  })

  const called = (merchant: Merchant, operation: Parameters<Bank["calls"]>[1]) =>
    until(async () => bank.calls(merchant.account, operation) > 0)
  const recoverFromOther = (merchant: Merchant) => recoverAttempts(other, merchant.account)
  const poll = (merchant: Merchant, later = 60) => perform(other, callAcquirers, merchant.account, later)

  it("keeps its attempt, whichever operation it waits for", async () => {
    const merchant = await newMerchant(slow)
    const { id, customer } = await newIntent(merchant)
    const paid = await payWith(merchant)
    const { next_action } = await confirmWith(merchant, (await newIntent(merchant)).id, CARDS.threeDs)
    for (const operation of ["authorize", "refund", "verify", "finish_challenge"] as const) bank.set(operation, "held")
    const pending = Promise.all([
      confirmWith(merchant, id, CARDS.approved),
      merchant.request("POST", "/v1/refunds", { payment_intent: paid.id }),
      newToken(merchant).then(({ id: token }) => merchant.request("POST", "/v1/payment_methods", { token, customer })),
      pressButton(next_action.url, "authorize"),
    ])
    await until(async () => bank.calls(merchant.account, "authorize") === 3)
    for (const operation of ["refund", "verify", "finish_challenge"] as const) await called(merchant, operation)
    expect(await poll(merchant)).to.equal(0)
    for (const [operation, times] of [
      ["look_up", 0],
      ["look_up_refund", 0],
      ["finish_challenge", 1],
    ] as const)
      expect(bank.calls(merchant.account, operation)).to.equal(times)
    bank.heal()
    const [confirmed, refunded, saved, pressed] = await pending
    expect([confirmed.status, refunded.body.status, saved.status, pressed.status]).to.deep.equal([
      "succeeded",
      "succeeded",
      201,
      303,
    ])
    expect(bank.sales(merchant.account)).to.have.lengthOf(3)
  })

  it("keeps its attempt for as long as it waits, because it renews its lease", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "held")
    const confirming = confirmWith(merchant, id, CARDS.approved)
    await called(merchant, "authorize")
    const heldUntil = async () =>
      Number((await slow.server.modes.test.database.one(holds, { account: merchant.account }))!.held_until_ms)
    for (let i = 0; i < 2; i++) {
      const before = await heldUntil()
      await until(async () => (await heldUntil()) > before)
      expect(await poll(merchant)).to.equal(0)
    }
    expect(bank.calls(merchant.account, "look_up")).to.equal(0)
    bank.heal()
    expect((await confirming).status).to.equal("succeeded")
    expect(bank.sales(merchant.account)).to.have.lengthOf(1)
  })

  it("keeps its attempt in its own process, even where its lease has ended", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "held")
    const confirming = confirmWith(merchant, id, CARDS.approved)
    await called(merchant, "authorize")
    await recoverAttempts(slow, merchant.account)
    expect(bank.calls(merchant.account, "look_up")).to.equal(0)
    bank.heal()
    expect((await confirming).status).to.equal("succeeded")
  })

  it("and loses its lease: if a look-up cannot tell, the sale waits for the answer, and is charged once", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "held")
    bank.set("look_up", "unavailable")
    const confirming = confirmWith(merchant, id, CARDS.approved)
    await called(merchant, "authorize")
    await recoverFromOther(merchant)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    bank.heal()
    expect((await confirming).status).to.be.oneOf(["succeeded", "processing"]) // what was saved, where it has an idempotency key
    expect(bank.sales(merchant.account)).to.have.lengthOf(1)
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("and loses its lease: the sale is looked up instead of sent again, and charged once", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "held_after")
    bank.set("look_up", "nothing_yet")
    const confirming = confirmWith(merchant, id, CARDS.approved)
    await called(merchant, "authorize")
    await recoverFromOther(merchant)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    bank.heal()
    await confirming
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    expect(bank.sales(merchant.account)).to.have.lengthOf(1)
    expect(bank.calls(merchant.account, "authorize")).to.equal(1)
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    await recoverFromOther(merchant)
    expect(bank.refunds(merchant.account)).to.deep.equal([])
  })

  it("and loses its lease: it responds with the sale that the other process found", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "held_after")
    const idempotencyKey = newIdempotencyKey()
    const body = { payment_method: (await newToken(merchant)).id }
    const send = () => merchant.request("POST", `/v1/payment_intents/${id}/confirm`, body, { idempotencyKey })
    const confirming = send()
    await called(merchant, "authorize")
    await recoverFromOther(merchant)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    bank.heal()
    const intent = expectStatus(await confirming, 200)
    expect([intent.status, bank.sales(merchant.account).length]).to.deep.equal(["succeeded", 1])
    expect((await send()).body).to.deep.equal(intent)
    await recoverFromOther(merchant)
    expect(bank.refunds(merchant.account)).to.deep.equal([])
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
  })

  for (const [operation, saved] of [
    ["authorize", "processing"],
    ["refund", "pending"],
  ] as const) {
    it(`and loses its lease (${operation}): its response is the one that a retry gets, whatever has happened since`, async () => {
      const merchant = await newMerchant(slow)
      const { id } = await (operation === "refund" ? payWith(merchant) : newIntent(merchant))
      const { id: payment_method } = await newToken(merchant, CARDS.processing)
      const path = operation === "refund" ? "/v1/refunds" : `/v1/payment_intents/${id}/confirm`
      const body = operation === "refund" ? { payment_intent: id } : { payment_method }
      const idempotencyKey = newIdempotencyKey()
      const send = () => merchant.request("POST", path, body, { idempotencyKey })
      bank.set(operation, "held_after")
      bank.set("look_up_refund", "nothing_yet")
      const first = send()
      await called(merchant, operation)
      await recoverFromOther(merchant)
      bank.decide(merchant.account, "approved")
      bank.set("look_up_refund", "unavailable") // it finds what is booked
      await poll(merchant)
      const found = [await retrieve(merchant, id), ...(await refundsOf(merchant, id))]
      for (const { status } of found) expect(status).to.equal("succeeded")
      bank.heal()
      const [answer, replay] = [await first, await send()]
      expect([answer.body.status, replay.headers["idempotent-replayed"]]).to.deep.equal([saved, "true"])
      expect([replay.status, replay.body]).to.deep.equal([answer.status, answer.body])
    })
  }

  it("and loses its lease: the refund is looked up instead of sent again, and paid once", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await payWith(merchant)
    bank.set("refund", "held_after")
    bank.set("look_up_refund", "nothing_yet")
    const refunding = merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 1000 })
    await called(merchant, "refund")
    await recoverFromOther(merchant)
    bank.heal()
    expectStatus(await refunding, 201)
    await poll(merchant)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
  })

  for (const verdict of ["approves", "refuses"] as const) {
    it(`and loses its lease before the acquirer ${verdict} a card: a retry saves the card once`, async () => {
      const merchant = await newMerchant(slow)
      const { id: customer } = await newPayer(merchant)
      const token = await newToken(merchant)
      const idempotencyKey = newIdempotencyKey()
      const save = () => merchant.request("POST", "/v1/payment_methods", { token: token.id, customer }, { idempotencyKey })
      const saved = async () => expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200).data
      bank.set("verify", "held")
      const saving = save()
      await called(merchant, "verify")
      await recoverFromOther(merchant)
      if (verdict === "refuses") bank.set("verify", "refused")
      else bank.heal()
      expect((await saving).body.error.code).to.equal("processing_error")
      bank.heal()
      expect(await saved()).to.deep.equal([])
      const method = expectStatus(await save(), 201)
      expect(await saved()).to.deep.equal([method])
    })
  }

  it("and loses its lease during a 3DS challenge: the payment ends once, as the payer decided", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await newIntent(merchant)
    const { next_action } = await confirmWith(merchant, id, CARDS.threeDs)
    bank.set("finish_challenge", "held_after")
    const pressing = pressButton(next_action.url, "authorize")
    await called(merchant, "finish_challenge")
    const recovering = recoverFromOther(merchant)
    await until(async () => bank.calls(merchant.account, "look_up") > 0)
    bank.heal()
    await recovering
    expect((await pressing).status).to.equal(303)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    await recoverFromOther(merchant)
    expect(bank.refunds(merchant.account)).to.deep.equal([])
  })

  it("keeps a reversal for as long as it waits", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "lost_after")
    bank.set("look_up", "nothing_yet")
    await confirmWith(merchant, id, CARDS.approved)
    for (const later of [1, 450, 901]) await perform(other, callAcquirers, merchant.account, later)
    bank.heal()
    await perform(other, callAcquirers, merchant.account, 3600)
    bank.set("refund", "held")
    const sending = perform(slow, callAcquirers, merchant.account, 3700)
    await called(merchant, "refund")
    expect(await poll(merchant, 3700)).to.equal(0)
    expect(bank.calls(merchant.account, "refund")).to.equal(1)
    bank.heal()
    await sending
    expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
  })
})
