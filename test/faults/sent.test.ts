import { expect } from "chai"
import { releaseDeadOwners } from "../../src/payments/attempts/leases.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import type { Json } from "../support/app/client.ts"
import { dieAt } from "../support/app/dying.ts"
import { type Running, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { payWith, perform, recoverAttempts, refundsOf, retrieve } from "../support/merchants/rails.ts"

type Request = { path: string; body: object }

/** A commit says that a call may have begun. The acquirer repeats an operation if a request is repeated. */
describe("After kill -9 before a call to an acquirer without idempotency", function () {
  this.timeout(120_000)
  let databases: Databases
  let bank: Bank
  let survivor: Running
  before(async () => {
    databases = await freshDatabases()
    bank = bankFor(databases)
    survivor = await startVintem({}, { role: "api", databases, acquirerOf: () => bank.acquirer })
  })
  after(async () => {
    await survivor.close()
    bank.close()
    await databases.remove()
  })

  const poll = ({ account }: Merchant, later: number) => perform(survivor, callAcquirers, account, later)

  /** Returns the idempotency key of the request. */
  async function dieIn(step: string, merchant: Merchant, { path, body }: Request): Promise<string> {
    const environment = { LOG_LEVEL: "silent", VINTEM_TEST_BANK: bank.file }
    const victim = await spawnVintem(environment, { databases, role: "api" })
    const options = { key: merchant.key, idempotencyKey: newIdempotencyKey() }
    await dieAt(victim, step, () => victim.request("POST", path, body, options))
    return options.idempotencyKey
  }

  async function newSale(): Promise<{ merchant: Merchant; id: string; request: Request }> {
    const merchant = await newMerchant(survivor)
    const { id } = await newIntent(merchant)
    const body = { payment_method: (await newToken(merchant)).id }
    return { merchant, id, request: { path: `/v1/payment_intents/${id}/confirm`, body } }
  }

  async function newRefund(): Promise<{ merchant: Merchant; id: string; request: Request }> {
    const merchant = await newMerchant(survivor)
    const { id } = await payWith(merchant)
    return { merchant, id, request: { path: "/v1/refunds", body: { payment_intent: id } } }
  }

  async function expectNeverSent(step: string): Promise<void> {
    const { merchant, id, request } = await newSale()
    await dieIn(step, merchant, request)
    await recoverAttempts(survivor, merchant.account)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    expect(bank.calls(merchant.account, "look_up")).to.equal(1)
    for (const later of [1, 450, 901]) await poll(merchant, later)
    const { status, last_payment_error } = await retrieve(merchant, id)
    expect([status, last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
    expect(bank.calls(merchant.account, "authorize")).to.equal(0)
  }

  it("after a confirm is stored: the next process asks, and never sends its sale", () =>
    expectNeverSent("confirm: attempt written"))

  it("before the call of a confirm: the next process asks, and never sends its sale", () => expectNeverSent("charge: sent"))

  it("before a refund counts as sent: the next process makes it once, without asking", async () => {
    const { merchant, id, request } = await newRefund()
    await dieIn("refund: attempt written", merchant, request)
    expect(bank.calls(merchant.account, "refund")).to.equal(0)
    for (let i = 0; i < 2; i++) await recoverAttempts(survivor, merchant.account)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    expect(bank.calls(merchant.account, "refund")).to.equal(1)
    expect(bank.calls(merchant.account, "look_up_refund")).to.equal(0)
  })

  it("before a refund counts as sent: a retry is answered once an operator has settled it", async () => {
    const { merchant, request } = await newRefund()
    const idempotencyKey = await dieIn("refund: attempt written", merchant, request)
    await releaseDeadOwners.run(survivor.server.modes.test)
    const [refund] = (await refundsOf(merchant, (request.body as Json).payment_intent)) as [Json]
    expect((await survivor.cli("refunds", "settle", refund.id, "--failed")).status).to.equal(0)
    const retry = await merchant.request("POST", request.path, request.body, { idempotencyKey })
    expect(expectStatus(retry, 201)).to.deep.include({ id: refund.id, status: "failed" })
  })

  it("after a refund counts as sent: the next process asks, never sends it, and leaves it to an operator", async () => {
    const { merchant, id, request } = await newRefund()
    await dieIn("refund: sent", merchant, request)
    await recoverAttempts(survivor, merchant.account)
    for (const later of [1, 450]) await poll(merchant, later)
    expect(bank.calls(merchant.account, "look_up_refund")).to.equal(3)
    for (const later of [901, 1800, 3600]) await poll(merchant, later)
    expect(bank.calls(merchant.account, "refund")).to.equal(0)
    const [refund] = (await refundsOf(merchant, id)) as [Json]
    expect(refund.status).to.equal("pending")
    expect((await survivor.cli("refunds", "settle", refund.id, "--failed")).status).to.equal(0)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
  })
})
