import { findAccount, mustBeIn } from "../accounts/accounts.ts"
import { MAIN } from "../base/mode-name.ts"
import { NotAnswering } from "../db/unreachable.ts"
import { findLive } from "../http/find-live.ts"
import { allOf, hasSeveral, livesOf, type Modes } from "../http/mode.ts"
import type { Mode } from "./wiring.ts"

/**
 * Live mode on the database of an account. An account that no database has yet is a new one. Undefined without live mode. Throws NotAnswering
 * if the account may be in a database that does not answer.
 */
export async function liveModeOf(modes: Modes<Mode>, account: string): Promise<Mode | undefined> {
  if (!hasSeveral(modes)) return livesOf(modes)[0]
  const home = await findLive(
    modes,
    () => `account ${account}`,
    async (mode) => {
      const row = await findAccount(mode.database, account)
      if (row) mustBeIn(mode.database, row)
      return row && mode
    },
  )
  return home ?? liveModeNamed(modes, modes.test.config.liveDefaultDatabase)
}

/** Test mode, live mode on the database of an account, and on `main`, which has its users. Throws NotAnswering like liveModeOf. */
export async function modesOfAccount(modes: Modes<Mode>, account: string): Promise<Mode[]> {
  if (!hasSeveral(modes)) return allOf(modes)
  const wanted = [modes.test, modes.live, await liveModeOf(modes, account)]
  return [...new Set(wanted.filter((mode) => mode !== undefined))]
}

/** Live mode on a database. Undefined without live mode. Throws NotAnswering if the database has not answered yet. */
export function liveModeNamed(modes: Modes<Mode>, name = MAIN): Mode | undefined {
  const mode = livesOf(modes).find(({ database }) => database.name === name)
  if (!mode && modes.absent?.includes(name)) throw new NotAnswering(`the live database ${name} has not answered yet`)
  return mode
}
