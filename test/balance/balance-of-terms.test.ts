import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { startOfDay } from "../../src/base/day.ts"
import { setTerms } from "../../src/ledger/terms/store.ts"
import { defaultTerms } from "../../src/ledger/terms/terms.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, confirmWith, newOpenIntent, payWith } from "../support/merchants/rails.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"

const SETTLES = { days: 30, business_days: false, next_business_day: false, each_installment: true }
const TERMS = {
  ...defaultTerms("brl"),
  card: [{ installments: [1, 12] as [number, number], percent: "10", fixed: 0, settles: SETTLES }],
  refund_fee: 25,
}

describe("The balance of an account with terms", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({})
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    const mode = vintem.server.modes.test
    const scope = await scopeOf(mode.database, mode, merchant.account)
    await mode.database.transaction((tx) => setTerms(tx, scope, TERMS))
  })
  after(() => vintem.close())

  const refund = async (id: string, amount: number) =>
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount }), 201)

  it("has each installment less its fee pending, until 00:00 of its day", async () => {
    const { id } = await newOpenIntent(merchant)
    const now = await advance(merchant, { seconds: 1 })
    await confirmWith(merchant, id, CARDS.approved, { installments: 2 })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 4491 })
    const first = startOfDay(Math.floor((now - 10_800) / DAY) + 30)
    await advance(merchant, { to: first - 60 })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 4491 })
    await advance(merchant, { to: first })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 2245, pending: 2246 })
    await advance(merchant, { to: first + 30 * DAY })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4491, pending: 0 })
  })

  it("is the same before and after the totals are added up", async () => {
    await payWith(merchant)
    await advance(merchant, { seconds: 1 })
    const before = await balanceIn(merchant)
    await vintem.server.tick()
    expect(await balanceIn(merchant)).to.deep.equal(before)
  })

  it("takes a refund of what is to come, and its fee at once: less than nothing can be available", async () => {
    const { id } = await payWith(merchant)
    await refund(id, 990)
    expect(await balanceIn(merchant)).to.deep.equal({ available: -25, pending: 4491 - 990 })
  })

  it("has payments that are processing pending, too", async () => {
    await payWith(merchant, CARDS.processing)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 4990 })
  })
})
