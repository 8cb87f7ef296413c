import type { Knex } from "knex"
import { type Entry, jsonOf, paymentEntries } from "./base/total-entries.ts"
import { negative, replaceTrigger } from "./base/totals.ts"
import { pendingOf } from "./capture.ts"

/**
 * How many payments of a day were authenticated. No release has authenticated payers without this total, so there are none to count. A
 * process of the version before writes it too, and passes over it where it reads totals.
 */
export async function up(knex: Knex): Promise<void> {
  const json = jsonOf(knex)
  const { pending, ended } = paymentEntries("NEW", json)
  const authenticated = authenticatedEntry("NEW", json)
  const table = "payment_intents"
  const endedOrPending = "NEW.status IN ('processing', 'succeeded', 'canceled')"
  await replaceTrigger(knex, { table, event: "INSERT", when: endedOrPending, entries: [pending, ended, authenticated] })
  const changes = [negative(pendingOf(knex, "OLD")), pendingOf(knex, "NEW"), ended, authenticated]
  await replaceTrigger(knex, { table, event: "UPDATE", when: "OLD.status <> NEW.status", entries: changes })
}

/** A payment that succeeded with a payer whom 3-D Secure has authenticated. `row` is NEW or a table. */
export function authenticatedEntry(row: string, json: ReturnType<typeof jsonOf>): Entry {
  const result = json(`${row}.payment_method_details`, ["card", "three_d_secure", "result"])
  const { ended } = paymentEntries(row, json)
  return {
    ...ended,
    when: `${row}.status = 'succeeded' AND coalesce(${result}, '') = 'authenticated'`,
    kind: "'authenticated'",
    method: "'card'",
    brand: "''",
    code: "''",
  }
}
