// Live mode on each of its databases. One that does not answer is left out until it does (docs/decisions/0034-whole-accounts.md).
import { setTimeout as pause } from "node:timers/promises"
import type { Logger } from "../base/log.ts"
import { databaseInWords, MAIN } from "../base/mode-name.ts"
import { must } from "../base/must.ts"
import type { Database } from "../db/database.ts"
import { isUnreachable, NotAnswering } from "../db/unreachable.ts"
import type { Mode } from "./wiring.ts"

/** Where a database is, and which it should be. */
export type Place = { readonly livemode: boolean; readonly name: string; readonly url: string }

type Begin = (mode: Mode) => unknown

/** How often a database is asked again that has not answered yet. */
const AGAIN_MS = 1000
/** How long a start waits for a database that is silent, once another one has answered. */
const START_WITHIN_MS = 5000
/** How long a stop waits for each of several databases to close. */
const CLOSE_WITHIN_MS = 5000

/** The modes on the databases that have answered, in the order of the configuration. Databases are only ever added. */
export class LiveModes {
  main: Mode | undefined
  readonly others: Mode[] = []
  absent: string[]
  readonly #databases: readonly Database[]
  readonly #openOn: (database: Database) => Promise<Mode>
  readonly #equip: (mode: Mode) => Mode
  readonly #log: Logger
  readonly #begins: Begin[] = []
  /** What has been opened, on each database that is what its variable says. */
  readonly #opened = new Map<Database, Mode>()
  /** What is open, or about to be: a database that is silent may take long. */
  readonly #openings = new Map<Database, Promise<Mode>>()
  readonly #timers = new Map<Database, NodeJS.Timeout>()
  /** What was last logged of each absent database, so that it is logged once. */
  readonly #said = new Map<string, string>()
  #isClosed = false

  /** `places` says where each database is, in the order of the configuration. */
  constructor(
    places: ReadonlyMap<Database, Place>,
    open: (database: Database, place: Place) => Promise<Mode>,
    equip: (mode: Mode) => Mode,
    log: Logger,
  ) {
    this.#databases = [...places.keys()]
    this.#openOn = async (database) => {
      const mode = await open(database, must(places.get(database), "the place of a database"))
      this.#opened.set(database, mode)
      if (this.#isClosed) await mode.close().catch(() => {})
      return mode
    }
    this.#equip = equip
    this.#log = log
    this.absent = this.#databases.map(({ name }) => name)
  }

  /** Opens those that answer in time. Throws if none does, and if one is not what its variable says. */
  async openAll(): Promise<void> {
    const openings = this.#databases.map((database) => this.#open(database))
    await Promise.any(openings).catch(() => {})
    const opened = await Promise.allSettled(openings.map(inTime))
    const failed = opened.flatMap((each, at) => (each.status === "rejected" ? [{ at, error: each.reason as Error }] : []))
    for (const { error } of failed) if (failed.length === opened.length || !isAway(error)) throw error
    const modes = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))
    for (const mode of modes) mustHaveRingOf(modes[0], mode)
    for (const mode of modes) this.#add(mode)
    for (const { at, error } of failed) this.#say(must(this.#databases[at], "a database"), error)
  }

  /** Calls `begin` with each mode that is open, and with each that opens later. */
  async each(begin: Begin): Promise<void> {
    this.#begins.push(begin)
    for (const mode of this.all()) await begin(mode)
  }

  all(): Mode[] {
    return this.main ? [this.main, ...this.others] : [...this.others]
  }

  /** From now on, asks each absent database again and again. */
  findAgain(): void {
    for (const database of this.#databases) if (this.#isAbsent(database)) this.#askLater(database)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    const closing = this.#databases.map((database) => (this.#opened.get(database) ?? database).close())
    // What one of several has not answered, nobody waits for any more.
    const isOne = closing.length === 1
    await Promise.all(
      closing.map((each) => (isOne ? each : Promise.race([each, pause(CLOSE_WITHIN_MS, undefined, { ref: false })]))),
    )
  }

  /** Opens a database, once. If that has failed, it is tried anew. */
  #open(database: Database): Promise<Mode> {
    const known = this.#openings.get(database)
    if (known) return known
    const opening = this.#openOn(database)
    this.#openings.set(database, opening)
    opening.catch(() => this.#openings.delete(database))
    return opening
  }

  #isAbsent({ name }: Database): boolean {
    return this.absent.includes(name)
  }

  #askLater(database: Database): void {
    const ask = async () => {
      await this.#ask(database).catch((error: Error) => this.#say(database, error))
      if (this.#isAbsent(database)) this.#askLater(database)
    }
    if (!this.#isClosed) this.#timers.set(database, setTimeout(ask, AGAIN_MS).unref())
  }

  async #ask(database: Database): Promise<void> {
    const mode = await this.#open(database)
    if (this.#isClosed) return
    mustHaveRingOf(this.all()[0], mode)
    const equipped = this.#add(mode)
    this.#log.warn({ database: database.name }, "a database of live mode answers now: its accounts are served")
    for (const begin of this.#begins) await begin(equipped)
  }

  #add(mode: Mode): Mode {
    const { name } = mode.database
    const equipped = this.#equip(mode)
    if (name === MAIN) this.main = equipped
    else this.others.splice(this.others.filter((other) => other.database.name < name).length, 0, equipped)
    this.absent = this.absent.filter((each) => each !== name)
    return equipped
  }

  #say({ name: database }: Database, err: Error): void {
    if (this.#isClosed || this.#said.get(database) === err.message) return
    this.#said.set(database, err.message)
    this.#log.error({ err, database }, "a database of live mode cannot be used: its accounts get 503 until it can")
  }
}

/** Throws if a database has another key ring than one that is known: no key of its accounts would be found. */
function mustHaveRingOf(known: Mode | undefined, { database, ring }: Mode): void {
  if (!known || known.ring.digest("ring") === ring.digest("ring")) return
  throw new Error(
    `The ${databaseInWords(database)} has another key ring than the ${databaseInWords(known.database)}: all databases of live mode must have the same.`,
  )
}

/** Waits for what a start needs, but not long. */
async function inTime(opening: Promise<Mode>): Promise<Mode> {
  const ended = new AbortController()
  const late = pause(START_WITHIN_MS, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new NotAnswering("it does not answer in time")
  })
  return Promise.race([opening, late]).finally(() => ended.abort())
}

/** Whether a database does not answer. Otherwise it is not the one that it should be, or it is not as this version needs it. */
function isAway(error: Error): boolean {
  return isUnreachable(error) || isUnreachable(error.cause)
}
