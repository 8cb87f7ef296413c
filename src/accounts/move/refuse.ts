// Second step: triggers that refuse the account's writes once it is closed. Until then they let them pass.
import { setTimeout as pause } from "node:timers/promises"
import type pg from "pg"
import { within } from "../../db/direct/client.ts"
import { ACCOUNTS, type Move } from "./sides.ts"

const LOCK_NOT_AVAILABLE = "55P03"
const DEADLOCK = "40P01"
const AGAIN_MS = 500
const MAX_TRIES = 60
/** A new trigger waits for the writers of its table, and new ones wait for it. So it gives way soon, and tries again. */
const MAKE_WITHIN = "2s"
/** Readers wait for a trigger that goes, too. */
const DROP_WITHIN = "200ms"

/** Makes the triggers, each table by itself, so that nobody waits for more than one. Safe to repeat. */
export async function refuseWrites({ account, from: { client }, tables }: Move): Promise<void> {
  for (const name of [...tables.map((table) => table.name), ACCOUNTS])
    await givingWay(client, MAKE_WITHIN, name, async () => {
      for (const { trigger, event, when } of triggersOn(client, name, account))
        await client.query(
          `CREATE OR REPLACE TRIGGER ${trigger} BEFORE ${event} ON "${name}" FOR EACH ROW WHEN (${when})
           EXECUTE FUNCTION refuse_moved(${client.escapeLiteral(account)})`,
        )
    })
}

/** Takes the triggers away. Safe to repeat. */
export async function letWrite(client: pg.Client, account: string, tables: Move["tables"]): Promise<void> {
  for (const name of [...tables.map((table) => table.name), ACCOUNTS]) {
    const triggers = triggersOn(client, name, account).map(({ trigger }) => trigger)
    const { rowCount } = await client.query("SELECT 1 FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname = ANY($2)", [
      `"${name}"`,
      namesOf(account),
    ])
    if (!rowCount) continue
    await givingWay(client, DROP_WITHIN, name, async () => {
      for (const trigger of triggers) await client.query(`DROP TRIGGER IF EXISTS ${trigger} ON "${name}"`)
    })
  }
}

const namesOf = (account: string) => [`moved_new_${account}`, `moved_old_${account}`]

/** The row in `accounts` may change its database, and nothing else. A new one of the same id is refused by its key. */
function triggersOn(client: pg.Client, name: string, account: string) {
  const id = client.escapeLiteral(account)
  const [ofNew, ofOld] = namesOf(account).map((trigger) => client.escapeIdentifier(trigger)) as [string, string]
  return name === ACCOUNTS
    ? [
        { trigger: ofNew, event: "UPDATE", when: `OLD.id = ${id} AND NEW.database = OLD.database` },
        { trigger: ofOld, event: "DELETE", when: `OLD.id = ${id}` },
      ]
    : [
        { trigger: ofNew, event: "INSERT", when: `NEW.account = ${id}` },
        { trigger: ofOld, event: "UPDATE OR DELETE", when: `OLD.account = ${id}` },
      ]
}

/** Runs `work` in a transaction that waits only shortly for a lock, again and again. */
async function givingWay(client: pg.Client, withinTime: string, table: string, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await within(client, work, `BEGIN; SET LOCAL lock_timeout = '${withinTime}'`)
    } catch (error) {
      const { code } = error as { code?: string }
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error
      if (tries === MAX_TRIES)
        throw new Error(`The table ${table} is in use all the time: a long transaction holds it.`, { cause: error })
      await pause(AGAIN_MS)
    }
  }
}
