// A line that can't be carried out waits alone, on the attention list, until it can.
import { expect } from "chai"
import { dateOf } from "../../src/base/day.ts"
import { importStatement } from "../../src/statements/importing/import.ts"
import { sourceOfBytes } from "../../src/statements/importing/source.ts"
import { sql } from "../support/databases/sql.ts"
import { statement } from "../support/databases/statement.ts"
import { fileOf, openShop, openShops, type Shop, type Shops, type Sold, settled } from "../support/statements/shop.ts"

type Raw = { key: string; raw: string }
const linesOf = statement<Raw, "account" | "record">((k, p) =>
  k("statement_lines").where({ account: p.account, record: p.record }).select("key", "raw"),
)
const setRaw = statement<void, "account" | "key" | "raw">((k, p) =>
  k("statement_lines").where({ account: p.account, key: p.key }).update({ raw: p.raw }),
)
const lapse = statement<void>((k) => k("statement_files").update({ held_until_ms: 0 }))
const age = sql<void>("UPDATE failing_work SET since_ms = since_ms - 600000")

describe("What a worker can't carry out of a statement", function () {
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
  afterEach(() => shop.prove())
  after(() => shops.close())

  const live = () => shops.vintem.server.modes.live!
  const write = async (of: typeof setRaw | typeof lapse, values = {}) =>
    live().database.transaction((tx) => tx.run(of, values as never))
  const failing = async () => {
    await write(age as never)
    return (await shops.attention("work_failing")).filter(({ account }) => account === shop.account)
  }
  const payouts = async () => (await shop.payouts()).map(({ amount, status }) => `${status} ${amount}`)

  /** Reads a file whose process dies before the lines count. Then a line of it is damaged, and the file is read again. */
  async function readDamaged(
    file: Buffer,
    record: "D" | "E",
    about: (line: Raw) => boolean,
  ): Promise<Raw & { repair(): Promise<unknown> }> {
    const dying = {
      ...live(),
      checkpoint: () => {
        throw new Error("died")
      },
    }
    const died = importStatement(dying, sourceOfBytes("file", file), {
      uploader: "",
      by: { actor: "os_user:tester", source: "host" },
    })
    expect(await died.then(() => "", String)).to.contain("died")
    const { account } = shop
    const found = (await live().database.all(linesOf, { account, record })).find(about)!
    await write(setRaw, { account, key: found.key, raw: found.raw.replace(/[+-]\d{13}/, "????????????") })
    await write(lapse)
    await shops.read(file)
    return { ...found, repair: () => write(setRaw, { account, ...found }) }
  }

  const shown = async (sold: Sold) => (await shop.rows(sold.id)).slice(1)

  it("stops no other line, is listed with its cause, and counts once it can be carried out", async () => {
    const sold = [await shop.sell(10_000), await shop.sell(5000), await shop.sell(7000)]
    const lines = sold.map((each) => each.line({ commission: -100 }))
    const damaged = await readDamaged(fileOf(shop, "04", settled(lines, shop.day)), "E", ({ raw }) => raw.includes(sold[1]!.tid))
    await shops.work()
    expect(await Promise.all(sold.map(shown))).to.deep.equal([["adjustment -100 0"], [], ["adjustment -100 0"]])
    expect(await payouts()).to.deep.equal(["in_transit 21700"])
    expect(await shop.balance()).to.deep.equal({ available: 5000, pending: 0 })
    await shops.work(0.01)
    const [item, ...others] = await failing()
    expect(others).to.deep.equal([])
    expect(item!.message).to.contain("a line of record E that was stored can't be read any more")
    const next = (await shop.sell(3000)).line({ commission: -30 })
    await shops.read(fileOf(shop, "03", [next]))
    await shops.work(0.01)
    expect((await shop.rows()).at(-1), "a file that came later").to.equal("adjustment -30 0")
    await damaged.repair()
    await shops.work(0.01)
    expect(await shown(sold[1]!)).to.deep.equal(["adjustment -100 0"])
    expect(await failing()).to.deep.equal([])
    expect(await payouts()).to.deep.equal(["in_transit 21700"])
    expect(await shop.balance()).to.deep.equal({ available: 2970, pending: 0 })
  })

  it("of a day stops no other day, is listed, and is taken off the list by a person who knows", async () => {
    const sold = [await shop.sell(10_000), await shop.sell(5000)]
    const records = [settled([sold[0]!.line()], shop.day), settled([sold[1]!.line()], shop.day + 1)].flat()
    const damaged = await readDamaged(fileOf(shop, "04", records), "D", ({ raw }) => raw.includes(`UR${shop.day}-`))
    await shops.work(1)
    await shops.work(0.01)
    expect(await payouts()).to.deep.equal(["in_transit 5000"])
    const [item] = await failing()
    expect(item!.message).to.contain("a line of record D")
    await shops.cli("attention", "resolve", item!.id, "--reason", "It is being repaired.")
    expect(await failing()).to.deep.equal([])
    await damaged.repair()
    await shops.work(0.01)
    // Whether the bank has paid them by now depends on the day of the week.
    expect((await shop.payouts()).map(({ amount }) => amount)).to.have.members([5000, 10_000])
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
  })

  it("of a deposit stops no other deposit of its day", async () => {
    const [first, second] = [await shop.sell(4321), await shop.sell(5000)]
    const records = [settled([first.line()], shop.day), settled([second.line()], shop.day, { account: "777" })].flat()
    await refusing(4321, async () => {
      await shops.read(fileOf(shop, "04", records))
      await shops.work()
      expect(await payouts()).to.deep.equal(["in_transit 5000"])
      await shops.work(0.01)
      expect((await failing())[0]!.message).to.contain("no payout of 4321")
    })
    await shops.work(0.01)
    expect(await payouts()).to.have.members(["in_transit 5000", "in_transit 4321"])
    expect(await failing()).to.deep.equal([])
  })

  /** While the database stores no payout of an amount. */
  async function refusing(amount: number, work: () => Promise<void>): Promise<void> {
    const run = (text: string) => write(sql<void>(text) as never)
    await run(`CREATE FUNCTION refuse_payout() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN IF NEW.amount = ${amount} THEN RAISE EXCEPTION ''no payout of ${amount}''; END IF; RETURN NEW; END'`)
    await run("CREATE TRIGGER refuse_payout BEFORE INSERT ON payouts FOR EACH ROW EXECUTE FUNCTION refuse_payout()")
    await work()
    await run("DROP TRIGGER refuse_payout ON payouts")
    await run("DROP FUNCTION refuse_payout()")
  }
})
