import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { dayOf } from "../../src/base/day.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { checkTotals } from "../../src/cli/check-totals.ts"
import type { Transaction } from "../../src/db/database.ts"
import { transactionsOf } from "../../src/ledger/book.ts"
import { setTerms } from "../../src/ledger/terms/store.ts"
import { defaultTerms, type Terms } from "../../src/ledger/terms/terms.ts"
import type { Scope } from "../../src/modes/wiring.ts"
import { closeDispute } from "../../src/payments/disputes/close.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { settleExcess } from "../../src/payments/disputes/excess.ts"
import { OPERATOR } from "../../src/payments/intents/platform-money.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { settleByHand } from "../../src/payments/refunds/settle-by-hand.ts"
import { mustFindRefund } from "../../src/payments/refunds/store.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, codeOf, confirmWith, help, newOpenIntent, payWith } from "../support/merchants/rails.ts"

const MONTHLY = { days: 30, business_days: false, next_business_day: false, each_installment: true }
const TERMS: Terms = {
  ...defaultTerms("brl"),
  card: [
    { brands: ["elo"], installments: [1, 12], percent: "5", fixed: 0, settles: MONTHLY },
    { installments: [1, 12], percent: "2", fixed: 30, settles: MONTHLY },
  ],
  refund_fee: 25,
  dispute_fee: 1500,
  returns_fee_on_refund: true,
}

