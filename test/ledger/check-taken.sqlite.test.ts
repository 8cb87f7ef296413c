import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import type { Transaction } from "../../src/db/database.ts"
import { setTerms } from "../../src/ledger/terms/store.ts"
import { defaultTerms, type Terms } from "../../src/ledger/terms/terms.ts"
import type { Scope } from "../../src/modes/wiring.ts"
import { closeDispute } from "../../src/payments/disputes/close.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { OPERATOR } from "../../src/payments/intents/platform-money.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent, payWith } from "../support/merchants/rails.ts"

/** 2 per cent and 30 cents, in parts each month. A refund gives the fee back in proportion. */
const TERMS: Terms = {
  ...defaultTerms("brl"),
  card: [
    {
      ...{ installments: [1, 12], percent: "2", fixed: 30 },
      settles: { days: 30, business_days: false, next_business_day: false, each_installment: true },
    },
  ],
  refund_fee: 25,
  dispute_fee: 1500,
  returns_fee_on_refund: true,
}

const DAYS = 86_400

/** Of R$ 49.90 in three parts, R$ 20.00 are refunded, and R$ 9.90 are disputed, and given back. */
describe("vintem check finds, after refunds and disputes,", function () {
  this.timeout(60_000)
  let server: BankServer
  let merchant: Merchant
  let payment: string
  let refund: string
  let dispute: string
  let disputed: string
  before(async () => {
    server = await startWithBank()
    await change("DROP TRIGGER balance_transactions_never_change")
  })
  beforeEach(async () => {
    merchant = await newMerchant(server.vintem)
    await act((tx, now) => setTerms(tx, now, TERMS))
    payment = (await confirmWith(merchant, (await newOpenIntent(merchant)).id, CARDS.approved, { installments: 3 })).id
    refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: payment, amount: 2000 }), 201).id
    const due_by = Math.floor(Date.now() / 1000) + DAYS
    const opened = await act((tx, now) => openDispute(tx, now, payment, { reason: null, amount: 990, due_by }))
    dispute = opened.id
    disputed = opened.refund!
    await act((tx, now) => closeDispute(tx, { ...now, by: OPERATOR }, opened, "won"))
    expect(await wrong()).to.deep.equal([])
  })
  afterEach(() => server.reset())
  after(() => server.close())

  const database = () => server.vintem.server.modes.test.database
  const wrong = () => checkLedger(database(), merchant.account)
  const change = (text: string) => database().transaction((tx) => tx.run(sql<void>(text), {}))
  const set = (values: string, where: string) => change(`UPDATE balance_transactions SET ${values} WHERE ${where}`)
  async function act<T>(work: (tx: Transaction, scope: Scope) => Promise<T>): Promise<T> {
    const { test } = server.vintem.server.modes
    const scope = await scopeOf(test.database, test, merchant.account)
    return database().transaction((tx) => work(tx, scope))
  }

  it("a refund that took another part first", async () => {
    await set(
      "available_on = (SELECT min(available_on) FROM balance_transactions WHERE type = 'payment')",
      `source = '${refund}' AND part = 1`,
    )
    const [found, ...more] = await wrong()
    expect(more).to.deep.equal([])
    expect(found).to.include({ type: "refund", source: refund, amount: -337, expected_amount: -337 })
    expect(found!.expected_available_on! - found!.available_on!).to.equal(30 * DAYS)
  })

  it("a refund that took the wrong amount of its parts", async () => {
    await set("amount = amount + 1, net = net + 1", `source = '${refund}' AND type = 'refund' AND part = 0`)
    await set("amount = amount - 1, net = net - 1", `source = '${refund}' AND type = 'refund' AND part = 1`)
    expect((await wrong())[0]).to.include({ type: "refund", source: refund, amount: -1662, expected_amount: -1663 })
  })

  it("a refund that was at once although money was still to come", async () => {
    await set("available_on = created", `source = '${refund}' AND type = 'refund'`)
    expect((await wrong())[0]).to.include({ type: "refund", source: refund })
  })

  it("a refund that gave another fee back", async () => {
    await set("fee = fee + 1, net = net - 1", `source = '${refund}' AND part = 1`)
    expect((await wrong())[0]).to.include({ type: "refund", source: refund, fee: -8, expected_fee: -9 })
  })

  it("a dispute that gave another fee back", async () => {
    await set("fee = 0, net = amount", `source = '${disputed}' AND type = 'dispute'`)
    expect((await wrong())[0]).to.include({ type: "dispute", source: disputed, fee: 0, expected_fee: -26 })
  })

  it("a dispute that was won and gave the money back on another day", async () => {
    await set("available_on = created", `source = '${disputed}' AND type = 'dispute_reversed'`)
    expect((await wrong())[0]).to.include({ type: "dispute_reversed", source: disputed, amount: 990, expected_amount: 990 })
  })

  it("a fee of a refund or a dispute that was not due at once", async () => {
    for (const source of [refund, dispute]) {
      await set("available_on = available_on + 1", `source = '${source}' AND type = 'fee'`)
      expect((await wrong()).map(({ type, source }) => [type, source])).to.deep.include(["fee", source])
    }
  })

  it("nothing where the clocks of two hosts made the rows look as if they came in another order", async () => {
    await set("id = 'txn_0' || substr(id, 6)", `source = '${disputed}' AND type = 'dispute_reversed'`)
    expect(await wrong()).to.deep.equal([])
  })

  it("nothing of a payment without terms that was refunded, and a refund of it that was not at once", async () => {
    const other = await newMerchant(server.vintem)
    const { id } = await payWith(other)
    const { id: back } = expectStatus(await other.request("POST", "/v1/refunds", { payment_intent: id, amount: 100 }), 201)
    expect(await checkLedger(database(), other.account)).to.deep.equal([])
    await set(`available_on = available_on + ${DAYS}`, `source = '${back}'`)
    expect((await checkLedger(database(), other.account))[0]).to.include({ type: "refund", source: back })
  })
})

