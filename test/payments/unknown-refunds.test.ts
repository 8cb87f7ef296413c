import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, payWith, perform, refundsOf } from "../support/merchants/rails.ts"
import { clearFaults, mockChargesOf } from "./unknown-outcomes.ts"

/** A timeout is not a refusal. The acquirer is polled, and no money is charged twice, lost, or kept after the payment ended. */
describe("When the outcome at the acquirer is unknown", () => {
  let vintem: Running
  let faults: Faults
  // There is no scheduler. The tests run its jobs.
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    faults = vintem.server.modes.test.config.mockFaults
  })
  afterEach(() => clearFaults(faults))
  after(() => vintem.close())

  const all = (account: string) => mockChargesOf(vintem, account)
  const poll = (account: string, later: number) => perform(vintem, callAcquirers, account, later)

  it("a refund whose outcome is unknown is pending, blocks another refund, and is completed once", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await payWith(merchant)
    faults.refund = "timeout_after"
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect(refund.status).to.equal("pending")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    const second = await merchant.request("POST", "/v1/refunds", { payment_intent: id })
    expect(second.body.error.code).to.equal("payment_intent_already_refunded")
    await poll(merchant.account, 1)
    expect((await refundsOf(merchant, id))[0]!.status).to.equal("succeeded")
    expect((await all(merchant.account))[0]!.refunded).to.equal(4990)
  })

  it("a refund that never arrived is looked up and not sent again, until an operator settles it", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await payWith(merchant)
    faults.refund = "server_error"
    expect(expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201).status).to.equal("pending")
    delete faults.refund
    for (const later of [1, 3600]) await poll(merchant.account, later)
    const [refund] = await refundsOf(merchant, id)
    expect([refund!.status, (await all(merchant.account))[0]!.refunded]).to.deep.equal(["pending", 0])
    expect((await vintem.cli("refunds", "settle", refund!.id, "--failed")).status).to.equal(0)
    const again = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect([again.status, (await all(merchant.account))[0]!.refunded]).to.deep.equal(["succeeded", 4990])
  })

  it("an operator can mark a pending refund as failed, and then another refund can be made", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await payWith(merchant)
    faults.refund = "timeout_before"
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    delete faults.refund
    const failed = await vintem.cli("refunds", "settle", refund.id, "--failed", "--json")
    expect(failed.json).to.deep.equal({ ...refund, status: "failed" })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    await poll(merchant.account, 60)
    expect((await all(merchant.account))[0]!.refunded).to.equal(0)
    expect(expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201).status).to.equal("succeeded")
    const again = await vintem.cli("refunds", "settle", refund.id)
    expect([again.status, again.stderr]).to.deep.equal([
      1,
      `vintem: The refund ${refund.id} is not pending: its status is failed.\n`,
    ])
    expect((await vintem.cli("refunds", "settle", "re_none")).status).to.equal(1)
    expect((await vintem.cli("refunds", "settle")).status).to.equal(2)
  }).timeout(180_000)
})
