// A file is read once, whatever dies, and however often and by how many processes it is read.
import { expect } from "chai"
import type { Mode } from "../../src/modes/wiring.ts"
import { importStatement } from "../../src/statements/importing/import.ts"
import { sourceOfBytes } from "../../src/statements/importing/source.ts"
import { ageLeases } from "../support/databases/leases.ts"
import { statement } from "../support/databases/statement.ts"
import { fileOf, openShop, openShops, type Shop, type Shops, type Sold, settled } from "../support/statements/shop.ts"

const lapse = statement<void>((k) => k("statement_files").update({ held_until_ms: 0 }))
const freeWork = statement<void>((k) => k("statement_work").update({ held_until_ms: 0 }))
const BY = { actor: "os_user:tester", source: "host" }

const SETTLED = new Set(["statement: subject settled", "statement: deposits settled"])

describe("A statement", function () {
  this.timeout(120_000)
  let shops: Shops
  let shop: Shop
  let live: Mode
  let sold: Sold[]
  before(async () => {
    shops = await openShops()
    live = shops.vintem.server.modes.live!
    shop = await openShop(shops)
    sold = [await shop.sell(10_000), await shop.sell(5000)]
  })
  afterEach(() => shop.prove())
  after(() => shops.close())

  const read = (file: Buffer, mode: Pick<Mode, "database" | "clock" | "ring" | "checkpoint"> = live) =>
    importStatement(mode, sourceOfBytes("file", file), { uploader: "", by: BY })
  const dyingAt = (step: string) => ({
    ...live,
    checkpoint: (name: string) => {
      if (name === step) throw new Error(`died: ${step}`)
    },
  })
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => "",
      (error: Error) => error.message,
    )

  it("counts for nothing while it is being read, and goes on after its process has died", async () => {
    const file = fileOf(shop, "03", [sold[0]!.line({ commission: -300 })])
    expect(await failure(read(file, dyingAt("statement: lines stored")))).to.contain("died")
    await shops.work()
    expect(await shop.rows()).to.deep.equal(["payment 10000 0", "payment 5000 0"])
    expect((await shop.show()).lines).to.deep.equal([])
    expect(await failure(read(file)), "its process may still live").to.contain("is being read by another process")
    await live.database.transaction((tx) => tx.run(lapse, {}))
    expect((await read(file)).isNew).to.equal(true)
    await shops.work()
    expect(await shop.rows()).to.deep.equal(["payment 10000 0", "payment 5000 0", "adjustment -300 0"])
    expect((await shop.show()).lines).to.have.length(1)
  })

  it("is read once by two processes at once", async () => {
    const file = fileOf(shop, "03", [sold[1]!.line({ commission: -100 })])
    const results = await Promise.allSettled([read(file), read(file), read(file)])
    const done = results.flatMap((each) => (each.status === "fulfilled" && each.value.isNew ? [each.value.file.id] : []))
    expect(done).to.have.length(1)
    await shops.work()
    expect((await shop.rows()).at(-1)).to.equal("adjustment -100 0")
    expect(await shop.rows()).to.have.length(4)
  })

  it("is posted once, although the worker dies between its lines", async () => {
    await shops.cli(
      "payouts",
      "open",
      "--acquirer",
      "cielo",
      "--since",
      new Date(shop.day * 86_400_000).toISOString().slice(0, 10),
      "--account",
      shop.account,
      "--mode",
      "live",
    )
    const lines = sold.map((each) => each.line({ commission: -200 }))
    let died = 0
    const { checkpoint } = live
    // Before the file is read: the scheduler, too, may begin with its lines at once.
    Object.assign(live, {
      checkpoint: (name: string) => {
        if (SETTLED.has(name) && died++ < 3) throw new Error("died")
      },
    })
    await read(fileOf(shop, "04", settled(lines, shop.day)))
    for (let turn = 0; turn < 4; turn++) {
      await shops.vintem.server.tick()
      await ageLeases(live.database, 3_600_000)
      await live.database.transaction((tx) => tx.run(freeWork, {}))
    }
    Object.assign(live, { checkpoint })
    await shops.work()
    expect(died).to.be.at.least(3)
    expect((await shop.payouts()).map(({ amount }) => amount)).to.deep.equal([14_600])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
  })

  it("is carried out whole, although another file about the same sale was carried out while it was being read", async () => {
    const sale = await shop.sell(2000)
    const correction = fileOf(shop, "03", [sale.line({ commission: -90 })], { processed_on: shop.day + 2 })
    expect(await failure(read(correction, dyingAt("statement: lines stored")))).to.contain("died")
    await read(fileOf(shop, "03", [sale.line({ commission: -60 })]))
    await shops.work()
    expect(await shop.rows(sale.id)).to.deep.equal(["payment 2000 0", "adjustment -60 0"])
    await live.database.transaction((tx) => tx.run(lapse, {}))
    await read(correction)
    await shops.work()
    expect(await shop.rows(sale.id)).to.deep.equal(["payment 2000 0", "adjustment -60 0", "adjustment -30 0"])
  })
})
