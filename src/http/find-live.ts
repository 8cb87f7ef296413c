import { findAccount, mustBeIn } from "../accounts/accounts.ts"
import type { Clock } from "../base/clock.ts"
import { isUnreachable, NotAnswering } from "../db/unreachable.ts"
import { type HttpMode, hasSeveral, livesOf, type Modes } from "./mode.ts"

/** How many keys, links and addresses a process remembers the database of. */
const MAX_REMEMBERED = 100_000

/** After how long a database counts as one that does not answer. */
const SILENT_AFTER_MS = 5000

/** Which database of live mode had something when it was last found. A hint only: a wrong one costs a question. */
const remembered = new WeakMap<object, Map<string, HttpMode>>()

type Find<Mode, T> = (mode: Mode) => Promise<T | undefined>

/**
 * Finds what only one database of live mode has. Asks the one that had it the last time, then all at once. `what` names it, among all that
 * is looked for so. With one database, this is `find`.
 *
 * Throws NotAnswering, or what the database threw that did not answer, if no other database has it: it may be there.
 */
export async function findLive<Mode extends HttpMode, T>(
  modes: Modes<Mode>,
  what: () => string,
  find: Find<Mode, T>,
): Promise<T | undefined> {
  const all = livesOf(modes)
  if (!hasSeveral(modes)) return all[0] && find(all[0])
  const lives = all.filter(({ clock }) => !isSilent(clock))
  const away = [...(modes.absent ?? []), ...all.filter((mode) => !lives.includes(mode)).map(({ database }) => database.name)]
  const name = what()
  const hints = hintsOf(modes)
  const hinted = lives.find((mode) => mode === hints.get(name))
  const there = hinted && (await find(hinted).catch(unlessElsewhere))
  if (there !== undefined) return there
  const found = await firstOf(lives, find)
  if ("mode" in found) {
    remember(hints, name, found.mode)
    return found.value
  }
  hints.delete(name)
  const [failure] = found.failures.sort((a, b) => Number(isUnreachable(a)) - Number(isUnreachable(b)))
  if (failure !== undefined) throw failure
  if (away.length > 0) throw new NotAnswering(`live databases that do not answer: ${away.join(", ")}`)
  return undefined
}

/**
 * Whether a database has an account, for what was found there without reading the account. With one database, nothing is asked. Throws NotAnswering if
 * the account is in another one: what was found was left behind.
 */
export async function isThere<Mode extends HttpMode>(modes: Modes<Mode>, { database }: Mode, account: string): Promise<boolean> {
  if (!hasSeveral(modes)) return true
  const row = await findAccount(database, account)
  if (row) mustBeIn(database, row)
  return row !== undefined
}

/** A database that was silent for so long is not asked. It is asked for its time every second, so this ends by itself. */
export function isSilent({ owedMs }: Clock): boolean {
  return owedMs !== undefined && owedMs() > SILENT_AFTER_MS
}

/** Finds what test mode or a database of live mode has. Asks test mode first. */
export async function findInModes<Mode extends HttpMode, T>(
  modes: Modes<Mode>,
  what: string,
  find: Find<Mode, T>,
): Promise<T | undefined> {
  return (await find(modes.test)) ?? findLive(modes, () => what, find)
}

type Found<Mode, T> = { mode: Mode; value: T } | { failures: unknown[] }

/** Asks all at once. Does not wait for the others when one has it, nor long for one that is silent. */
function firstOf<Mode, T>(lives: readonly Mode[], find: Find<Mode, T>): Promise<Found<Mode, T>> {
  const first = Promise.withResolvers<Found<Mode, T>>()
  const failures: unknown[] = []
  const asked = lives.map(async (mode) => {
    try {
      const value = await find(mode)
      if (value !== undefined) first.resolve({ mode, value })
    } catch (error) {
      failures.push(error)
    }
  })
  void Promise.all(asked).then(() => first.resolve({ failures }))
  const late = setTimeout(
    () => first.resolve({ failures: [...failures, new NotAnswering("a live database does not answer")] }),
    SILENT_AFTER_MS,
  )
  return first.promise.finally(() => clearTimeout(late))
}

/** What has moved is looked for in all databases. */
function unlessElsewhere(error: unknown): undefined {
  if (!(error instanceof NotAnswering)) throw error
}

function hintsOf(modes: object): Map<string, HttpMode> {
  const hints = remembered.get(modes) ?? new Map<string, HttpMode>()
  remembered.set(modes, hints)
  return hints
}

/** Forgets the one that has been known longest when there are too many. */
function remember(hints: Map<string, HttpMode>, name: string, mode: HttpMode): void {
  hints.delete(name)
  hints.set(name, mode)
  if (hints.size > MAX_REMEMBERED) for (const oldest of hints.keys()) return void hints.delete(oldest)
}
