import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { checkTotals } from "../../src/cli/check-totals.ts"
import type { Transaction } from "../../src/db/database.ts"
import { transactionsOf } from "../../src/ledger/book.ts"
import type { Scope } from "../../src/modes/wiring.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { closeDispute } from "../../src/payments/disputes/close.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { settleExcess } from "../../src/payments/disputes/excess.ts"
import { OPERATOR } from "../../src/payments/intents/platform-money.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { settleByHand } from "../../src/payments/refunds/settle-by-hand.ts"
import { mustFindRefund } from "../../src/payments/refunds/store.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent, payWith, perform } from "../support/merchants/rails.ts"
import { setTermsOf } from "../support/merchants/terms.ts"

/** Several processes, and several people, do the same thing at the same moment. */
describe("The balance, while two processes do the same at once,", function () {
  this.timeout(120_000)
  let databases: Databases
  let bank: Bank
  let processes: Running[]
  let merchant: Merchant
  before(async () => {
    databases = await freshDatabases()
    bank = bankFor(databases)
    const start = () => startVintem({}, { role: "api", databases, acquirerOf: () => bank.acquirer })
    processes = [await start(), await start()]
  })
  beforeEach(async () => {
    merchant = await newMerchant(first())
    await setTermsOf(first(), merchant.account)
  })
  afterEach(async () => {
    bank.heal()
    expect(await checkLedger(database(), merchant.account)).to.deep.equal([])
    expect(await checkTotals(database(), merchant.account)).to.deep.equal([])
  })
  after(async () => {
    for (const each of processes) await each.close()
    bank.close()
    await databases.remove()
  })

  const first = () => processes[0]!
  const database = () => first().server.modes.test.database
  async function act<T>({ server }: Running, work: (tx: Transaction, scope: Scope) => Promise<T>): Promise<T> {
    const { test } = server.modes
    const scope = await scopeOf(test.database, test, merchant.account)
    return test.database.transaction((tx) => work(tx, scope))
  }
  /** Does the same in both processes twice. Returns how often it was done. */
  async function doneAtOnce(work: (tx: Transaction, scope: Scope) => Promise<unknown>): Promise<number> {
    const ends = await Promise.allSettled([...processes, ...processes].map((each) => act(each, work)))
    return ends.filter(({ status }) => status === "fulfilled").length
  }
  const payInThree = async () =>
    (await confirmWith(merchant, (await newOpenIntent(merchant)).id, CARDS.approved, { installments: 3 })).id
  const rowsOf = async (id: string) =>
    (await transactionsOf(database(), merchant.account, id)).map(({ type, amount, fee }) => `${type} ${amount} ${fee}`)

  it("takes no part of a payment twice for refunds", async () => {
    const id = await payInThree()
    const body = { payment_intent: id, amount: 1000 }
    const refunds = await Promise.all(
      Array.from({ length: 6 }, (_, index) => processes[index % 2]!.request("POST", "/v1/refunds", body, { key: merchant.key })),
    )
    expect(refunds.filter(({ status }) => status === 201)).to.have.lengthOf(4)
    const taken = (await rowsOf(id)).filter((row) => row.startsWith("refund"))
    // 1663 of the third part and of the second, and 674 of the first. Of the fee of 130, the share of each 1000 goes back.
    const sums = taken
      .map((row) => row.split(" ").slice(1).map(Number))
      .reduce(([a = 0, b = 0], [c = 0, d = 0]) => [a + c, b + d], [0, 0])
    expect(sums).to.deep.equal([-4000, -104])
    expect(taken).to.have.lengthOf(6)
  })

  it("gives back a refund once that two people call failed", async () => {
    const id = await payInThree()
    bank.set("refund", "lost_before")
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 1000 }), 201).id
    const later = 8 * 24 * 3600
    const fail = async (tx: Transaction, scope: Scope) =>
      settleByHand(tx, { ...scope, now: scope.now + later, by: OPERATOR }, await mustFindRefund(tx, merchant, refund), "failed")
    expect(await doneAtOnce(fail)).to.equal(1)
    expect((await rowsOf(id)).slice(3)).to.have.members(["refund -1000 -26", "fee -25 0", "refund_failed 1000 26", "fee 25 0"])
  })

  it("gives back a dispute once that two people close, and takes it again once", async () => {
    const id = await payInThree()
    const due_by = Math.floor(Date.now() / 1000) + 86_400
    const dispute = await act(first(), (tx, scope) => openDispute(tx, scope, id, { reason: null, amount: 1000, due_by }))
    expect(await doneAtOnce((tx, scope) => closeDispute(tx, { ...scope, by: OPERATOR }, dispute, "won"))).to.equal(1)
    const again = { reason: null, again: dispute.id, due_by }
    expect(await doneAtOnce((tx, scope) => openDispute(tx, scope, id, again))).to.equal(1)
    expect((await rowsOf(id)).slice(3)).to.have.members([
      "dispute -1000 -26",
      "fee -1500 0",
      "dispute_reversed 1000 26",
      "dispute -1000 -26",
    ])
  })

  it("adjusts an excess once that two people call taken", async () => {
    const id = await payInThree()
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    const dispute = await act(first(), (tx, scope) => openDispute(tx, scope, id, { reason: null, amount: 1000 }))
    expect(await doneAtOnce((tx, scope) => settleExcess(tx, { ...scope, by: OPERATOR }, dispute, true))).to.equal(1)
    expect((await rowsOf(id)).filter((row) => row.startsWith("adjustment"))).to.deep.equal(["adjustment -1000 0"])
  })

  it("adjusts once what went back in the portal of a payment of which too much was accepted", async () => {
    const { id, charges } = await payWith(merchant, "pix")
    bank.decide(merchant.account, "approved")
    bank.setAmount(merchant.account, 6990)
    const poll = (later: number) =>
      Promise.allSettled([...processes, ...processes].map((each) => perform(each, callAcquirers, merchant.account, later)))
    await poll(60)
    const accept = () => first().cli("charges", "settle", charges.latest.replace("ch_", "att_"), "--accept")
    const settled = await Promise.all([accept(), accept()])
    expect(settled.map(({ status }) => status).sort()).to.deep.equal([0, 1])
    const [sale] = bank.sales(merchant.account)
    for (const later of [200, 400]) {
      bank.refundInPortal(merchant.account, sale!.charge, 1500)
      for (const { server } of processes)
        await noteNotification(server.modes.test, { acquirer: "bank", charge: sale!.charge, chargeback: false })
      await poll(later)
    }
    expect(await rowsOf(id)).to.have.members([
      "payment 4990 0",
      "adjustment 2000 0",
      "adjustment -1500 0",
      "adjustment -500 0",
      "refund -1000 0",
      "fee -25 0",
    ])
  })
})
