// Compares the payments that an acquirer lists with what is booked, once a day. What differs orders questions, and books nothing itself.
import { createHash } from "node:crypto"
import type { Acquirer } from "../../acquirers/acquirer.ts"
import { findCurrentCredentials } from "../../acquirers/credentials.ts"
import type { ListedPayment, ListPeriod } from "../../acquirers/listing.ts"
import { acquirerListings, type ListingRow } from "../../acquirers/listings.ts"
import { dayOf, startOfDay } from "../../base/day.ts"
import { withDeadline } from "../../base/deadline.ts"
import { queueOf } from "../../jobs/queue.ts"
import type { Work } from "../../jobs/work.ts"
import type { PaymentScope, PaymentsMode } from "../intents/mode.ts"
import { askAboutDifferences } from "./compare.ts"

/** Money can be sent back for 90 days. Chargebacks of PIX are decided within 91. */
const GONE_BACK_DAYS = 100
/** The days before today. Each day is read twice, because a payment may be listed late. */
const DAYS = 2
/** An acquirer's clock may differ, and a payment at midnight may be listed under another time. */
const OVERLAP_SECONDS = 600
/** A list has many pages: as often a call's time as this. */
const CALLS_OF_A_LIST = 10
/** Banks close their days in the first hour. Not all accounts are listed at once. */
const FIRST_SECONDS = 3600
const SPREAD_SECONDS = 4 * 3600

const findRow = acquirerListings.find(["account", "id"])
const setDue = acquirerListings.statement(
  ["account", "id", { due_at: "was_due_at" }, "due_at", "listed_at", "strangers"],
  (rows, p) =>
    rows
      .where({ account: p.account, id: p.id })
      .whereRaw("due_at = CAST(? AS bigint)", [p.was_due_at])
      .update({ due_at: p.due_at, listed_at: p.listed_at, strangers: p.strangers }),
)

/** Reads what acquirers list, and orders questions about what differs. */
export const listPayments: Work<PaymentsMode> = {
  kind: "list_payments",
  queue: queueOf(acquirerListings, { due: "due_at" }),
  // Two lists. Another process that begins meanwhile orders the same questions, which are ordered once.
  leaseMs: 900_000,
  stuckAfterMs: 900_000,
  bounds: { process: 5, account: 1 },
  perform: async (scope, { account, id }) => {
    const row = await scope.mode.database.one(findRow, { account, id })
    if (row && row.due_at !== null && row.due_at <= scope.now) await readLists(scope, row)
  },
}

async function readLists(scope: PaymentScope, row: ListingRow): Promise<void> {
  const { mode, account, now } = scope
  const { id, acquirer: name, due_at: was_due_at, listed_at, strangers } = row
  const finish = (next: Pick<ListingRow, "due_at" | "listed_at" | "strangers">) =>
    mode.database.transaction((tx) => tx.run(setDue, { account, id, was_due_at, ...next }))
  const acquirer = await acquirerOf(mode, row)
  if (!acquirer?.listTaken) return void (await finish({ due_at: null, listed_at, strangers }))
  const today = dayOf(now)
  const to = startOfDay(today) - 1
  const arrived = await list(mode, acquirer, { from: startOfDay(firstDay(today, listed_at)) - OVERLAP_SECONDS, to })
  const goneBack = await list(mode, acquirer, { from: startOfDay(today - GONE_BACK_DAYS), to, gone_back: true })
  mode.checkpoint("payments: listed")
  const payments = new Map<string, ListedPayment>()
  // Both lists may have a payment. The later answer counts.
  for (const payment of [...arrived.payments, ...goneBack.payments]) payments.set(payment.charge, payment)
  const unknown = await askAboutDifferences(scope, name, [...payments.values()])
  mode.checkpoint("payments: compared")
  await finish({ due_at: nextDue(account, today), listed_at: now, strangers: arrived.strangers + unknown })
}

/** In test mode, accounts have no credentials. */
async function acquirerOf(mode: PaymentsMode, { account, acquirer }: ListingRow): Promise<Acquirer | undefined> {
  const credentials = await findCurrentCredentials(mode.database, account, acquirer)
  return mode.acquirerOfAttempt(mode.database, { account, acquirer, credentials: credentials?.id ?? null })
}

function list(mode: PaymentsMode, acquirer: Acquirer, period: ListPeriod) {
  const ms = mode.callDeadlineMs * CALLS_OF_A_LIST
  return withDeadline(ms, async (signal) => (await acquirer.listTaken?.(period, signal)) ?? { payments: [], strangers: 0 })
}

/** The day before yesterday, or an earlier one after days on which nothing could be listed. */
function firstDay(today: number, listed_at: number | null): number {
  const last = listed_at === null ? today : Math.min(today, dayOf(listed_at))
  return Math.max(last - DAYS, today - GONE_BACK_DAYS)
}

/** Tomorrow morning in São Paulo, for each account at its own minute. */
function nextDue(account: string, today: number): number {
  const place = createHash("sha256").update(account).digest().readUInt32BE() % SPREAD_SECONDS
  return startOfDay(today + 1) + FIRST_SECONDS + place
}
