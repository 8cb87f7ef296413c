// Deposits of acquirers whose statements are not read: what became available on a day counts as paid on that day (docs/payouts.md).
import { lockAccount } from "../../accounts/accounts.ts"
import { DAY_OFFSET, DAY_SECONDS, dayOf, startOfDay } from "../../base/day.ts"
import { newId } from "../../base/ids.ts"
import { id, seconds, text } from "../../db/columns.ts"
import type { Transaction } from "../../db/database.ts"
import { recordEvent } from "../../events/record.ts"
import type { EventScope, EventsMode } from "../../events/webhooks/mode.ts"
import { queueOf } from "../../jobs/queue.ts"
import type { Work, WorkMode } from "../../jobs/work.ts"
import { bookAtAcquirer } from "../../ledger/book.ts"
import { currenciesAt } from "../../ledger/totals/net.ts"
import { TAKEN_TYPES, takeOwn } from "../../payouts/claims.ts"
import { insertPayout, presentPayout } from "../../payouts/store.ts"
import { payoutTransactions } from "../../payouts/tables.ts"
import { type AcquirerOpeningRow, acquirerOpenings } from "../tables.ts"
import { type DayWithMoney, depositsFrom } from "./days-with-money.ts"

type DepositsMode = WorkMode & EventsMode

/** A transaction that began before midnight has its rows by then. */
const WAIT_SECONDS = 3600
/** Days that are looked at again, if a transaction took longer. */
const LATE_DAYS = 7

const SPAN = { from: seconds(), to: seconds() }
const FREE = `it.account = :account AND it.currency = :currency AND it.funds = 'acquirer' AND it.type IN (${TAKEN_TYPES})
  AND it.available_on >= :from AND it.available_on < :to AND it.acquirer = :acquirer
  AND (SELECT taken.account FROM payout_transactions AS taken WHERE taken.account = it.account AND taken.balance_transaction = it.id) IS NULL`
const freeDays = payoutTransactions.statement(["account", { currency: text(), acquirer: text(), ...SPAN }], (_, p, k) =>
  k.raw<DayWithMoney>(
    `SELECT (it.available_on + ${DAY_OFFSET}) / ${DAY_SECONDS} AS day, sum(it.net) AS amount FROM balance_transactions AS it
       WHERE ${FREE} GROUP BY 1 ORDER BY 1`,
    { account: p.account, currency: p.currency, acquirer: p.acquirer, from: p.from, to: p.to },
  ),
)
const takeFree = payoutTransactions.statement(
  ["account", { payout: id(), currency: text(), acquirer: text(), ...SPAN }],
  (_, p, k) =>
    k.raw<void>(
      `INSERT INTO payout_transactions (account, balance_transaction, payout)
       SELECT it.account, it.id, CAST(:payout AS text) FROM balance_transactions AS it WHERE ${FREE}
       ON CONFLICT (account, balance_transaction) DO NOTHING`,
      {
        ...{ account: p.account, payout: p.payout, currency: p.currency, acquirer: p.acquirer, from: p.from, to: p.to },
      },
    ),
)
const sumOfPayout = payoutTransactions.statement(["account", { payout: id() }], (_, p, k) =>
  k.raw<{ net: number }>(
    `SELECT coalesce(sum(it.net), 0) AS net FROM payout_transactions AS taken
     JOIN balance_transactions AS it ON it.account = taken.account AND it.id = taken.balance_transaction
     WHERE taken.account = ? AND taken.payout = ?`,
    [p.account, p.payout],
  ),
)
const holdOpening = acquirerOpenings.find(["account", "id"], (rows) => rows.forUpdate())
const setNext = acquirerOpenings.update(["account", "id"], ["unpaid_from", "due_at"])

/** Makes the deposits of the days that are over. One transaction has them all, and the next day is due then. */
export const makeDeposits: Work<DepositsMode> = {
  kind: "make_deposits",
  queue: queueOf(acquirerOpenings, { due: "due_at" }),
  leaseMs: 60_000,
  bounds: { process: 10, account: 1 },
  perform: async (scope, { account, id }) => {
    await scope.mode.database.transaction(async (tx) => {
      await lockAccount(tx, account)
      const opening = await tx.one(holdOpening, { account, id })
      if (opening && opening.due_at !== null && opening.due_at <= scope.now) await makeDue(tx, scope, opening)
    })
    scope.mode.checkpoint("deposits: made")
  },
}

async function makeDue(tx: Transaction, scope: EventScope, opening: AcquirerOpeningRow): Promise<void> {
  const { account, id, acquirer, since } = opening
  const today = dayOf(scope.now - WAIT_SECONDS)
  const from = opening.unpaid_from ?? since
  let unpaid_from = Math.max(since, today - LATE_DAYS)
  for (const currency of await currenciesAt(tx, account, "acquirer")) {
    const wanted = { account, currency, acquirer, from: startOfDay(from), to: startOfDay(today) }
    const days = await tx.all(freeDays, wanted)
    const { deposits, carriedFrom } = depositsFrom(days)
    for (const deposit of deposits) await makeDeposit(tx, scope, { acquirer, currency, ...deposit })
    unpaid_from = Math.min(unpaid_from, carriedFrom ?? unpaid_from)
  }
  await tx.run(setNext, { account, id, unpaid_from, due_at: startOfDay(today + 1) + WAIT_SECONDS })
}

type Deposit = { acquirer: string; currency: string; from: number; day: number; amount: number }

async function makeDeposit(
  tx: Transaction,
  scope: EventScope,
  { acquirer, currency, from, day, amount }: Deposit,
): Promise<void> {
  const { account, now } = scope
  const nowhere = { type: "acquirer" as const, pix_key: null, bank: null, branch: null, account: null, holder: null }
  const payout = await tx.only(insertPayout, {
    ...{ id: newId("po"), account, created: now, amount, currency, status: "paid", method: "acquirer" },
    ...{ destination: nowhere, bank_account: null, automatic: true, arrival_date: startOfDay(day), due_at: null },
  })
  const of = { account, payout: payout.id }
  await tx.run(takeFree, { ...of, currency, acquirer, from: startOfDay(from), to: startOfDay(day + 1) })
  const { net } = await tx.only(sumOfPayout, of)
  if (net !== amount) throw new Error(`The rows of a deposit of ${acquirer} have changed from ${amount} to ${net} meanwhile.`)
  const line = { source: payout.id, part: 0, fee: 0, installment: null, available_on: now }
  const about = { acquirer, currency, payment_intent: null, installments: 1 }
  bookAtAcquirer(tx, scope, about, [{ ...line, type: "payout", amount: -amount }])
  takeOwn(tx, account, payout.id)
  for (const type of ["payout.created", "payout.paid"] as const) recordEvent(tx, scope, type, presentPayout(payout, tx.livemode))
}
