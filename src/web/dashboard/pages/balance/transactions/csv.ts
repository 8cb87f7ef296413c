import { customersOfIds } from "../../../../../customers/customers.ts"
import { pageOfTransactions, type Wanted } from "../../../../../ledger/pages.ts"
import type { TransactionRow } from "../../../../../ledger/table.ts"
import { payoutsOfTransactions } from "../../../../../ledger/taken.ts"
import { attemptsOfIds } from "../../../../../payments/attempts/store.ts"
import type { AttemptRow } from "../../../../../payments/attempts/table.ts"
import { intentsOfIds } from "../../../../../payments/intents/store.ts"
import type { IntentRow } from "../../../../../payments/intents/table.ts"
import { documentFor } from "../../../components/document.ts"
import { REFERENCE_COLUMNS, referencesOf } from "../../../components/references.ts"
import { type Cell, sendCsv } from "../../../lists/csv.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { readTransactionQuery } from "./query.ts"

const AT_ONCE = 250

/** docs/operations/dashboard.md says what each is. */
const COLUMNS = [
  ...["id", "created", "type", "amount", "fee", "net", "currency", "available_on", "installment", "installments"],
  ...["source", "payment_intent", "paid_at", "method", "customer", "document", "description"],
  ...[...REFERENCE_COLUMNS, "funds", "payout"],
] as const

/** Sends the transactions that match the query as CSV, newest first. They are read while they are sent, so any number works. */
export async function sendTransactions(request: DashboardRequest): Promise<void> {
  const { wanted } = await readTransactionQuery(request)
  sendCsv(request, { name: `transactions-${request.location.mode}.csv`, columns: COLUMNS, rows: lines(request, wanted) })
}

async function* lines(request: DashboardRequest, wanted: Wanted): AsyncGenerator<Cell[]> {
  const { database } = request.mode
  let cursor: { starting_after?: string } = {}
  for (;;) {
    const page = await pageOfTransactions(database, request.account, { ...cursor, limit: AT_ONCE }, wanted)
    const [payments, payouts] = await Promise.all([
      paymentsOf(request, page.rows),
      payoutsOfTransactions(database, request.account, page.rows),
    ])
    for (const row of page.rows) yield [...lineOf(row, payments.get(row.payment_intent ?? "")), payouts.get(row.id)]
    const last = page.rows.at(-1)
    if (!page.has_more || !last) return
    cursor = { starting_after: last.id }
  }
}

type Payment = { intent: IntentRow; attempt: AttemptRow | undefined; document: string | undefined }

async function paymentsOf(request: DashboardRequest, rows: readonly TransactionRow[]): Promise<Map<string, Payment>> {
  const { database } = request.mode
  const ids = rows.flatMap(({ payment_intent }) => payment_intent ?? [])
  const intents = [...(await intentsOfIds(database, request.account, ids)).values()]
  const latest = intents.flatMap(({ latest_attempt }) => latest_attempt ?? [])
  const [customers, attempts] = await Promise.all([
    customersOfIds(
      database,
      request,
      intents.map(({ customer }) => customer),
    ),
    attemptsOfIds(database, request.account, latest),
  ])
  return new Map(
    intents.map((intent) => [
      intent.id,
      {
        intent,
        attempt: attempts.get(intent.latest_attempt ?? ""),
        document: documentFor(request, customers.get(intent.customer)),
      },
    ]),
  )
}

function lineOf(row: TransactionRow, payment: Payment | undefined): Cell[] {
  const { currency, installment, installments } = row
  const references = payment && { ...referencesOf(payment.intent, payment.attempt), acquirer: row.acquirer }
  const money = (amount: number) => ({ amount, currency })
  return [
    ...[row.id, { time: row.created }, row.type, money(row.amount), money(row.fee), money(row.net), currency],
    ...[{ time: row.available_on }, installment && String(installment), installments && String(installments)],
    ...[row.source, row.payment_intent, payment && { time: payment.intent.ended_at ?? payment.intent.created }],
    ...[payment?.intent.payment_method_details?.type, payment?.intent.customer, payment?.document],
    payment?.intent.description,
    ...REFERENCE_COLUMNS.map((column) => references?.[column]),
    row.funds,
  ] as Cell[]
}
