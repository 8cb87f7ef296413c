import { timeIfKnown } from "../base/clock.ts"
import { isStuck, type Runner } from "./runner.ts"
import type { WorkMode } from "./work.ts"

/** A task that runs each second, beside the due work. In one process it never runs twice at a time. */
export type Chore<Mode> = { kind: string; run(mode: Mode): Promise<void> }

export function startChore<Mode extends WorkMode>(mode: Mode, { kind, run }: Chore<Mode>): Runner {
  const { clock, log, livemode } = mode
  let running: { since: number; ended: Promise<void> } | undefined
  let stopping = false

  function wake(): void {
    const since = timeIfKnown(clock)
    if (running || stopping || since === undefined || mode.mayWork?.() === false) return
    const ended = run(mode)
      .catch((error: unknown) => log.error({ err: error, kind, livemode }, "a chore failed"))
      .then(() => {
        running = undefined
      })
    running = { since, ended }
  }

  return {
    kind,
    livemode,
    wake,
    current: () => running?.ended,
    tick: async () => {
      await running?.ended
      wake()
      await running?.ended
    },
    stop: async () => {
      stopping = true
      await running?.ended
    },
    isStuck: () => isStuck(running?.since, timeIfKnown(clock)),
  }
}
