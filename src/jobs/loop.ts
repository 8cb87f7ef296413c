import { type Scope, scopesOf } from "../accounts/scope.ts"
import { timeIfKnown } from "../base/clock.ts"
import { choose, findDue, type Load } from "./candidates.ts"
import { performItem, type Result } from "./perform.ts"
import { Releases } from "./releases.ts"
import { isStuck, type Runner } from "./runner.ts"
import type { Claim, DueItem, Work, WorkMode } from "./work.ts"

export type Observe = (work: { kind: string; livemode: boolean }, result: Result, latenessSeconds: number) => void

/** How many items of an account are found at a time if the account has many due items. */
const MORE = 100

/** Undefined if the time was not known. */
type Since = number | undefined
type Running = { account: string; group: string | null; since: Since; ended: Promise<void> }

/** Performs the due items of one kind in this process. Other processes may do the same, because each item is claimed once. */
export class Loop<Mode extends WorkMode> implements Runner {
  readonly kind: string
  readonly livemode: boolean
  readonly #mode: Mode
  readonly #work: Work<Mode>
  readonly #observe: Observe
  readonly #releases: Releases
  readonly #done: () => void
  /** Items that were found but have no room yet. */
  #waiting: DueItem[] = []
  readonly #running = new Map<string, Running>()
  #started = 0
  /** The current search for due items, and whether another search must follow. */
  #looking: Promise<void> | undefined
  #wanted = false
  /** One call at a time starts waiting items, so the items that get room meanwhile are claimed together. */
  #starting = Promise.resolve()
  #isStarting = false
  /** Items that have ended and whose room is being given to others. */
  readonly #using = new Set<Promise<void>>()
  /** The start times of the questions that the database has not answered yet. */
  readonly #asked = new Set<{ since: Since }>()
  /** Whether the last search left out acquirers that had no room. */
  #isCut = false
  /** Accounts that may have more due items than were found. */
  readonly #more = new Set<string>()
  #stopping = false

  /** `done` is called each time an item was done. */
  constructor(mode: Mode, work: Work<Mode>, { observe, done }: { observe: Observe; done: () => void }) {
    this.kind = work.kind
    this.livemode = mode.livemode
    this.#mode = mode
    this.#work = work
    this.#observe = observe
    this.#done = done
    this.#releases = new Releases(mode.database, work)
  }

