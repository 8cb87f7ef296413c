import { expect } from "chai"
import { closeDispute } from "../../src/payments/disputes/close.ts"
import { OPERATOR } from "../../src/payments/intents/platform-money.ts"
import { balanceIn, scopeOfAccount } from "../support/merchants/rails.ts"
import { answer, attention, cases, chargeBack, DAY, disputes, expectClean, openShop, type Shop, sell, worksOf } from "./shop.ts"

describe("A case of Cielo's Chargeback API that was won", () => {
  let shop: Shop
  before(async () => {
    shop = await openShop()
  })
  afterEach(() => {
    shop.dying.at = undefined
    shop.desk.heal()
    shop.clock.ahead = 0
    expectClean(shop)
  })
  after(() => shop.close())

  it("before a look-up tells what was taken is won at once, and the merchant keeps the money", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run, later, passDay } = worksOf(shop, merchant)
    const one = await chargeBack(shop, sale, { amount: 2000 })
    await run("poll")
    shop.desk.cases.decide(one.idCase, "merchant")
    later(DAY / 2 + 1)
    await run("poll")
    expect(await disputes(shop, merchant, id)).to.deep.equal([])
    await run("ask")
    for (const _day of [1, 2]) await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal(["2000 won 2000 failed"])
    expect(await attention(shop, merchant)).to.deep.equal([])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })

  it("leaves what is taken beside it to another case", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run, later, passDay } = worksOf(shop, merchant)
    const first = await chargeBack(shop, sale, { amount: 2000 })
    await run("poll")
    shop.desk.cases.decide(first.idCase, "merchant")
    later(DAY / 2 + 1)
    await run("poll")
    await chargeBack(shop, sale, { amount: 1000 })
    await run("ask")
    for (const _day of [1, 2]) await passDay()
    expect((await disputes(shop, merchant, id)).sort()).to.deep.equal([
      "1000 needs_response 1000 succeeded",
      "2000 won 2000 failed",
    ])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 3990, pending: 0 })
  })

  it("and is taken again is the same dispute", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run, passDay } = worksOf(shop, merchant)
    const one = await chargeBack(shop, sale)
    await passDay()
    await answer(shop, merchant, "refuse")
    await run("answer")
    shop.desk.cases.decide(one.idCase, "merchant")
    await passDay()
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    shop.desk.cases.goOn(one.idCase, "ARBITRAGEM")
    await passDay()
    await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 needs_response 4990 succeeded"])
    await answer(shop, merchant, "accept")
    await run("answer")
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 lost 4990 succeeded"])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
  })

  it("because a person has called it so is not given back again by the acquirer", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { passDay } = worksOf(shop, merchant)
    const one = await chargeBack(shop, sale)
    await passDay()
    const scope = await scopeOfAccount(shop.vintem, merchant.account)
    const [row] = await cases(shop, merchant, id)
    const which = { account: merchant.account, id: row!.dispute! }
    await scope.mode.database.transaction((tx) => closeDispute(tx, { ...scope, by: OPERATOR }, which, "won"))
    await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 won 4990 failed"])
    shop.desk.cases.decide(one.idCase, "merchant")
    await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 won 4990 failed"])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })
})
