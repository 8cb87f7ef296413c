import type { Knex } from "knex"
import { type Entry, jsonOf, paymentEntries } from "./base/total-entries.ts"
import { negative, replaceTrigger } from "./base/totals.ts"
import { pendingOf } from "./capture.ts"

/**
 * How many payments of a day shift the loss of a fraud to the issuer. No release has authenticated payers without this total, so there are none to count. A
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

/** A payment that succeeded, and whose issuer bears the loss of a fraud because of 3-D Secure. `row` is NEW or a table. */
export function authenticatedEntry(row: string, json: ReturnType<typeof jsonOf>): Entry {
  const shifted = json(`${row}.payment_method_details`, ["card", "three_d_secure", "liability_shifted"])
  const { ended } = paymentEntries(row, json)
  return {
    ...ended,
    when: `${row}.status = 'succeeded' AND coalesce(CAST(${shifted} AS text), '') IN ('true', '1')`,
    kind: "'authenticated'",
    method: "'card'",
    brand: "''",
    code: "''",
  }
}
