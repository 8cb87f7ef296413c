// Undoes a move that has not ended.
import { rowOf, within } from "../../db/direct/client.ts"
import { letWrite } from "./refuse.ts"
import { ACCOUNTS, type Move } from "./sides.ts"

const WAIT_FOR_COPY = "120s"

/**
 * Opens the account again where it was, in one transaction with `note`. First the new database notes that it does not have it, so that a copy
 * whose COMMIT comes late fails. Throws if the copy was committed: the account is open there.
 */
export async function takeBack(move: Move, isClosed: boolean, note: () => Promise<void>): Promise<void> {
  const { account, from, tables, checkpoint } = move
  if (isClosed) await writeTombstone(move)
  checkpoint("tombstone")
  await within(from.client, async () => {
    await from.client.query("UPDATE accounts SET database = $2 WHERE id = $1 AND database <> $2", [account, from.name])
    await from.client.query("DELETE FROM account_moves WHERE account = $1", [account])
    await note()
  })
  checkpoint("opened again")
  await letWrite(from.client, account, tables)
}

/** A signpost to the old database. It waits for a copy that is under way, and is a new version of one that is there. */
async function writeTombstone({ account, from, to }: Move): Promise<void> {
  const { row } = await rowOf<{ row: object }>(from.client, "SELECT to_json(accounts) AS row FROM accounts WHERE id = $1", [
    account,
  ])
  const written = await within(
    to.client,
    () =>
      to.client.query(
        `INSERT INTO ${ACCOUNTS} SELECT * FROM json_populate_record(NULL::${ACCOUNTS}, $1)
         ON CONFLICT (id) DO UPDATE SET database = excluded.database WHERE ${ACCOUNTS}.database <> $2`,
        [JSON.stringify({ ...row, database: from.name }), to.name],
      ),
    `BEGIN; SET LOCAL lock_timeout = '${WAIT_FOR_COPY}'`,
  )
  if (written.rowCount !== 1)
    throw new Error(
      `${account} is open in ${to.name} already, so the move cannot be undone. To bring it back: vintem accounts clean ${account}, and then vintem accounts move ${account} --to ${from.name}`,
    )
}
