import { expect } from "chai"
import pg from "pg"
import { cancelSubscription } from "../../src/billing/subscriptions/cancel.ts"
import { billSubscriptions } from "../../src/billing/subscriptions/charge.ts"
import type { Transaction } from "../../src/db/database.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { perform, scopeOfAccount } from "../support/merchants/rails.ts"
import { cyclesOf, DAY, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

// SQLite has one writer at a time, so nothing can begin between a cancellation's reads and writes.
describe("A cancellation at the moment a charge begins", () => {
  let vintem: Running
  let holder: pg.Client
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    holder = new pg.Client({ connectionString: vintem.databases.env.TEST_DATABASE_URL })
    await holder.connect()
  })
  after(async () => {
    await holder.end()
    await vintem.close()
  })

  const waiting = async () => {
    // Within a transaction Postgres caches these statistics.
    await holder.query("SELECT pg_stat_clear_snapshot()")
    const { rows } = await holder.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    return rows[0].n
  }

  it("sees the charge and leaves the subscription active", async () => {
    const merchant = await newMerchant(vintem)
    const { id, customer } = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const scope = await scopeOfAccount(vintem, merchant.account)
    // A worker has claimed the subscription.
    const claimed = { id, account: merchant.account, due_at: scope.now, group: null }
    // Both wait for the lock of the subscription, the charge first.
    await holder.query("BEGIN")
    await holder.query("SELECT id FROM subscriptions WHERE id = $1 FOR UPDATE", [id])
    const charging = billSubscriptions.perform({ ...scope, now: scope.now + 31 * DAY }, claimed)
    await until(async () => (await waiting()) === 1)
    const canceling = scope.mode.database.transaction((tx) => cancelSubscription(tx, scope, id, {})).catch(({ code }) => code)
    await until(async () => (await waiting()) === 2)
    await holder.query("COMMIT")
    expect(await canceling).to.equal("payment_intent_locked")
    await charging
    await perform(vintem, callAcquirers, merchant.account, 31 * DAY)
    const [cycle] = await cyclesOf(merchant, { id, customer })
    expect(cycle.status).to.equal("succeeded")
    const path = `/v1/customer_subscriptions/${id}/cancel`
    expect(expectStatus(await merchant.request("POST", path, {}), 200).status).to.equal("CANCELED")
  })

  it("that was planned for that moment leaves it to a later one, where the merchant has postponed it", async () => {
    const merchant = await newMerchant(vintem)
    const { id, created } = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const at = created + 10 * DAY
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${id}/cancel`, { cancel_at: at }), 200)
    const scope = { ...(await scopeOfAccount(vintem, merchant.account)), now: at }
    // Both wait for the lock of the subscription, the merchant first.
    await holder.query("BEGIN")
    await holder.query("SELECT id FROM subscriptions WHERE id = $1 FOR UPDATE", [id])
    const postponed = { cancel_at: at + 20 * DAY }
    const postponing = scope.mode.database.transaction((tx) => cancelSubscription(tx, scope, id, postponed))
    await until(async () => (await waiting()) === 1)
    const working = billSubscriptions.perform(scope, { id, account: merchant.account, due_at: at, group: null })
    await until(async () => (await waiting()) === 2)
    await holder.query("COMMIT")
    await Promise.all([postponing, working])
    const { body } = await merchant.request("GET", `/v1/customer_subscriptions/${id}`)
    expect(body).to.include({ status: "ACTIVE", ...postponed })
  })

  it("that is asked for a moment before the renewal, for the end of the period, is made in its place", async () => {
    const merchant = await newMerchant(vintem)
    const { id, customer } = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const scope = await scopeOfAccount(vintem, merchant.account)
    const later = { ...scope, now: scope.now + 31 * DAY }
    // Both wait for the lock of the subscription, the merchant first.
    await holder.query("BEGIN")
    await holder.query("SELECT id FROM subscriptions WHERE id = $1 FOR UPDATE", [id])
    const atItsEnd = { cancel_at_period_end: true }
    const planning = scope.mode.database.transaction((tx) => cancelSubscription(tx, scope, id, atItsEnd))
    await until(async () => (await waiting()) === 1)
    const charging = billSubscriptions.perform(later, { id, account: merchant.account, due_at: later.now, group: null })
    await until(async () => (await waiting()) === 2)
    await holder.query("COMMIT")
    await Promise.all([planning, charging])
    await perform(vintem, billSubscriptions, merchant.account, 31 * DAY)
    expect(await cyclesOf(merchant, { id, customer })).to.deep.equal([])
    const { body } = await merchant.request("GET", `/v1/customer_subscriptions/${id}`)
    expect(body).to.include({ status: "CANCELED", ...atItsEnd })
  })

  it("waits for a charge that is being paid, and does not judge it by what it was before", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    await perform(vintem, billSubscriptions, merchant.account, 31 * DAY)
    const scope = await scopeOfAccount(vintem, merchant.account)
    let isPaid = false
    let paying = Promise.resolve()
    const pay = async () => {
      await perform(vintem, callAcquirers, merchant.account, 31 * DAY)
      isPaid = true
    }
    const canceling = scope.mode.database
      .transaction((tx) =>
        cancelSubscription(
          afterFirstIntent(tx, async () => {
            paying = pay()
            await until(async () => isPaid || (await waiting()) > 0)
          }),
          scope,
          id,
          {},
        ),
      )
      .catch(({ code }) => code)
    expect(await canceling).to.equal("payment_intent_locked")
    await paying
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${id}/cancel`, {}), 200)
  })
})

/** The transaction, which lets something happen once it has read a payment intent. */
function afterFirstIntent(tx: Transaction, happen: () => Promise<void>): Transaction {
  let hasHappened = false
  const one: Transaction["one"] = async (statement, params) => {
    const row = await tx.one(statement, params)
    if (!hasHappened && (row as { id?: string } | undefined)?.id?.startsWith("pi_")) {
      hasHappened = true
      await happen()
    }
    return row
  }
  return new Proxy(tx, {
    get: (target, name) => {
      if (name === "one") return one
      const member = Reflect.get(target, name, target)
      return typeof member === "function" ? member.bind(target) : member
    },
  })
}
