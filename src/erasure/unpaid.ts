// Erases customers of payment links that did not pay within RETAIN_LINK_CUSTOMERS_DAYS (docs/data-kept.md).
import { scopeOf } from "../accounts/scope.ts"
import { accounts, customers } from "../accounts/tables.ts"
import { ApiError } from "../base/errors.ts"
import type { Config } from "../config/config.ts"
import { boolean, id, integer, seconds } from "../db/columns.ts"
import type { Transaction } from "../db/database.ts"
import { LIMIT } from "../db/statement.ts"
import { accountMs } from "../events/webhooks/claims.ts"
import { keptSince, PART_MS } from "../jobs/retention.ts"
import { type AccountSweep, MAX_ROWS } from "../jobs/sweep.ts"
import { cancelIntent } from "../payments/intents/cancel.ts"
import type { PaymentScope, PaymentsMode } from "../payments/intents/mode.ts"
import { beginErasure } from "./begin.ts"
import { finishAtOnce } from "./finish.ts"
import { findOpen } from "./open.ts"

type RetentionMode = PaymentsMode & { readonly config: Pick<Config, "retainLinkCustomersDays"> }

/** How many accounts one statement reads. On SQLite every other statement waits for it. */
const ACCOUNTS = 200
const DAY = 86_400
/** The payer began to pay and never confirmed. */
const REASON = "abandoned"

const nextAccounts = accounts.statement(
  [{ after: id(), until: seconds(), limit: integer() }],
  (_, p, k) =>
    k.raw<{ id: string; clock_offset: number; has_old: boolean }>(
      `SELECT id, clock_offset, EXISTS (
         SELECT 1 FROM customers WHERE customers.account = page.id
           AND link_unpaid_since IS NOT NULL AND link_unpaid_since <= ? + page.clock_offset
       ) AS has_old
       FROM (SELECT id, clock_offset FROM accounts WHERE id > ? ORDER BY id LIMIT ?) AS page ORDER BY id`,
      [p.until, p.after, LIMIT],
    ),
  { has_old: boolean() },
)
const oldest = customers.statement(["account", { until: seconds(), limit: integer() }], (_, p, k) =>
  k.raw<{ id: string }>(
    `SELECT id FROM customers WHERE account = ? AND link_unpaid_since IS NOT NULL AND link_unpaid_since <= ?
     ORDER BY link_unpaid_since LIMIT ?`,
    [p.account, p.until, LIMIT],
  ),
)
/** SQLite has one writer. A payment that begins waits, because its row refers to the customer. */
const hold = customers.find(["account", "id"], (rows) => rows.forUpdate())
const note = customers.update(["account", "id"], ["link_unpaid_since"])
const abandonedOf = customers.statement(["account", "id", { until: seconds() }], (_, p, k) =>
  k.raw<{ id: string }>(
    `SELECT id FROM payment_intents WHERE account = ? AND customer = ? AND created <= ?
     AND status IN ('requires_payment_method', 'requires_confirmation') AND running_attempt IS NULL`,
    [p.account, p.id, p.until],
  ),
)
/**
 * `is_kept`: the customer has paid, or the merchant uses it. A payment that was refused or has expired can be paid on its page for a while: `payable`
 * is when the last one ended.
 */
const judge = customers.statement(
  ["account", "id"],
  (_, p, k) =>
    k.raw<{ is_kept: boolean; payable: number | null }>(
      `SELECT
         EXISTS (SELECT 1 FROM payment_intents WHERE account = :account AND customer = :id AND (status = 'succeeded' OR payment_link IS NULL))
           OR EXISTS (SELECT 1 FROM subscriptions WHERE account = :account AND customer = :id)
           OR EXISTS (SELECT 1 FROM payment_methods WHERE account = :account AND customer = :id) AS is_kept,
         (SELECT max(ended_at) FROM payment_intents
          WHERE account = :account AND customer = :id AND (expired OR last_payment_error IS NOT NULL)) AS payable`,
      { account: p.account, id: p.id },
    ),
  { is_kept: boolean(), payable: integer().nullable() },
)

/** Erases customers of all accounts. Their age is measured in the account's time. */
export async function eraseUnpaidCustomers(mode: RetentionMode, deadline: number): Promise<boolean> {
  const { database, config } = mode
  const since = await keptSince(database, config.retainLinkCustomersDays)
  if (since === undefined) return true
  const until = Math.floor(since / 1000)
  for (let after = "", more = true; more; ) {
    const page = await database.all(nextAccounts, { after, until, limit: ACCOUNTS })
    for (const { id: account, clock_offset, has_old } of page)
      if (has_old && !(await eraseOfAccount(mode, account, until + clock_offset, deadline))) return false
    more = page.length === ACCOUNTS
    after = page.at(-1)?.id ?? after
  }
  return true
}

/** Erases the customers of an account whose clock is advanced. */
export const unpaidCustomersOfAccount: AccountSweep<RetentionMode> = {
  sweepAccount: async ({ mode, account }) => {
    const since = await keptSince(mode.database, mode.config.retainLinkCustomersDays)
    if (since === undefined) return
    const until = Math.floor((await accountMs(mode.database, account, since)) / 1000)
    await eraseOfAccount(mode, account, until, performance.now() + PART_MS)
  },
}

/** Each customer that is looked at is erased, or no longer among the oldest. */
async function eraseOfAccount(mode: RetentionMode, account: string, until: number, deadline: number): Promise<boolean> {
  const { database } = mode
  const scope = await scopeOf(database, mode, account)
  for (;;) {
    const found = await database.all(oldest, { account, until, limit: MAX_ROWS })
    for (const { id } of found) {
      if (performance.now() >= deadline) return false
      await cancelAbandoned(scope, id, until)
      await database.transaction((tx) => eraseIfUnpaid(tx, scope, id, until))
    }
    if (found.length < MAX_ROWS) return true
  }
}

/** What nobody confirmed takes no money. Each is canceled in a transaction of its own, which holds nothing but the payment. */
async function cancelAbandoned(scope: PaymentScope, customer: string, until: number): Promise<void> {
  const { account, mode } = scope
  for (const { id } of await mode.database.all(abandonedOf, { account, id: customer, until })) {
    await mode.database
      .transaction((tx) => cancelIntent(tx, scope, id, REASON))
      // The payer confirms at this moment.
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
      })
  }
}

async function eraseIfUnpaid(tx: Transaction, scope: PaymentScope, id: string, until: number): Promise<void> {
  const { account } = scope
  const customer = await tx.one(hold, { account, id })
  const since = customer?.link_unpaid_since ?? null
  if (since === null || since > until) return
  const { is_kept, payable } = await tx.only(judge, { account, id })
  const next = await nextLook(tx, { account, id }, { is_kept, payable, until })
  if (next !== "now") return void (await tx.run(note, { account, id, link_unpaid_since: next }))
  await beginErasure(tx, scope, id)
  await finishAtOnce(tx, { account, customer: id })
  await tx.run(note, { account, id, link_unpaid_since: null })
}

/** From when on the customer counts as unpaid, if not now. Null: it is kept. */
async function nextLook(
  tx: Transaction,
  key: { account: string; id: string },
  { is_kept, payable, until }: { is_kept: boolean; payable: number | null; until: number },
): Promise<number | null | "now"> {
  if (is_kept) return null
  if (payable !== null && payable > until) return payable
  // A payment or a reversal is open: tomorrow.
  return (await findOpen(tx, key)).length > 0 ? until + DAY : "now"
}
