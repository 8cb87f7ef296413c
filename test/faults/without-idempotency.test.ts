import { expect } from "chai"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirmWith, payWith, perform, recoverAttempts, refundsOf, retrieve } from "../support/merchants/rails.ts"

/** A process dies while it waits for an acquirer that repeats an operation if a request is repeated. */
describe("After kill -9 during calls to an acquirer without idempotency", function () {
  this.timeout(120_000)
  let databases: Databases
  let bank: Bank
  let survivor: Running
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  before(async () => {
    databases = await freshDatabases()
    bank = bankFor(databases)
    survivor = await startVintem({}, { role: "api", databases, clock, acquirerOf: () => bank.acquirer })
  })
  after(async () => {
    await survivor.close()
    bank.close()
    await databases.remove()
  })

  const poll = (merchant: Merchant, later: number) => perform(survivor, callAcquirers, merchant.account, later)

  /** A payment that was given up and then found at the bank. Its reversal is due but not sent. */
  async function newReversal(merchant: Merchant): Promise<string> {
    const { id } = await newIntent(merchant)
    bank.set("authorize", "lost_after")
    bank.set("look_up", "nothing_yet")
    await confirmWith(merchant, id, CARDS.approved)
    for (const later of [1, 450, 901]) await poll(merchant, later)
    bank.heal()
    await poll(merchant, 3600)
    return id
  }

  /** Confirms one payment, refunds another and reverses a third. The process dies after the bank has done all three. */
  async function dieInAllThree(merchant: Merchant, sold: string, refunded: string): Promise<void> {
    const token = await newToken(merchant)
    const sales = bank.sales(merchant.account).length
    bank.set("authorize", "held_after")
    bank.set("refund", "held_after")
    const environment = { LOG_LEVEL: "silent", VINTEM_TEST_BANK: bank.file }
    const victim = await spawnVintem(environment, { databases })
    try {
      const post = (path: string, body: object) =>
        victim.request("POST", path, body, { key: merchant.key }).catch(() => undefined)
      const confirming = post(`/v1/payment_intents/${sold}/confirm`, { payment_method: token.id })
      const refunding = post("/v1/refunds", { payment_intent: refunded, amount: 1000 })
      await until(async () => bank.sales(merchant.account).length > sales && bank.refunds(merchant.account).length === 2, 60_000)
      await victim.kill()
      expect([await confirming, await refunding]).to.deep.equal([undefined, undefined])
    } finally {
      await victim.close()
    }
  }

  it("a sale, a refund and a reversal are found by the surviving process and each done once", async () => {
    const merchant = await newMerchant(survivor)
    const { id: sold } = await newIntent(merchant)
    const { id: refunded } = await payWith(merchant)
    const late = await newReversal(merchant)
    await dieInAllThree(merchant, sold, refunded)

    // The bank's look-ups do not show the newest operations yet.
    bank.heal()
    bank.set("look_up", "nothing_yet")
    bank.set("look_up_refund", "nothing_yet")
    await recoverAttempts(survivor, merchant.account)
    await poll(merchant, 60)
    expect((await retrieve(merchant, sold)).status).to.equal("processing")
    expect((await refundsOf(merchant, refunded)).map(({ status }) => status)).to.deep.equal(["pending"])

    bank.heal()
    await poll(merchant, 600)
    expect((await retrieve(merchant, sold)).status).to.equal("succeeded")
    expect((await refundsOf(merchant, refunded)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    expect((await retrieve(merchant, late)).status).to.equal("canceled")
    expect(bank.sales(merchant.account)).to.have.lengthOf(3)
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.have.members([1000, 4990])
  })
})
