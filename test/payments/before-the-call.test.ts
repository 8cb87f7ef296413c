import { expect } from "chai"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { holdCalls } from "../support/banks/acquirer.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { balanceIn, confirmWith, eventsOf, perform, recoverAttempts, retrieve } from "../support/merchants/rails.ts"

/**
 * Two processes on one database, and an acquirer that repeats an operation if a request is repeated. A confirm stores its sale as sent, and
 * makes the call after that commit (docs/decisions/0026-a-confirm-is-stored-as-sent.md).
 */
describe("A process that is slow between the commit of a confirm and its call", () => {
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

  const recoverFromOther = (merchant: Merchant) => recoverAttempts(other, merchant.account)
  const poll = (merchant: Merchant, later = 60) => perform(other, callAcquirers, merchant.account, later)

  it("and loses its lease: the other process asks and does not send the sale, which is charged once", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await newIntent(merchant)
    const body = { payment_method: (await newToken(merchant)).id }
    const idempotencyKey = newIdempotencyKey()
    const send = () => merchant.request("POST", `/v1/payment_intents/${id}/confirm`, body, { idempotencyKey })
    const { reached, letGo, restore } = holdCalls(slow, id)
    const confirming = send()
    await reached
    await recoverFromOther(merchant)
    expect([(await retrieve(merchant, id)).status, bank.calls(merchant.account, "authorize")]).to.deep.equal(["processing", 0])
    letGo()
    const answer = expectStatus(await confirming, 200)
    restore()
    expect(answer.status).to.equal("processing")
    expect((await send()).body).to.deep.equal(answer)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    expect(bank.calls(merchant.account, "authorize")).to.equal(1)
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("and makes the call only after the sale was given up: the money goes back", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await newIntent(merchant)
    const { reached, letGo, restore } = holdCalls(slow, id)
    const confirming = confirmWith(merchant, id, CARDS.approved)
    await reached
    await recoverFromOther(merchant)
    for (const later of [1, 450, 901]) await poll(merchant, later)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    letGo()
    expect((await confirming).status).to.be.oneOf(["canceled", "processing"]) // what was saved, where it has an idempotency key
    restore()
    expect(bank.sales(merchant.account)).to.have.lengthOf(1)
    await poll(merchant, 960)
    expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
  })

  it("and cannot prepare the call after it lost its lease: it undoes nothing, because the other process looks the sale up", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await newIntent(merchant)
    const { id: payment_method } = await newToken(merchant)
    const { reached, fail, restore } = holdCalls(slow, id)
    const idempotencyKey = newIdempotencyKey()
    const confirming = merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method }, { idempotencyKey })
    await reached
    await recoverFromOther(merchant)
    fail(new Error("the acquirer's credentials cannot be read"))
    expect(expectStatus(await confirming, 200).status).to.equal("processing")
    restore()
    for (const later of [1, 450, 901]) await poll(merchant, later)
    const { status, last_payment_error } = await retrieve(merchant, id)
    expect([status, last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
    expect(bank.calls(merchant.account, "authorize")).to.equal(0)
  })

  it("and cannot prepare the call: the confirm is undone, and a retry with the same key charges once", async () => {
    const merchant = await newMerchant(slow)
    const { id } = await newIntent(merchant)
    const { id: payment_method } = await newToken(merchant)
    const idempotencyKey = newIdempotencyKey()
    const send = () => merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method }, { idempotencyKey })
    const { reached, fail, restore } = holdCalls(slow, id)
    const confirming = send()
    await reached
    fail(new Error("the acquirer's credentials cannot be read"))
    const { status, body, headers } = await confirming
    restore()
    expect([status, body.error?.code, headers["service-should-retry"]]).to.deep.equal([503, "processing_error", "true"])
    expect((await retrieve(merchant, id)).status).to.equal("requires_payment_method")
    await recoverFromOther(merchant)
    expect([bank.calls(merchant.account, "authorize"), bank.calls(merchant.account, "look_up")]).to.deep.equal([0, 0])
    expect(expectStatus(await send(), 200).status).to.equal("succeeded")
    expect(bank.sales(merchant.account)).to.have.lengthOf(1)
  })
})
