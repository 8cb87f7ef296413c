import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"
import { id } from "./base/columns.ts"

/** Cases of chargebacks, and the answers to them: docs/acquirers.md. */
export async function up(knex: Knex): Promise<void> {
  // A database whose migration was not recorded has it all: it is one transaction.
  if (await knex.schema.hasTable("chargeback_desks")) return
  await createDesks(knex)
  await createCases(knex)
  await createAnswers(knex)
  for (const name of ["chargeback_desks", "chargeback_answers"]) {
    await buildIndex(knex, `${name}_due_at`, `${name} (due_at) WHERE due_at IS NOT NULL`)
    await buildIndex(knex, `${name}_account_due_at`, `${name} (account, due_at) WHERE due_at IS NOT NULL`)
  }
  await buildIndex(knex, "chargeback_cases_number", "chargeback_cases (number)")
  await buildIndex(knex, "chargeback_cases_closed", "chargeback_cases (closed_at) WHERE closed_at IS NOT NULL")
  await buildIndex(knex, "chargeback_cases_payment", "chargeback_cases (account, payment_intent)")
  await buildIndex(knex, "chargeback_cases_dispute", "chargeback_cases (account, dispute)")
  await buildIndex(knex, "chargeback_cases_waiting", `chargeback_cases (created) WHERE ${WAITING}`)
  await buildIndex(knex, "chargeback_answers_case", "chargeback_answers (account, chargeback, id)")
  await buildIndex(knex, "chargeback_files_case", "chargeback_files (account, chargeback)")
}

/** As src/attention/chargebacks.ts has it, so that the index is used. */
const WAITING = "needs_join OR (status = 'needs_response' AND dispute IS NULL AND payment_intent IS NOT NULL)"

/** Texts, times and amounts that may be null end with a question mark. */
function addColumns(t: Knex.CreateTableBuilder, texts: string, numbers: string): void {
  for (const [names, add] of [
    [texts, (name: string) => t.text(name)],
    [numbers, (name: string) => t.bigInteger(name)],
  ] as const)
    for (const name of names.split(" ")) {
      const column = add(name.replace("?", ""))
      if (!name.endsWith("?")) column.notNullable()
    }
}

function createDesks(knex: Knex): Promise<void> {
  return knex.schema.createTable("chargeback_desks", (t) => {
    for (const name of ["account", "id"]) id(knex, t, name).notNullable()
    addColumns(t, "acquirer client_id user_name head? certificate sealed_secrets", "created due_at? held_until_ms listed_at?")
    t.primary(["account", "id"])
    t.unique(["account", "acquirer"])
  })
}

function createCases(knex: Knex): Promise<void> {
  return knex.schema.createTable("chargeback_cases", (t) => {
    for (const name of ["account", "id"]) id(knex, t, name).notNullable()
    for (const name of ["payment_intent", "attempt", "dispute"]) id(knex, t, name)
    addColumns(
      t,
      "acquirer number step treated_step? establishment process network? reason? received? status sale lifecycle charge?",
      "created amount? due_by? closed_at?",
    )
    for (const name of ["is_inquiry", "is_fraud", "is_estimate", "needs_join"]) t.boolean(name).notNullable()
    t.primary(["account", "id"])
    t.unique(["account", "acquirer", "number"])
    t.foreign(["account", "payment_intent"]).references(["account", "id"]).inTable("payment_intents")
    t.foreign(["account", "dispute"]).references(["account", "id"]).inTable("disputes")
  })
}

async function createAnswers(knex: Knex): Promise<void> {
  await knex.schema.createTable("chargeback_answers", (t) => {
    for (const name of ["account", "id", "chargeback"]) id(knex, t, name).notNullable()
    addColumns(
      t,
      "step kind reason? document_type? state message?",
      "created document_bytes? sent_at? tries due_at? held_until_ms",
    )
    t.primary(["account", "id"])
    t.foreign(["account", "chargeback"]).references(["account", "id"]).inTable("chargeback_cases")
  })
  await knex.schema.createTable("chargeback_files", (t) => {
    for (const name of ["account", "id", "chargeback"]) id(knex, t, name).notNullable()
    t.text("sealed_content").notNullable()
    t.primary(["account", "id"])
    t.foreign(["account", "chargeback"]).references(["account", "id"]).inTable("chargeback_cases")
  })
}
