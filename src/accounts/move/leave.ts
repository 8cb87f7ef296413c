// First step: workers take no new due work of the account, and finish what is under way. Requests are still served.
import { setTimeout as pause } from "node:timers/promises"
import type { StoredTable } from "../../db/direct/catalogue.ts"
import { rowsOf } from "../../db/direct/client.ts"
import type { Move } from "./sides.ts"

const FINISH_WITHIN_MS = 60_000
const ASK_EVERY_MS = 250

/** The columns that say until when a process holds a row. */
export const HOLDS = ["held_until_ms", "lease_until_ms"]

/** Milliseconds of the database's time, as an SQL text. */
export const NOW_MS = "(extract(epoch FROM statement_timestamp()) * 1000)::bigint"

/** Notes that the account is leaving. Safe to repeat. Throws if it is leaving for another database. */
export async function leave({ account, from, to }: Move): Promise<void> {
  await from.client.query(
    `INSERT INTO account_moves (account, to_database, since_ms) VALUES ($1, $2, ${NOW_MS}) ON CONFLICT (account) DO NOTHING`,
    [account, to.name],
  )
  const [row] = await rowsOf<{ to: string }>(from.client, `SELECT to_database AS "to" FROM account_moves WHERE account = $1`, [
    account,
  ])
  if (row?.to !== to.name) throw new Error(`${account} is leaving ${from.name} for ${row?.to}, and not for ${to.name}.`)
}

/**
 * Waits until everything has ended that was under way when workers stopped to begin more. Requests begin more meanwhile, which is not waited
 * for. Returns how much has not ended in time: what an acquirer answers to it is found by the look-up.
 */
export async function untilFinished({ account, from, tables }: Move, withinMs = FINISH_WITHIN_MS): Promise<number> {
  const deadline = Date.now() + withinMs
  let waiting = await heldRows(from.client, account, tables)
  while (waiting.size > 0 && Date.now() < deadline) {
    await pause(ASK_EVERY_MS)
    waiting = waiting.intersection(await heldRows(from.client, account, tables))
  }
  return waiting.size
}

/** What processes hold of an account. What has failed is held too, until it is tried again: nobody is at work on it. */
async function heldRows(client: Move["from"]["client"], account: string, tables: readonly StoredTable[]): Promise<Set<string>> {
  const held = new Set<string>()
  for (const { name, columns, key } of tables) {
    const hold = columns.find((column) => HOLDS.includes(column.name))?.name
    if (hold === undefined) continue
    const isAtWork = columns.some((column) => column.name === "id")
      ? `NOT EXISTS (SELECT 1 FROM failing_work f WHERE f.account = held.account AND f.item = held.id)`
      : "true"
    const rows = await rowsOf<{ row: string }>(
      client,
      `SELECT ROW(${key.map((column) => `held."${column}"`)})::text AS row FROM "${name}" AS held
       WHERE held.account = $1 AND held.${hold} > ${NOW_MS} AND ${isAtWork}`,
      [account],
    )
    for (const { row } of rows) held.add(`${name} ${row}`)
  }
  return held
}
