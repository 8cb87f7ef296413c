import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { createLedgerTriggers } from "./ledger-triggers.ts"

/**
 * The balance transactions of what was paid before there were any, under the default terms: no fees, and at once. Nothing is written twice
 * where a trigger was there first, or where an interrupted migration goes on.
 */
export const config = { transaction: false }

const AT_ONCE = 20_000

export async function up(knex: Knex): Promise<void> {
  if (isPostgres(knex)) await createLedgerTriggers(knex)
  for (const source of SOURCES) {
    let last: Place | undefined = { account: "", id: "" }
    while (last) {
      const end = await endOfPart(knex, source.table, last)
      await insertPart(knex, source, last, end)
      last = end
    }
  }
}

type Place = { account: string; id: string }

/** The last row of the next part, or undefined if the rest is one. */
async function endOfPart(knex: Knex, table: string, { account, id }: Place): Promise<Place | undefined> {
  const next = `SELECT account, id FROM ${table} WHERE (account, id) > (?, ?) ORDER BY account, id LIMIT 1 OFFSET ?`
  const result = await knex.raw(next, [account, id, AT_ONCE - 1])
  return (isPostgres(knex) ? result.rows : result)[0]
}

/** Where rows come from. Members are SQL about a row `it` of the table. `last` is the end of the new id: that of the source's id without its prefix. */
type Source = { table: string; last: string; at: string; type: string; amount: string; payment: string; where: string }

const SOURCES: readonly Source[] = [
  {
    table: "payment_intents",
    last: "substr(it.id, 4)",
    at: "coalesce(it.ended_at, it.created)",
    type: "'payment'",
    amount: "it.amount",
    payment: "it.id",
    where: "it.status = 'succeeded' AND it.amount > 0",
  },
  {
    table: "refunds",
    last: "substr(it.id, 4)",
    at: "it.created",
    type: "CASE WHEN it.reason = 'dispute' THEN 'dispute' ELSE 'refund' END",
    amount: "-it.amount",
    payment: "it.payment_intent",
    where: "true",
  },
  {
    table: "refunds",
    // It differs from that of the refund in its last letter.
    last: "substr(it.id, 4, 24) || CASE WHEN substr(it.id, 28) = '0' THEN '1' ELSE '0' END",
    at: "coalesce(it.failed_at, it.created)",
    type: "CASE WHEN it.reason = 'dispute' THEN 'dispute_reversed' ELSE 'refund_failed' END",
    amount: "it.amount",
    payment: "it.payment_intent",
    where: "it.status = 'failed'",
  },
  {
    table: "disputes",
    last: "substr(it.id, 4)",
    at: "it.created",
    type: "'adjustment'",
    amount: "-it.excess",
    payment: "it.payment_intent",
    where: "it.excess > 0 AND it.excess_taken AND it.status <> 'won'",
  },
]

/** Something that has no balance transaction. */
export const UNBOOKED = `${SOURCES.map(
  ({ table, type, where }) =>
    `SELECT 1 AS found FROM ${table} AS it WHERE ${where} AND NOT EXISTS (SELECT 1 FROM balance_transactions AS made
     WHERE made.account = it.account AND made.source = it.id AND made.type = ${type})`,
).join(" UNION ALL ")} LIMIT 1`

const COLUMNS =
  "id, account, created, type, source, part, amount, fee, net, currency, payment_intent, acquirer, funds, available_on"
const FUNDS = "CASE (SELECT value FROM settings WHERE name = 'mode') WHEN 'live' THEN 'acquirer' ELSE 'platform' END"

/** Subqueries by the key need no statistics, which a table may lack. */
const acquirerOf = (payment: string) => `(SELECT acquirer FROM attempts WHERE attempts.account = it.account AND attempts.id =
  (SELECT latest_attempt FROM payment_intents WHERE payment_intents.account = it.account AND payment_intents.id = ${payment}))`

async function insertPart(knex: Knex, source: Source, after: Place, upTo: Place | undefined): Promise<void> {
  const { table, last, at, type, amount, payment, where } = source
  const end = upTo ? "AND (it.account, it.id) <= (?, ?)" : ""
  await knex.raw(
    `INSERT INTO balance_transactions (${COLUMNS})
     SELECT 'txn_' || ${last}, it.account, ${at}, ${type}, it.id, 0, ${amount}, 0, ${amount}, it.currency, ${payment}, ${acquirerOf(payment)},
       ${FUNDS}, ${at}
     FROM ${table} AS it WHERE (it.account, it.id) > (?, ?) ${end} AND ${where}
     ON CONFLICT (account, source, type, part) DO NOTHING`,
    [after.account, after.id, ...(upTo ? [upTo.account, upTo.id] : [])],
  )
}
