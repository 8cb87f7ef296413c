import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex } from "./account-keys/indexes.ts"
import { id } from "./base/columns.ts"

/** Payouts: docs/payouts.md. */
export async function up(knex: Knex): Promise<void> {
  // A database whose migration was not recorded has it all: it is one transaction.
  if (await knex.schema.hasTable("payouts")) return
  await createTables(knex)
  await (isPostgres(knex) ? createTriggers(knex) : createTriggersOnSqlite(knex))
}

type Columns = (t: Knex.CreateTableBuilder) => void

async function createTables(knex: Knex): Promise<void> {
  const create = (name: string, columns: Columns, ids = ["id", "account"]) =>
    knex.schema.createTable(name, (t) => {
      for (const column of ids) id(knex, t, column).notNullable()
      columns(t)
    })
  await create("bank_accounts", (t) => bankAccountColumns(t))
  await create("payouts", (t) => payoutColumns(knex, t))
  await create("payout_transactions", (t) => takenColumns(knex, t), ["account", "balance_transaction"])
  await create("payout_openings", (t) => {
    t.bigInteger("created").notNullable()
    t.text("currency").notNullable()
    for (const name of ["paid_before", "balance"]) t.bigInteger(name).notNullable()
    t.primary(["account", "id"])
    t.unique(["account", "currency"])
  })
  await create("payout_settings", (t) => settingsColumns(t))
  await knex.schema.createTable("payout_files", (t) => {
    t.integer("number").notNullable().primary()
    t.bigInteger("created").notNullable()
  })
  await knex.schema.createTable("payout_returns", (t) => returnColumns(knex, t))
  await knex.schema.createTable("negative_balances", (t) => {
    id(knex, t, "account").notNullable()
    t.text("currency").notNullable()
    for (const name of ["since", "amount"]) t.bigInteger(name).notNullable()
    t.primary(["account", "currency"])
  })
  await buildIndex(knex, "negative_balances_since", "negative_balances (since)")
  await buildIndex(knex, "payouts_pending", "payouts (account, id) WHERE status = 'pending'")
  await buildIndex(knex, "payouts_file", "payouts (file) WHERE file IS NOT NULL")
  await buildIndex(
    knex,
    "payout_returns_unmatched",
    "payout_returns (created) WHERE outcome = 'unmatched' AND resolved_at IS NULL",
  )
  for (const name of ["payouts", "payout_settings"]) {
    await buildIndex(knex, `${name}_due_at`, `${name} (due_at) WHERE due_at IS NOT NULL`)
    await buildIndex(knex, `${name}_account_due_at`, `${name} (account, due_at) WHERE due_at IS NOT NULL`)
  }
}

function bankAccountColumns(t: Knex.CreateTableBuilder): void {
  t.bigInteger("created").notNullable()
  t.text("destination").notNullable()
  t.text("sealed_destination").notNullable()
  t.bigInteger("counts_from").notNullable()
  t.boolean("needs_release").notNullable()
  for (const name of ["released_at", "ended_at"]) t.bigInteger(name)
  t.primary(["account", "id"])
}

function payoutColumns(knex: Knex, t: Knex.CreateTableBuilder): void {
  t.bigInteger("created").notNullable()
  t.bigInteger("amount").notNullable()
  for (const name of ["currency", "status", "method", "destination"]) t.text(name).notNullable()
  id(knex, t, "bank_account")
  t.bigInteger("arrival_date").notNullable()
  t.boolean("automatic").notNullable()
  for (const name of ["failure_code", "reference"]) t.text(name)
  t.integer("file")
  t.bigInteger("due_at")
  t.bigInteger("held_until_ms").notNullable().defaultTo(0)
  t.primary(["account", "id"])
  t.foreign(["account", "bank_account"]).references(["account", "id"]).inTable("bank_accounts")
}

function takenColumns(knex: Knex, t: Knex.CreateTableBuilder): void {
  id(knex, t, "payout")
  t.primary(["account", "balance_transaction"])
  t.index(["account", "payout"])
  t.foreign(["account", "balance_transaction"]).references(["account", "id"]).inTable("balance_transactions")
  t.foreign(["account", "payout"]).references(["account", "id"]).inTable("payouts")
}

function returnColumns(knex: Knex, t: Knex.CreateTableBuilder): void {
  id(knex, t, "id").notNullable()
  t.bigInteger("created").notNullable()
  for (const name of ["digest", "payout", "status", "reference", "outcome"]) t.text(name).notNullable()
  id(knex, t, "account")
  t.text("failure_code")
  t.bigInteger("resolved_at")
  t.primary(["id"])
  t.unique(["digest"])
}

function settingsColumns(t: Knex.CreateTableBuilder): void {
  t.text("holder_document")
  t.text("schedule").notNullable()
  t.bigInteger("minimum").notNullable()
  t.bigInteger("due_at")
  t.bigInteger("held_until_ms").notNullable().defaultTo(0)
  t.primary(["account"])
  t.foreign(["account"]).references(["id"]).inTable("accounts")
}

/** A row of `total_deltas` for what a payout takes of a day, or gives back: `code` is the date. */
const DELTA = "INSERT INTO total_deltas (source, account, day, currency, kind, method, brand, code, count, amount)"

/** One statement may take many rows. The function has the rights of its owner. */
async function createTriggers(knex: Knex): Promise<void> {
  const date = "to_char(to_timestamp(it.available_on - 10800) AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
  for (const { event, rows, sign } of [
    { event: "INSERT", rows: "NEW", sign: "" },
    { event: "DELETE", rows: "OLD", sign: "-" },
  ]) {
    const name = `total_payout_transactions_${event.toLowerCase()}`
    await knex.raw(
      `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
       $$ BEGIN
         ${DELTA}
         SELECT min(it.id), it.account, 0, it.currency, 'paid_out', it.funds, '', ${date}, ${sign}count(*), ${sign}sum(it.net)
         FROM changed JOIN balance_transactions AS it ON it.account = changed.account AND it.id = changed.balance_transaction
         GROUP BY it.account, it.currency, it.funds, ${date};
         RETURN NULL;
       END $$`,
    )
    await knex.raw(
      `CREATE TRIGGER ${name} AFTER ${event} ON payout_transactions
       REFERENCING ${rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
    )
  }
}

async function createTriggersOnSqlite(knex: Knex): Promise<void> {
  for (const { event, row, sign } of [
    { event: "INSERT", row: "NEW", sign: "" },
    { event: "DELETE", row: "OLD", sign: "-" },
  ])
    await knex.raw(
      `CREATE TRIGGER total_payout_transactions_${event.toLowerCase()} AFTER ${event} ON payout_transactions BEGIN
         ${DELTA}
         SELECT id, account, 0, currency, 'paid_out', funds, '', date(available_on - 10800, 'unixepoch'), ${sign}1, ${sign}net
         FROM balance_transactions WHERE account = ${row}.account AND id = ${row}.balance_transaction;
       END`,
    )
}
