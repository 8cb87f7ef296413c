import { expect } from "chai"
import { setEstablishments } from "../../src/acquirers/establishments.ts"
import { checkRefusal, orderAnswer } from "../../src/payments/chargebacks/order.ts"
import { CLIENT } from "../support/cielo-chargebacks/chargebacks.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { scopeOfAccount } from "../support/merchants/rails.ts"
import { cases, expectClean, giveDesk, openShop, PDF, type Shop, worksOf } from "./shop.ts"

const HEAD = "2000000000"
const ECS = { own: "2000000011", others: "0000000022", nobodys: "2000000033" } as const
const ALL = Object.values(ECS)

describe("The access of a merchant's head", () => {
  let shop: Shop
  let merchant: Merchant
  let other: Merchant
  before(async () => {
    const client = { ...CLIENT, establishments: ALL.map((number) => String(Number(number))) }
    shop = await openShop({}, { clients: [client] })
  })
  beforeEach(async () => {
    shop.desk.cases.clear()
    for (const number of ALL) shop.desk.cases.open({ amount: 100, sale: { establishment: String(Number(number)) } })
    ;[merchant, other] = [await newMerchant(shop.vintem), await newMerchant(shop.vintem)]
    for (const each of [merchant, other]) await giveDesk(shop, each, { head: HEAD })
    await setNumbers(other, [ECS.others])
  })
  afterEach(async () => {
    for (const each of [merchant, other]) await setNumbers(each, [])
    expectClean(shop)
  })
  after(() => shop.close())

  async function setNumbers({ account }: Merchant, numbers: string[]): Promise<void> {
    const { mode, now } = await scopeOfAccount(shop.vintem, account)
    await mode.database.transaction((tx) => setEstablishments(tx, { account, now }, "cielo", numbers))
  }
  async function listed(of: Merchant): Promise<string[]> {
    await worksOf(shop, of).run("poll")
    return (await cases(shop, of)).map(({ establishment }) => establishment.padStart(10, "0")).sort()
  }
  async function codeOf(of: Merchant, kind: "accept" | "refuse"): Promise<string> {
    const scope = await scopeOfAccount(shop.vintem, of.account)
    const [row] = await cases(shop, of)
    const order = kind === "accept" ? { kind } : { kind, ...checkRefusal({ reason: "Entregue", document: PDF }) }
    return scope.mode.database
      .transaction((tx) => orderAnswer(tx, scope, row!.id, order))
      .then(
        () => "stored",
        ({ code }) => code,
      )
  }

  it("gives an account the cases of its own EC numbers only", async () => {
    await setNumbers(merchant, [ECS.own])
    expect(await listed(merchant)).to.deep.equal([ECS.own])
    expect(await listed(other)).to.deep.equal([ECS.others])
    expect(await codeOf(other, "accept")).to.equal("stored")
  })

  it("gives an account without EC numbers no case of another account", async () => {
    await setNumbers(merchant, [])
    expect(await listed(merchant)).to.deep.equal([ECS.own, ECS.nobodys])
    expect(await listed(other)).to.deep.equal([ECS.others])
  })

  it("lets an account answer no case whose EC number has become another account's", async () => {
    await setNumbers(merchant, [])
    await setNumbers(other, [])
    expect(await listed(merchant)).to.have.lengthOf(3)
    await setNumbers(other, ALL)
    for (const kind of ["accept", "refuse"] as const) expect(await codeOf(merchant, kind)).to.equal("case_of_other_account")
  })
})
