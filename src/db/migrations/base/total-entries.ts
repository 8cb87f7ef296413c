// The SQL of what each table's rows add to the totals.
import type { Knex } from "knex"
import { isPostgres } from "../../dialect.ts"

export const TOTAL_COLUMNS = ["account", "day", "currency", "kind", "method", "brand", "code", "count", "amount"] as const

/** One entry in the totals, written if `when` is true. Each member is an SQL expression. */
export type Entry = Record<"source" | "when" | (typeof TOTAL_COLUMNS)[number], string>

const dayOf = (time: string) => `((${time}) - 10800) / 86400`

const plain = (row: string): Entry => ({
  source: `${row}.id`,
  when: "true",
  account: `${row}.account`,
  day: "0",
  currency: `${row}.currency`,
  kind: "''",
  method: "''",
  brand: "''",
  code: "''",
  count: "1",
  amount: `${row}.amount`,
})

type JsonOf = (column: string, path: (string | number)[]) => string

/** A member of a JSON column, as text. */
export const jsonOf =
  (knex: Knex): JsonOf =>
  (column, path) =>
    isPostgres(knex)
      ? `(${column}::json #>> '{${path.join(",")}}')`
      : `json_extract(${column}, '$${path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("")}')`

/** `row` is NEW, OLD or a table. */
export function paymentEntries(row: string, json: JsonOf) {
  const details = `${row}.payment_method_details`
  const types = `${row}.payment_method_types`
  const failed = `${row}.status = 'canceled' AND ${row}.last_payment_error IS NOT NULL`
  return {
    pending: { ...plain(row), when: `${row}.status = 'processing'`, kind: "'pending'" },
    ended: {
      ...plain(row),
      when: `(${row}.status = 'succeeded' OR (${failed}))`,
      day: dayOf(`coalesce(${row}.ended_at, ${row}.created)`),
      kind: `CASE ${row}.status WHEN 'succeeded' THEN 'succeeded' ELSE 'failed' END`,
      method: `coalesce(${json(details, ["type"])}, ${json(types, [0])}, '')`,
      brand: `coalesce(${json(details, ["card", "brand"])}, '')`,
      code: `CASE ${row}.status WHEN 'succeeded' THEN '' ELSE coalesce(${json(`${row}.last_payment_error`, ["code"])}, '') END`,
    },
  } satisfies Record<string, Entry>
}

export function refundEntries(row: string) {
  return {
    made: {
      ...plain(row),
      day: dayOf(`${row}.created`),
      kind: `CASE WHEN ${row}.reason = 'dispute' THEN 'dispute' ELSE 'refund' END`,
    },
    failed: {
      ...plain(row),
      when: `${row}.status = 'failed'`,
      day: dayOf(`coalesce(${row}.failed_at, ${row}.created)`),
      kind: "'refund_failed'",
    },
  } satisfies Record<string, Entry>
}

export function subscriptionEntries(row: string) {
  const one = { ...plain(row), amount: "0" }
  return {
    standing: { ...one, kind: "'subscription'", code: `${row}.status` },
    started: { ...one, day: dayOf(`${row}.created`), kind: "'subscription_started'" },
    canceled: {
      ...one,
      when: `${row}.status = 'CANCELED'`,
      day: dayOf(`coalesce(${row}.canceled_at, ${row}.created)`),
      kind: "'subscription_canceled'",
    },
  } satisfies Record<string, Entry>
}
