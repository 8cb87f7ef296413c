import type { CustomerRow } from "../../../../accounts/tables.ts"
import { customersOfIds } from "../../../../customers/customers.ts"
import { shownState } from "../../../../payments/intents/shown-state.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { type Search, searchIntents } from "../../../../payments/search/search.ts"
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
    const customers = await customersOfIds(
      database,
      request,
      rows.map(({ customer }) => customer),
    )
    for (const row of rows) {
      const line = lineOf(row, customers.get(row.customer))
      yield COLUMNS.map((column) => line[column])
    }
    const last = ends.at(-1)
    if (!has_more || !last) return
    cursor = { starting_after: last.id }
  }
}

function lineOf(row: IntentRow, customer: CustomerRow | undefined): CsvLine {
  const method = methodOf(row)
  const { currency } = row
  const error = row.last_payment_error
  return {
    id: row.id,
    created: new Date(row.created * 1000).toISOString(),
    amount: { amount: row.amount, currency },
    currency,
    status: row.status,
    amount_refunded: { amount: row.amount_refunded, currency },
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
  }
}
