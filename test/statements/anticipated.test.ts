// Money that Cielo pays earlier than it is due: the deposits of each day, to the cent, and none of it twice.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { isBankingDay } from "../../src/base/banking-days.ts"
import { dateOf, dayOfDate } from "../../src/base/day.ts"
import type { Json } from "../support/app/client.ts"
import { bytesOf, type StatementFile } from "../support/cielo-statements/file.ts"
import { netOfNegotiation } from "../support/cielo-statements/negotiation-lines.ts"
import { type CieloStatements, cieloStatements, ESTABLISHMENT } from "../support/cielo-statements/statements.ts"
import type { Options } from "../support/cielo-statements/types.ts"
import { openShop, openShops, type Shop, type Shops } from "../support/statements/shop.ts"

const TERMS = `
currency: brl
card: [{ installments: [1, 12], percent: "3.15", settles: { days: 30, each_installment: true, next_business_day: true } }]
pix: { percent: "0", settles: { days: 0 } }
boleto: { percent: "0", settles: { days: 0 } }
`

describe("An anticipation", function () {
  this.timeout(180_000)
  let shops: Shops
  let shop: Shop
  let cielo: CieloStatements
  before(async () => {
    shops = await openShops()
  })
  beforeEach(async () => {
    shops.clock.ahead = 0
    shop = await openShop(shops)
    const file = join(shops.path(Buffer.from("")), "..", "terms.yaml")
    writeFileSync(file, TERMS)
    const live = ["--account", shop.account, "--mode", "live"]
    await shops.cli("terms", "set", ...live, file)
    await shops.cli("payouts", "open", "--acquirer", "cielo", "--since", dateOf(shop.day), ...live)
  })
  afterEach(() => shop.prove())
  after(() => shops.close())

  const at = (day: number) => {
    shops.clock.ahead = (day - shop.day) * 86_400
  }
  const read = async (file: StatementFile) => expect(await shops.read(bytesOf(file))).to.include({ state: "read", unowned: 0 })
  const today = () => shop.day + Math.floor(shops.clock.ahead / 86_400)
  const balance = async () => {
    const { available, pending } = await shop.balance()
    return available + pending
  }

  function openCielo(options: Partial<Options> = {}): void {
    const days = Array.from({ length: 400 }, (_, index) => shop.day + index)
    const holidays = days.filter((day) => !isBankingDay(day)).map(dateOf)
    cielo = cieloStatements({ establishments: [{ ...ESTABLISHMENT, ec: shop.ec }], head: shop.ec, holidays, ...options })
  }

  async function sell(amount: number, installments: number): Promise<void> {
    const { tid, nsu, authorization } = await shop.sell(amount, {}, installments)
    cielo.sell({ day: dateOf(today()), amount, installments, tid, nsu, authorization, order: "", fee: 315 })
  }

  /** Of a sale of 100.00 in three parts, the second and third are anticipated. Of another, one part is due on each of their days. */
  async function trade() {
    await sell(10_000, 3)
    at(shop.day + 30)
    const first = cielo.book.entries[0]!.due
    const negotiation = cielo.anticipate({ day: first, payment: cielo.book.calendar.after(first), rate: 2500 })
    expect(negotiation.parts.map(({ gross }) => gross)).to.deep.equal([3228, 3228])
    await sell(8000, 2)
    return negotiation
  }

  const settle = async (day: string) => {
    at(dayOfDate(day)!)
    await read(cielo.paid(day))
    await shops.work()
  }
  const paid = async () => (await shop.payouts()).reverse().map(({ amount }: Json) => amount)

  /** Each balance transaction is in one payout at most, and all that a payout has adds up to 0. */
  async function proveTaken(): Promise<void> {
    const taken: string[] = []
    for (const { id } of await shop.payouts()) {
      const account = ["--account", shop.account, "--mode", "live", "--json"]
      const rows = await shops.cli("transactions", "list", ...account, "--payout", id)
      taken.push(...rows.map((row: Json) => row.id))
      expect(rows.reduce((sum: number, { net }: Json) => sum + net, 0)).to.equal(0)
    }
    expect(new Set(taken).size).to.equal(taken.length)
  }

  for (const negotiated of ["entry", "status"] as const)
    it(`is paid on its day, and not again on the days of the parts, which have ${negotiated === "entry" ? "an entry that takes it back" : "a status of their own"}`, async () => {
      openCielo({ negotiated })
      const negotiation = await trade()
      const days = [...new Set(cielo.deposits().map(({ day }) => day))].sort()
      expect(days).to.have.length(3)
      await settle(days[0]!)
      at(dayOfDate(negotiation.payment)!)
      await read(cielo.negotiated(negotiation.payment))
      await shops.work()
      for (const day of days.slice(1)) await settle(day)
      const [one, two, three] = cielo
        .deposits()
        .toSorted((a, b) => (a.day < b.day ? -1 : 1))
        .map(({ amount }) => amount)
      expect(await paid()).to.deep.equal([one, netOfNegotiation(negotiation), two, three])
      expect(await shop.rows()).to.not.include("adjustment -3228 0")
      expect((await shop.rows()).filter((row) => row.startsWith("adjustment")).map((row) => row.split(" ")[1])).to.deep.equal([
        ...["-3228", "3228", `-${negotiation.parts[0]!.discount}`],
        ...["-3228", "3228", `-${negotiation.parts[1]!.discount}`],
      ])
      expect(await balance()).to.equal(0)
      await proveTaken()
    })

  it("is taken by the deposits of the parts' days if its file comes after them", async () => {
    openCielo()
    const negotiation = await trade()
    const days = [...new Set(cielo.deposits().map(({ day }) => day))].sort()
    for (const day of days) await settle(day)
    await read(cielo.negotiated(negotiation.payment))
    await shops.work()
    await shops.work(1)
    expect(await balance()).to.equal(0)
    expect((await paid()).toSorted()).to.deep.equal(
      [...cielo.deposits().map(({ amount }) => amount), netOfNegotiation(negotiation)].toSorted(),
    )
    await proveTaken()
  })

  it("of a unit of which something was anticipated before takes its own part from the day of the unit", async () => {
    openCielo({ negotiated: "entry" })
    const negotiations = []
    for (const installments of [2, 1, 1]) {
      await sell(5000, installments)
      negotiations.push(cielo.anticipate({ day: dateOf(shop.day), rate: 2500 }))
    }
    const days = [...new Set(cielo.deposits().map(({ day }) => day))].sort()
    const { payment } = negotiations[0]!
    at(dayOfDate(payment)!)
    await read(cielo.negotiated(payment))
    await shops.work()
    for (const day of days) await settle(day)
    expect((await paid()).toSorted()).to.deep.equal(negotiations.map(netOfNegotiation).toSorted())
    expect(await balance()).to.equal(0)
    await proveTaken()
  })

  it("leaves nothing in the balance if all that a day would have paid was anticipated, also sales that were not made here", async () => {
    openCielo()
    const { tid, nsu, authorization } = await shop.sell(10_000, {}, 3)
    const sale = { day: dateOf(shop.day), amount: 10_000, installments: 3, fee: 315 }
    cielo.sell({ ...sale, tid, nsu, authorization, order: "" })
    cielo.sell({ ...sale, tid: "T-ELSEWHERE" })
    const first = cielo.book.entries[0]!.due
    const negotiation = cielo.anticipate({ day: first, payment: cielo.book.calendar.after(first), rate: 2500 })
    const days = [...new Set(cielo.deposits().map(({ day }) => day))].sort()
    await settle(days[0]!)
    at(dayOfDate(negotiation.payment)!)
    await read(cielo.negotiated(negotiation.payment))
    await shops.work()
    for (const day of days.slice(1)) await settle(day)
    expect(await balance()).to.equal(0)
    await proveTaken()
  })
})
