// A machine on which nothing happens by itself: it ends every wait, one at a time, in the order of a simulated clock.
import { type Random, randomFrom } from "../merchants/random.ts"

/** The owner of a wait. A dead owner's waits never end, so nothing of it continues. A frozen owner continues when it wakes. */
export type Owner = { readonly name: string; alive: boolean; skewMs: number; wakesAt?: number }

/** A wait that has not ended. `cancel` removes it. */
export type Timer = { cancel(): void }

/** The kinds of faults. Each kind draws its own random numbers, so leaving one out changes as little as possible of the rest. */
export const FAULTS = [
  "crash",
  "stall",
  "statement_lost",
  "commit_lost",
  "commit_unheard",
  "request_lost",
  "response_lost",
  "call_lost",
  "answer_lost",
  "bank_unavailable",
  "bank_late",
  "webhook_lost",
  "webhook_unheard",
  "webhook_refused",
  "freeze",
  "wrong_clock",
] as const
export type Fault = (typeof FAULTS)[number]

/** The numbers of the faults and operations that happen. All others do not. If undefined, all happen. */
export type Only = { faults?: ReadonlySet<number>; operations?: ReadonlySet<number> }

type Event = { at: number; order: number; owner: Owner; run: () => void; isCanceled: boolean }

/**
 * The time at which seed 0 begins. Each seed has its own time, after that of the previous seed. The reason is that ids never decrease
 * within a process of Node.js, but a seed must not depend on earlier runs. The cards of the workload expire in 2034.
 */
const BEGINNING = Date.UTC(2027, 2, 1)
export const SEEDS_IN_ORDER = 500
/** The longest time for a seed. Settling takes more than a day. */
export const LONGEST_HOURS = 110
export const SHORTEST_HOURS = 45
const SHORTEST_MS = 0.05
const LONGEST_MS = 4

/** How often a process dies while it waits for something outside of it. */
const CRASH = 0.0008
/** How often its host stands still, and the longest time for this. Others then take over its work. */
const FREEZE = 0.0004
const LONGEST_FREEZE_MS = 40_000

/** How often the clock of its host steps, how far, and for how long it then stays wrong. */
const WRONG_CLOCK = 0.0004
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
const STEPS_MS = [16 * MINUTE_MS, 3 * HOUR_MS, -3 * HOUR_MS, 25 * HOUR_MS, 100 * 24 * HOUR_MS]
const WRONG_FOR_MS = [5000, MINUTE_MS, 4 * MINUTE_MS]

const realTurn = globalThis.setImmediate

/** When a seed begins, in milliseconds, where each seed has so many hours for itself. */
export function beginningOf(seed: number, hoursOfASeed: number): number {
  return BEGINNING + (seed % SEEDS_IN_ORDER) * hoursOfASeed * HOUR_MS
}

export class Machine {
  readonly world: Owner = { name: "world", alive: true, skewMs: 0 }
  readonly random: Random
  /** Random numbers that the service itself draws: ids, keys, jitter. */
  readonly entropy: Random
  /** The owner of the current event. */
  current: Owner = this.world
  /** Faults happen only while this is true. */
  isStormy = false
  now: number
  readonly startedAt: number
  /** The first violation of the service's promises. It ends the run. */
  violation: string | undefined
  readonly #events: Event[] = []
  readonly #rolls: Record<Fault, Random>
  readonly #only: Only
  readonly #onLine: (line: string) => void
  #order = 0
  #faults = 0
  #operations = 0
  #hash = 0x811c9dc5

  constructor(
    seed: number,
    { only, hoursOfASeed }: { only: Only; hoursOfASeed: number },
    onLine: (line: string) => void = () => {},
  ) {
    const stream = (n: number) => randomFrom(Math.imul(seed, 0x9e3779b1) + Math.imul(n, 0x85ebca6b))
    this.random = stream(1)
    this.entropy = stream(2)
    this.#rolls = Object.fromEntries(FAULTS.map((fault, i) => [fault, stream(3 + i)])) as Record<Fault, Random>
    this.now = beginningOf(seed, hoursOfASeed)
    this.startedAt = this.now
    this.#only = only
    this.#onLine = onLine
  }

  /** The number of faults and operations, including those that were left out. */
  get counts(): { faults: number; operations: number } {
    return { faults: this.#faults, operations: this.#operations }
  }

  /** Two runs of the same story have the same hash. */
  get hash(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, "0")
  }

