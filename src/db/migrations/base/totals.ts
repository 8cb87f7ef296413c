import type { Knex } from "knex"
import { isPostgres } from "../../dialect.ts"
import { id } from "./columns.ts"
import { type Entry, jsonOf, paymentEntries, refundEntries, subscriptionEntries, TOTAL_COLUMNS } from "./total-entries.ts"

/**
 * Daily totals that cannot drift. In the transaction of a change, a trigger writes the difference into `total_deltas`. A job adds these
 * rows to `totals`.
 */
export async function createTotals(knex: Knex): Promise<void> {
  await knex.schema.createTable("totals", (t) => {
    totalColumns(knex, t)
    t.primary(["account", "day", "currency", "kind", "method", "brand", "code"])
  })
  await knex.schema.createTable("total_deltas", (t) => {
    t.bigIncrements("id", { primaryKey: !isPostgres(knex) })
    // The payment, refund or subscription.
    id(knex, t, "source").notNullable()
    totalColumns(knex, t)
    if (isPostgres(knex)) t.primary(["account", "id"])
    else t.index(["account", "id"])
  })
  for (const [table, { inserted, insertedIf, updated }] of Object.entries(TRIGGERS)) {
    await createTrigger(knex, { table, event: "INSERT", when: insertedIf, entries: inserted(jsonOf(knex)) })
    await createTrigger(knex, { table, event: "UPDATE", when: "OLD.status <> NEW.status", entries: updated(jsonOf(knex)) })
  }
}

function totalColumns(knex: Knex, t: Knex.CreateTableBuilder): void {
  id(knex, t, "account").notNullable()
  // Days since 1970 in UTC−3. Day 0 has the current values: the balance, and the subscriptions by status.
  t.integer("day").notNullable()
  for (const name of ["currency", "kind", "method", "brand", "code"]) id(knex, t, name).notNullable()
  t.bigInteger("count").notNullable()
  t.bigInteger("amount").notNullable()
}

type Triggers = { inserted(json: JsonOf): Entry[]; insertedIf?: string; updated(json: JsonOf): Entry[] }
type JsonOf = ReturnType<typeof jsonOf>

const TRIGGERS: Record<string, Triggers> = {
  payment_intents: {
    inserted: (json) => Object.values(paymentEntries("NEW", json)),
    // Nearly every payment intent is inserted in a status that adds nothing. A condition on the trigger is cheaper than a call of its function.
    insertedIf: "NEW.status IN ('processing', 'succeeded', 'canceled')",
    updated: (json) => [negative(paymentEntries("OLD", json).pending), ...Object.values(paymentEntries("NEW", json))],
  },
  refunds: {
    inserted: () => Object.values(refundEntries("NEW")),
    updated: () => [refundEntries("NEW").failed],
  },
  subscriptions: {
    inserted: () => Object.values(subscriptionEntries("NEW")),
    updated: () => {
      const { standing, canceled } = subscriptionEntries("NEW")
      return [negative(subscriptionEntries("OLD").standing), standing, canceled]
    },
  },
}

export const negative = (entry: Entry): Entry => ({ ...entry, count: `-(${entry.count})`, amount: `-(${entry.amount})` })

export type Trigger = { table: string; event: "INSERT" | "UPDATE"; when: string | undefined; entries: Entry[] }

/** A trigger that writes the entries of a row. An update that keeps the status costs only a comparison. */
async function createTrigger(knex: Knex, trigger: Trigger): Promise<void> {
  if (!isPostgres(knex)) return createOnSqlite(knex, trigger)
  await createFunction(knex, trigger)
  const { table, when } = trigger
  const name = nameOf(trigger)
  const condition = when ? `WHEN (${when})` : ""
  await knex.raw(
    `CREATE TRIGGER ${name} AFTER ${changeOf(trigger)} ON ${table} FOR EACH ROW ${condition} EXECUTE FUNCTION ${name}()`,
  )
}

/** Replaces what a trigger writes, for a later migration. On Postgres this locks no table. */
export async function replaceTrigger(knex: Knex, trigger: Trigger): Promise<void> {
  if (isPostgres(knex)) return createFunction(knex, trigger)
  await knex.raw(`DROP TRIGGER IF EXISTS ${nameOf(trigger)}`)
  await createOnSqlite(knex, trigger)
}

const nameOf = ({ table, event }: Trigger) => `total_${table}_${event.toLowerCase()}`
const changeOf = ({ event }: Trigger) => (event === "UPDATE" ? "UPDATE OF status" : event)
const columns = ["source", ...TOTAL_COLUMNS].join(", ")
const valuesOf = (entry: Entry) => ["source" as const, ...TOTAL_COLUMNS].map((column) => entry[column]).join(", ")

async function createOnSqlite(knex: Knex, trigger: Trigger): Promise<void> {
  const { table, when, entries } = trigger
  const condition = when ? `WHEN (${when})` : ""
  const inserts = entries.map((entry) => `INSERT INTO total_deltas (${columns}) SELECT ${valuesOf(entry)} WHERE ${entry.when};`)
  await knex.raw(
    `CREATE TRIGGER ${nameOf(trigger)} AFTER ${changeOf(trigger)} ON ${table} ${condition} BEGIN ${inserts.join(" ")} END`,
  )
}

/** The function has the rights of its owner. The service's role needs none on the table. */
async function createFunction(knex: Knex, trigger: Trigger): Promise<void> {
  const inserts = trigger.entries.map(
    (entry) => `IF ${entry.when} THEN INSERT INTO total_deltas (${columns}) VALUES (${valuesOf(entry)}); END IF;`,
  )
  await knex.raw(
    `CREATE OR REPLACE FUNCTION ${nameOf(trigger)}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
     $$ BEGIN ${inserts.join(" ")} RETURN NULL; END $$`,
  )
}
