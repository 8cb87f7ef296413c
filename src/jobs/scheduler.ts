import cron from "node-cron"
import { modeName } from "../base/mode-name.ts"
import { type Chore, startChore } from "./chore.ts"
import { Loop, type Observe } from "./loop.ts"
import type { Runner } from "./runner.ts"
import type { Work, WorkMode } from "./work.ts"

export type Scheduler<Mode extends WorkMode> = {
  /** Does everything that is due now, and waits until it is done. */
  tick(): Promise<void>
  /**
   * Starts nothing more, and waits for what runs, for five seconds or `withinMs`. Returns the kind and mode of everything that it cuts off.
   * The claims of these lapse, and then any process may take the items. Safe to repeat.
   */
  stop(withinMs?: number): Promise<string[]>
  /** What is stuck in this process (`/readyz`), in one mode or in all. */
  stuck(mode?: Mode): string[]
  /** Works on a further mode, whose database has only now answered. */
  add(mode: Mode): void
}

export type Jobs<Mode> = { works: readonly Work<Mode>[]; chores: readonly Chore<Mode>[] }

const MAX_STOP_MS = 5000

/** Calls `wake` again and again. Returns a function that stops this. */
export type Beat = (wake: () => void) => () => unknown

const everySecond: Beat = (wake) => {
  const task = cron.schedule("* * * * * *", wake, { suppressMissedWarning: true })
  return () => task.stop()
}

/** The longest time for which one runner's turn delays the next runner. */
const LONGEST_TURN_MS = 20

/**
 * Wakes each kind of work and each chore every second. Each has its own loop, so none waits for another to end. The loops of a mode are
 * woken in turn, because most find nothing to do. So an idle process needs one connection to Postgres for all of them.
 */
export function startScheduler<Mode extends WorkMode>(
  modes: Mode[],
  { works, chores }: Jobs<Mode>,
  observe: Observe = () => {},
  beat = everySecond,
): Scheduler<Mode> {
  const runnersOf = (mode: Mode) => [...loopsOf(mode, works, observe), ...chores.map((chore) => startChore(mode, chore))]
  const byMode = new Map<Mode, Runner[]>(modes.map((mode) => [mode, runnersOf(mode)]))
  const runners = () => [...byMode.values()].flat()
  const wake = (runner: Runner) => {
    runner.wake()
    return runner.current()
  }
  const wakeAll = () => {
    for (const those of byMode.values()) void inTurn(those, wake)
  }
  const stopBeat = beat(wakeAll)
  wakeAll()
  const stop = async (withinMs: number) => {
    await stopBeat()
    const running = new Set(runners())
    const ended = runners().map((runner) => runner.stop().then(() => running.delete(runner)))
    await atMost(withinMs, Promise.all(ended))
    return [...running].map(nameOf)
  }
  let stopped: Promise<string[]> | undefined
  return {
    tick: async () => void (await Promise.all([...byMode.values()].map((those) => inTurn(those, (runner) => runner.tick())))),
    stop: (withinMs = MAX_STOP_MS) => {
      stopped ??= stop(withinMs)
      return stopped
    },
    stuck: (mode) => (mode ? (byMode.get(mode) ?? []) : runners()).filter((runner) => runner.isStuck()).map(nameOf),
    add: (mode) => {
      if (stopped !== undefined) return
      const those = runnersOf(mode)
      byMode.set(mode, those)
      void inTurn(those, wake)
    },
  }
}

/** Lets each runner begin when the previous one has ended, or has had its turn. Waits until all have ended. */
async function inTurn(runners: readonly Runner[], begin: (runner: Runner) => Promise<unknown> | undefined): Promise<void> {
  const begun: (Promise<unknown> | undefined)[] = []
  for (const runner of runners) {
    const current = begin(runner)
    await atMost(LONGEST_TURN_MS, current)
    begun.push(current)
  }
  await Promise.all(begun)
}

/** Waits until `work` has ended, but no longer than `ms`. */
async function atMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const tooLong = Promise.withResolvers<void>()
  const timer = setTimeout(tooLong.resolve, ms)
  await Promise.race([work, tooLong.promise])
  clearTimeout(timer)
}

const nameOf = (runner: Runner): string => `${runner.kind} (${modeName(runner)} mode)`

function loopsOf<Mode extends WorkMode>(mode: Mode, works: readonly Work<Mode>[], observe: Observe): Loop<Mode>[] {
  const loops = new Map<Work<Mode> | undefined, Loop<Mode>>()
  for (const work of works) {
    loops.set(work, new Loop(mode, work, { observe, done: () => loops.get(work.next)?.wake() }))
  }
  return [...loops.values()]
}
