// Files that the operator reads with `vintem statements import`, and what they do to the books: Pix, undone refunds, debits, and EC numbers set late.
import { randomUUID } from "node:crypto"
import { chmodSync } from "node:fs"
import { expect } from "chai"
import { dateOf } from "../../src/base/day.ts"
import type { Json } from "../support/app/client.ts"
import { until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { payWith, retrieve } from "../support/merchants/rails.ts"
import { pixLine } from "../support/statements/lines.ts"
import {
  endToEndIdOf,
  fileOf,
  openShop,
  openShops,
  type Shop,
  type Shops,
  type Sold,
  settled,
} from "../support/statements/shop.ts"
import type { AnyRecord } from "../support/statements/write.ts"

describe("Files that the operator reads", function () {
  this.timeout(180_000)
  let shops: Shops
  let shop: Shop
  before(async () => {
    shops = await openShops()
  })
  beforeEach(() => {
    shops.clock.ahead = 0
  })
  afterEach(() => shop.prove())
  after(() => shops.close())

  async function openWith(options: Parameters<typeof openShop>[1] = {}): Promise<void> {
    shop = await openShop(shops, options)
    const live = ["--account", shop.account, "--mode", "live"]
    await shops.cli("payouts", "open", "--acquirer", "cielo", "--since", dateOf(shop.day), ...live)
  }
  const read = async (file: Buffer): Promise<Json> => (await shops.cli("statements", "import", shops.path(file), "--json"))[0]
  const payouts = async () => (await shop.payouts()).map(({ amount, status }: Json) => `${status} ${amount}`)
  const codeOf = (sold: Sold) => (sold.line().fields as Json).received_code
  const event = (sold: Sold, entry_type: string, gross: number, commission = 0) =>
    sold.line({ entry_type, gross, commission, received_code: `${entry_type}${shop.ec}`, processed_code: codeOf(sold) })

  it("bring the fee of a Pix, its return and its deposit (file 16)", async () => {
    await openWith()
    const { id } = await payWith(shop, "pix", { amount: 10_000 })
    shops.bank.decide(shop.account, "approved")
    await until(async () => {
      await shops.work(0.01)
      return (await retrieve(shop, id)).status === "succeeded"
    })
    const pix_id = endToEndIdOf(shops.bank.sales(shop.account)[0]!.charge)
    expectStatus(await shop.request("POST", "/v1/refunds", { payment_intent: id, amount: 4000 }), 201)
    await shops.work(0.01)
    const at = { establishment: shop.ec, made_on: shop.day, captured_on: shop.day, payment_date: shop.day }
    const paid = pixLine({ ...at, pix_id })
    const back = pixLine({
      ...at,
      pix_id: `D${shop.ec}`,
      original_pix_id: pix_id,
      transaction_type: "03",
      origin: "17",
      gross: -4000,
      fee: 0,
    })
    const records = [paid, back].map(({ fields }) => ({ type: "8", fields }) as AnyRecord)
    expect(await read(fileOf(shop, "16", records))).to.include({ state: "read", unowned: 0, lines: 2 })
    await shops.work()
    expect(await shop.rows(id)).to.deep.equal(["payment 10000 0", "refund -4000 0", "adjustment -99 0"])
    expect(await payouts()).to.deep.equal(["paid 5901"])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
    const [{ payment_intent, differences }] = (await shop.show()).differs
    expect([payment_intent, ...differences.map(({ what }: Json) => what)]).to.deep.equal([id, "fee"])
  })

  it("give back what a refund took that was undone (07), and do it once", async () => {
    await openWith()
    const sold = await shop.sell(10_000)
    shops.bank.set("refund", "by_hand")
    const { id } = expectStatus(await shop.request("POST", "/v1/refunds", { payment_intent: sold.id, amount: 4000 }), 201)
    await shops.work()
    shops.bank.heal()
    const lines = [sold.line(), event(sold, "06", -4000)]
    await read(fileOf(shop, "04", settled(lines, shop.day, { payment_status: "04" })))
    await shops.work()
    expect(await payouts()).to.deep.equal(["paid 6000"])
    await shops.cli("refunds", "settle", id, "--failed")
    const undone = settled([event(sold, "07", 4000)], shop.day + 1, { payment_status: "04" })
    const file = fileOf(shop, "04", undone, { from: shop.day + 1 })
    await read(file)
    await shops.work(1)
    expect((await shop.rows(sold.id)).map((row) => row.split(" ").slice(0, 2).join(" "))).to.deep.equal([
      ...["payment 10000", "refund -4000", "refund_failed 4000"],
    ])
    expect(await payouts()).to.deep.equal(["paid 4000", "paid 6000"])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
    expect(await read(file)).to.include({ known: true })
  })

  for (const payment_status of ["46", "47"])
    it(`add to the balance what Cielo debits from the merchant's bank (status ${payment_status}), once`, async () => {
      await openWith()
      const sold = await shop.sell(10_000)
      await read(fileOf(shop, "04", settled([sold.line()], shop.day, { payment_status: "04" })))
      await shops.work()
      expect(await payouts()).to.deep.equal(["paid 10000"])
      expectStatus(await shop.request("POST", "/v1/refunds", { payment_intent: sold.id, amount: 4000 }), 201)
      await shops.work()
      expect(await shop.balance()).to.deep.equal({ available: -4000, pending: 0 })
      const debited = settled([event(sold, "06", -4000)], shop.day + 1, { payment_status })
      await read(fileOf(shop, "04", debited, { from: shop.day + 1 }))
      await shops.work(1)
      await read(fileOf(shop, "04", debited, { from: shop.day + 1, processed_on: shop.day + 4 }))
      await shops.work(1)
      expect((await shop.rows()).map((row) => row.split(" ").slice(0, 2).join(" "))).to.deep.equal([
        ...["payment 10000", "payout -10000", "refund -4000", "adjustment 4000"],
      ])
      expect(await payouts()).to.deep.equal(["paid 10000"])
      expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
    })

  it("are read again once an EC number was set late: lines that no account had find theirs", async () => {
    await openWith({ hasNumber: false })
    const sold = await shop.sell(10_000)
    const rent = sold.line({ entry_type: "10", tid: "", nsu: "", gross: -1000, received_code: `8${shop.ec}` })
    const file = fileOf(shop, "04", settled([sold.line({ commission: -300 }), rent], shop.day))
    expect(await read(file)).to.include({ known: false, unowned: 3 })
    await shops.work()
    expect(await shop.rows()).to.deep.equal(["payment 10000 0", "adjustment -300 0"])
    expect(await payouts()).to.deep.equal([])
    expect(await read(file), "while no account has the number").to.include({ unowned: 3 })
    const key = shops.path(Buffer.from("k".repeat(40)))
    chmodSync(key, 0o600)
    const set = ["acquirer", "set", "--account", shop.account, "--name", "cielo", "--merchant-id", randomUUID()]
    await shops.cli(...set, "--merchant-key-file", key, "--funds", "acquirer", "--ec", shop.ec)
    expect(await read(file)).to.include({ known: false, unowned: 0, lines: 4 })
    await shops.work()
    expect(await shop.rows()).to.deep.equal(["payment 10000 0", "adjustment -300 0", "adjustment -1000 0", "payout -8700 0"])
    expect(await payouts()).to.deep.equal(["in_transit 8700"])
    expect(await read(file)).to.include({ known: true, unowned: 0 })
    expect((await shop.show()).lines).to.have.length(2)
  })
})
