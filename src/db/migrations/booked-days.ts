// What balance transactions add up to on each day, by type: those that were made on it, and those that are available on it.
import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex, dropIndex } from "./account-keys/indexes.ts"
import { addColumn } from "./add-column.ts"

/**
 * The rows that are there before the trigger counts them are marked by a column that has this default for them alone. An interrupted migration goes on
 * with the marked ones, and removes the column in the transaction that counts them: so each row is counted once, whoever writes meanwhile.
 */
export const config = { transaction: false }

const MARK = "booked_before"
const DELTA = "INSERT INTO total_deltas (source, account, day, currency, kind, method, brand, code, count, amount)"
const dayOf = (time: string) => `((${time}) - 10800) / 86400`

/** What a row adds to each kind. `row` is a prefix of its columns. */
const entriesOf = (row: string) => {
  const days = { booked: dayOf(`${row}created`), due: dayOf(`${row}available_on`) }
  return Object.entries(days).flatMap(([kind, day]) => [
    { day, kind: `'${kind}'`, cents: `${row}amount` },
    { day, kind: `'${kind}_fee'`, cents: `${row}fee` },
  ])
}

export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "payouts", "taken", "text")
  await buildIndex(knex, "payout_transactions_by_payout", "payout_transactions (account, payout, balance_transaction)")
  await dropIndex(knex, "payout_transactions_account_payout_index")
  if (isPostgres(knex)) await countOnPostgres(knex)
  else {
    await knex.transaction(countOnSqlite)
    await knex.transaction(takeOnSqlite)
  }
}

async function countOnPostgres(knex: Knex): Promise<void> {
  const { rows } = await knex.raw("SELECT 1 FROM pg_proc WHERE proname = 'total_balance_transactions' AND prosrc LIKE '%booked%'")
  if (rows.length === 0) await knex.transaction(begin)
  if (await knex.schema.hasColumn("balance_transactions", MARK)) await knex.transaction(countMarked)
}

/** Nobody has an open transaction that has written here, because the column waits for their locks. */
async function begin(tx: Knex): Promise<void> {
  await tx.raw(`ALTER TABLE balance_transactions ADD COLUMN ${MARK} boolean NOT NULL DEFAULT true`)
  await tx.raw(`ALTER TABLE balance_transactions ALTER COLUMN ${MARK} SET DEFAULT false`)
  const date = "to_char(to_timestamp(available_on - 10800) AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
  await tx.raw(
    `CREATE OR REPLACE FUNCTION total_balance_transactions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
     $$ BEGIN
       ${DELTA}
       SELECT min(id), account, 0, currency, 'net', funds, '', ${date}, count(*), sum(net)
       FROM added GROUP BY account, currency, funds, ${date}
       UNION ALL ${sumsOf("added", "true")};
       RETURN NULL;
     END $$`,
  )
}

async function countMarked(tx: Knex): Promise<void> {
  await tx.raw(`${DELTA} ${sumsOf("balance_transactions", MARK)}`)
  await tx.raw(`ALTER TABLE balance_transactions DROP COLUMN ${MARK}`)
}

/** The sums of rows, on Postgres. A fee of 0 adds nothing. */
function sumsOf(rows: string, condition: string): string {
  const entries = entriesOf("it.").map(({ day, kind, cents }) => `(${day}, ${kind}, ${cents})`)
  return `SELECT min(it.id), it.account, entry.day, it.currency, entry.kind, it.funds, it.type, '', count(*), sum(entry.cents)
    FROM ${rows} AS it CROSS JOIN LATERAL (VALUES ${entries.join(", ")}) AS entry (day, kind, cents)
    WHERE ${condition} AND (it.fee <> 0 OR entry.kind IN ('booked', 'due'))
    GROUP BY it.account, entry.day, it.currency, entry.kind, it.funds, it.type`
}

/** One process has the file. */
async function countOnSqlite(tx: Knex): Promise<void> {
  const [{ sql }] = await tx("sqlite_master").where({ type: "trigger", name: "total_balance_transactions" }).select("sql")
  if (sql.includes("booked")) return
  const [net, fee] = [
    entriesOf("NEW.").filter(({ cents }) => cents === "NEW.amount"),
    entriesOf("NEW.").filter(({ cents }) => cents === "NEW.fee"),
  ]
  const line = ({ day, kind, cents }: { day: string; kind: string; cents: string }) =>
    `NEW.id, NEW.account, ${day}, NEW.currency, ${kind}, NEW.funds, NEW.type, '', 1, ${cents}`
  await tx.raw("DROP TRIGGER total_balance_transactions")
  await tx.raw(
    `CREATE TRIGGER total_balance_transactions AFTER INSERT ON balance_transactions BEGIN
       ${DELTA}
       VALUES (NEW.id, NEW.account, 0, NEW.currency, 'net', NEW.funds, '', date(NEW.available_on - 10800, 'unixepoch'), 1, NEW.net),
         ${net.map((entry) => `(${line(entry)})`).join(", ")};
       ${DELTA} ${fee.map((entry) => `SELECT ${line(entry)} WHERE NEW.fee <> 0`).join(" UNION ALL ")};
     END`,
  )
  for (const { day, kind, cents } of entriesOf(""))
    await tx.raw(
      `${DELTA} SELECT min(id), account, ${day}, currency, ${kind}, funds, type, '', count(*), sum(${cents})
       FROM balance_transactions WHERE ${cents === "fee" ? "fee <> 0" : "true"} GROUP BY account, ${day}, currency, funds, type`,
    )
}

/**
 * A payout may take a million rows, and SQLite has no trigger for a statement. So what a row adds goes into the last delta, if that is of the same day
 * and account. Nobody adds deltas to the totals meanwhile, because one process writes.
 */
async function takeOnSqlite(tx: Knex): Promise<void> {
  for (const { event, row, sign } of [
    { event: "insert", row: "NEW", sign: "" },
    { event: "delete", row: "OLD", sign: "-" },
  ]) {
    const date = "date(it.available_on - 10800, 'unixepoch')"
    await tx.raw(`DROP TRIGGER total_payout_transactions_${event}`)
    await tx.raw(
      `CREATE TRIGGER total_payout_transactions_${event} AFTER ${event.toUpperCase()} ON payout_transactions BEGIN
         ${DELTA.replace("(", "(id, ")}
         SELECT (SELECT last.id FROM total_deltas AS last WHERE last.id = (SELECT max(id) FROM total_deltas) AND last.account = it.account
             AND last.day = 0 AND last.currency = it.currency AND last.kind = 'paid_out' AND last.method = it.funds AND last.code = ${date}),
           it.id, it.account, 0, it.currency, 'paid_out', it.funds, '', ${date}, ${sign}1, ${sign}it.net
         FROM balance_transactions AS it WHERE it.account = ${row}.account AND it.id = ${row}.balance_transaction
         ON CONFLICT (id) DO UPDATE SET count = count + excluded.count, amount = amount + excluded.amount;
       END`,
    )
  }
}
