// From five hundred sales, by the files of the simulator, to books that are right to the cent.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { isBankingDay, nextBankingDay } from "../../src/base/banking-days.ts"
import { dateOf, dayOfDate } from "../../src/base/day.ts"
import type { Json } from "../support/app/client.ts"
import { bytesOf, type StatementFile } from "../support/cielo-statements/file.ts"
import { mend } from "../support/cielo-statements/spoil.ts"
import { type CieloStatements, cieloStatements, ESTABLISHMENT } from "../support/cielo-statements/statements.ts"
import type { CardSale } from "../support/cielo-statements/types.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { openShop, openShops, type Shop, type Shops, type Sold } from "../support/statements/shop.ts"

const SALES = 500
const AT_ONCE = 10
const TERMS = `
currency: brl
card:
  - { installments: [1, 1], percent: "2.48", settles: { days: 30 } }
  - { installments: [2, 12], percent: "3.15", settles: { days: 30 } }
pix: { percent: "0", settles: { days: 0 } }
boleto: { percent: "0", settles: { days: 0 } }
`

describe("Five hundred sales and their statements", function () {
  this.timeout(600_000)
  let shops: Shops
  let shop: Shop
  let cielo: CieloStatements
  let sold: { payment: Sold; sale: CardSale }[]
  let foreign: CardSale
  const files: Buffer[] = []
  before(async () => {
    shops = await openShops()
    shop = await openShop(shops)
    await setTerms()
    await shops.cli("payouts", "open", "--acquirer", "cielo", "--since", today, "--account", shop.account, "--mode", "live")
    sold = await sell()
    await trouble()
  })
  after(() => shops.close())

  let today: string
  const read = async (file: StatementFile | Buffer) => {
    const bytes = Buffer.isBuffer(file) ? file : bytesOf(file)
    files.push(bytes)
    return shops.read(bytes)
  }

  async function setTerms(): Promise<void> {
    today = dateOf(shop.day)
    const file = join(shops.path(Buffer.from("")), "..", "terms.yaml")
    writeFileSync(file, TERMS)
    await shops.cli("terms", "set", "--account", shop.account, "--mode", "live", file)
    const establishment = { ...ESTABLISHMENT, ec: shop.ec }
    const holidays = Array.from({ length: 200 }, (_, i) => shop.day + i)
      .filter((day) => !isBankingDay(day))
      .map(dateOf)
    cielo = cieloStatements({ establishments: [establishment], head: shop.ec, holidays })
  }

  async function sell() {
    const all: { payment: Sold; sale: CardSale }[] = []
    for (let first = 0; first < SALES; first += AT_ONCE)
      all.push(
        ...(await Promise.all(
          Array.from({ length: AT_ONCE }, async (_, i) => {
            const number = first + i
            const installments = 1 + (number % 3)
            const payment = await shop.sell(1000 + number * 37, {}, installments)
            const { tid, nsu, authorization } = payment
            const asked = { day: today, amount: payment.amount, installments, tid, nsu, authorization, order: "" }
            return { payment, sale: cielo.sell({ ...asked, fee: installments === 1 ? 248 : 315 }) }
          }),
        )),
      )
    foreign = cielo.sell({ day: today, amount: 12_345 })
    return all
  }

  /** Refunds, chargebacks and a rental, here and at Cielo. */
  async function trouble(): Promise<void> {
    for (const { payment, sale } of sold.slice(0, 20)) {
      const amount = Math.floor(payment.amount / 2)
      expectStatus(await shop.request("POST", "/v1/refunds", { payment_intent: payment.id, amount }), 201)
      cielo.refund(sale, { day: today, amount })
    }
    await shops.work()
    for (const { payment, sale } of sold.slice(30, 35)) {
      await shops.cli("disputes", "open", payment.id)
      cielo.chargeBack(sale, { day: today })
    }
    cielo.rent({ day: today, amount: 3190 })
    cielo.reprice(sold[40]!.sale, 400)
  }

  const lost = () => sold[50]!
  const dearer = () => sold[40]!
  const ids = (list: Json[]) => list.map(({ payment_intent }) => payment_intent)

  it("differ in exactly what differs", async () => {
    expect(await read(without(cielo.captured(today), lost().payment.tid))).to.include({ state: "read", unowned: 0 })
    await shops.work()
    await shops.work(3)
    const day = await shop.show()
    expect(ids(day.only_here)).to.deep.equal([lost().payment.id])
    expect(day.only_there.map(({ amount }: Json) => amount)).to.deep.equal([foreign.amount])
    expect(ids(day.differs)).to.deep.equal([dearer().payment.id])
    expect(day.differs[0].differences.map(({ what }: Json) => what)).to.include("fee")
    expect(day.matched).to.equal(SALES - 2)
    await shop.prove()
  })

  it("are paid to the cent, and read again, change nothing", async () => {
    const deposits = cielo.deposits().toSorted((a, b) => (a.day < b.day ? -1 : 1))
    const paidOn = [...new Set(cielo.deposits().map(({ day }) => day))].sort()
    expect(paidOn).to.have.length(3)
    // What is taken back is shown on the next day, and waits for credits.
    for (const day of [dateOf(nextBankingDay(shop.day + 1)), ...paidOn]) {
      shops.clock.ahead = (dayOfDate(day)! - shop.day) * 86_400
      await read(cielo.paid(day))
      await shops.work()
      await shops.work(4)
    }
    const arrived = deposits.filter(({ amount }) => amount > 0)
    const payouts = (await shop.payouts()).reverse()
    expect(payouts.map(({ amount, status }: Json) => `${status} ${amount}`)).to.deep.equal(
      arrived.map(({ amount }) => `paid ${amount}`),
    )
    expect(await shop.balance()).to.deep.equal({ available: 0, pending: 0 })
    expect((await shop.show()).only_here).to.deep.equal([])
    await shop.prove()
    const rows = await shop.rows()
    await read(cielo.recover("04", today, paidOn.at(-1)!, { asOf: paidOn.at(-1)!, reprocessed: true }))
    for (const file of [...files]) await shops.read(file)
    await shops.work(1)
    expect(await shop.rows()).to.deep.equal(rows)
    await shop.prove()
  })
})

/** A sale in installments has a line for each. */
function without(file: StatementFile, tid: string): StatementFile {
  return mend({ ...file, lines: file.lines.filter((line) => !line.includes(tid)) })
}
