import { expect } from "chai"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { OPERATOR } from "../../src/payments/intents/platform-money.ts"
import { settleByHand } from "../../src/payments/refunds/settle-by-hand.ts"
import { findRefundAnywhere } from "../../src/payments/refunds/store.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, scopeOfAccount } from "../support/merchants/rails.ts"

describe("The balance", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  it("lists currencies in alphabetical order", async () => {
    const currencies = ["usd", "jpy", "brl", "gbp", "eur", "cad", "mxn", "ars"]
    for (const currency of currencies) await payOne(merchant, undefined, { currency })
    const { available, pending } = expectStatus(await merchant.request("GET", "/v1/balance"), 200)
    const sorted = ["ars", "brl", "cad", "eur", "gbp", "jpy", "mxn", "usd"]
    expect(available.map(({ currency }: Json) => currency)).to.deep.equal(sorted)
    expect(pending.map(({ currency }: Json) => currency)).to.deep.equal(sorted)
  })

  it("does not include payments and refunds of other accounts", async () => {
    const other = await newMerchant(vintem)
    const paid = await payOne(other)
    await payOne(other, CARDS.processing)
    expectStatus(await other.request("POST", "/v1/refunds", { payment_intent: paid.id, amount: 90 }), 201)
    expect(await balanceIn(merchant)).to.equal(undefined)
    await payOne(merchant)
    expect([await balanceIn(merchant), await balanceIn(other)]).to.deep.equal([
      { available: 4990, pending: 0 },
      { available: 4900, pending: 4990 },
    ])
  })

  it("is reduced once by a dispute, even after a failed refund", async () => {
    const { mockFaults: faults } = vintem.server.modes.test.config
    const { id } = await payOne(merchant)
    faults.refund = "timeout_before"
    const pending = await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 990 }).finally(() => {
      delete faults.refund
    })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4000, pending: 0 })
    const scope = await scopeOfAccount(vintem, merchant.account)
    const { database } = scope.mode
    const refund = (await findRefundAnywhere(database, expectStatus(pending, 201).id))!
    await database.transaction((tx) => settleByHand(tx, { ...scope, by: OPERATOR }, refund, "failed"))
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    await database.transaction((tx) => openDispute(tx, scope, id, { reason: "fraudulent" }))
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
  })
})