  wake(): void {
    if (this.#stopping || timeIfKnown(this.#mode.clock) === undefined || this.#mayNotWork()) return
    this.#wanted = true
    this.#looking ??= this.#lookWhileWanted()
  }

  current(): Promise<void> | undefined {
    return this.#looking
  }

  async tick(): Promise<void> {
    for (let before = -1; before < this.#started && !this.#stopping; ) {
      before = this.#started
      this.wake()
      await this.#idle()
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#idle()
  }

  isStuck(): boolean {
    const now = timeIfKnown(this.#mode.clock)
    const isLate = ({ since }: { since: Since }, afterMs?: number) => isStuck(since, now, afterMs)
    const claims = [...this.#running.values()]
    return [...this.#asked].some((asked) => isLate(asked)) || claims.some((claim) => isLate(claim, this.#work.stuckAfterMs))
  }

  async #idle(): Promise<void> {
    // Waiting items are started only by a search, or by an item that has ended and gives its room away.
    while (this.#looking || this.#running.size > 0 || this.#using.size > 0) {
      await this.#looking
      await Promise.all([...this.#running.values()].map(({ ended }) => ended))
      await Promise.all(this.#using)
    }
  }

  async #lookWhileWanted(): Promise<void> {
    while (this.#wanted && !this.#stopping) {
      this.#wanted = false
      const before = this.#started
      await this.#look().catch((error: unknown) => this.#report(error, "could not look for due work"))
      // If something was due, more may be due.
      if (this.#started > before) this.#wanted = true
    }
    this.#looking = undefined
  }

  async #look(): Promise<void> {
    const { database, clock } = this.#mode
    const { bounds } = this.#work
    this.#isCut = false
    const batches = findDue(database, this.#work, {
      now: () => Math.floor(clock.now() / 1000),
      full: () => {
        const { accounts, groups } = loadOf(this.#running)
        const fullGroups = fullOf(groups, bounds.group)
        this.#isCut ||= fullGroups.length > 0
        // Accounts with waiting items need no search: enough of their items are known.
        const waiting = this.#waiting.map(({ account }) => account)
        return { fullGroups, fullAccounts: [...new Set([...fullOf(accounts, bounds.account), ...waiting])] }
      },
    })
    for (;;) {
      const batch = await this.#answer(batches.next())
      if (batch.done || this.#stopping) return
      this.#add(batch.value, bounds.account)
      await this.#startWaiting()
      while (this.#running.size >= bounds.process && !this.#stopping) {
        await Promise.race([...this.#running.values()].map(({ ended }) => ended))
        // Items that were found start first. If more items were in memory than have room, each choice would take longer.
        await this.#startWaiting()
      }
    }
  }

  /** Adds the items that were found. An account with `limit` items may have more due items. */
  #add(items: DueItem[], limit: number): void {
    const known = new Set(this.#waiting.map(({ id }) => id))
    const counts = new Map<string, number>()
    for (const item of items) {
      const count = (counts.get(item.account) ?? 0) + 1
      counts.set(item.account, count)
      if (count >= limit) this.#more.add(item.account)
      // If a claim lapses before its item ends, another process may take the item, but this one does not.
      if (!this.#running.has(item.id) && !known.has(item.id)) this.#waiting.push(item)
    }
  }

  #startWaiting(): Promise<void> {
    if (!this.#isStarting) this.#starting = this.#startWhileThereIsRoom()
    return this.#starting
  }

  async #startWhileThereIsRoom(): Promise<void> {
    this.#isStarting = true
    try {
      while (!this.#stopping) {
        const { chosen, left } = choose(this.#waiting, loadOf(this.#running), this.#work.bounds)
        this.#waiting = left
        if (chosen.length === 0) return
        await this.#claim(chosen)
      }
    } finally {
      this.#isStarting = false
    }
  }

  async #claim(items: DueItem[]): Promise<void> {
    const { database } = this.#mode
    const claims = await this.#answer(this.#work.queue.claim(database, items, this.#work.leaseMs))
    const accounts = new Set(claims.map(({ account }) => account))
    const scopes = await this.#answer(scopesOf(database, this.#mode, [...accounts]))
    // The database may be another one than a moment ago, because it was just restored. The claims lapse.
    if (this.#mayNotWork()) return
    for (const claim of claims) {
      const scope = scopes.get(claim.account)
      if (scope) this.#perform(claim, scope)
      else this.#report(new Error(`There is no account ${claim.account} in this mode.`), "could not end a claim", claim.id)
    }
  }

  #mayNotWork(): boolean {
    return this.#mode.mayWork?.() === false
  }

  #perform(claim: Claim, scope: Scope<Mode>): void {
    this.#started++
    const { id, account, group, due_at } = claim
    const ended = performItem(scope, this.#work, claim, this.#releases)
      .then((result) => {
        this.#observe(this, result, Math.max(0, scope.now - due_at))
        if (result === "done") this.#done()
      })
      // The claim lapses with its lease. Then any process may take the item.
      .catch((error: unknown) => this.#report(error, "could not end a claim", id))
      .then(() => {
        this.#running.delete(id)
        this.#useRoom(scope)
      })
    this.#running.set(id, { account, group, since: timeIfKnown(this.#mode.clock), ended })
  }

  /** Gives the room of an ended item to another: a waiting one, one more of its account, or one that the last search left out. */
  #useRoom(scope: Scope<Mode>): void {
    const used = this.#startAnother(scope)
      .catch((error: unknown) => this.#report(error, "could not start more due work"))
      .then(() => void this.#using.delete(used))
    this.#using.add(used)
  }

  async #startAnother({ account, now }: Scope<Mode>): Promise<void> {
    const before = this.#started
    await this.#startWaiting()
    if (this.#started === before && !this.#stopping && this.#more.delete(account)) {
      this.#add(await this.#answer(this.#work.queue.ofAccount(this.#mode.database, account, now, MORE)), MORE)
      await this.#startWaiting()
    }
    if (this.#started === before && this.#isCut) this.wake()
  }

  async #answer<T>(asked: Promise<T>): Promise<T> {
    const question = { since: timeIfKnown(this.#mode.clock) }
    this.#asked.add(question)
    try {
      return await asked
    } finally {
      this.#asked.delete(question)
    }
  }

  #report(error: unknown, message: string, item?: string): void {
    this.#mode.log.error({ err: error, kind: this.kind, item, livemode: this.livemode }, message)
  }
}

function loadOf(running: ReadonlyMap<string, Running>): Load {
  const accounts = new Map<string, number>()
  const groups = new Map<string, number>()
  for (const { account, group } of running.values()) {
    accounts.set(account, (accounts.get(account) ?? 0) + 1)
    if (group !== null) groups.set(group, (groups.get(group) ?? 0) + 1)
  }
  return { total: running.size, accounts, groups }
}

function fullOf(counts: ReadonlyMap<string, number>, bound = Number.POSITIVE_INFINITY): string[] {
  return [...counts].filter(([, count]) => count >= bound).map(([name]) => name)
}
