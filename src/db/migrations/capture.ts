import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"
import { jsonOf, paymentEntries } from "./base/total-entries.ts"
import { negative, replaceTrigger } from "./base/totals.ts"

/**
 * Payments that are authorized first and captured later. The version before writes neither column, so its payments are captured at once. What
 * is only authorized is no pending money.
 */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "payment_intents", "capture_method", "text NOT NULL DEFAULT 'automatic'")
  await addColumn(knex, "payment_intents", "authorized_amount", "bigint")
  await addColumn(knex, "mock_charges", "captured", "bigint")
  const entries = [negative(pendingOf(knex, "OLD")), pendingOf(knex, "NEW"), paymentEntries("NEW", jsonOf(knex)).ended]
  await replaceTrigger(knex, { table: "payment_intents", event: "UPDATE", when: "OLD.status <> NEW.status", entries })
}

/** What pending money a payment is, with the columns above. `row` is NEW or OLD. */
export function pendingOf(knex: Knex, row: string) {
  const { pending } = paymentEntries(row, jsonOf(knex))
  const isTaken = `(${row}.capture_method = 'automatic' OR ${row}.authorized_amount IS NOT NULL)`
  return { ...pending, when: `${pending.when} AND ${isTaken}` }
}
