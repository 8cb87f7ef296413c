// What statements change of the money that Cielo pays out itself.
import { expect } from "chai"
import { dateOf } from "../../src/base/day.ts"
import type { Json } from "../support/app/client.ts"
import { expectStatus, newToken } from "../support/merchants/payments.ts"
import { confirm, newOpenIntent, retrieve } from "../support/merchants/rails.ts"
import { blank } from "../support/statements/lines.ts"
import { fileOf, openShop, openShops, type Shop, type Shops, settled } from "../support/statements/shop.ts"
import type { AnyRecord } from "../support/statements/write.ts"

describe("Money that Cielo pays out itself", function () {
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

  const live = () => ["--account", shop.account, "--mode", "live", "--json"]
  const open = (day = shop.day) => shops.cli("payouts", "open", "--acquirer", "cielo", "--since", dateOf(day), ...live())
  const shown = (payouts: Json[]) => payouts.map(({ amount, status, method }) => `${method} ${status} ${amount}`)

  it("leaves the balance with the deposit that a statement shows, to the cent, and none of it twice", async () => {
    await open()
    const [first, second] = [await shop.sell(10_000), await shop.sell(5000)]
    const lines = [first.line({ commission: -300 }), second.line({ commission: -150 })]
    await shops.read(fileOf(shop, "03", lines))
    const rent = first.line({
      entry_type: "10",
      tid: "",
      nsu: "",
      gross: -1000,
      net: -1000,
      commission: 0,
      received_code: `8${shop.ec}`,
    })
    const file = fileOf(shop, "04", settled([...lines, rent], shop.day))
    await shops.read(file)
    await shops.work()
    expect(shown(await shop.payouts())).to.deep.equal(["acquirer in_transit 13550"])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
    const rows = await shop.rows()
    await shops.read(fileOf(shop, "04", settled([...lines, rent], shop.day)))
    await shops.work()
    expect(await shop.rows()).to.deep.equal(rows)
    await shops.work(7)
    expect(shown(await shop.payouts())).to.deep.equal(["acquirer paid 13550"])
  })

  it("comes back when the bank rejects the deposit, and leaves with the next", async () => {
    await open()
    const line = (await shop.sell(10_000)).line({ commission: -300 })
    await shops.read(fileOf(shop, "04", settled([line], shop.day)))
    await shops.work()
    await shops.read(fileOf(shop, "04", settled([line], shop.day, { payment_status: "06" }), { processed_on: shop.day + 3 }))
    await shops.work()
    expect(shown(await shop.payouts())).to.deep.equal(["acquirer failed 9700"])
    expect(await shop.balance()).to.deep.equal({ available: 9700, pending: 0 })
    const again = settled([line], shop.day, { payment_status: "04", sent_again: "S" })
    await shops.read(fileOf(shop, "04", again, { processed_on: shop.day + 5 }))
    await shops.work()
    expect(shown(await shop.payouts())).to.deep.equal(["acquirer paid 9700", "acquirer failed 9700"])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
  })

  it("that was available before the deposits began belongs to the opening, and no statement corrects it", async () => {
    const before = await shop.sell(10_000)
    expect(await open()).to.include({ acquirer: "cielo", since: dateOf(shop.day), paid_before: 0 })
    expect(await shops.refused("payouts", "open", "--acquirer", "cielo", "--since", dateOf(shop.day), ...live())).to.contain(
      "That is done once.",
    )
    await shops.read(fileOf(shop, "04", settled([before.line({ commission: -300 })], shop.day - 1)))
    await shops.work()
    expect(await shop.payouts()).to.deep.equal([])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
  })

  it("is taken as a whole by the opening", async () => {
    await shop.sell(10_000)
    await shops.work(1)
    const { paid_before } = await open(shop.day)
    expect(paid_before).to.equal(0)
    expect(await shop.balance()).to.deep.equal({ available: 10_000, pending: 0 })
  })

  it("pays refunds and chargebacks as the statement says them, once they are known here", async () => {
    await open()
    const sold = await shop.sell(10_000)
    expectStatus(await shop.request("POST", "/v1/refunds", { payment_intent: sold.id, amount: 4000 }), 201)
    await shops.work()
    const sale = sold.line({ commission: -300 })
    const code = (sale.fields as Json).received_code
    const refund = sold.line({
      entry_type: "06",
      gross: -4000,
      commission: 120,
      received_code: `7${shop.ec}`,
      processed_code: code,
    })
    await shops.read(fileOf(shop, "04", settled([sale, refund], shop.day)))
    await shops.work()
    expect(await shop.rows(sold.id)).to.deep.equal(["payment 10000 0", "refund -4000 0", "adjustment -300 0", "adjustment 120 0"])
    expect(shown(await shop.payouts())).to.deep.equal(["acquirer in_transit 5820"])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
  })

  it("asks about a refund that it does not know, and books it when the acquirer shows it", async () => {
    const sold = await shop.sell(10_000)
    const sale = sold.line()
    const processed_code = (sale.fields as Json).received_code
    const refund = sold.line({ entry_type: "06", gross: -4000, received_code: `6${shop.ec}`, processed_code })
    const [booked] = shops.bank.sales(shop.account)
    await shops.bank.acquirer.refund(
      { reference: "by-hand", account: shop.account, charge: booked!.charge, type: "card", amount: 4000, gone_back_before: 0 },
      new AbortController().signal,
    )
    await shops.read(fileOf(shop, "03", [sale, refund]))
    await shops.work()
    await shops.work(0.01)
    await shops.work(1)
    expect(await shop.rows(sold.id)).to.deep.equal(["payment 10000 0", "refund -4000 0"])
    expect((await shop.show()).differs).to.deep.equal([])
  })

  it("that was anticipated comes on the day of the negotiation, less the discount", async () => {
    await open()
    const unit = { gross: 5000, net: 4800, discount: -200, original_due_on: shop.day + 30, establishment: shop.ec }
    const records: AnyRecord[] = [
      {
        type: "A",
        fields: { ...blank("A"), gross: 5000, net: 4800, number: `N${shop.ec}`, negotiated_on: shop.day, payment_date: shop.day },
      },
      { type: "B", fields: { ...blank("B"), ...unit, negotiated_on: shop.day } },
      { type: "C", fields: { ...blank("C"), bank: "0999", branch: "1", account: "2", deposited: 4800 } },
    ]
    await shops.read(fileOf(shop, "15", records))
    await shops.work()
    expect(await shop.rows()).to.deep.equal(["adjustment -5000 30", "adjustment 5000 0", "adjustment -200 0", "payout -4800 0"])
    expect(shown(await shop.payouts())).to.deep.equal(["acquirer in_transit 4800"])
    await shops.read(fileOf(shop, "15", records))
    await shops.work()
    expect(await shop.rows()).to.have.length(4)
  })

  it("is in no deposit of lines that are not ours", async () => {
    await open()
    const foreign = (await shop.sell(5000)).line({ tid: "T-NOBODY", nsu: "777777", received_code: `5${shop.ec}` })
    await shops.read(fileOf(shop, "04", settled([foreign], shop.day)))
    await shops.work()
    expect(await shop.payouts()).to.deep.equal([])
    expect(await shop.balance()).to.deep.equal({ available: 5000, pending: 0 })
  })

  it("tells of a settlement whose entries don't add up to it", async () => {
    const line = (await shop.sell(5000)).line()
    const [unit, entry] = settled([line], shop.day)
    const records = [{ ...unit, fields: { ...unit!.fields, entries: 2 } } as AnyRecord, entry!]
    await shops.read(fileOf(shop, "04", records))
    const [item] = (await shops.attention("payout_unmatched")).filter(({ account }) => account === shop.account)
    await shops.cli("statements", "resolve", item!.id, "--reason", "Cielo has corrected it.")
    expect((await shops.attention("payout_unmatched")).filter(({ account }) => account === shop.account)).to.deep.equal([])
  })

  it("goes back if a statement shows a sale that counted as not made, however long ago", async () => {
    shops.bank.set("authorize", "late")
    const { id } = await newOpenIntent(shop, { amount: 7700, payment_method_types: ["card"] })
    const { status } = await confirm(shop, id, (await newToken(shop)).id)
    shops.bank.heal()
    expect(status).to.equal(200)
    for (let days = 0; days < 10; days++) await shops.work(1)
    const [sale] = shops.bank.sales(shop.account)
    expect((await retrieve(shop, id)).status).to.be.oneOf(["canceled", "requires_payment_method"])
    shops.bank.reveal(shop.account, "sales")
    await shops.work(1)
    expect(shops.bank.refunds(shop.account), "nobody looks any more").to.deep.equal([])
    const other = await shop.sell(100)
    const told = {
      gross: 7700,
      sale_total: 7700,
      tid: "",
      nsu: "",
      order_reference: sale!.reference,
      received_code: `3${shop.ec}`,
    }
    await shops.read(fileOf(shop, "03", [other.line(told)]))
    for (let turn = 0; turn < 4; turn++) await shops.work(0.01)
    expect(shops.bank.refunds(shop.account).map(({ amount }) => amount)).to.deep.equal([7700])
    expect((await shop.show()).only_there.map(({ payment_intent }: Json) => payment_intent)).to.deep.equal([id])

    const returned = { ...told, entry_type: "06", gross: -7700, received_code: `6${shop.ec}`, processed_code: told.received_code }
    await shops.read(fileOf(shop, "03", [other.line(returned)]))
    for (let days = 0; days < 9; days++) await shops.work(1)
    const listed = (await shops.attention("statement_difference")).filter(({ account }) => account === shop.account)
    expect(
      listed.map(({ amount }) => amount),
      "the return is no difference",
    ).to.deep.equal([7700])
  })

  it("is taken by a chargeback that a statement tells first, and comes back when it is undone there", async () => {
    const sold = await shop.sell(10_000)
    const sale = sold.line()
    const processed_code = (sale.fields as Json).received_code
    const chargeback = sold.line({ entry_type: "08", gross: -10_000, received_code: `21${shop.ec}`, processed_code })
    shops.bank.chargeBack(shop.account, 10_000)
    await shops.read(fileOf(shop, "03", [sale, chargeback]))
    for (let turn = 0; turn < 3; turn++) await shops.work(0.01)
    expect(await shop.rows(sold.id)).to.deep.equal(["payment 10000 0", "dispute -10000 0"])
    shops.bank.chargeBack(shop.account, 0)
    const undone = sold.line({ entry_type: "09", gross: 10_000, received_code: `22${shop.ec}`, processed_code })
    await shops.read(fileOf(shop, "03", [undone]))
    await shops.work()
    expect(await shop.rows(sold.id)).to.deep.equal(["payment 10000 0", "dispute -10000 0", "dispute_reversed 10000 0"])
  })

  it("is booked from the statement when the acquirer has not answered for seven days", async () => {
    const sold = await shop.sell(10_000)
    const sale = sold.line()
    const processed_code = (sale.fields as Json).received_code
    const refund = sold.line({ entry_type: "06", gross: -4000, commission: 100, received_code: `23${shop.ec}`, processed_code })
    shops.bank.set("holds", "lost_before")
    await shops.read(fileOf(shop, "03", [sale, refund]))
    for (let days = 0; days < 6; days++) await shops.work(1)
    expect(await shop.rows(sold.id)).to.deep.equal(["payment 10000 0"])
    for (let days = 0; days < 3; days++) await shops.work(1)
    shops.bank.heal()
    const rows = await shop.rows(sold.id)
    expect(rows.map((row) => row.split(" ").slice(0, 2).join(" "))).to.deep.equal([
      "payment 10000",
      "refund -4000",
      "adjustment 100",
    ])
  })
})
