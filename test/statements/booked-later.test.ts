// What becomes known after a statement has told it: deposits take it, and nothing is booked or won too soon.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import { dateOf } from "../../src/base/day.ts"
import type { Json } from "../support/app/client.ts"
import { insertInto, statement } from "../support/databases/statement.ts"
import { fileOf, openShop, openShops, type Shop, type Shops, type Sold, settled } from "../support/statements/shop.ts"

const PAID = { payment_status: "04" }

const CASE = [
  ...["id", "account", "created", "acquirer", "number", "step", "establishment", "process", "is_inquiry", "is_fraud", "amount"],
  ...["status", "sale", "lifecycle", "payment_intent", "dispute", "is_estimate", "needs_join"],
]
const insertCase = insertInto("chargeback_cases", CASE)
const closeCase = statement<void, "id" | "at">((k, p) => k("chargeback_cases").where({ id: p.id }).update({ closed_at: p.at }))

describe("What is booked after a statement has told it", function () {
  this.timeout(180_000)
  let shops: Shops
  let shop: Shop
  before(async () => {
    shops = await openShops()
  })
  beforeEach(async () => {
    shops.clock.ahead = 0
    shop = await openShop(shops)
    const live = ["--account", shop.account, "--mode", "live", "--json"]
    await shops.cli("payouts", "open", "--acquirer", "cielo", "--since", dateOf(shop.day), ...live)
  })
  afterEach(async () => {
    shops.bank.heal()
    await shop.prove()
  })
  after(() => shops.close())

  const days = async (count: number) => {
    for (let day = 0; day < count; day++) await shops.work(1)
  }
  const payouts = async () => (await shop.payouts()).map(({ amount, status }: Json) => `${status} ${amount}`)
  const types = async (payment: string) => (await shop.rows(payment)).map((row) => row.split(" ").slice(0, 2).join(" "))
  const event = (sold: Sold, entry_type: string, gross: number, commission = 0) =>
    sold.line({ entry_type, gross, commission, received_code: `${entry_type}${shop.ec}`, processed_code: codeOf(sold) })
  const codeOf = (sold: Sold) => (sold.line().fields as Json).received_code

  it("is taken by the deposit that was paid without it, if only the statement tells it", async () => {
    const sold = await shop.sell(20_000)
    shops.bank.set("holds", "lost_before")
    await shops.read(fileOf(shop, "04", settled([sold.line(), event(sold, "06", -4000, 120)], shop.day, PAID)))
    await shops.work()
    expect(await payouts()).to.deep.equal(["paid 16120"])
    await days(9)
    expect(await types(sold.id)).to.deep.equal(["payment 20000", "refund -4000", "adjustment 120"])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
    const rows = await shop.rows()
    await days(3)
    expect(await shop.rows()).to.deep.equal(rows)
    expect(await payouts()).to.deep.equal(["paid 16120"])
  })

  it("is taken by the deposit that was paid without it, if the acquirer shows it later", async () => {
    const sold = await shop.sell(20_000)
    await shops.read(fileOf(shop, "04", settled([sold.line(), event(sold, "06", -4000)], shop.day, PAID)))
    await days(2)
    expect(await types(sold.id)).to.deep.equal(["payment 20000"])
    shops.bank.refundInPortal(shop.account, shops.bank.sales(shop.account)[0]!.charge, 4000)
    await days(3)
    expect(await types(sold.id)).to.deep.equal(["payment 20000", "refund -4000"])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
  })

  it("is taken by the deposit of its line if the charge of the line is found later, and counts once on its day", async () => {
    const first = await shop.sell(10_000)
    const next = String(Number(first.nsu) + 1).padStart(6, "0")
    const numbers = { tid: "", nsu: next, authorization_code: next, received_code: `4${shop.ec}` }
    const sale = first.line({ ...numbers, commission: -300 })
    const refund = first.line({
      ...{ ...numbers, entry_type: "06", gross: -4000, received_code: `5${shop.ec}` },
      processed_code: `4${shop.ec}`,
    })
    await shops.read(fileOf(shop, "04", settled([first.line(), sale, refund], shop.day, PAID)))
    await shops.work()
    expect(await payouts()).to.deep.equal(["paid 15700"])
    const second = await shop.sell(10_000)
    expect(second.nsu).to.equal(next)
    shops.bank.refundInPortal(shop.account, shops.bank.sales(shop.account)[1]!.charge, 4000)
    await days(4)
    expect((await types(second.id)).sort()).to.deep.equal(["adjustment -300", "payment 10000", "refund -4000"])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
    expect(await shop.show()).to.deep.include({ told: { count: 2, amount: 20_000 }, sold: { count: 2, amount: 20_000 } })
  })

  it("does not leave twice when a later file corrects the bank account of a deposit", async () => {
    const line = (await shop.sell(10_000)).line({ commission: -300 })
    await shops.read(fileOf(shop, "04", settled([line], shop.day, PAID)))
    await shops.work()
    const corrected = settled([line], shop.day, { ...PAID, account: "11111" })
    await shops.read(fileOf(shop, "04", corrected, { processed_on: shop.day + 3 }))
    await shops.work()
    expect(await payouts()).to.deep.equal(["paid 9700", "failed 9700"])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
    const own = (await shop.rows()).filter((row) => !row.startsWith("payment"))
    expect(own).to.deep.equal(["adjustment -300 0", "payout -9700 0", "payout_failed 9700 0", "payout -9700 0"])
  })

  it("is not a refund that a statement shows while the acquirer is out of reach for a day or two", async () => {
    const sold = await shop.sell(10_000)
    await shops.read(fileOf(shop, "03", [sold.line(), event(sold, "06", -4000)]))
    await days(5)
    shops.bank.set("holds", "lost_before")
    await days(4)
    expect(await types(sold.id)).to.deep.equal(["payment 10000"])
  })

  it("is the chargeback whose case the acquirer has decided, and no other of the payment", async () => {
    const sold = await shop.sell(10_000)
    const open = () => shops.cli("disputes", "open", sold.id, "--amount", "4000", "--json")
    const [first, second] = [await open(), await open()]
    const listed = await list(sold, first.id)
    await list(sold, null, true)
    await shops.read(fileOf(shop, "03", [sold.line(), event(sold, "09", 4000)]))
    await days(1)
    expect(await statuses(first, second)).to.not.include("won")
    await shops.cli("disputes", "close", first.id, "--won", "--json")
    const { database } = shops.vintem.server.modes.live!
    await database.transaction((tx) => tx.run(closeCase, { id: listed, at: Math.floor(shops.clock.now() / 1000) }))
    await days(1)
    const [decided, other] = await statuses(first, second)
    expect(decided).to.equal("won")
    expect(other).to.not.equal("won")
  })

  const statuses = (...disputes: Json[]): Promise<string[]> =>
    Promise.all(disputes.map(async ({ id }) => (await shops.cli("disputes", "show", id, "--json")).status))

  /** The acquirer's list has a case of a payment. */
  async function list({ id: payment_intent, amount }: Sold, dispute: string | null, is_inquiry = false): Promise<string> {
    const id = `cbk_${randomUUID()}`
    const row = {
      ...{
        id,
        account: shop.account,
        created: 0,
        acquirer: "cielo",
        number: id,
        step: "1",
        establishment: shop.ec,
        process: "1",
      },
      ...{ is_inquiry, is_fraud: false, amount, status: "needs_response", sale: "{}", lifecycle: "[]", payment_intent, dispute },
      ...{ is_estimate: false, needs_join: false },
    }
    await shops.vintem.server.modes.live!.database.transaction((tx) => tx.run(insertCase, row))
    return id
  }
})
