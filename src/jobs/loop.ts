import { scopeOf } from "../accounts/scope.ts"
import { choose, findDue, type Load } from "./candidates.ts"
import { performItem, type Result } from "./perform.ts"
import { isStuck, type Runner } from "./runner.ts"
import type { Claim, DueItem, Work, WorkMode } from "./work.ts"

export type Observe = (work: { kind: string; livemode: boolean }, result: Result, latenessSeconds: number) => void

/** An item that something else had is looked at again after this time. */
const AGAIN_IN_MS = 1000

type Running = { account: string; group: string | null; since: number; ended: Promise<void> }

/** Performs the due items of one kind in this process. Other processes may do so too: each item is claimed once. */
export class Loop<Mode extends WorkMode> implements Runner {
  readonly kind: string
  readonly livemode: boolean
  readonly #mode: Mode
  readonly #work: Work<Mode>
  readonly #observe: Observe
  readonly #running = new Map<string, Running>()
  #started = 0
  /** The current look for due items, and whether another one shall follow. */
  #looking: Promise<void> | undefined
  #wanted = false
  /** Since when the database owes an answer. */
  #askedAt: number | undefined
  /** More is due than the bounds allow, so the end of an item makes room for another. */
  #isBounded = false
  #stopping = false

  constructor(mode: Mode, work: Work<Mode>, observe: Observe) {
    this.kind = work.kind
    this.livemode = mode.livemode
    this.#mode = mode
    this.#work = work
    this.#observe = observe
  }

  wake(): void {
    if (this.#stopping) return
    this.#wanted = true
    this.#looking ??= this.#lookWhileWanted()
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
    const now = this.#mode.clock.now()
    const claims = [...this.#running.values()]
    return isStuck(this.#askedAt, now) || claims.some(({ since }) => isStuck(since, now, this.#work.stuckAfterMs))
  }

  async #idle(): Promise<void> {
    await this.#looking
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  async #lookWhileWanted(): Promise<void> {
    while (this.#wanted && !this.#stopping) {
      this.#wanted = false
      const before = this.#started
      await this.#look().catch((error: unknown) => this.#report(error, "could not look for due work"))
      this.#askedAt = undefined
      // Where something was due, more may be.
      if (this.#started > before) this.#wanted = true
    }
    this.#looking = undefined
  }

  async #look(): Promise<void> {
    this.#isBounded = false
    const { database, clock } = this.#mode
    const batches = findDue(database, this.#work, {
      now: () => Math.floor(clock.now() / 1000),
      fullGroups: () => fullOf(loadOf(this.#running).groups, this.#work.bounds.group),
    })
    for (;;) {
      const batch = await this.#answer(batches.next())
      if (batch.done || this.#stopping) return
      // Where a claim lapses before its item ends, other processes may take the item, but this one does not.
      await this.#start(batch.value.filter(({ id }) => !this.#running.has(id)))
    }
  }

  /** Starts the items as there is room for them. */
  async #start(items: DueItem[]): Promise<void> {
    const { queue, bounds, leaseMs } = this.#work
    for (let left = items; left.length > 0 && !this.#stopping; ) {
      const { chosen, later, bounded } = choose(left, loadOf(this.#running), bounds)
      this.#isBounded ||= bounded
      if (chosen.length > 0) {
        const claims = await this.#answer(queue.claim(this.#mode.database, chosen, leaseMs))
        for (const claim of claims) this.#perform(claim)
      }
      left = later
      const all = [...this.#running.values()]
      if (left.length > 0 && all.length >= bounds.process) await Promise.race(all.map(({ ended }) => ended))
    }
  }

  #perform(claim: Claim): void {
    this.#started++
    const { id, account, group, due_at } = claim
    const perform = async () => {
      const scope = await scopeOf(this.#mode.database, this.#mode, account)
      const result = await performItem(scope, this.#work, claim, { againInMs: AGAIN_IN_MS })
      this.#observe(this, result, Math.max(0, scope.now - due_at))
    }
    const ended = perform()
      // The claim lapses with its lease. Then any process may take the item.
      .catch((error: unknown) => this.#report(error, "could not end a claim", id))
      .then(() => {
        this.#running.delete(id)
        if (this.#isBounded) this.wake()
      })
    this.#running.set(id, { account, group, since: this.#mode.clock.now(), ended })
  }

  async #answer<T>(asked: Promise<T>): Promise<T> {
    this.#askedAt = this.#mode.clock.now()
    const answer = await asked
    this.#askedAt = undefined
    return answer
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

function fullOf(groups: ReadonlyMap<string, number>, bound = Number.POSITIVE_INFINITY): string[] {
  return [...groups].filter(([, count]) => count >= bound).map(([group]) => group)
}
