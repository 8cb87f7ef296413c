import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { nextBankingDay } from "../../src/base/banking-days.ts"
import { DAY_SECONDS, dayOf } from "../../src/base/day.ts"
import type { Transaction } from "../../src/db/database.ts"
import type { Scope } from "../../src/modes/wiring.ts"
import { createPayout } from "../../src/payouts/create.ts"
import { cancelPayout, failPayout, payPayout, sendPayout } from "../../src/payouts/move.ts"
import { updatePayoutSettings } from "../../src/payouts/settings.ts"
import { findPayout, pageOfPayouts } from "../../src/payouts/store.ts"
import type { PayoutRow } from "../../src/payouts/tables.ts"
import { makePayouts, movePayouts } from "../../src/payouts/work.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { payOne } from "../support/merchants/merchant.ts"
import { perform } from "../support/merchants/rails.ts"
import { expectProven, newPaidOut, type PaidOut } from "./merchant.ts"

const BRL = { currency: "brl", automatic: false }

describe("Money is paid out once, whatever two processes do at once:", function () {
  this.timeout(120_000)
  let databases: Databases
  let processes: Running[]
  let merchant: PaidOut
  before(async () => {
    databases = await freshDatabases()
    processes = [await startVintem({}, { role: "api", databases }), await startVintem({}, { role: "api", databases })]
  })
  beforeEach(async () => {
    merchant = await newPaidOut(first())
  })
  afterEach(() => expectProven(first(), merchant.account))
  after(async () => {
    for (const each of processes) await each.close()
    await databases.remove()
  })

  const first = () => processes[0]!
  const database = () => first().server.modes.test.database
  const each = () => [...processes, ...processes]
  async function act<T>({ server }: Running, work: (tx: Transaction, scope: Scope) => Promise<T>): Promise<T> {
    const { test } = server.modes
    const scope = await scopeOf(test.database, test, merchant.account)
    return test.database.transaction((tx) => work(tx, scope))
  }
  /** Does the same twice in both processes. Returns how often it was done. */
  async function doneAtOnce(work: (tx: Transaction, scope: Scope) => Promise<unknown>): Promise<number> {
    const ends = await Promise.allSettled(each().map((process) => act(process, work)))
    return ends.filter(({ status }) => status === "fulfilled").length
  }
  const payouts = async () => (await pageOfPayouts(database(), merchant.account, { limit: 100 })).rows
  const create = () => act(first(), (tx, scope) => createPayout(tx, scope, BRL))
  const amounts = async () => (await payouts()).map(({ amount }) => amount)

  it("a button that is pressed four times", async () => {
    await payOne(merchant)
    await payOne(merchant)
    expect(await doneAtOnce((tx, scope) => createPayout(tx, scope, BRL))).to.equal(1)
    expect(await amounts()).to.deep.equal([9980])
  })

  it("payments that succeed while payouts are made", async () => {
    const paying = Array.from({ length: 12 }, () => payOne(merchant))
    const making = Array.from({ length: 8 }, (_, index) =>
      act(processes[index % 2]!, (tx, scope) => createPayout(tx, scope, BRL)).catch(() => undefined),
    )
    await Promise.all([...paying, ...making])
    await create().catch(() => undefined)
    expect((await amounts()).reduce((a, b) => a + b, 0)).to.equal(12 * 4990)
  })

  it("a schedule that two workers find due, and a bank that both ask", async () => {
    await payOne(merchant)
    await act(first(), (tx, scope) => updatePayoutSettings(tx, scope, { schedule: "daily" }))
    const today = dayOf(Date.now() / 1000)
    const later = (nextBankingDay(today + 6) - today) * DAY_SECONDS
    await Promise.all(each().map((process) => perform(process, makePayouts, merchant.account, later)))
    await Promise.all(each().map((process) => perform(process, movePayouts, merchant.account, later)))
    await Promise.all(each().map((process) => perform(process, movePayouts, merchant.account, 2 * later)))
    expect((await payouts()).map(({ amount, status, automatic }) => [amount, status, automatic])).to.deep.equal([
      [4990, "paid", true],
    ])
  })

  it("a payout that is canceled while it is sent", async () => {
    await payOne(merchant)
    const payout = await create()
    const works = [
      (tx: Transaction, scope: Scope) => cancelPayout(tx, scope, payout),
      (tx: Transaction) => sendPayout(tx, payout, null),
    ]
    const ends = await Promise.allSettled(each().map((process, index) => act(process, works[index % 2]!)))
    expect(ends.filter(({ status }) => status === "fulfilled")).to.have.lengthOf(1)
    const { status } = (await findPayout(database(), merchant.account, payout.id))!
    const again = await create().catch(() => undefined)
    expect(again?.amount).to.equal(status === "canceled" ? 4990 : undefined)
  })

  it("a payout that two people call failed, and one of them paid", async () => {
    await payOne(merchant)
    const made = await create()
    const payout: PayoutRow = await act(first(), (tx) => sendPayout(tx, made, null))
    const fail = (tx: Transaction, scope: Scope) => failPayout(tx, scope, payout, { failure_code: "rejected" })
    expect(await doneAtOnce(fail)).to.equal(1)
    expect(await doneAtOnce((tx, scope) => payPayout(tx, scope, payout, "E1"))).to.equal(0)
    expect(await merchant.rows(payout.id)).to.deep.equal(["payout_failed 4990 po", "payout -4990 po"])
    expect((await create()).amount).to.equal(4990)
  })

  it("settings that two people change", async () => {
    const changes = [{ schedule: "weekly" as const }, { minimum: 700 }]
    await Promise.all(changes.map((change) => act(first(), (tx, scope) => updatePayoutSettings(tx, scope, change))))
    const { json } = await first().cli("accounts", "show", "--account", merchant.account, "--json")
    expect(json.payouts).to.include({ schedule: "weekly", minimum: 700 })
  })
})
