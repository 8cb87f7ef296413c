import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"
import { id } from "./base/columns.ts"

type Column = { name: string; type: "id" | "text" | "integer" | "boolean"; isNullable: boolean }

/** Columns as `name:type`, with a question mark if they may be null. */
function columnsOf(text: string): Column[] {
  return text
    .trim()
    .split(/\s+/)
    .map((each) => {
      const [name = "", type = ""] = each.replace("?", "").split(":")
      return { name, type: type as Column["type"], isNullable: each.endsWith("?") }
    })
}

/** Statements of acquirers: docs/statements.md. */
export async function up(knex: Knex): Promise<void> {
  // A database whose migration was not recorded has it all: it is one transaction.
  if (await knex.schema.hasTable("statement_files")) return
  await createPlatformTables(knex)
  await createLines(knex)
  await createResults(knex)
  await createPayoutTables(knex)
  await createIndexes(knex)
}

async function create(knex: Knex, name: string, columns: string, keys: (t: Knex.CreateTableBuilder) => void): Promise<void> {
  await knex.schema.createTable(name, (t) => {
    for (const { name: column, type, isNullable } of columnsOf(columns)) {
      const built =
        type === "id"
          ? id(knex, t, column)
          : type === "integer"
            ? t.bigInteger(column)
            : type === "text"
              ? t.text(column)
              : t.boolean(column)
      if (!isNullable) built.notNullable()
    }
    keys(t)
  })
}

async function createPlatformTables(knex: Knex): Promise<void> {
  const files = `id:id created:integer uploader:id digest:text name:text state:text establishment:text? file_type:text?
    period_from:integer? period_to:integer? processed_on:integer? sequence:integer? lines:integer unowned:integer problems:text
    standing:text? resolved_at:integer? held_until_ms:integer`
  await create(knex, "statement_files", files, (t) => {
    t.primary(["id"])
    t.unique(["uploader", "digest"])
  })
  await create(knex, "statement_contents", "id:id file:id sealed_content:text", (t) => t.primary(["id"]))
  const unowned =
    "id:id created:integer file:id key:text establishment:text day:integer? amount:integer? raw:text resolved_at:integer?"
  await create(knex, "unowned_statement_lines", unowned, (t) => {
    t.primary(["id"])
    t.unique(["key"])
  })
}

async function createLines(knex: Knex): Promise<void> {
  const read = `account:id file:id created:integer file_type:text establishment:text covers_from:integer covers_to:integer
    processed_on:integer sequence:integer lines:integer`
  await create(knex, "account_statements", read, (t) => t.primary(["account", "file"]))
  const lines = `account:id file:id key:text line:integer record:text file_type:text day:integer? subject:text attempt:id? charge:text?
    received:text? paid_on:integer? unit:text? raw:text check_on:integer?`
  await create(knex, "statement_lines", lines, (t) => {
    t.primary(["account", "file", "key"])
    t.index(["account", "subject"])
  })
  await create(knex, "establishments", "account:id acquirer:text establishment:text created:integer", (t) =>
    t.primary(["account", "acquirer", "establishment"]),
  )
}

async function createResults(knex: Knex): Promise<void> {
  const matters = `account:id id:id matter:text created:integer kind:text subject:text day:integer? status:text payment_intent:id?
    claimed:id? amount:integer asked_at:integer?`
  await create(knex, "statement_matters", matters, (t) => {
    t.primary(["account", "id"])
    t.unique(["account", "matter"])
    t.index(["account", "day"])
  })
  const postings = `account:id source:id part:integer created:integer reason:text about:text? amount:integer available_on:integer
    payment_intent:id? installment:integer?`
  await create(knex, "statement_postings", postings, (t) => t.primary(["account", "source", "part"]))
  const parts = "account:id payment_intent:id installment:integer amount:integer fee:integer due_on:integer"
  await create(knex, "statement_parts", parts, (t) => {
    t.primary(["account", "payment_intent", "installment"])
    t.foreign(["account", "payment_intent"]).references(["account", "id"]).inTable("payment_intents")
  })
  const differences = `account:id id:id created:integer about:text kind:text subject:text day:integer? payment_intent:id? amount:integer?
    details:text ended_at:integer? resolved_at:integer? reason:text?`
  await create(knex, "statement_differences", differences, (t) => {
    t.primary(["account", "id"])
    t.unique(["account", "about"])
    t.index(["account", "day", "id"])
    t.index(["account", "subject"])
  })
  await create(knex, "statement_days", "account:id kind:text day:integer check_on:integer?", (t) =>
    t.primary(["account", "kind", "day"]),
  )
  await create(knex, "statement_work", "account:id id:id due_at:integer? held_until_ms:integer", (t) => t.primary(["account"]))
}

async function createPayoutTables(knex: Knex): Promise<void> {
  const openings = "account:id id:id created:integer acquirer:text since:integer paid_before:integer"
  await create(knex, "acquirer_openings", openings, (t) => {
    t.primary(["account", "id"])
    t.unique(["account", "acquirer"])
  })
  const deposits = "account:id payout:id deposit:text day:integer amount:integer is_current:boolean"
  await create(knex, "statement_deposits", deposits, (t) => {
    t.primary(["account", "payout"])
    t.foreign(["account", "payout"]).references(["account", "id"]).inTable("payouts")
  })
}

async function createIndexes(knex: Knex): Promise<void> {
  const build = (name: string, on: string) => buildIndex(knex, name, on)
  await build("statement_files_refused", "statement_files (created) WHERE state = 'refused' AND resolved_at IS NULL")
  await build("unowned_statement_lines_open", "unowned_statement_lines (created) WHERE resolved_at IS NULL")
  await build("statement_lines_day", "statement_lines (account, day, subject) WHERE day IS NOT NULL")
  await build("statement_lines_check_on", "statement_lines (account, check_on, subject) WHERE check_on IS NOT NULL")
  await build("statement_lines_received", "statement_lines (received) WHERE received IS NOT NULL")
  await build("statement_lines_unit", "statement_lines (account, unit) WHERE unit IS NOT NULL")
  await build("statement_lines_paid_on", "statement_lines (account, paid_on) WHERE paid_on IS NOT NULL")
  await build("establishments_number", "establishments (establishment, acquirer)")
  await build("statement_differences_open", "statement_differences (created) WHERE ended_at IS NULL AND resolved_at IS NULL")
  await build("statement_days_check_on", "statement_days (account, check_on) WHERE check_on IS NOT NULL")
  await build("statement_deposits_day", "statement_deposits (account, day)")
  await build("statement_work_due_at", "statement_work (due_at) WHERE due_at IS NOT NULL")
  await build("statement_work_account_due_at", "statement_work (account, due_at) WHERE due_at IS NOT NULL")
}
