import { listAccounts } from "../accounts/accounts.ts"
import { unfinishedMoves } from "../accounts/move/table.ts"
import { createLog } from "../base/log.ts"
import { MAIN } from "../base/mode-name.ts"
import type { Config } from "../config/config.ts"
import { liveDatabasesOf } from "../config/databases.ts"
import type { Database } from "../db/database.ts"
import { databaseNow } from "../db/now.ts"
import { masterKeyOf, openLiveDatabases } from "../modes/modes.ts"
import { differencesOfRings } from "../vault/copy-ring.ts"

/** What is wrong with a database of live mode, or with what several say together. */
export type Flaw = { database: string; problem: string }

const MAX_CLOCK_DIFFERENCE_MS = 30_000

/** Looks for what keeps databases of live mode from working together: schema, name, key ring, clock, and which accounts they claim. */
export async function flawsOfDatabases(config: Config): Promise<Flaw[]> {
  const opened: Database[] = []
  const flaws: Flaw[] = []
  try {
    for (const { name } of liveDatabasesOf(config))
      await openLiveDatabases(config, [name], createLog("silent")).then(
        (databases) => opened.push(...databases),
        ({ message: problem }: Error) => flaws.push({ database: name, problem }),
      )
    const main = opened.find(({ name }) => name === MAIN)
    for (const database of opened) flaws.push(...(await flawsOf(database, main, masterKeyOf(config, true))))
    return [...flaws, ...(await flawsOfAccounts(opened, flaws.length === 0))]
  } finally {
    for (const database of opened) await database.close()
  }
}

async function flawsOf(database: Database, main: Database | undefined, master: Buffer): Promise<Flaw[]> {
  const problems: string[] = []
  const rings = main && main !== database ? await differencesOfRings(main, database, master) : []
  if (rings.length > 0)
    problems.push(`Its key ring differs from that of ${MAIN}: ${rings.join(", ")}. Run 'vintem databases add ${database.name}'.`)
  const aheadMs = (await databaseNow(database)) - Date.now()
  if (Math.abs(aheadMs) > MAX_CLOCK_DIFFERENCE_MS)
    problems.push(`Its clock and that of this host differ by ${Math.round(Math.abs(aheadMs) / 1000)} seconds.`)
  for (const { account, to_database: to } of await unfinishedMoves(database))
    problems.push(
      `The account ${account} is moving to ${to}, and its due work waits. Finish it: 'vintem accounts move ${account} --to ${to}', or undo it with --back.`,
    )
  return problems.map((problem) => ({ database: database.name, problem }))
}

/** An account that is claimed by two, or by none although a database says where it is. The latter is known only if all answer. */
async function flawsOfAccounts(databases: readonly Database[], all: boolean): Promise<Flaw[]> {
  const claims = new Map<string, { by: string[]; elsewhere: string[] }>()
  for (const database of databases)
    for (const { id, database: place } of await listAccounts(database)) {
      const claim = claims.get(id) ?? { by: [], elsewhere: [] }
      claims.set(id, claim)
      if (place === database.name) claim.by.push(place)
      else claim.elsewhere.push(`${database.name} says ${place}`)
    }
  return [...claims].flatMap(([id, { by, elsewhere }]) => {
    if (by.length > 1) return [{ database: by.join(", "), problem: `The account ${id} is claimed by each of them.` }]
    return all && by.length === 0
      ? [{ database: "-", problem: `The account ${id} is in no database: ${elsewhere.join(", ")}.` }]
      : []
  })
}
