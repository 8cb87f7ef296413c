// Third step: the account is closed in the old database. From here on it is answered 503, until the move ends or is undone.
import { rowsOf, within } from "../../db/direct/client.ts"
import { NOW_MS } from "./leave.ts"
import { lockOf, type Move } from "./sides.ts"

/** A transaction that has begun to write ends in this time, or is ended. */
const WRITERS_WITHIN = "60s"
const LOCK_NOT_AVAILABLE = "55P03"

/** Closes the account, in one transaction with `note`. Safe to repeat. Returns when it was closed, in the old database's time. */
export async function close({ account, from, to }: Move, note: () => Promise<void>): Promise<number> {
  return within(from.client, async () => {
    const closing = await from.client.query("UPDATE accounts SET database = $2 WHERE id = $1 AND database = $3", [
      account,
      to.name,
      from.name,
    ])
    if (closing.rowCount === 1) await note()
    await from.client.query(`UPDATE account_moves SET closed_ms = ${NOW_MS} WHERE account = $1 AND closed_ms IS NULL`, [account])
    const rows = await rowsOf<{ closed: string }>(
      from.client,
      `SELECT m.closed_ms AS closed FROM account_moves m JOIN accounts a ON a.id = m.account
       WHERE m.account = $1 AND m.to_database = $2 AND a.database = $2`,
      [account, to.name],
    )
    if (!rows[0]) throw new Error(`${account} is no longer leaving ${from.name} for ${to.name}.`)
    return Number(rows[0].closed)
  })
}

/** Waits for those that write rows of the account now. Each has its lock. Those that come later find it closed. */
export async function waitForWriters({ account, from: { client, name } }: Move): Promise<void> {
  try {
    await within(
      client,
      () => client.query(`SELECT pg_advisory_xact_lock(${lockOf("$1::text")})`, [account]),
      `BEGIN; SET LOCAL lock_timeout = '${WRITERS_WITHIN}'`,
    )
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new Error(
      `A transaction in ${name} has been writing rows of ${account} for a minute. End it, and repeat this command, or undo it with --back.`,
      { cause: error },
    )
  }
}
