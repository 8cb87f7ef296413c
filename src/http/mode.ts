import type { Clock } from "../base/clock.ts"
import type { Logger } from "../base/log.ts"
import { must } from "../base/must.ts"
import type { Database } from "../db/database.ts"
import type { KeyRing } from "../vault/key-ring.ts"

/** The parts of a mode, test or live, that the middleware uses. */
export type HttpMode = {
  readonly livemode: boolean
  readonly database: Database
  readonly ring: KeyRing
  readonly clock: Clock
  readonly log: Logger
}

/** What each mode has one of. Live mode has one for each of its databases, and each of these holds whole accounts. */
export type EachMode<T> = {
  readonly test: T
  /** That of the database `main`. Undefined without live mode, and until `main` has first answered. */
  readonly live?: T
  /** Those of the other databases of live mode that have answered since the process started. */
  readonly others?: readonly T[]
}

export type Modes<Mode extends HttpMode = HttpMode> = EachMode<Mode> & {
  /** The databases of live mode that have not answered since the process started. */
  readonly absent?: readonly string[]
}

/** Test mode first, then live mode on each database that has answered, `main` first. */
export function allOf<T>(modes: EachMode<T>): T[] {
  return [modes.test, ...livesOf(modes)]
}

/** Live mode on each database that has answered, `main` first. */
export function livesOf<T>({ live, others = [] }: EachMode<T>): T[] {
  return live ? [live, ...others] : [...others]
}

/** Whether there is a live mode, even if none of its databases has answered yet. */
export function hasLive(modes: Modes): boolean {
  return livesOf(modes).length > 0 || (modes.absent ?? []).length > 0
}

/** Whether live mode has more than one database, even if not all have answered yet. */
export function hasSeveral(modes: Modes): boolean {
  return livesOf(modes).length + (modes.absent ?? []).length > 1
}

/** Returns the mode that `authenticate` has chosen, with all that a caller's modes have. */
export function sameOf<Mode extends HttpMode>(modes: Modes<Mode>, chosen: HttpMode): Mode {
  const { test, live } = modes
  if (chosen === test) return test
  if (chosen === live) return live as Mode
  return must(
    modes.others?.find((mode) => mode === chosen),
    "the mode of the request",
  )
}

/** What a process has of each mode, made when it is first needed. */
export function perMode<T>(make: (mode: HttpMode) => T): { of(mode: HttpMode): T; all(): T[] } {
  const made = new Map<HttpMode, T>()
  return {
    of: (mode) => {
      const known = made.get(mode)
      if (known !== undefined) return known
      const fresh = make(mode)
      made.set(mode, fresh)
      return fresh
    },
    all: () => [...made.values()],
  }
}
