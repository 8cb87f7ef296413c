import cron from "node-cron"
import { modeName } from "../mode-name.ts"
import { type Chore, startChore } from "./chore.ts"
import { Loop, type Observe } from "./loop.ts"
import type { Runner } from "./runner.ts"
import type { Work, WorkMode } from "./work.ts"

export type Scheduler = {
  /** Does everything that is due now, and waits until it is done. */
  tick(): Promise<void>
  /**
   * Starts nothing more, and waits for what runs: five seconds, or `withinMs`. Returns what is cut off, as kind and mode. Its claims
   * lapse, and then any process may take the items. Safe to repeat.
   */
  stop(withinMs?: number): Promise<string[]>
  /** What is stuck in this process (`/readyz`). */
  stuck(): string[]
}

export type Jobs<Mode> = { works: readonly Work<Mode>[]; chores: readonly Chore<Mode>[] }

const MAX_STOP_MS = 5000

/** Calls `wake` again and again. Returns what ends that. */
export type Beat = (wake: () => void) => () => unknown

const everySecond: Beat = (wake) => {
  const task = cron.schedule("* * * * * *", wake, { suppressMissedWarning: true })
  return () => task.stop()
}

/** Wakes each kind of work and each chore every second. Each has a loop of its own, so that none waits for another. */
export function startScheduler<Mode extends WorkMode>(
  modes: Mode[],
  { works, chores }: Jobs<Mode>,
  observe: Observe = () => {},
  beat = everySecond,
): Scheduler {
  const runners: Runner[] = modes.flatMap((mode) => [
    ...loopsOf(mode, works, observe),
    ...chores.map((chore) => startChore(mode, chore)),
  ])
  const wakeAll = () => {
    for (const runner of runners) runner.wake()
  }
  const stopBeat = beat(wakeAll)
  wakeAll()
  const stop = async (withinMs: number) => {
    await stopBeat()
    const running = new Set(runners)
    const ended = runners.map((runner) => runner.stop().then(() => running.delete(runner)))
    const tooLong = Promise.withResolvers<void>()
    const timer = setTimeout(tooLong.resolve, withinMs)
    await Promise.race([Promise.all(ended), tooLong.promise])
    clearTimeout(timer)
    return [...running].map(nameOf)
  }
  let stopped: Promise<string[]> | undefined
  return {
    tick: async () => void (await Promise.all(runners.map((runner) => runner.tick()))),
    stop: (withinMs = MAX_STOP_MS) => {
      stopped ??= stop(withinMs)
      return stopped
    },
    stuck: () => runners.filter((runner) => runner.isStuck()).map(nameOf),
  }
}

const nameOf = (runner: Runner): string => `${runner.kind} (${modeName(runner)} mode)`

function loopsOf<Mode extends WorkMode>(mode: Mode, works: readonly Work<Mode>[], observe: Observe): Loop<Mode>[] {
  const loops = new Map<Work<Mode> | undefined, Loop<Mode>>()
  for (const work of works) {
    loops.set(work, new Loop(mode, work, { observe, done: () => loops.get(work.next)?.wake() }))
  }
  return [...loops.values()]
}
