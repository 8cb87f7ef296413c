// Takes away what an account has left behind in a database. Its row in `accounts` stays as a signpost.
import { setTimeout as pause } from "node:timers/promises"
import type pg from "pg"
import { within } from "../../db/direct/client.ts"
import { letWrite } from "./refuse.ts"
import type { Move } from "./sides.ts"

const BATCH = 5000
const PAUSE_MS = 20

/** Deletes the rows in batches, those first that name others. Safe to repeat. Returns how many it has deleted. */
export async function cleanAccount(
  client: pg.Client,
  account: string,
  tables: Move["tables"],
  note: () => Promise<void>,
): Promise<number> {
  let rows = 0
  for (const { name } of [...tables].reverse()) rows += await deleteRows(client, account, name)
  await letWrite(client, account, tables)
  await within(client, async () => {
    await client.query("DELETE FROM account_moves WHERE account = $1", [account])
    await note()
  })
  return rows
}

/** Without triggers: they would count money, and refuse the rows of an account that is elsewhere. */
async function deleteRows(client: pg.Client, account: string, table: string): Promise<number> {
  for (let rows = 0; ; await pause(PAUSE_MS)) {
    const deleted = await within(
      client,
      () =>
        client.query(
          `DELETE FROM "${table}" WHERE ctid = ANY(ARRAY(SELECT ctid FROM "${table}" WHERE account = $1 LIMIT ${BATCH}))`,
          [account],
        ),
      "BEGIN; SET LOCAL session_replication_role = replica",
    )
    rows += deleted.rowCount ?? 0
    if ((deleted.rowCount ?? 0) < BATCH) return rows
  }
}
