import { expect } from "chai"
import fc from "fast-check"
import { dayOf } from "../../src/base/day.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { checkTotals } from "../../src/cli/check-totals.ts"
import type { Transaction } from "../../src/db/database.ts"
import { foldBatch, foldTotals } from "../../src/ledger/totals/fold.ts"
import { readTotals } from "../../src/ledger/totals/read.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { OPERATOR } from "../../src/payments/intents/platform-money.ts"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import { settleByHand } from "../../src/payments/refunds/settle-by-hand.ts"
import { findRefundAnywhere } from "../../src/payments/refunds/store.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sumOfPayments } from "../support/databases/balance.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { help, newOpenIntent, payWith, perform, scopeOfAccount } from "../support/merchants/rails.ts"

const RUNS = Number(process.env.VINTEM_TEST_RUNS ?? 12)

describe("The totals by day", function () {
  this.timeout(240_000)
  let vintem: Running
  before(async () => {
    // There is no worker: the tests fold by themselves.
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  const database = () => vintem.server.modes.test.database
  const fold = () => foldTotals.run({ database: database() })
  const deltas = async (account: string) =>
    (await database().all(sql<{ n: number }>(`SELECT count(*) AS n FROM total_deltas WHERE account = '${account}'`), {}))[0]!.n
  const balance = async ({ request }: Merchant) => {
    const { available, pending } = expectStatus(await request("GET", "/v1/balance"), 200)
    return { available, pending }
  }

  /** What balance transactions add up to. Without terms, that is what is available. */
  async function netOf({ account }: Merchant): Promise<{ amount: number; currency: string }[]> {
    const sum = `SELECT currency, sum(net) AS amount FROM balance_transactions WHERE account = '${account}' GROUP BY currency`
    const rows = await database().all(
      sql<{ amount: number; currency: string }>(`${sum} HAVING sum(net) <> 0 ORDER BY currency`),
      {},
    )
    return rows.map(({ amount, currency }) => ({ amount: Number(amount), currency }))
  }

  async function expectExact(merchant: Merchant): Promise<void> {
    expect(await checkTotals(database(), merchant.account)).to.deep.equal([])
    expect(await balance(merchant)).to.deep.equal(await sumOfPayments(database(), merchant.account))
    const { available } = await balance(merchant)
    expect(await netOf(merchant)).to.deep.equal(available.filter(({ amount }: { amount: number }) => amount !== 0))
  }

  it("count each payment by day, method, brand and outcome, before and after they are added up", async () => {
    const merchant = await newMerchant(vintem)
    await payOne(merchant)
    await payOne(merchant)
    await payWith(merchant, CARDS.insufficientFunds)
    await payWith(merchant, CARDS.processing)
    const pix = await newOpenIntent(merchant, { amount: 700 })
    await help(merchant, pix.id, "succeed")
    const { now } = await scopeOfAccount(vintem, merchant.account)
    const read = async () =>
      (await readTotals(database(), merchant.account, { from: dayOf(now) - 1, to: dayOf(now) })).map(
        ({ kind, method, brand, code, count, amount }) => [kind, method, brand, code, count, amount].join(" "),
      )
    const expected = ["failed card visa insufficient_funds 1 4990", "succeeded card  700", "succeeded card visa  2 9980"]
    expect(await deltas(merchant.account)).to.be.greaterThan(0)
    const before = await read()
    await fold()
    expect(await deltas(merchant.account)).to.equal(0)
    expect((await read()).sort()).to.deep.equal(before.sort())
    expect(before.filter((line) => !line.includes("700")).sort()).to.deep.equal([expected[0], expected[2]])
    await expectExact(merchant)
  })

  it("are exact where the card network takes a payment in parts, and more than it had left", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await payOne(merchant)
    for (const what of ["dispute of a part", "dispute of a part", "dispute"]) {
      await later(merchant, id, what)
      await expectExact(merchant)
    }
    expect((await balance(merchant)).available).to.deep.equal([{ amount: 0, currency: "brl" }])
  })

  it("are exact after any history, however often and by however many workers they are added up", async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ what: fc.constantFrom(...PAYMENTS), currency: fc.constantFrom("brl", "usd") }) },
      { weight: 3, arbitrary: fc.record({ what: fc.constantFrom(...LATER), index: fc.nat(20) }) },
      { weight: 2, arbitrary: fc.record({ what: fc.constantFrom("fold", "fold twice at once", "kill", "check", "tick") }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
        const merchant = await newMerchant(vintem)
        const ids: string[] = []
        for (const one of steps) await play(merchant, ids, one as Step)
        await expectExact(merchant)
        await fold()
        await expectExact(merchant)
      }),
      { numRuns: RUNS, ...(process.env.VINTEM_TEST_SEED && { seed: Number(process.env.VINTEM_TEST_SEED) }) },
    )
  })

  type Step = { what: string; currency?: string; index?: number }

  async function play(merchant: Merchant, ids: string[], { what, currency, index = 0 }: Step): Promise<void> {
    const id = ids[index % Math.max(1, ids.length)]
    if (what === "fold") return fold()
    if (what === "fold twice at once") return void (await Promise.all([fold(), fold(), fold()]))
    if (what === "kill") return killDuringFold()
    if (what === "check") return expectExact(merchant)
    if (what === "tick") return void (await perform(vintem, applyMockNotices, merchant.account))
    if (currency) {
      const details = { currency, payment_method_types: ["card"] }
      if (what === "open") ids.push((await newOpenIntent(merchant, details)).id)
      else ids.push((await payWith(merchant, CARDS[what as keyof typeof CARDS], details)).id)
    } else if (id) await later(merchant, id, what)
  }

  /** What does not fit the payment is refused. Whether it is does not matter here. */
  async function later(merchant: Merchant, id: string, what: string): Promise<void> {
    const scope = await scopeOfAccount(vintem, merchant.account)
    if (what === "succeed" || what === "fail" || what === "expire") await help(merchant, id, what)
    if (what === "cancel") await merchant.request("POST", `/v1/payment_intents/${id}/cancel`)
    if (what === "refund") await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 90 })
    if (what === "refund that fails") await failingRefund(merchant, id)
    if (what === "dispute" || what === "dispute of a part")
      await database()
        .transaction((tx) => openDispute(tx, scope, id, { reason: null, amount: what === "dispute" ? undefined : 3000 }))
        .catch(() => {})
  }

  async function failingRefund(merchant: Merchant, id: string): Promise<void> {
    const { mockFaults: faults } = vintem.server.modes.test.config
    faults.refund = "timeout_before"
    const made = await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 77 })
    delete faults.refund
    if (made.status !== 201) return
    const scope = await scopeOfAccount(vintem, merchant.account)
    const refund = (await findRefundAnywhere(database(), made.body.id))!
    await database().transaction((tx) => settleByHand(tx, { ...scope, by: OPERATOR }, refund, "failed"))
  }

  /** The process dies when it has added up, and before it has committed. */
  async function killDuringFold(): Promise<void> {
    const dies = async (tx: Transaction) => {
      await foldBatch(tx, 3)
      throw new Error("killed")
    }
    await database()
      .transaction(dies)
      .catch(() => {})
  }

  it("stay exact while payments are made and several workers add up at the same time", async () => {
    const merchant = await newMerchant(vintem)
    let paying = true
    const workers = [1, 2, 3].map(async () => {
      while (paying) {
        await database().transaction((tx) => foldBatch(tx, 2))
        expect(await checkTotals(database(), merchant.account)).to.deep.equal([])
        expect(await checkLedger(database(), merchant.account)).to.deep.equal([])
      }
    })
    const cards = [CARDS.approved, CARDS.declined, CARDS.processing]
    const payers = cards.map(async (card) => {
      for (let i = 0; i < 8; i++) await payWith(merchant, card, { payment_method_types: ["card"] })
    })
    await Promise.all(payers).finally(() => {
      paying = false
    })
    await Promise.all(workers)
    await expectExact(merchant)
  })

  it("are checked by 'vintem check', which names what is wrong and fails", async () => {
    const merchant = await newMerchant(vintem)
    await payOne(merchant)
    await fold()
    const right = await vintem.cli("check", "--account", merchant.account)
    expect([right.status, right.stdout.trim()]).to.deep.equal([0, "The totals are right."])
    await database().transaction((tx) =>
      tx.run(sql<void>(`UPDATE totals SET amount = amount + 1 WHERE account = '${merchant.account}' AND kind = 'succeeded'`), {}),
    )
    const wrong = await vintem.cli("check", "--account", merchant.account)
    expect(wrong.status).to.equal(1)
    expect(wrong.stdout).to.include("succeeded card visa").and.include("4991 instead of 4990 cents")
  })
})

const PAYMENTS = ["approved", "declined", "insufficientFunds", "processing", "disputed", "threeDs", "frictionless", "open"]
const LATER = ["succeed", "fail", "expire", "cancel", "refund", "refund that fails", "dispute", "dispute of a part"]
