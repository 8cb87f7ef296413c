import { expect } from "chai"
import { keepArn } from "../../src/payments/attempts/references.ts"
import { dismissCase, joinCase } from "../../src/payments/chargebacks/by-hand.ts"
import { findCase } from "../../src/payments/chargebacks/store.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { statement } from "../support/databases/statement.ts"
import { balanceIn, eventsOf, retrieve, scopeOfAccount } from "../support/merchants/rails.ts"
import {
  answer,
  attention,
  cases,
  chargeBack,
  DAY,
  disputes,
  expectClean,
  openShop,
  PDF,
  type Shop,
  sell,
  worksOf,
} from "./shop.ts"

const saleOf = statement<{ attempt: string; charge: string }, "account">((k, p) =>
  k("charge_references").where({ account: p.account }).select("attempt", "charge"),
)

describe("A case of Cielo's Chargeback API", () => {
  let shop: Shop
  before(async () => {
    shop = await openShop()
  })
  afterEach(() => {
    shop.dying.at = undefined
    shop.desk.heal()
    shop.clock.ahead = 0
    expectClean(shop)
  })
  after(() => shop.close())

  it("that no notification told is on the attention list with its deadline within a day; refused with a document and won: the money is back, once", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run, passDay, later } = worksOf(shop, merchant)
    await run("poll")
    const deadline = new Date(Date.now() + 12 * DAY * 1000).toISOString().slice(0, 10)
    const one = await chargeBack(shop, sale, { deadline })
    await passDay()
    const [item, ...others] = await attention(shop, merchant)
    expect(others).to.deep.equal([])
    expect(item).to.include({ kind: "dispute_deadline", payment_intent: id, amount: 4990 })
    expect(item!.message).to.contain(`${deadline} 23:59`)
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 needs_response 4990 succeeded"])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })

    await answer(shop, merchant, "refuse")
    await run("answer")
    expect(one.steps[0]).to.deep.include({ taken: "RECUSADO" })
    expect(one.steps[0]!.refusal).to.deep.include({ reason: "Produto entregue", userName: "ana@example.com", bytes: PDF })
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 under_review 4990 succeeded"])
    expect(await attention(shop, merchant)).to.deep.equal([])

    shop.desk.cases.decide(one.idCase, "merchant")
    for (const _day of [1, 2]) await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 won 4990 failed"])
    expect(await retrieve(merchant, id)).to.include({ amount_refunded: 0 })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded", "charge.dispute.created"])
    const [row] = await cases(shop, merchant)
    expect(row!.lifecycle.map(({ action }) => action)).to.deep.equal([
      ...["Em análise com o Cliente", "Em análise com o Emissor", "A favor do Estabelecimento"],
    ])
    later(DAY)
    expect(await run("ask")).to.equal(0)
  })

  for (const isUntold of [false, true])
    it(`is booked once by two workers and a process that dies at each step, ${isUntold ? "with its own amount where no look-up tells" : "with what the look-up tells"}`, async () => {
      const { merchant, id, sale } = await sell(shop)
      const { run, recover, later } = worksOf(shop, merchant)
      await chargeBack(shop, sale, { amount: 2000, isUntold })
      for (const step of ["chargebacks: listed", "chargebacks: case applied", "chargebacks: applied"]) {
        shop.dying.at = step
        await recover("poll").catch(() => {})
      }
      for (const step of ["inquiry: acquirer answered", "inquiry: settled"]) {
        shop.dying.at = step
        await recover("ask").catch(() => {})
        later(60)
      }
      shop.dying.at = undefined
      await Promise.all([recover("poll"), recover("poll")])
      for (const _again of [1, 2]) {
        await recover("ask")
        later(DAY / 2 + 1)
        await run("poll")
      }
      expect(await disputes(shop, merchant, id)).to.deep.equal(["2000 needs_response 2000 succeeded"])
      expect(await balanceIn(merchant)).to.deep.equal({ available: 2990, pending: 0 })
      expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded", "charge.dispute.created"])
    })

  it("has the amount that a look-up tells later, and is not booked again", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run, passDay } = worksOf(shop, merchant)
    await chargeBack(shop, sale, { amount: 4990, isUntold: true })
    await run("poll")
    await run("ask")
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 needs_response 4990 succeeded"])
    await shop.cielo.control.chargeback({ payment: sale.payment, amount: 1500 })
    for (const _day of [1, 2]) await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal(["1500 needs_response 1500 succeeded"])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 3490, pending: 0 })
  })

  it("is the dispute that a notification has booked before", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run, passDay } = worksOf(shop, merchant)
    await shop.cielo.control.chargeback({ payment: sale.payment, amount: 4990 })
    const about = { acquirer: "cielo", charge: sale.payment, chargeback: true }
    await noteNotification(shop.vintem.server.modes.test, about)
    await run("ask")
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 needs_response 4990 succeeded"])
    await chargeBack(shop, sale, { isUntold: true })
    await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 needs_response 4990 succeeded"])
    const [row] = await cases(shop, merchant, id)
    expect(row).to.include({ status: "needs_response", is_estimate: false })
    expect(row!.dispute).to.be.a("string")
  })

  it("is the dispute that a person has recorded while the acquirer was asked", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run, passDay } = worksOf(shop, merchant)
    await chargeBack(shop, sale, { isUntold: true })
    await run("poll")
    const scope = await scopeOfAccount(shop.vintem, merchant.account)
    await scope.mode.database.transaction((tx) => openDispute(tx, scope, id, { reason: null }))
    await run("ask")
    await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 needs_response 4990 succeeded"])
    expect((await cases(shop, merchant, id))[0]!.dispute).to.be.a("string")
  })

  it("is joined by its receipt number where it has no TID, and by hand where it names no sale", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run } = worksOf(shop, merchant)
    const { tid: _tid, ...receipt } = sale.sale
    await chargeBack(shop, { ...sale, sale: { ...receipt, nsu: `000${receipt.nsu}` } }, { amount: 1000 })
    const strange = { ...sale, sale: { ...receipt, nsu: "999999", tid: "10069930690000000099" } }
    await chargeBack(shop, strange, { amount: 700, isUntold: true })
    await run("poll")
    await run("ask")
    expect(await disputes(shop, merchant, id)).to.deep.equal(["1000 needs_response 1000 succeeded"])
    const [lost] = (await attention(shop, merchant)).filter(({ kind }) => kind === "chargeback_unconfirmed")
    expect(lost).to.include({ payment_intent: null, amount: 700 })
    const scope = await scopeOfAccount(shop.vintem, merchant.account)
    const { database } = scope.mode
    const row = (await findCase(database, merchant.account, lost!.id))!
    await database.transaction((tx) => joinCase(tx, scope, row, id))
    await run("ask")
    expect(await disputes(shop, merchant, id)).to.deep.equal([
      "1000 needs_response 1000 succeeded",
      "700 needs_response 700 succeeded",
    ])
    expect((await attention(shop, merchant)).map(({ kind }) => kind)).to.deep.equal(["dispute_deadline", "dispute_deadline"])
    expect(await refusal(database.transaction((tx) => dismissCase(tx, row)))).to.equal("case_not_waiting")
  })

  it("is joined by the card network's number of the sale, where a statement has told it", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run, passDay } = worksOf(shop, merchant)
    const arn = "74000006324000000000019"
    const strange = { ...sale, sale: { ...sale.sale, nsu: "999999", tid: "10069930690000000099", arn } }
    await chargeBack(shop, strange, { amount: 700, isUntold: true })
    await run("poll")
    expect((await attention(shop, merchant)).map(({ kind }) => kind)).to.deep.equal(["chargeback_unconfirmed"])
    const { mode, account } = await scopeOfAccount(shop.vintem, merchant.account)
    const sold = await mode.database.only(saleOf, { account })
    await mode.database.transaction(async (tx) => keepArn(tx, { account, ...sold }, arn))
    await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal(["700 needs_response 700 succeeded"])
    expect((await attention(shop, merchant)).map(({ kind }) => kind)).to.deep.equal(["dispute_deadline"])
  })

  it("that names no sale of Vintém is dismissed, and is never asked about again", async () => {
    const { merchant, sale } = await sell(shop)
    const { run, passDay } = worksOf(shop, merchant)
    await chargeBack(shop, { ...sale, sale: { tid: "10069930690000000099", nsu: "999999" } }, { isUntold: true })
    await run("poll")
    const [row] = await cases(shop, merchant)
    expect(row).to.include({ needs_join: true, payment_intent: null })
    await shop.vintem.server.modes.test.database.transaction((tx) => dismissCase(tx, row!))
    await passDay()
    expect(await attention(shop, merchant)).to.deep.equal([])
  })

  it("of a friendly collection moves no money, waits for an answer, and takes one", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run, passDay } = worksOf(shop, merchant)
    const one = await chargeBack(shop, sale, { process: "COBRANCA_AMIGAVEL", isUntold: true })
    await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal([])
    expect((await attention(shop, merchant)).map(({ kind, payment_intent }) => [kind, payment_intent])).to.deep.equal([
      ["dispute_deadline", id],
    ])
    await answer(shop, merchant, "refuse")
    await run("answer")
    expect(one.steps[0]!.taken).to.equal("RECUSADO")
    expect(await attention(shop, merchant)).to.deep.equal([])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })

  it("that goes on needs a response again, and that lapses is lost when the acquirer says so", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run, passDay, later } = worksOf(shop, merchant)
    const one = await chargeBack(shop, sale)
    await passDay()
    await answer(shop, merchant, "refuse")
    await run("answer")
    shop.desk.cases.goOn(one.idCase, "SEGUNDO_CHARGEBACK", { deadline: dayIn(shop, 5) })
    await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 needs_response 4990 succeeded"])
    expect(await attention(shop, merchant)).to.have.lengthOf(1)
    // The list is read a day after the deadline. Until then it is not lost, whatever the clock says.
    later(5 * DAY)
    expect(await run("overdue")).to.equal(0)
    await passDay()
    await passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 lost 4990 succeeded"])
    expect(await attention(shop, merchant)).to.deep.equal([])
  })

  it("is listed again soon where the acquirer fails, and no list is applied in part", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { recover, run } = worksOf(shop, merchant)
    await chargeBack(shop, sale)
    for (const fault of ["901", "918", "500", "cut", "truncated"] as const) {
      shop.desk.fail({ call: "list", fault })
      expect(await recover("poll").catch((error: Error) => error.message)).to.match(/failed/)
      expect(await cases(shop, merchant)).to.deep.equal([])
    }
    shop.desk.expireTokens()
    await recover("poll")
    await run("ask")
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 needs_response 4990 succeeded"])
  })
})

/** The code of a refusal. */
async function refusal(action: Promise<unknown>): Promise<string> {
  return action.then(
    () => "done",
    (error: { code: string }) => error.code,
  )
}

function dayIn({ clock }: Shop, days: number): string {
  return new Date(clock.now() + days * DAY * 1000).toISOString().slice(0, 10)
}