  /** Calls `run` after this many milliseconds, unless its owner has died by then. */
  after(ms: number, run: () => void, owner = this.current): Timer {
    const event: Event = { at: this.now + Math.max(0, ms), order: this.#order++, owner, run, isCanceled: false }
    this.#put(event)
    return {
      cancel: () => {
        event.isCanceled = true
      },
    }
  }

  /** Waits as long as a disk or a network may need, or for `ms`. Others continue meanwhile. */
  pause(owner = this.current, ms = this.someMs(owner)): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve, owner))
  }

  /** Decides with this probability whether a fault happens here. */
  strikes(fault: Fault, probability: number, owner = this.current): boolean {
    // The world itself does not fail, only its connection to the service.
    if (!this.isStormy || (owner === this.world && fault !== "request_lost")) return false
    if (!this.#rolls[fault].chance(probability)) return false
    const number = this.#faults++
    if (this.#only.faults?.has(number) === false) return false
    this.say(`fault ${number}: ${fault}`, owner)
    return true
  }

  /** Numbers the next operation of the workload. Returns whether it should run. */
  begins(): boolean {
    const number = this.#operations++
    if (this.#only.operations?.has(number) === false) return false
    this.say(`operation ${number} begins`, this.world)
    return true
  }

  /** Called when a process dies. */
  onCrash: (owner: Owner) => void = () => {}

  /** Waits until a process's message has arrived, if the process is still alive then. */
  async reach(owner: Owner): Promise<void> {
    await this.pause(owner)
    if (this.strikes("freeze", FREEZE, owner)) {
      owner.wakesAt = this.now + this.random.integer(1000, LONGEST_FREEZE_MS)
      await this.pause(owner)
    }
    if (this.strikes("wrong_clock", WRONG_CLOCK, owner)) this.#stepClock(owner)
    if (this.dies(owner, CRASH)) await this.pause(owner)
  }

  /** Lets a process die with this probability. What it waits for next never comes. */
  dies(owner: Owner, probability: number): boolean {
    if (!owner.alive || !this.strikes("crash", probability, owner)) return false
    owner.alive = false
    this.onCrash(owner)
    return true
  }

  #stepClock(owner: Owner): void {
    const ms = this.random.pick(STEPS_MS)
    const step = (by: number) => {
      owner.skewMs += by
      this.say(`its clock steps by ${by / MINUTE_MS} minutes`, owner)
    }
    step(ms)
    this.after(this.random.pick(WRONG_FOR_MS), () => step(-ms), owner)
  }

  /** Adds a line to the story. Two runs with the same story have the same hash. */
  say(what: string, owner = this.current): void {
    const line = `${((this.now - this.startedAt) / 1000).toFixed(3).padStart(12)} ${owner.name}: ${what}`
    for (let i = 0; i < line.length; i++) this.#mix(line.charCodeAt(i))
    this.#onLine(line)
  }

  /** Records a violation by the service. */
  accuse(what: string): void {
    this.violation ??= what
    this.say(`VIOLATION ${what}`)
  }

  /** Runs events until `until` settles or a promise is broken. Throws if everything waits for something real. */
  async play(until: Promise<unknown>): Promise<void> {
    let isOver = false
    const over = () => {
      isOver = true
    }
    until.then(over, over)
    for (;;) {
      await new Promise<void>((resolve) => realTurn(resolve))
      if (isOver || this.violation) return
      const event = this.#next()
      this.now = Math.max(this.now, event.at)
      this.current = event.owner
      this.#mix(event.order)
      event.run()
    }
  }

  /** The next event is the last one in the list. Of events at the same time, the one that was added first comes first. */
  #put(event: Event): void {
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#events[middle]!.at > event.at) low = middle + 1
      else high = middle
    }
    this.#events.splice(low, 0, event)
  }

  #next(): Event {
    for (;;) {
      const event = this.#events.pop()
      if (!event) throw new Error(`everything waits for something that is not simulated, after ${this.#order} events`)
      const { owner, at } = event
      if (!owner.alive || event.isCanceled) continue
      if (owner.wakesAt === undefined || at >= owner.wakesAt) return event
      event.at = owner.wakesAt
      this.#put(event)
    }
  }

  someMs(owner: Owner): number {
    if (this.strikes("stall", 0.0005, owner)) return this.random.integer(100, 20_000)
    return SHORTEST_MS + (this.random.integer(0, 1000) / 1000) ** 3 * LONGEST_MS
  }

  #mix(number: number): void {
    this.#hash = Math.imul(this.#hash ^ number, 0x01000193)
  }
}