/** A payer pays R$ 69.90 instead of R$ 49.90, and an operator accepts that. */
describe("vintem check finds, after another amount was accepted,", function () {
  this.timeout(60_000)
  let server: BankServer
  let merchant: Merchant
  let payment: string
  before(async () => {
    server = await startWithBank()
    await change("DROP TRIGGER balance_transactions_never_change")
  })
  beforeEach(async () => {
    merchant = await newMerchant(server.vintem)
    const { id, charges } = await payWith(merchant, "pix")
    server.bank.decide(merchant.account, "approved")
    server.bank.setAmount(merchant.account, 6990)
    await server.poll(merchant, 60)
    payment = id
    const attempt = charges.latest.replace("ch_", "att_")
    expect((await server.vintem.cli("charges", "settle", attempt, "--accept")).status).to.equal(0)
    expect(await wrong()).to.deep.equal([])
  })
  afterEach(() => server.reset())
  after(() => server.close())

  const database = () => server.vintem.server.modes.test.database
  const wrong = () => checkLedger(database(), merchant.account)
  const change = (text: string) => database().transaction((tx) => tx.run(sql<void>(text), {}))
  const adjustment = () => `source = '${payment}' AND type = 'adjustment'`

  it("a difference that was not booked", async () => {
    await change(`DELETE FROM balance_transactions WHERE ${adjustment()}`)
    const [found] = await wrong()
    expect(found).to.include({ type: "adjustment", source: payment, row: null, amount: 0, expected_amount: 2000 })
  })

  it("a difference of another amount, or on another day", async () => {
    await change(`UPDATE balance_transactions SET amount = 1999, net = 1999 WHERE ${adjustment()}`)
    expect((await wrong())[0]).to.include({ type: "adjustment", source: payment, amount: 1999, expected_amount: 2000 })
    await change(`UPDATE balance_transactions SET amount = 2000, net = 2000, available_on = created + 9 WHERE ${adjustment()}`)
    expect((await wrong())[0]).to.include({ type: "adjustment", source: payment, amount: 2000, expected_amount: 2000 })
  })

  it("an adjustment of a payment of which nothing was accepted", async () => {
    const { id } = await payWith(merchant)
    await change(`UPDATE balance_transactions SET source = '${id}', payment_intent = '${id}' WHERE ${adjustment()}`)
    expect((await wrong()).map(({ source, amount, expected_amount }) => [source, amount, expected_amount])).to.deep.equal([
      [id, 2000, 0],
      [payment, 0, 2000],
    ])
  })

  it("nothing of what was accepted before there were balance transactions", async () => {
    await change(`DELETE FROM balance_transactions WHERE ${adjustment()}`)
    await change(`UPDATE balance_transactions SET id = 'txn_' || substr(source, 4) WHERE source = '${payment}'`)
    expect(await wrong()).to.deep.equal([])
  })
})
