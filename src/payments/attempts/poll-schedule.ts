import type { AttemptRow } from "./store.ts"

/** Only when look-ups have found nothing for so long is a sale taken for not made. */
export const GIVE_UP_AFTER_SECONDS = 15 * 60
/** What turns up later still is found, and given back. */
const WATCH_SECONDS = 7 * 24 * 3600
const MAX_GAP_SECONDS = 6 * 3600

/** When the acquirer is asked next: soon at first, then ever more rarely. Undefined when it has been asked for long enough. */
export function nextPollAt({ asking_since, state }: Pick<AttemptRow, "asking_since" | "state">, now: number): number | undefined {
  const elapsed = now - (asking_since ?? now)
  if (state === "given_up" && elapsed >= WATCH_SECONDS) return undefined
  const gap = Math.min(Math.max(1, Math.floor(elapsed / 2)), MAX_GAP_SECONDS)
  const next = now + gap
  // The moment at which it is given up is not passed over.
  const giveUpAt = (asking_since ?? now) + GIVE_UP_AFTER_SECONDS
  return state === "unknown" && now < giveUpAt ? Math.min(next, giveUpAt) : next
}
