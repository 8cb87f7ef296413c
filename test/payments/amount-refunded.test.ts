import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { OPERATOR } from "../../src/payments/intents/platform-money.ts"
import { settleByHand } from "../../src/payments/refunds/settle-by-hand.ts"
import { mustFindRefund } from "../../src/payments/refunds/store.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { perform, retrieve, scopeOfAccount } from "../support/merchants/rails.ts"
import { clearFaults } from "./unknown-outcomes.ts"

describe("amount_refunded", () => {
  let vintem: Running
  let merchant: Merchant
  let faults: Faults
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    faults = vintem.server.modes.test.config.mockFaults
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => clearFaults(faults))
  after(() => vintem.close())

  const refund = (payment_intent: string, amount?: number) => merchant.request("POST", "/v1/refunds", { payment_intent, amount })
  const refunded = async (intent: string): Promise<number> => (await retrieve(merchant, intent)).amount_refunded
  const settle = async (id: string, status: "succeeded" | "failed") => {
    const scope = await scopeOfAccount(vintem, merchant.account)
    return scope.mode.database.transaction(async (tx) =>
      settleByHand(tx, { ...scope, by: OPERATOR }, await mustFindRefund(tx, scope, id), status),
    )
  }

  it("is 0 at first, then what was refunded, in full or in part, also in lists", async () => {
    for (const [amount, expected] of [
      [undefined, 4990],
      [1, 1],
      [4989, 4989],
    ] as const) {
      const { id, amount_refunded } = await payOne(merchant)
      expect(amount_refunded).to.equal(0)
      expectStatus(await refund(id, amount), 201)
      expect(await refunded(id)).to.equal(expected)
      const { data } = expectStatus(await merchant.request("GET", "/v1/payment_intents?limit=1"), 200)
      expect(data[0].amount_refunded).to.equal(expected)
    }
  })

  it("stays 0 if the refund is refused as a request", async () => {
    const { id } = await payOne(merchant)
    expect((await refund(id, 4991)).status).to.equal(400)
    expect(await refunded(id)).to.equal(0)
  })

  it("counts the compulsory refund of a chargeback", async () => {
    const { id } = await payOne(merchant)
    const scope = await scopeOfAccount(vintem, merchant.account)
    await scope.mode.database.transaction((tx) => openDispute(tx, scope, id, { reason: "fraudulent" }))
    expect(await refunded(id)).to.equal(4990)
  })

  it("counts a pending refund, and still counts it when it succeeds", async () => {
    const { id } = await payOne(merchant)
    faults.refund = "timeout_after"
    expect(expectStatus(await refund(id, 1990), 201).status).to.equal("pending")
    expect(await refunded(id)).to.equal(1990)
    await perform(vintem, callAcquirers, merchant.account, 1)
    expect(await refunded(id)).to.equal(1990)
  })

  it("no longer counts a refund that fails, and counts the next one", async () => {
    const { id } = await payOne(merchant)
    const replaced = replaceAcquirer(vintem, merchant, (acquirer) => ({
      ...acquirer,
      refund: async () => ({ result: "refused", message: "The charge is too old." }),
    }))
    expect(expectStatus(await refund(id, 1990), 201).status).to.equal("failed")
    replaced.restore()
    expect(await refunded(id)).to.equal(0)
    expectStatus(await refund(id, 2990), 201)
    expect(await refunded(id)).to.equal(2990)
  })

  it("is taken back once, however often a refund is marked as failed", async () => {
    const { id } = await payOne(merchant)
    faults.refund = "timeout_before"
    const pending: Json = expectStatus(await refund(id, 1990), 201)
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => settle(pending.id, "failed")))
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.lengthOf(1)
    expect(await refunded(id)).to.equal(0)
  })

  it("is the amount of the refunds that fit into the payment when several come at once", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await payOne(merchant)
      const responses = await Promise.all([2000, 2000, 2000, 2000, 2000].map((amount) => refund(id, amount)))
      expect(responses.map(({ status }) => status).sort()).to.deep.equal([201, 201, 400, 400, 400])
      expect(await refunded(id)).to.equal(4000)
    }
  })

  it("is right when a refund fails while another one is asked for", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await payOne(merchant)
      faults.refund = "timeout_before"
      const pending: Json = expectStatus(await refund(id, 1000), 201)
      clearFaults(faults)
      await Promise.all([settle(pending.id, "failed"), ...[1, 2, 3].map(() => refund(id, 2000))])
      const { data } = expectStatus(await merchant.request("GET", `/v1/refunds?payment_intent=${id}`), 200)
      const standing = data.filter(({ status }: Json) => status !== "failed").map(({ amount }: Json) => amount)
      expect(standing).to.include(2000)
      expect(await refunded(id)).to.equal(standing.reduce((sum: number, amount: number) => sum + amount, 0))
    }
  })
})
