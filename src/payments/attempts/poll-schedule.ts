import type { AttemptRow } from "./store.ts"

/** How long look-ups must find nothing before a sale counts as not made. */
export const GIVE_UP_AFTER_SECONDS = 15 * 60
/** How long a given-up sale is polled, counted from the first poll. A sale that appears in this time is reversed. */
const WATCH_SECONDS = 7 * 24 * 3600
const MAX_GAP_SECONDS = 6 * 3600

/** The next time to poll the acquirer, in Unix seconds. The gaps grow with time. Returns undefined when polling ends. */
export function nextPollAt({ asking_since, state }: Pick<AttemptRow, "asking_since" | "state">, now: number): number | undefined {
  const elapsed = now - (asking_since ?? now)
  if (state === "given_up" && elapsed >= WATCH_SECONDS) return undefined
  const gap = Math.min(Math.max(1, Math.floor(elapsed / 2)), MAX_GAP_SECONDS)
  const next = now + gap
  // Poll exactly at the time limit, so that the sale is given up on time.
  const giveUpAt = (asking_since ?? now) + GIVE_UP_AFTER_SECONDS
  return state === "unknown" && now < giveUpAt ? Math.min(next, giveUpAt) : next
}
