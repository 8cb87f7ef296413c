import { id, milliseconds, text } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { table } from "../../db/table.ts"

/** The accounts that leave this database, or have left rows behind in it. */
export const accountMoves = table(
  "account_moves",
  {
    account: id(),
    /** The name of the database to which it moves. */
    to_database: text(),
    /** Since when workers take no new due work of it here. */
    since_ms: milliseconds(),
    /** When it was closed here, in this database's time. Null while it is still served here. */
    closed_ms: milliseconds().nullable(),
  },
  { of: "platform", key: ["account"] },
)

const moving = "SELECT account FROM account_moves"
/** SQL: nobody may take new due work of the account of a row. */
export const IS_STAYING = `account NOT IN (${moving})`
/** SQL: rows of the account can be written here. One that cannot would stop the others of its statement. */
export const IS_OPEN = `account NOT IN (${moving} WHERE closed_ms IS NOT NULL)`

const list = accountMoves.find([], (rows) => rows.select("account"))

const unfinished = accountMoves.statement([], (_, _p, k) =>
  k.raw<{ account: string; to_database: string }>(
    `SELECT account, to_database FROM account_moves JOIN accounts ON accounts.id = account WHERE database <> to_database ORDER BY account`,
  ),
)

/** The accounts that are still served here, but have begun to leave: no worker takes up their due work. */
export function unfinishedMoves(db: Queries): Promise<{ account: string; to_database: string }[]> {
  return db.all(unfinished, {})
}

/** The accounts of which no worker may take new due work. */
export async function leavingAccounts(db: Queries): Promise<string[]> {
  return (await db.all(list, {})).map(({ account }) => account)
}
