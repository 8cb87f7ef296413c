import { expect } from "chai"
import { deleteOldChargebackFiles } from "../../src/payments/chargebacks/delete-old.ts"
import { answersOf, checkRefusal, openDocument, orderAnswer } from "../../src/payments/chargebacks/order.ts"
import type { FaultName } from "../support/cielo-chargebacks/faults.ts"
import type { Case } from "../support/cielo-chargebacks/types.ts"
import { statement } from "../support/databases/statement.ts"
import type { Merchant } from "../support/merchants/merchant.ts"
import { scopeOfAccount } from "../support/merchants/rails.ts"
import { answer, cases, chargeBack, disputes, expectClean, openShop, PDF, type Shop, sell, worksOf } from "./shop.ts"

const TAKEN = { accept: "ACATAR", refuse: "RECUSADO" } as const
const BECOMES = { accept: "4990 lost 4990 succeeded", refuse: "4990 under_review 4990 succeeded" } as const

describe("An answer to a chargeback", () => {
  let shop: Shop
  let merchant: Merchant
  let id: string
  let one: Case
  let works: ReturnType<typeof worksOf>
  before(async () => {
    shop = await openShop({ callDeadlineMs: 2000 })
  })
  beforeEach(async () => {
    const sold = await sell(shop)
    ;({ merchant, id } = sold)
    works = worksOf(shop, merchant)
    one = await chargeBack(shop, sold.sale)
    await works.run("poll")
    await works.run("ask")
  })
  afterEach(() => {
    shop.dying.at = undefined
    shop.desk.heal()
    shop.clock.ahead = 0
    expectClean(shop)
  })
  after(() => shop.close())

  /** How often the simulator was asked to take an answer. */
  const calls = () => shop.desk.calls.filter((call) => call === "accept" || call === "refuse").length
  const states = async () => {
    const [row] = await cases(shop, merchant)
    const answers = await answersOf(shop.vintem.server.modes.test.database, row!)
    return answers.map(({ state }) => state)
  }
  /** An hour of tries. */
  const goOn = async () => {
    for (let n = 0; n < 6; n++) {
      works.later(1801)
      await works.recover("answer").catch(() => {})
    }
  }
  async function expectTaken(kind: "accept" | "refuse", most: number, before: number): Promise<void> {
    expect(one.steps[0]!.taken).to.equal(TAKEN[kind])
    expect(await states()).to.deep.equal(["done"])
    expect(await disputes(shop, merchant, id)).to.deep.equal([BECOMES[kind]])
    expect(calls() - before).to.be.at.most(most)
    await works.passDay()
    expect(await disputes(shop, merchant, id)).to.deep.equal([BECOMES[kind]])
  }

  for (const kind of ["accept", "refuse"] as const) {
    for (const fault of [
      "901",
      "918",
      "500",
      "503",
      "html",
      "hang",
      "cut",
      "expired",
      "hang_after",
      "cut_after",
      "500_after",
      "901_after",
      "truncated",
    ] as FaultName[])
      it(`(${kind}) is given once, whatever becomes of the call: ${fault}`, async () => {
        const before = calls()
        shop.desk.fail({ call: kind, fault })
        await answer(shop, merchant, kind)
        await works.run("answer").catch(() => {})
        await goOn()
        // After an answer that was lost, the lists show that it was taken, and it is not sent again.
        await expectTaken(kind, fault.endsWith("_after") || fault === "truncated" ? 1 : 2, before)
      })

    it(`(${kind}) survives a process that dies at each step, and two workers at once`, async () => {
      const before = calls()
      await answer(shop, merchant, kind)
      for (const step of ["marked as sent", "acquirer answered", "settled"]) {
        shop.dying.at = `chargeback answer: ${step}`
        await works.recover("answer").catch(() => {})
      }
      shop.dying.at = undefined
      await Promise.all([works.recover("answer"), works.recover("answer")].map((each) => each.catch(() => {})))
      await goOn()
      await expectTaken(kind, 1, before)
    })
  }

  it("waits while the acquirer cannot be reached, and is then given", async () => {
    const before = calls()
    shop.desk.fail({ call: "token", fault: "cut", times: 3 })
    shop.desk.expireTokens()
    await answer(shop, merchant, "refuse")
    await works.run("answer").catch(() => {})
    await goOn()
    await expectTaken("refuse", 3, before)
  })

  it("is overtaken by one that was given in the acquirer's portal", async () => {
    await answer(shop, merchant, "refuse")
    shop.desk.cases.treat(one, one.steps[0]!, "ACATAR")
    await works.run("answer")
    expect(await states()).to.deep.equal(["overtaken"])
    await works.run("poll")
    expect(await disputes(shop, merchant, id)).to.deep.equal([BECOMES.accept])
  })

  it("that the acquirer does not take says why, and another one can be given", async () => {
    const sizes = Buffer.concat([PDF, Buffer.from("<< /Type /Page >>")])
    await answer(shop, merchant, "refuse")
    one.steps[0]!.idChargeback += 1_000_000
    await works.run("answer")
    expect(await states()).to.deep.equal(["refused"])
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 needs_response 4990 succeeded"])
    one.steps[0]!.idChargeback -= 1_000_000
    await order({ kind: "refuse", reason: "Entregue em 3 de novembro", document: sizes })
    await works.run("answer")
    expect(await states()).to.deep.equal(["refused", "done"])
  })

  type Given = { kind: "accept" } | { kind: "refuse"; reason: string; document: Buffer }
  const order = async (given: Given) => {
    const scope = await scopeOfAccount(shop.vintem, merchant.account)
    const [row] = await cases(shop, merchant)
    const read = given.kind === "refuse" ? { kind: given.kind, ...checkRefusal(given) } : given
    return scope.mode.database.transaction((tx) => orderAnswer(tx, scope, row!.id, read))
  }
  const codeOf = (given: Given) =>
    order(given).then(
      () => "stored",
      ({ code }) => code,
    )

  it("is refused before it is stored where the acquirer would not take it, or where one is on its way", async () => {
    const pages = (count: number) => Buffer.from(`%PDF-1.4\n${"<< /Type /Page >>\n".repeat(count)}`)
    const refuse = (reason: string, document: Buffer) => ({ kind: "refuse", reason, document }) as const
    for (const [code, given] of [
      ["reason_invalid", refuse("", PDF)],
      ["reason_invalid", refuse("x".repeat(101), PDF)],
      ["reason_invalid", refuse("4111 1111 1111 1111", PDF)],
      ["evidence_type_invalid", refuse("ok", Buffer.from("\x89PNG"))],
      ["evidence_too_long", refuse("ok", pages(11))],
      ["evidence_unreadable", refuse("ok", pages(0))],
      ["evidence_too_large", refuse("ok", Buffer.concat([PDF, Buffer.alloc(8 * 1024 * 1024)]))],
    ] as const)
      expect(await codeOf(given)).to.equal(code)
    expect(await codeOf(refuse("ok", pages(10)))).to.equal("stored")
    expect(await codeOf({ kind: "accept" })).to.equal("chargeback_answered")
    await works.run("answer")
    expect(await codeOf({ kind: "accept" })).to.equal("chargeback_unexpected_state")
  })

  it("keeps its document for 540 days after the case was decided, sealed, and the answer for ever", async () => {
    const { mode } = await scopeOfAccount(shop.vintem, merchant.account)
    const { database, config } = mode
    const forget = () => deleteOldChargebackFiles({ database, config }, performance.now() + 5000)
    const closedBefore = (days: number) => {
      const closed_at = Math.floor(Date.now() / 1000) - days * 86_400
      return database.transaction((tx) => tx.run(setClosed, { account: merchant.account, closed_at }))
    }
    await answer(shop, merchant, "refuse")
    await works.run("answer")
    const [row] = await cases(shop, merchant)
    const [stored] = await answersOf(database, row!)
    const document = () => openDocument(database, mode.ring, stored!)
    // It is open, so it is kept, however long that takes.
    await forget()
    expect(await document()).to.deep.equal(PDF)
    await closedBefore(539)
    await forget()
    expect(await document()).to.deep.equal(PDF)
    await closedBefore(541)
    await forget()
    expect(await document()).to.equal(undefined)
    expect(await states()).to.deep.equal(["done"])
  })
})

const setClosed = statement<void, "account" | "closed_at">((k, p) =>
  k("chargeback_cases").where({ account: p.account }).update({ closed_at: p.closed_at }),
)
