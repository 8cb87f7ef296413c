import { setTimeout as pause } from "node:timers/promises"
import { Deviation } from "./expect.ts"

const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 1000

/** Calls `look` until it throws no Deviation, and returns its result. When the time is over, throws the last Deviation. */
export async function eventually<T>({ timeoutMs }: { timeoutMs: number }, look: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    try {
      return await look()
    } catch (error) {
      if (!(error instanceof Deviation) || Date.now() > deadline) throw error
    }
    await pause(pauseMs)
  }
}
