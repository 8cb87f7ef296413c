// Keeps an account from being served by two databases, and a database that was restored from working before that is known
// (docs/decisions/0034-whole-accounts.md).
import { holdersOf, listPlaces, markClaimedTwice, type Place, placesByAccount, unmark } from "../accounts/places.ts"
import type { Logger } from "../base/log.ts"
import type { Database } from "../db/database.ts"
import { isPostgres } from "../db/dialect.ts"
import { SERVER, settings } from "../db/tables.ts"
import { NotAnswering } from "../db/unreachable.ts"
import { isSilent } from "../http/find-live.ts"
import { hasSeveral, livesOf, type Modes } from "../http/mode.ts"
import type { Mode } from "./wiring.ts"

const EVERY_MS = 60_000
/** How soon again while a database may not be worked on. */
const SOON_MS = 1000
/** How long a database may take to say which accounts it claims. */
const ANSWERS_WITHIN_MS = 5000

/** In `settings`: what ran the database when it was last compared with all others. */
const COMPARED = "compared"
const findServer = settings.statement([], (_rows, _p, k) =>
  k.raw<{ server: string; compared: string | null }>(
    `SELECT ${isPostgres(k) ? SERVER : "''"} AS server, (SELECT value FROM settings WHERE name = '${COMPARED}') AS compared`,
  ),
)
const noteCompared = settings.insert(["name", "value"], (rows) => rows.onConflict("name").merge(["value"]))

/** What a database says. Its server is read first, so that claims which a later one has are never taken for those of this one. */
type Said = { database: Database; server: string; compared: string | null; claims: Place[] }

/**
 * What a worker knows of the databases of live mode. With one, nothing is asked, and it may always be worked on. With several, each may be worked on
 * once all have been compared with what runs it now. Only a start of its server or a restore changes that.
 */
export class Claims {
  readonly #log: Logger
  readonly #everyMs: number
  #modes: Modes<Mode> | undefined
  /** What ran each database that may be worked on. */
  readonly #known = new Map<Database, string>()
  readonly #waiting = new Set<string>()
  #comparing: Promise<void> | undefined
  #nextSoonAt = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(log: Logger, everyMs = EVERY_MS) {
    this.#log = log
    this.#everyMs = everyMs
  }

  /** Compares at once, and again and again. */
  async start(modes: Modes<Mode>): Promise<void> {
    this.#modes = modes
    if (hasSeveral(modes)) await this.#compareAndPlan()
  }

  mayWork(database: Database): boolean {
    if (!this.#modes || !hasSeveral(this.#modes) || !database.livemode) return true
    const known = this.#known.get(database)
    if (known !== undefined && known === (database.server?.() ?? known)) return true
    void this.#soon()
    return false
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#comparing
  }

  /** Compares now, unless a comparison is under way. */
  compare(): Promise<void> {
    this.#comparing ??= this.#compare()
      .catch((err: unknown) => this.#log.error({ err }, "the accounts of the live databases could not be compared"))
      .finally(() => {
        this.#comparing = undefined
      })
    return this.#comparing
  }

  async #compareAndPlan(): Promise<void> {
    await this.compare()
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#compareAndPlan(), this.#everyMs).unref()
  }

  /** Compares outside of the usual times, but not too often. */
  #soon(): Promise<void> | undefined {
    if (this.#isClosed || performance.now() < this.#nextSoonAt) return undefined
    this.#nextSoonAt = performance.now() + SOON_MS
    return this.compare()
  }

  async #compare(): Promise<void> {
    const modes = this.#modes
    if (!modes) return
    const lives = livesOf(modes)
    const asked = lives.filter(({ clock }) => !isSilent(clock))
    const answers = await Promise.all(asked.map(({ database }) => inTime(read(database)).catch(() => undefined)))
    const said = answers.filter((each) => each !== undefined)
    const isAll = said.length === lives.length && (modes.absent ?? []).length === 0
    await this.#judge(said, isAll)
    for (const each of said) await this.#let(each, isAll)
  }

  async #judge(said: readonly Said[], isAll: boolean): Promise<void> {
    const names = new Map(said.map((each) => [each.database.name, each.database]))
    const lists = new Map(said.map(({ database, claims }) => [database.name, claims]))
    for (const [id, places] of placesByAccount(lists)) {
      const holders = holdersOf(places).flatMap((name) => names.get(name) ?? [])
      const [only] = holders
      const place = only && places.get(only.name)
      if (holders.length > 1) {
        const areMarked = holders.every(({ name }) => places.get(name) !== name)
        if (!areMarked && (await markClaimedTwice(holders, id)))
          this.#log.error(
            { account: id, databases: holders.map(({ name }) => name) },
            "an account is claimed by several databases: none serves it until 'vintem databases settle'",
          )
      } else if (isAll && only && place !== undefined && place !== only.name) await unmark(only, { id, database: place })
    }
  }

  /** Lets a database be worked on, if all have been compared with what runs it now. */
  async #let({ database, server, compared }: Said, isAll: boolean): Promise<void> {
    if (compared !== server && !isAll) {
      if (!this.#waiting.has(database.name))
        this.#log.warn(
          { database: database.name },
          "a live database was started or restored: its due work waits until all others have answered",
        )
      this.#waiting.add(database.name)
      this.#known.delete(database)
      return
    }
    this.#waiting.delete(database.name)
    if (compared !== server) await database.write(noteCompared, { name: COMPARED, value: server })
    this.#known.set(database, server)
  }
}

async function read(database: Database): Promise<Said> {
  const { server, compared } = await database.only(findServer, {})
  return { database, server, compared, claims: await listPlaces(database) }
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new NotAnswering("a live database does not answer")), ANSWERS_WITHIN_MS)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
