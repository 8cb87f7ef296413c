// What a merchant and the operator see of a day's sales beside the statements of Cielo.
import { randomUUID } from "node:crypto"
import { chmodSync } from "node:fs"
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { fileOf, openShop, openShops, type Shop, type Shops, settled } from "../support/statements/shop.ts"

const counts = ({ matched, only_here, only_there, differs }: Json) => ({
  matched,
  only_here: only_here.length,
  only_there: only_there.length,
  differs: differs.length,
})

describe("The statements of a day", function () {
  this.timeout(120_000)
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

  it("show what matches, and what differs in its fee and its day", async () => {
    const [same, dearer, later] = [await shop.sell(10_000), await shop.sell(5000), await shop.sell(7000)]
    const lines = [same.line(), dearer.line({ commission: -150 }), later.line({ due_on: shop.day + 5 })]
    expect(await shops.read(fileOf(shop, "03", lines))).to.include({ state: "read", lines: 3, unowned: 0, known: false })
    await shops.work()
    const found = await shop.show()
    expect(counts(found)).to.deep.equal({ matched: 1, only_here: 0, only_there: 0, differs: 2 })
    expect(found).to.deep.include({ sold: { count: 3, amount: 22_000 }, told: { count: 3, amount: 22_000 } })
    expect(found.lines).to.have.length(3)
    expect(await shop.rows(dearer.id)).to.deep.equal(["payment 5000 0", "adjustment -150 0"])
    expect(await shop.rows(later.id)).to.deep.equal(["payment 7000 0", "adjustment -7000 0", "adjustment 7000 5"])
    expect(await shop.balance()).to.deep.equal({ available: 14_850, pending: 7000 })
  })

  it("change nothing when a file is read again, and nothing but what differs when Cielo makes it again", async () => {
    const [first, second] = [await shop.sell(10_000), await shop.sell(5000)]
    const file = fileOf(shop, "03", [first.line({ commission: -300 })])
    await shops.read(file)
    await shops.work()
    expect(await shops.read(file)).to.include({ state: "read", known: true })
    const again = fileOf(shop, "03", [first.line({ commission: -300 }), second.line({ commission: -100 })])
    expect(await shops.read(again)).to.include({ standing: "correction" })
    await shops.work()
    expect(await shop.rows()).to.deep.equal(["payment 10000 0", "payment 5000 0", "adjustment -300 0", "adjustment -100 0"])
    const other = fileOf(shop, "03", [first.line({ commission: -250 })])
    await shops.read(other)
    await shops.work()
    expect(await shop.rows(first.id)).to.deep.equal(["payment 10000 0", "adjustment -300 0", "adjustment 50 0"])
  })

  it("list a sale that is in no statement from the third day on, once a file that covers its day was read", async () => {
    const [there, here] = [await shop.sell(10_000), await shop.sell(5000)]
    await shops.read(fileOf(shop, "03", [there.line()]))
    await shops.work()
    expect(counts(await shop.show()).only_here).to.equal(0)
    await shops.work(3)
    const { only_here } = await shop.show()
    expect(only_here.map(({ payment_intent }: Json) => payment_intent)).to.deep.equal([here.id])
    const [item] = (await shops.attention("statement_difference")).filter(({ payment_intent }) => payment_intent === here.id)
    expect(item).to.include({ account: shop.account, amount: 5000, id: only_here[0].id })
    await shops.read(fileOf(shop, "03", [here.line()]))
    await shops.work()
    expect(counts(await shop.show())).to.deep.equal({ matched: 2, only_here: 0, only_there: 0, differs: 0 })
    expect(await ofShop()).to.deep.equal([])
  })

  const ofShop = async () => (await shops.attention("statement_difference")).filter(({ account }) => account === shop.account)

  it("list a sale that nobody here knows, until it is resolved with a reason", async () => {
    const foreign = (await shop.sell(10_000)).line({ tid: "T-FOREIGN", nsu: "999999", received_code: `9${shop.ec}` })
    await shops.read(fileOf(shop, "03", [foreign]))
    await shops.work()
    const [item] = await ofShop()
    expect(item!.message).to.contain("A statement has a sale").and.contain(`vintem statements resolve ${item!.id} --reason TEXT`)
    expect(counts(await shop.show())).to.deep.equal({ matched: 0, only_here: 0, only_there: 1, differs: 0 })
    expect(await shops.refused("statements", "resolve", item!.id, "--reason", " ")).to.contain("Give a reason")
    await shops.cli("statements", "resolve", item!.id, "--reason", "It was sold at the counter.")
    expect(await ofShop()).to.deep.equal([])
    expect((await shop.show()).only_there[0]).to.include({ reason: "It was sold at the counter." })
    const [entry] = await shops.cli("audit", "list", "--mode", "live", "--json")
    expect(entry).to.include({ action: "statement.resolve", target: item!.id, reason: "It was sold at the counter." })
    await shops.read(fileOf(shop, "03", [foreign]))
    await shops.work()
    expect(await ofShop(), "the same difference again").to.deep.equal([])
  })

  it("of an account whose money the platform pays out are shown, and post nothing", async () => {
    shop = await openShop(shops, { funds: "platform" })
    const sold = await shop.sell(5000)
    const rent = sold.line({ entry_type: "10", tid: "", nsu: "", gross: -1000, commission: 0, received_code: "77" })
    await shops.read(fileOf(shop, "03", [sold.line({ commission: -150 })]))
    await shops.read(fileOf(shop, "04", settled([rent], shop.day)))
    await shops.work()
    expect(counts(await shop.show())).to.include({ matched: 0, differs: 1 })
    expect(await shop.rows()).to.deep.equal(["payment 5000 0"])
  })

  it("count the lines of merchants that Vintém does not know, and keep none of them", async () => {
    const line = (await shop.sell(5000)).line({ establishment: "2999999999", tid: "T-OTHER", nsu: "1" })
    expect(await shops.read(fileOf(shop, "03", [line]))).to.include({ lines: 1, unowned: 1 })
    await shops.work()
    expect((await shop.show()).lines).to.deep.equal([])
  })

  it("leave a line of several accounts' establishment to the operator", async () => {
    const other = await openShop(shops)
    const file = shops.path(Buffer.from("k".repeat(40)))
    const set = ["acquirer", "set", "--account", other.account, "--name", "cielo", "--merchant-id", randomUUID()]
    chmodSync(file, 0o600)
    expect(await shops.cli(...set, "--merchant-key-file", file, "--ec", `${other.ec},${shop.ec}`, "--json")).to.deep.include({
      ec: [shop.ec, other.ec].sort(),
    })
    const [mine, foreign] = [await shop.sell(5000), await shop.sell(6000)]
    await shops.read(fileOf(shop, "03", [mine.line(), foreign.line({ tid: "T-WHOSE", nsu: "888888" })]))
    await shops.work()
    expect(counts(await shop.show())).to.deep.equal({ matched: 1, only_here: 0, only_there: 0, differs: 0 })
    const [item] = (await shops.attention("statement_difference")).filter(({ account }) => account === "")
    expect(item!.message).to.contain(`the establishment ${shop.ec}, which several accounts have`)
    await shops.cli("statements", "resolve", item!.id, "--reason", "It is a terminal's.")
    expect((await shops.attention("statement_difference")).filter(({ account }) => account === "")).to.deep.equal([])
  })

  it("are not read from a file that is refused: it says where, and waits for a person", async () => {
    const sold = await shop.sell(5000)
    const text = fileOf(shop, "03", [sold.line()]).toString("latin1")
    const broken = Buffer.from(
      text.replace(/^9.*$/m, (trailer) => trailer.replace("00000000001", "00000000002")),
      "latin1",
    )
    const { status, stdout, stderr } = await shops.vintem.cli("statements", "import", shops.path(broken))
    expect(status).to.equal(1)
    expect(stdout).to.contain("line 3, column 2: expected records without header and trailer: 1")
    expect(stderr).to.contain("A file was refused.")
    const [item] = await shops.attention("statement_refused")
    await shops.cli("statements", "resolve", item!.id, "--reason", "Cielo has sent it again.")
    expect(await shops.attention("statement_refused")).to.deep.equal([])
    await shops.work()
    expect((await shop.show()).lines).to.deep.equal([])
  })
})
