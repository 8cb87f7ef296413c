// Live mode on each of its databases. One that does not answer is left out until it does (docs/decisions/0034-whole-accounts.md).
import type { Logger } from "../base/log.ts"
import { databaseInWords, MAIN } from "../base/mode-name.ts"
import { must } from "../base/must.ts"
import type { Database } from "../db/database.ts"
import { isUnreachable } from "../db/unreachable.ts"
import type { Mode } from "./wiring.ts"

/** Where a database is, and which it should be. */
export type Place = { readonly livemode: boolean; readonly name: string; readonly url: string }

type Begin = (mode: Mode) => unknown

/** How often a database is asked again that has not answered yet. */
const AGAIN_MS = 1000

/** The modes on the databases that have answered, in the order of the configuration. Databases are only ever added. */
export class LiveModes {
  main: Mode | undefined
  readonly others: Mode[] = []
  absent: string[]
  readonly #databases: readonly Database[]
  readonly #open: (database: Database) => Promise<Mode>
  readonly #equip: (mode: Mode) => Mode
  readonly #log: Logger
  readonly #begins: Begin[] = []
  /** What has been opened, on each database that is what its variable says. */
  readonly #opened = new Map<Database, Mode>()
  #timer: NodeJS.Timeout | undefined
  #asking: Promise<unknown> = Promise.resolve()
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
    this.#open = async (database) => {
      const mode = await open(database, must(places.get(database), "the place of a database"))
      this.#opened.set(database, mode)
      return mode
    }
    this.#equip = equip
    this.#log = log
    this.absent = this.#databases.map(({ name }) => name)
  }

  /** Opens those that answer. Throws if none does, and if one is not what its variable says. */
  async openAll(): Promise<void> {
    const opened = await Promise.allSettled(this.#databases.map((database) => this.#open(database)))
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

  /** From now on, asks the absent databases again and again. */
  findAgain(): void {
    if (this.absent.length === 0 || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#asking = this.#askAbsent().finally(() => this.findAgain())
    }, AGAIN_MS)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#asking
    await Promise.all(this.#databases.map((database) => (this.#opened.get(database) ?? database).close()))
  }

  async #askAbsent(): Promise<void> {
    const absent = this.#databases.filter((database) => !this.#opened.has(database))
    await Promise.all(absent.map((database) => this.#ask(database).catch((error: Error) => this.#say(database, error))))
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

/** Whether a database does not answer. Otherwise it is not the one that it should be, or it is not as this version needs it. */
function isAway(error: Error): boolean {
  return isUnreachable(error) || isUnreachable(error.cause)
}
