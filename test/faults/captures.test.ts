import { expect } from "chai"
import { newestAttemptsOf } from "../../src/payments/attempts/store.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { dieAt } from "../support/app/dying.ts"
import { type Running, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey, newIntent } from "../support/merchants/payments.ts"
import { confirmWith, perform, recoverAttempts, retrieve } from "../support/merchants/rails.ts"

/** The bank books a capture once more where its call is repeated. */
describe("After kill -9 during a capture", function () {
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

  /** A process dies at a step of the capture of a part. A surviving process then does what is due. */
  async function captureUntil(step: string) {
    const merchant = await newMerchant(survivor)
    const { id } = await confirmWith(merchant, (await newIntent(merchant, { capture_method: "manual" })).id, CARDS.approved)
    const path = `/v1/payment_intents/${id}/capture`
    const options = { key: merchant.key, idempotencyKey: newIdempotencyKey() }
    const victim = await spawnVintem({ LOG_LEVEL: "silent", VINTEM_TEST_BANK: bank.file }, { databases, role: "api" })
    await dieAt(victim, step, () => victim.request("POST", path, { amount_to_capture: 990 }, options))
    const { database } = survivor.server.modes.test
    const [stored] = await newestAttemptsOf(database, { account: merchant.account, id }, 1)
    // A worker of the version before asks its acquirer about the charge of what it does not know. It leaves alone what has none.
    expect(stored).to.include({ kind: "capture", charge: null })
    await recoverAttempts(survivor, merchant.account)
    const again = () => merchant.request("POST", path, { amount_to_capture: 990 }, options)
    const captured = () => bank.captures(merchant.account).map(({ amount }) => amount)
    return { merchant, id, again, captured, calls: () => bank.calls(merchant.account, "capture") }
  }

  for (const step of ["capture: attempt written", "capture: stored"])
    it(`${step}: the next process captures once`, async () => {
      const { merchant, id, again, captured, calls } = await captureUntil(step)
      await poll(merchant, 1)
      expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_received: 990 })
      expect(expectStatus(await again(), 200)).to.include({ status: "succeeded", amount_received: 990 })
      expect([calls(), captured()]).to.deep.equal([1, [990]])
    })

  it("capture: sent: the next process asks, never sends it, and the payment can be captured again", async () => {
    const { merchant, id, captured, calls } = await captureUntil("capture: sent")
    expect(await retrieve(merchant, id)).to.include({ status: "processing" })
    for (const later of [1, 450, 905, 910]) await poll(merchant, later)
    expect(await retrieve(merchant, id)).to.include({ status: "requires_capture", amount_capturable: 4990 })
    expect([calls(), captured()]).to.deep.equal([0, []])
    const path = `/v1/payment_intents/${id}/capture`
    expect(expectStatus(await merchant.request("POST", path), 200)).to.include({ status: "succeeded", amount_received: 4990 })
  })

  it("capture: acquirer answered: the next process finds what was captured, and the retry is told of it", async () => {
    const { merchant, id, again, captured, calls } = await captureUntil("capture: acquirer answered")
    await poll(merchant, 1)
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_received: 990 })
    expect(expectStatus(await again(), 200)).to.include({ status: "succeeded", amount_received: 990 })
    expect([calls(), captured()]).to.deep.equal([1, [990]])
  })
})