describe("The ledger", function () {
  this.timeout(120_000)
  let server: BankServer
  let merchant: Merchant
  before(async () => {
    server = await startWithBank()
  })
  beforeEach(async () => {
    merchant = await newMerchant(server.vintem)
  })
  afterEach(async () => {
    expect(await checkLedger(test().database, merchant.account)).to.deep.equal([])
    expect(await checkTotals(test().database, merchant.account)).to.deep.equal([])
    server.reset()
  })
  after(() => server.close())

  const test = () => server.vintem.server.modes.test
  async function act<T>(work: (tx: Transaction, scope: Scope) => Promise<T>): Promise<T> {
    const now = await scope()
    return test().database.transaction((tx) => work(tx, now))
  }
  const scope = () => scopeOf(test().database, test(), merchant.account)
  const set = (terms: Terms) => act((tx, now) => setTerms(tx, now, terms))
  const refund = async (id: string, amount?: number) =>
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount }), 201)
  const payInThree = async () => {
    const { id } = await newOpenIntent(merchant)
    return confirmWith(merchant, id, CARDS.approved, { installments: 3 })
  }
  const fail = (refund: string) =>
    act(async (tx, now) => settleByHand(tx, { ...now, by: OPERATOR }, await mustFindRefund(tx, merchant, refund), "failed"))

  /** The rows of a payment: type, amount, fee, installment, and after how many days they are available. */
  async function rowsOf(id: string): Promise<string[]> {
    const rows = await transactionsOf(test().database, merchant.account, id)
    const paidOn = dayOf(rows[0]?.created ?? 0)
    return rows.map(({ type, amount, fee, net, installment, installments, available_on }) => {
      expect(net).to.equal(amount - fee)
      const which = installment === null ? "" : ` ${installment}/${installments}`
      return `${type} ${amount} ${fee}${which} day ${dayOf(available_on) - paidOn}`
    })
  }

  it("has one row of a payment without terms, at once and without a fee", async () => {
    const { id } = await payInThree()
    expect(await rowsOf(id)).to.deep.equal(["payment 4990 0 day 0"])
    const [row] = await transactionsOf(test().database, merchant.account, id)
    expect(row).to.include({ account: merchant.account, source: id, part: 0, acquirer: "bank", funds: "platform", terms: null })
    expect(row?.available_on).to.equal(row?.created)
    expect(row?.id).to.match(/^txn_/)
  })

  it("costs a payment its row, and one of the totals", async () => {
    const { id } = await payWith(merchant)
    const rows = sql<{ id: string }>(
      `SELECT id FROM balance_transactions WHERE payment_intent = '${id}' UNION ALL
       SELECT source FROM total_deltas WHERE source IN (SELECT id FROM balance_transactions WHERE payment_intent = '${id}')`,
    )
    expect(await test().database.all(rows, {})).to.have.lengthOf(2)
  })

  it("has a row of each installment, and the fee of the brand", async () => {
    await set(TERMS)
    const { id } = await payInThree()
    expect(await rowsOf(id)).to.deep.equal([
      "payment 1664 44 1/3 day 30",
      "payment 1663 43 2/3 day 60",
      "payment 1663 43 3/3 day 90",
    ])
    const elo = await payWith(merchant, "6362970000457013")
    expect(await rowsOf(elo.id)).to.deep.equal(["payment 4990 250 day 30"])
  })

  it("keeps the terms of a payment", async () => {
    await set(TERMS)
    const { id } = await payWith(merchant)
    await set({ ...TERMS, refund_fee: 99, returns_fee_on_refund: false })
    await refund(id, 2495)
    expect(await rowsOf(id)).to.deep.equal(["payment 4990 130 day 30", "refund -2495 -65 day 30", "fee -25 0 day 0"])
    const [row] = await transactionsOf(test().database, merchant.account, id)
    expect(row?.terms).to.equal(1)
  })

  it("takes a refund of the latest installments first, and gives it back if the refund fails", async () => {
    await set(TERMS)
    const { id } = await payInThree()
    const paid = await rowsOf(id)
    server.bank.set("refund", "lost_before")
    const { id: first } = await refund(id, 2000)
    const taken = ["refund -1663 -43 3/3 day 90", "refund -337 -9 2/3 day 60", "fee -25 0 day 0"]
    expect(await rowsOf(id)).to.deep.equal([...paid, ...taken])
    server.reset()
    server.clock.ahead = 8 * 24 * 3600
    await fail(first)
    expect((await rowsOf(id)).slice(6)).to.deep.equal([
      "refund_failed 1663 43 3/3 day 90",
      "refund_failed 337 9 2/3 day 60",
      "fee 25 0 day 8",
    ])
    expect(await codeOf(merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 4991 }))).to.equal(
      "parameter_invalid",
    )
    expect(await rowsOf(id)).to.have.lengthOf(9)
  })

  it("takes a refund at once after the money has come", async () => {
    await set(TERMS)
    const { id } = await payInThree()
    server.clock.ahead = 65 * 24 * 3600
    await refund(id, 2000)
    expect((await rowsOf(id)).slice(3)).to.deep.equal([
      "refund -1663 -43 3/3 day 90",
      "refund -337 -9 day 65",
      "fee -25 0 day 65",
    ])
  })

  it("takes a dispute with its fee, and gives back all but the fee if it is won", async () => {
    await set(TERMS)
    const { id } = await payWith(merchant)
    const reported = { reason: null, amount: 990, due_by: Math.floor(Date.now() / 1000) + 86_400 }
    const dispute = await act((tx, now) => openDispute(tx, now, id, reported))
    expect((await rowsOf(id)).slice(1)).to.have.members(["dispute -990 -26 day 30", "fee -1500 0 day 0"])
    await act((tx, now) => closeDispute(tx, { ...now, by: OPERATOR }, dispute, "won"))
    expect((await rowsOf(id)).slice(3)).to.deep.equal(["dispute_reversed 990 26 day 30"])
    const sources = (await transactionsOf(test().database, merchant.account, id)).map(({ type, source }) => [type, source])
    expect(sources).to.deep.include.members([
      ["fee", dispute.id],
      ["dispute", dispute.refund],
      ["dispute_reversed", dispute.refund],
    ])
    await act((tx, now) => openDispute(tx, now, id, { reason: null, again: dispute.id, due_by: reported.due_by }))
    expect((await rowsOf(id)).slice(4)).to.deep.equal(["dispute -990 -26 day 30"])
  })

  it("adjusts what a dispute took beyond its payment once a person says so, and undoes that if it is won", async () => {
    const { id } = await payWith(merchant)
    await refund(id)
    const dispute = await act((tx, now) => openDispute(tx, now, id, { reason: null, amount: 1000 }))
    expect(await rowsOf(id)).to.deep.equal(["payment 4990 0 day 0", "refund -4990 0 day 0"])
    await act((tx, now) => settleExcess(tx, { ...now, by: OPERATOR }, dispute, true))
    expect((await rowsOf(id)).slice(2)).to.deep.equal(["adjustment -1000 0 day 0"])
    await act((tx, now) => closeDispute(tx, { ...now, by: OPERATOR }, dispute, "won"))
    expect((await rowsOf(id)).slice(3)).to.deep.equal(["adjustment 1000 0 day 0"])
  })

  it("adjusts what a person accepted beyond the amount, until that has gone back", async () => {
    const { bank, poll, vintem } = server
    const { id, charges } = await payWith(merchant, "pix")
    bank.decide(merchant.account, "approved")
    bank.setAmount(merchant.account, 6990)
    await poll(merchant, 60)
    expect((await vintem.cli("charges", "settle", charges.latest.replace("ch_", "att_"), "--accept")).status).to.equal(0)
    expect(await rowsOf(id)).to.deep.equal(["payment 4990 0 day 0", "adjustment 2000 0 day 0"])
    const { charge } = bank.sales(merchant.account)[0]!
    for (const later of [200, 400]) {
      bank.refundInPortal(merchant.account, charge, 1500)
      await noteNotification(test(), { acquirer: "bank", charge, chargeback: false })
      await poll(merchant, later)
    }
    const gone = ["adjustment -1500 0 day 0", "adjustment -500 0 day 0", "refund -1000 0 day 0"]
    expect((await rowsOf(id)).slice(2)).to.have.members(gone)
  })

  it("has the rows of a payment that a test helper made succeed: of its first type, and any brand", async () => {
    await set(TERMS)
    const { id } = await newOpenIntent(merchant, { payment_method_types: ["card", "pix"] })
    expect(await rowsOf(id)).to.deep.equal([])
    await help(merchant, id, "succeed")
    expect(await rowsOf(id)).to.deep.equal(["payment 4990 250 day 30"])
  })

  it("has no rows of a payment that was not paid", async () => {
    const { id } = await newOpenIntent(merchant)
    await help(merchant, id, "fail")
    expect(await rowsOf(id)).to.deep.equal([])
  })

  it("adds up to the balance where there are no terms", async () => {
    const { id } = await payWith(merchant)
    await payWith(merchant)
    await refund(id, 1200)
    const [sum] = await test().database.all(
      sql<{ net: number }>(`SELECT sum(net) AS net FROM balance_transactions WHERE account = '${merchant.account}'`),
      {},
    )
    expect((await balanceIn(merchant))?.available).to.equal(Number(sum?.net))
  })

  it("never changes", async () => {
    const { id } = await payWith(merchant)
    const change = test().database.transaction((tx) =>
      tx.run(sql<void>(`UPDATE balance_transactions SET net = 1 WHERE payment_intent = '${id}'`), {}),
    )
    expect(await change.catch((error: Error) => error.message)).to.contain("balance transactions never change")
  })
})
