// Chargebacks that a statement and the acquirer's own list of cases both tell.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import { joinedSale } from "../../src/payments/chargebacks/join.ts"
import type { Json } from "../support/app/client.ts"
import { insertInto, statement } from "../support/databases/statement.ts"
import { fileOf, openShop, openShops, type Shop, type Shops, type Sold, settled } from "../support/statements/shop.ts"

const CASE = [
  ...["id", "account", "created", "acquirer", "number", "step", "establishment", "process", "is_inquiry", "is_fraud", "amount"],
  ...["status", "sale", "lifecycle", "payment_intent", "dispute", "is_estimate", "needs_join", "closed_at"],
]
const insertCase = insertInto("chargeback_cases", CASE)
const closeCase = statement<void, "id" | "at">((k, p) => k("chargeback_cases").where({ id: p.id }).update({ closed_at: p.at }))

describe("A chargeback that has a case at the acquirer", function () {
  this.timeout(180_000)
  let shops: Shops
  let shop: Shop
  before(async () => {
    shops = await openShops()
  })
  beforeEach(async () => {
    shops.clock.ahead = 0
    shop = await openShop(shops)
  })
  afterEach(() => shop.prove())
  after(() => shops.close())

  const days = async (count: number) => {
    for (let day = 0; day < count; day++) await shops.work(1)
  }
  const rows = async ({ id }: Sold) => (await shop.rows(id)).map((row) => row.split(" ").slice(0, 2).join(" "))
  let lines = 0
  const event = (sold: Sold, entry_type: string, gross: number, commission = 0) => {
    const processed_code = (sold.line().fields as Json).received_code
    return sold.line({ entry_type, gross, commission, received_code: `6${shop.ec}${++lines}`, processed_code })
  }
  const open = (sold: Sold, amount: number): Promise<Json> =>
    shops.cli("disputes", "open", sold.id, "--amount", String(amount), "--json")
  const dispute = async ({ id }: Json) => {
    const { amount, status } = await shops.cli("disputes", "show", id, "--json")
    return `${status} ${amount}`
  }
  const now = () => Math.floor(shops.clock.now() / 1000)
  const database = () => shops.vintem.server.modes.live!.database

  /** The acquirer's list has a case of a payment. */
  async function list({ id: payment_intent, amount }: Sold, { id: dispute }: Json, more: object = {}): Promise<string> {
    const id = `cbk_${randomUUID()}`
    const row = {
      ...{ id, account: shop.account, created: 0, acquirer: "cielo", number: id, step: "1", establishment: shop.ec },
      ...{ process: "1", is_inquiry: false, is_fraud: false, amount, status: "lost", sale: "{}", lifecycle: "[]" },
      ...{ payment_intent, dispute, is_estimate: true, needs_join: false, closed_at: null, ...more },
    }
    await database().transaction((tx) => tx.run(insertCase, row))
    return id
  }
  const close = (id: string) => database().transaction((tx) => tx.run(closeCase, { id, at: now() }))

  it("has the amount that the statement says once it is decided, although the acquirer answers for the charge", async () => {
    const sold = await shop.sell(10_000)
    const whole = await open(sold, 10_000)
    const listed = await list(sold, whole)
    await shops.read(fileOf(shop, "03", [sold.line(), event(sold, "08", -4000, 100)]))
    await days(2)
    await shops.work(41)
    expect(await dispute(whole), "it is not decided").to.equal("lost 10000")
    await close(listed)
    await days(1)
    expect(await dispute(whole)).to.equal("lost 4000")
    expect(await rows(sold)).to.deep.equal([
      ...["payment 10000", "dispute -10000", "dispute_reversed 10000", "dispute -4000", "adjustment 100"],
    ])
    expect(await shop.balance()).to.deep.equal({ available: 6100, pending: 0 })
    await days(9)
    expect(await shop.balance()).to.deep.equal({ available: 6100, pending: 0 })
    expect((await shop.show()).differs).to.deep.equal([])
  })

  it("leaves another dispute of the charge alone, which the statement does not tell yet", async () => {
    const sold = await shop.sell(10_000)
    const known = await open(sold, 3000)
    const guessed = await open(sold, 7000)
    await list(sold, guessed, { closed_at: now() })
    await shops.read(fileOf(shop, "03", [sold.line(), event(sold, "08", -4000)]))
    await days(1)
    expect([await dispute(known), await dispute(guessed)]).to.deep.equal(["lost 3000", "lost 4000"])
    await shops.read(fileOf(shop, "03", [event(sold, "08", -3000)], { processed_on: shop.day + 3 }))
    await days(9)
    expect([await dispute(known), await dispute(guessed)]).to.deep.equal(["lost 3000", "lost 4000"])
    expect(await shop.balance()).to.deep.equal({ available: 3000, pending: 0 })
    expect((await shop.show()).differs).to.deep.equal([])
  })

  it("finds its payment by the card network's number that a statement has of the sale", async () => {
    const [sold, other] = [await shop.sell(10_000), await shop.sell(5000)]
    const named = { tid: null, nsu: null, authorization_code: null, day: null, last4: null }
    const found = async (reference_number: string) =>
      (await joinedSale(database(), { account: shop.account, acquirer: "cielo" }, { ...named, reference_number }))?.payment_intent
    const [arn, twice] = ["74000006324000000000019", "74000006324000000000027"]
    expect(await found(arn)).to.equal(undefined)
    await shops.read(fileOf(shop, "03", [sold.line({ arn }), other.line({ arn: "0".repeat(23) })]))
    await shops.work()
    expect(await found(arn)).to.equal(sold.id)
    expect(await found("0".repeat(23))).to.equal(undefined)
    await shops.read(fileOf(shop, "04", settled([sold.line({ arn: twice }), other.line({ arn: twice })], shop.day)))
    await shops.work()
    expect(await found(twice), "two sales have it").to.equal(undefined)
  })

  it("comes back with its line once its case is decided, and once", async () => {
    const sold = await shop.sell(10_000)
    const taken = await open(sold, 4000)
    const listed = await list(sold, taken, { is_estimate: false, status: "needs_response" })
    const undone = event(sold, "09", 4000, -120)
    await shops.read(fileOf(shop, "03", [sold.line(), event(sold, "08", -4000, 120), undone]))
    await days(9)
    expect(await rows(sold)).to.deep.equal(["payment 10000", "dispute -4000", "adjustment 120"])
    expect(await dispute(taken)).to.equal("lost 4000")
    await close(listed)
    await days(1)
    const after = ["payment 10000", "dispute -4000", "adjustment 120", "dispute_reversed 4000", "adjustment -120"]
    expect(await rows(sold)).to.deep.equal(after)
    expect(await dispute(taken)).to.equal("won 4000")
    await shops.read(fileOf(shop, "03", [undone], { processed_on: shop.day + 12 }))
    await days(9)
    expect(await rows(sold)).to.deep.equal(after)
    expect(await shop.balance()).to.deep.equal({ available: 10_000, pending: 0 })
  })
})
