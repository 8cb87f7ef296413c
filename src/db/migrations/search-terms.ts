import type { Knex } from "knex"
import { termOfWhole, termsOf, wholeText, wordsIn } from "../../base/search-terms.ts"
import { isPostgres } from "../dialect.ts"
import { buildIndex } from "./account-keys/indexes.ts"
import { addColumn } from "./add-column.ts"

/**
 * The terms by which payments are found (docs/decisions/0028-search-terms.md), for all that exist. What the previous version writes in the
 * meantime and afterwards has none until a chore writes them: `name_in_terms` and `has_terms` tell which these are.
 */
export const config = { transaction: false }

const AT_ONCE = 2000

type Named = { account: string; id: string; created: number; name: string }
type Described = { account: string; id: string; created: number; description: string | null; metadata: string }
type Term = { account: string; term: string; created: number; id: string }

export async function up(knex: Knex): Promise<void> {
  await createTerms(knex)
  await addColumn(knex, "customers", "name_in_terms", "text")
  await addHasTerms(knex)
  await eachPart<Named>(knex, "customers", "name", "name IS DISTINCT FROM name_in_terms", async (rows) => {
    await insertTerms(knex, rows.flatMap(termsOfCustomer))
    await noteNames(knex, rows)
  })
  await eachPart<Described>(
    knex,
    "payment_intents",
    "description, metadata",
    "(description IS NOT NULL OR metadata <> '{}')",
    async (rows) => {
      await insertTerms(knex, rows.flatMap(termsOfPayment))
      if (!isPostgres(knex)) await notePayments(knex, rows)
    },
  )
  await buildIndexes(knex)
}

async function createTerms(knex: Knex): Promise<void> {
  const [id, end] = isPostgres(knex) ? ['text COLLATE "C"', ""] : ["text", "WITHOUT ROWID"]
  await knex.raw(`CREATE TABLE IF NOT EXISTS search_terms (
    account ${id} NOT NULL, term ${id} NOT NULL, created bigint NOT NULL, id ${id} NOT NULL,
    PRIMARY KEY (account, term, created, id)) ${end}`)
}

/** Payments that exist have null on Postgres, because nothing should write all of them again. SQLite changes no default later. */
async function addHasTerms(knex: Knex): Promise<void> {
  await addColumn(knex, "payment_intents", "has_terms", isPostgres(knex) ? "boolean" : "boolean DEFAULT false")
  if (isPostgres(knex)) await knex.raw("ALTER TABLE payment_intents ALTER COLUMN has_terms SET DEFAULT false")
}

async function buildIndexes(knex: Knex): Promise<void> {
  const last4 = isPostgres(knex) ? "payment_method_details::json #>> '{card,last4}'" : "payment_method_details ->> '$.card.last4'"
  await buildIndex(
    knex,
    "payment_intents_last4",
    `payment_intents (account, (${last4}), created, id) WHERE (${last4}) IS NOT NULL`,
  )
  await buildIndex(
    knex,
    "payment_intents_without_terms",
    "payment_intents (id) WHERE NOT has_terms AND (description IS NOT NULL OR metadata <> '{}')",
  )
  await buildIndex(knex, "customers_without_terms", "customers (id) WHERE name IS DISTINCT FROM name_in_terms")
  // The index that Postgres has is in the order of a locale, in which no range has what begins with a text.
  if (isPostgres(knex)) await buildIndex(knex, "customers_email_beginning", 'customers (account, email_lower COLLATE "C", id)')
}

/** Reads the rows of all accounts that meet a condition, in parts. */
async function eachPart<Row extends { account: string; id: string }>(
  knex: Knex,
  table: string,
  columns: string,
  condition: string,
  work: (rows: Row[]) => Promise<void>,
): Promise<void> {
  let last = { account: "", id: "" }
  for (;;) {
    const rows: Row[] = await rowsOf(
      knex,
      `SELECT account, id, created, ${columns} FROM ${table} WHERE (account, id) > (?, ?) AND ${condition}
       ORDER BY account, id LIMIT ${AT_ONCE}`,
      [last.account, last.id],
    )
    if (rows.length > 0) await work(rows)
    last = rows.at(-1) ?? last
    if (rows.length < AT_ONCE) return
  }
}

async function rowsOf(knex: Knex, sql: string, bindings: string[]) {
  const result = await knex.raw(sql, bindings)
  return isPostgres(knex) ? result.rows : result
}

function termsOfCustomer({ name, account, created, id }: Named): Term[] {
  const terms = name === null ? [] : termsOf("name", wordsIn(name))
  return terms.map((term) => ({ account, term, created, id }))
}

function termsOfPayment({ description, metadata, account, created, id }: Described): Term[] {
  const values = Object.values<string>(JSON.parse(metadata)).flatMap((value) => wholeText(value) ?? [])
  const words = description === null ? [] : termsOf("description", wordsIn(description))
  return [...words, ...new Set(values.map(termOfWhole))].map((term) => ({ account, term, created, id }))
}

async function insertTerms(knex: Knex, terms: Term[]): Promise<void> {
  const given = isPostgres(knex)
    ? "account, term, created, id FROM json_to_recordset(?::json) AS given(account text, term text, created bigint, id text)"
    : "value ->> 'account', value ->> 'term', value ->> 'created', value ->> 'id' FROM json_each(?) WHERE true"
  await knex.raw(`INSERT INTO search_terms (account, term, created, id) SELECT ${given} ON CONFLICT DO NOTHING`, [
    JSON.stringify(terms),
  ])
}

/** A customer whose name another process has changed meanwhile keeps waiting for its terms. */
async function noteNames(knex: Knex, rows: Named[]): Promise<void> {
  const given = isPostgres(knex)
    ? "json_to_recordset(?::json) AS given(account text, id text, name text)"
    : "(SELECT value ->> 'account' AS account, value ->> 'id' AS id, value ->> 'name' AS name FROM json_each(?)) AS given"
  await knex.raw(
    `UPDATE customers SET name_in_terms = given.name FROM ${given}
     WHERE customers.account = given.account AND customers.id = given.id AND customers.name IS NOT DISTINCT FROM given.name`,
    [JSON.stringify(rows.map(({ account, id, name }) => ({ account, id, name })))],
  )
}

async function notePayments(knex: Knex, rows: Described[]): Promise<void> {
  await knex.raw(
    `UPDATE payment_intents SET has_terms = true WHERE (account, id) IN (SELECT value ->> 'account', value ->> 'id' FROM json_each(?))`,
    [JSON.stringify(rows.map(({ account, id }) => ({ account, id })))],
  )
}
