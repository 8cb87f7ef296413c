import { holdersOf, listPlaces, type Place, placesByAccount } from "../accounts/places.ts"
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
  return problems.map((problem) => ({ database: database.name, problem }))
}

/** An account that is claimed by two, or by none although a database says where it is. The latter is known only if all answer. */
async function flawsOfAccounts(databases: readonly Database[], all: boolean): Promise<Flaw[]> {
  const lists = new Map<string, Place[]>()
  for (const database of databases) lists.set(database.name, await listPlaces(database))
  return [...placesByAccount(lists)].flatMap(([id, places]) => {
    const by = holdersOf(places)
    const settle = `Run 'vintem databases settle ${id} --in NAME'.`
    if (by.length > 1) return [{ database: by.join(", "), problem: `The account ${id} is claimed by each of them. ${settle}` }]
    const elsewhere = [...places].map(([name, place]) => `${name} says ${place}`).join(", ")
    return all && by.length === 0
      ? [{ database: "-", problem: `The account ${id} is in no database: ${elsewhere}. It may be moving. If not: ${settle}` }]
      : []
  })
}
