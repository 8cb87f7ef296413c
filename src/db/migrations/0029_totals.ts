import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { id, seconds } from "./columns.ts"
import { buildIndex } from "./indexes.ts"
import { type Entry, jsonOf, paymentEntries, refundEntries, subscriptionEntries, TOTAL_COLUMNS } from "./total-entries.ts"
import { fillTotals } from "./total-fill.ts"

export const config = { transaction: false }

/** How many rows are counted in one transaction. */
const BATCH = 20_000

/**
 * Daily totals that cannot drift. In the transaction of a change, a trigger writes the difference into `total_deltas`. A job adds these
 * rows to `totals`. Triggers also count the changes of processes of the previous version. The end of this migration counts the existing
 * rows. It can be repeated if it was interrupted.
 */
export async function up(knex: Knex, batch = BATCH): Promise<void> {
  await addTimes(knex)
  await createTables(knex)
  for (const [table, { inserted, updated }] of Object.entries(TRIGGERS)) {
    await createTrigger(knex, table, "INSERT", inserted(jsonOf(knex)))
    await createTrigger(knex, table, "UPDATE", updated(jsonOf(knex)))
  }
  await indexMovements(knex)
  await fillTotals(knex, batch)
}

/** When a payment ended, and when a refund failed. Null for existing rows, which count on the day of their creation. */
async function addTimes(knex: Knex): Promise<void> {
  for (const [table, column] of [
    ["payment_intents", "ended_at"],
    ["refunds", "failed_at"],
  ] as const)
    if (!(await knex.schema.hasColumn(table, column))) await knex.schema.alterTable(table, (t) => void seconds(t, column))
}

async function createTables(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasTable("totals")))
    await knex.schema.createTable("totals", (t) => {
      totalColumns(knex, t)
      t.primary(["account", "day", "currency", "kind", "method", "brand", "code"])
    })
  if (await knex.schema.hasTable("total_deltas")) return
  await knex.schema.createTable("total_deltas", (t) => {
    t.bigIncrements("id", { primaryKey: !isPostgres(knex) })
    // The payment, refund or subscription.
    id(knex, t, "source").notNullable()
    totalColumns(knex, t)
    if (isPostgres(knex)) t.primary(["account", "id"])
    else t.index(["account", "id"])
  })
}

function totalColumns(knex: Knex, t: Knex.CreateTableBuilder): void {
  id(knex, t, "account").notNullable()
  // Days since 1970 in UTC−3. Day 0 has the current values: the balance, and the subscriptions by status.
  t.integer("day").notNullable()
  for (const name of ["currency", "kind", "method", "brand", "code"]) id(knex, t, name).notNullable()
  t.bigInteger("count").notNullable()
  t.bigInteger("amount").notNullable()
}

type Triggers = { inserted(json: JsonOf): Entry[]; updated(json: JsonOf): Entry[] }
type JsonOf = ReturnType<typeof jsonOf>

const TRIGGERS: Record<string, Triggers> = {
  payment_intents: {
    inserted: (json) => Object.values(paymentEntries("NEW", json)),
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

const negative = (entry: Entry): Entry => ({ ...entry, count: `-(${entry.count})`, amount: `-(${entry.amount})` })

/** A trigger that writes the entries of a row. An update that keeps the status costs only a comparison. */
async function createTrigger(knex: Knex, table: string, event: "INSERT" | "UPDATE", entries: Entry[]): Promise<void> {
  const name = `total_${table}_${event.toLowerCase()}`
  const columns = ["source", ...TOTAL_COLUMNS].join(", ")
  const valuesOf = (entry: Entry) => ["source" as const, ...TOTAL_COLUMNS].map((column) => entry[column]).join(", ")
  const when = event === "UPDATE" ? "OF status" : ""
  const changed = event === "UPDATE" ? "WHEN (OLD.status <> NEW.status)" : ""
  if (!isPostgres(knex)) {
    const inserts = entries.map((entry) => `INSERT INTO total_deltas (${columns}) SELECT ${valuesOf(entry)} WHERE ${entry.when};`)
    await knex.raw(
      `CREATE TRIGGER IF NOT EXISTS ${name} AFTER ${event} ${when} ON ${table} ${changed} BEGIN ${inserts.join(" ")} END`,
    )
    return
  }
  const inserts = entries.map(
    (entry) => `IF ${entry.when} THEN INSERT INTO total_deltas (${columns}) VALUES (${valuesOf(entry)}); END IF;`,
  )
  // The function has the rights of its owner, because the service's role may not have rights on the new table yet.
  await knex.raw(
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
     $$ BEGIN ${inserts.join(" ")} RETURN NULL; END $$`,
  )
  await knex.raw(
    `CREATE OR REPLACE TRIGGER ${name} AFTER ${event} ${when} ON ${table} FOR EACH ROW ${changed} EXECUTE FUNCTION ${name}()`,
  )
}

/** The movements of an account's money, by time. */
async function indexMovements(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    "payment_intents_paid",
    "payment_intents (account, (coalesce(ended_at, created)), id) WHERE status = 'succeeded'",
  )
  await buildIndex(
    knex,
    "refunds_failed",
    "refunds (account, (coalesce(failed_at, created)), (id || '-failed')) WHERE status = 'failed'",
  )
}
