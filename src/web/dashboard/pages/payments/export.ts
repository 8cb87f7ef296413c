import type { CustomerRow } from "../../../../accounts/tables.ts"
import { customersOfIds } from "../../../../customers/customers.ts"
import { sumsOfPayments } from "../../../../ledger/book.ts"
import { attemptsOfIds } from "../../../../payments/attempts/store.ts"
import type { AttemptRow } from "../../../../payments/attempts/table.ts"
import { shownState } from "../../../../payments/intents/shown-state.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { type Search, searchIntents } from "../../../../payments/search/search.ts"
import { documentFor } from "../../components/document.ts"
import { REFERENCE_COLUMNS, referencesOf } from "../../components/references.ts"
import { type Cell, sendCsv } from "../../lists/csv.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import { readQuery } from "./list-filters.ts"
import { methodOf } from "./payment-method.ts"

const BATCH = 250

const COLUMNS = [
  "id",
  "created",
  "amount",
  "currency",
  "status",
  "amount_refunded",
  "method",
  "card_brand",
  "card_last4",
  "installments",
  "customer",
  "customer_email",
  "customer_name",
  "description",
  "product",
  "subscription",
  "error_code",
  "state",
  "paid_at",
  "document",
  ...REFERENCE_COLUMNS,
  "fee",
  "net",
  "card_funding",
] as const

type CsvLine = Record<(typeof COLUMNS)[number], Cell>

/** Sends all payments that match the query as a CSV file, newest first. They are read while they are sent. */
export async function exportPayments(request: DashboardRequest): Promise<void> {
  const { wanted, errors, to } = await readQuery(request)
  if (to || Object.keys(errors).length > 0) throw new PageNotFound()
  sendCsv(request, { name: `payments-${request.location.mode}.csv`, columns: COLUMNS, rows: lines(request, wanted) })
}

async function* lines(request: DashboardRequest, wanted: Search): AsyncGenerator<Cell[]> {
  const { database } = request.mode
  let cursor: { starting_after?: string } = {}
  for (;;) {
    const { rows, has_more, ends } = await searchIntents(database, request.account, wanted, { ...cursor, limit: BATCH })
    const beside = await readBeside(request, rows)
    for (const row of rows) {
      const line = lineOf(row, beside(row))
      yield COLUMNS.map((column) => line[column])
    }
    const last = ends.at(-1)
    if (!has_more || !last) return
    cursor = { starting_after: last.id }
  }
}

type Beside = {
  customer: CustomerRow | undefined
  document: string | undefined
  attempt: AttemptRow | undefined
  sum: { fee: number; net: number } | undefined
}

/** Reads what other tables have of some payments. */
async function readBeside(request: DashboardRequest, rows: readonly IntentRow[]): Promise<(row: IntentRow) => Beside> {
  const { database } = request.mode
  const [customers, attempts, sums] = await Promise.all([
    customersOfIds(
      database,
      request,
      rows.map(({ customer }) => customer),
    ),
    attemptsOfIds(
      database,
      request.account,
      rows.flatMap(({ latest_attempt }) => latest_attempt ?? []),
    ),
    sumsOfPayments(
      database,
      request.account,
      rows.filter(({ status }) => status === "succeeded").map(({ id }) => id),
    ),
  ])
  return ({ id, customer, latest_attempt }) => ({
    customer: customers.get(customer),
    document: documentFor(request, customers.get(customer)),
    attempt: attempts.get(latest_attempt ?? ""),
    sum: sums.get(id),
  })
}

function lineOf(row: IntentRow, { customer, document, attempt, sum }: Beside): CsvLine {
  const method = methodOf(row)
  const { currency } = row
  const money = (amount: number | undefined) => (amount === undefined ? undefined : { amount, currency })
  const error = row.last_payment_error
  return {
    id: row.id,
    created: { time: row.created },
    amount: money(row.amount),
    currency,
    status: row.status,
    amount_refunded: money(row.amount_refunded),
    method: method?.type,
    card_brand: method?.card?.brand,
    card_last4: method?.card?.last4,
    installments: method?.card && String(method.card.installments),
    customer: row.customer,
    customer_email: customer?.email,
    customer_name: customer?.name,
    description: row.description,
    product: row.product,
    subscription: row.subscription,
    error_code: error?.code,
    state: shownState(row),
    paid_at: { time: row.status === "succeeded" ? (row.ended_at ?? row.created) : null },
    document,
    ...referencesOf(row, attempt),
    fee: money(sum?.fee),
    net: money(sum?.net),
    card_funding: method?.card && (method.card.funding ?? "credit"),
  }
}
