import { pipeline, Readable } from "node:stream"
import { stringify } from "csv-stringify"
import { type CustomerRow, retrieveCustomers } from "../../../accounts/customers.ts"
import { type IntentsWanted, searchIntents } from "../../../payments/intents/search.ts"
import type { IntentRow } from "../../../payments/intents/store.ts"
import type { At } from "../shell/at.ts"
import { NoSuchPage } from "../shell/place.ts"
import { methodOf } from "./method.ts"
import { readQuery } from "./query.ts"

export const MAX_EXPORTED = 10_000
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
] as const

type Line = Record<(typeof COLUMNS)[number], string | number | null | undefined>

/** Sends the list of payments that the query asks for as a CSV file, newest first, at most 10,000. */
export async function exportPayments(at: At): Promise<void> {
  const { wanted, errors, to } = await readQuery(at)
  if (to || Object.keys(errors).length > 0) throw new NoSuchPage()
  at.ctx.type = "text/csv; charset=utf-8"
  at.ctx.attachment(`payments-${at.place.mode}.csv`)
  // A spreadsheet would run a cell that begins like a formula. With the mark at the start, it reads the file as UTF-8.
  const csv = stringify({ header: true, bom: true, columns: [...COLUMNS], escape_formulas: true })
  at.ctx.body = pipeline(Readable.from(lines(at, wanted)), csv, () => {})
}

async function* lines(at: At, wanted: IntentsWanted): AsyncGenerator<Line> {
  const { database } = at.mode
  let cursor: { starting_after?: string } = {}
  for (let sent = 0; sent < MAX_EXPORTED; ) {
    const limit = Math.min(BATCH, MAX_EXPORTED - sent)
    const { rows, has_more, ends } = await searchIntents(database, at.account, wanted, { ...cursor, limit })
    const customers = await retrieveCustomers(
      database,
      at,
      rows.map(({ customer }) => customer),
    )
    for (const row of rows) yield lineOf(row, customers.get(row.customer))
    sent += rows.length
    const last = ends.at(-1)
    if (!has_more || !last) return
    cursor = { starting_after: last.id }
  }
}

function lineOf(row: IntentRow, customer: CustomerRow | undefined): Line {
  const method = methodOf(row)
  const error = row.last_payment_error === null ? undefined : JSON.parse(row.last_payment_error)
  return {
    id: row.id,
    created: new Date(row.created * 1000).toISOString(),
    amount: (row.amount / 100).toFixed(2),
    currency: row.currency,
    status: row.status,
    amount_refunded: (row.amount_refunded / 100).toFixed(2),
    method: method?.type,
    card_brand: method?.card?.brand,
    card_last4: method?.card?.last4,
    installments: method?.card?.installments,
    customer: row.customer,
    customer_email: customer?.email,
    customer_name: customer?.name,
    description: row.description,
    product: row.product,
    subscription: row.subscription,
    error_code: error?.code,
  }
}
