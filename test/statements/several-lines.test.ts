// Refunds and chargebacks that statements tell in other pieces than they were made here.
import { expect } from "chai"
import { dateOf } from "../../src/base/day.ts"
import type { Json } from "../support/app/client.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { fileOf, NEWEST, openShop, openShops, type Shop, type Shops, type Sold, settled } from "../support/statements/shop.ts"

const PAID = { payment_status: "04" }

describe("A refund or chargeback in several lines", function () {
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
  afterEach(async () => {
    shops.bank.heal()
    await shop.prove()
  })
  after(() => shops.close())

  const days = async (count: number) => {
    for (let day = 0; day < count; day++) await shops.work(1)
  }
  const rows = async ({ id }: Sold) => (await shop.rows(id)).map((row) => row.split(" ").slice(0, 2).join(" "))
  const net = async ({ id }: Sold) => (await shop.rows(id)).reduce((sum, row) => sum + Number(row.split(" ")[1]), 0)
  let lines = 0
  const event = (sold: Sold, entry_type: string, gross: number, commission = 0, more: object = {}) => {
    const processed_code = (sold.line().fields as Json).received_code
    return sold.line({ entry_type, gross, commission, received_code: `5${shop.ec}${++lines}`, processed_code, ...more })
  }
  const refund = async (sold: Sold, amount: number) => {
    expectStatus(await shop.request("POST", "/v1/refunds", { payment_intent: sold.id, amount }, NEWEST), 201)
    await shops.work(0.01)
  }
  const differences = async () =>
    (await shop.show()).differs.flatMap(({ details }: Json) => details.map(({ what }: Json) => what))
  /** The acquirer no longer answers, for so long that the statement counts. */
  const silence = async () => {
    shops.bank.set("holds", "lost_before")
    await days(10)
  }

  it("is one refund of ours: none is booked a second time, and each line has its net on its day", async () => {
    const live = ["--account", shop.account, "--mode", "live", "--json"]
    await shops.cli("payouts", "open", "--acquirer", "cielo", "--since", dateOf(shop.day), ...live)
    const sold = await shop.sell(10_000)
    await refund(sold, 1000)
    const [first, second] = [event(sold, "06", -400, 10), event(sold, "06", -600, 20)]
    await shops.read(fileOf(shop, "03", [sold.line(), first, second]))
    await silence()
    expect(await net(sold)).to.equal(10_000 - 1000 + 30)
    expect((await rows(sold)).filter((row) => row.startsWith("refund"))).to.deep.equal(["refund -1000"])
    expect(await differences()).to.deep.equal([])
    await shops.read(fileOf(shop, "04", settled([sold.line(), first], shop.day + 5, PAID), { processed_on: shop.day + 6 }))
    await shops.read(fileOf(shop, "04", settled([second], shop.day + 8, PAID), { processed_on: shop.day + 9 }))
    const third = await shop.sell(3000)
    await shops.read(fileOf(shop, "04", settled([third.line()], shop.day + 8, PAID), { processed_on: shop.day + 10 }))
    await shops.work(1)
    expect((await shop.payouts()).map(({ amount }) => amount).sort()).to.deep.equal([2420, 9610])
    expect(await net(sold)).to.equal(9030)
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
  })

  it("is several refunds of ours in one line: its fee comes back once", async () => {
    const sold = await shop.sell(10_000)
    await refund(sold, 300)
    await refund(sold, 700)
    await shops.read(fileOf(shop, "03", [sold.line(), event(sold, "06", -1000, 30)]))
    await silence()
    expect(await rows(sold)).to.deep.equal(["payment 10000", "refund -300", "refund -700", "adjustment 30"])
    expect(await differences()).to.deep.equal([])
  })

  it("is booked for what is not booked yet, however many files tell it", async () => {
    const sold = await shop.sell(10_000)
    await refund(sold, 1000)
    const told = [event(sold, "06", -1000), event(sold, "06", -1000)]
    await shops.read(fileOf(shop, "03", [sold.line(), ...told]))
    await shops.read(fileOf(shop, "04", settled(told, shop.day + 2)))
    await silence()
    expect((await rows(sold)).filter((row) => row.startsWith("refund"))).to.deep.equal(["refund -1000", "refund -1000"])
    expect(await net(sold)).to.equal(8000)
    await shops.read(fileOf(shop, "04", settled(told, shop.day + 2), { processed_on: shop.day + 20 }))
    await days(10)
    expect(await net(sold)).to.equal(8000)
  })

  it("is booked in part where a refund of ours is in no line of its own", async () => {
    const sold = await shop.sell(10_000)
    await refund(sold, 700)
    await days(1)
    await shops.read(fileOf(shop, "03", [sold.line(), event(sold, "06", -1000)]))
    await silence()
    expect(await rows(sold)).to.deep.equal(["payment 10000", "refund -700", "refund -300"])
    expect(await differences()).to.deep.equal([])
  })

  it("that was undone is not booked", async () => {
    const sold = await shop.sell(10_000)
    await shops.read(fileOf(shop, "03", [sold.line(), event(sold, "06", -1000), event(sold, "07", 1000)]))
    await silence()
    expect(await net(sold)).to.equal(10_000)
  })

  it("moves once to the day on which it is paid, although two files say two days", async () => {
    const sold = await shop.sell(10_000)
    await refund(sold, 1000)
    const told = event(sold, "06", -1000)
    await shops.read(fileOf(shop, "03", [sold.line(), told]))
    await shops.read(fileOf(shop, "04", settled([told], shop.day + 6)))
    await shops.work()
    const before = await shop.rows(sold.id)
    expect(before).to.deep.equal(["payment 10000 0", "refund -1000 0", "adjustment 1000 0", "adjustment -1000 6"])
    await shops.read(fileOf(shop, "04", settled([told], shop.day + 6), { processed_on: shop.day + 3 }))
    await shops.work(1)
    expect(await shop.rows(sold.id)).to.deep.equal(before)
  })

  it("is a dispute that took more than was left: the statement says that the excess was taken", async () => {
    const sold = await shop.sell(10_000)
    await refund(sold, 7000)
    const { id } = await shops.cli("disputes", "open", sold.id, "--amount", "10000", "--json")
    const waiting = async () =>
      (await shops.attention("dispute_exceeds_payment")).filter(({ account }) => account === shop.account)
    expect(await waiting()).to.have.length(1)
    await shops.read(fileOf(shop, "03", [sold.line(), event(sold, "06", -7000), event(sold, "08", -10_000, 250)]))
    await silence()
    const taken = ["payment 10000", "refund -7000", "dispute -3000", "adjustment -7000", "adjustment 250"]
    expect(await rows(sold)).to.deep.equal(taken)
    expect(await waiting()).to.deep.equal([])
    expect(await differences()).to.deep.equal([])
    await shops.read(fileOf(shop, "03", [event(sold, "09", 10_000, -250)], { processed_on: shop.day + 11 }))
    await days(1)
    expect((await shops.cli("disputes", "show", id, "--json")).status).to.equal("won")
    expect(await net(sold)).to.equal(3000)
    await days(9)
    expect(await net(sold)).to.equal(3000)
  })

  it("is a dispute of which the payment had nothing left", async () => {
    const sold = await shop.sell(10_000)
    await refund(sold, 10_000)
    const { id } = await shops.cli("disputes", "open", sold.id, "--amount", "4000", "--json")
    await shops.read(fileOf(shop, "03", [sold.line(), event(sold, "06", -10_000), event(sold, "08", -4000)]))
    await silence()
    expect(await rows(sold)).to.deep.equal(["payment 10000", "refund -10000", "adjustment -4000"])
    await shops.read(fileOf(shop, "03", [event(sold, "09", 4000)], { processed_on: shop.day + 11 }))
    await days(1)
    expect(await net(sold)).to.equal(0)
    await shops.cli("disputes", "open", sold.id, "--again", id, "--json")
    await shops.read(fileOf(shop, "03", [sold.line()], { processed_on: shop.day + 12 }))
    await days(1)
    expect((await shops.cli("disputes", "show", id, "--json")).status, "its line was of the first time").to.not.equal("won")
  })

  it("is a chargeback in several lines", async () => {
    const sold = await shop.sell(10_000)
    await shops.cli("disputes", "open", sold.id, "--amount", "9000", "--json")
    await shops.read(fileOf(shop, "03", [sold.line(), event(sold, "08", -4500), event(sold, "08", -4500, 50)]))
    await silence()
    expect(await net(sold)).to.equal(1050)
    expect((await rows(sold)).filter((row) => row.startsWith("dispute"))).to.deep.equal(["dispute -9000"])
  })
})
