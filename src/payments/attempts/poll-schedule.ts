import type { AttemptState } from "./state.ts"
import type { AttemptRow } from "./table.ts"

/** How long look-ups must find nothing before an operation counts as not made. */
export const GIVE_UP_AFTER_SECONDS = 15 * 60

/** How long an acquirer may take to make a refund that it has accepted: three business days and a weekend. After that a person must act. */
export const MAX_SETTLING_SECONDS = 5 * 24 * 3600

const HOUR = 3600
const DAY = 24 * HOUR
/** How long a sale is watched that was given up, canceled or expired. A boleto can be paid at a counter and cleared days later. */
const WATCH_SECONDS = { card: 7 * DAY, pix: 7 * DAY, boleto: 30 * DAY }
/** The day of a charge by mandate that was withdrawn may be a week ahead. */
const WATCH_MANDATE_SECONDS = 30 * DAY
/** The longest gap between two polls before the time from which on polling counts. */
const EARLY_SECONDS = 6 * HOUR
/** How often a sale is polled after its watch, while the acquirer has not decided. */
export const AFTER_WATCH_SECONDS = DAY
/** The longest gap between two polls of a sale about which the acquirer gives no answer. */
export const UNANSWERED_SECONDS = HOUR

type Polled = Pick<AttemptRow, "polling_since" | "state" | "type"> & Partial<Pick<AttemptRow, "missing_since" | "payment_method">>

/**
 * The next time to poll the acquirer, in Unix seconds of the account's time. The gaps grow with the time since polling began. Returns
 * undefined if polling ends: the watch of a sale that was given up is over. A charge by mandate is decided from a time on that is still to come.
 */
export function nextPollAt(polled: Polled & { state: Exclude<AttemptState, "given_up"> }, now: number): number
export function nextPollAt(polled: Polled, now: number): number | undefined
export function nextPollAt(polled: Polled, now: number): number | undefined {
  const { polling_since, missing_since = null, state, type } = polled
  const since = polling_since ?? now
  const elapsed = now - since
  if (elapsed < 0) return Math.min(now + EARLY_SECONDS, since)
  switch (state) {
    case "unknown": {
      const next = now + gap(elapsed / 2, 1, 6 * HOUR)
      // Poll exactly at the time limit, so that the sale is given up on time.
      const giveUpAt = (missing_since ?? since) + GIVE_UP_AFTER_SECONDS
      return now < giveUpAt ? Math.min(next, giveUpAt) : next
    }
    case "given_up":
      if (elapsed >= watchSecondsOf(polled)) return undefined
      return now + (type === "card" ? gap(elapsed / 2, 1, 6 * HOUR) : gap(elapsed, 60, DAY))
    case "waiting":
      return now + gap(elapsed, 60, DAY)
    case "mismatched":
      return now + gap(elapsed, HOUR, DAY)
    default:
      return now + gap(elapsed / 2, 1, 6 * HOUR)
  }
}

function watchSecondsOf({ type, payment_method }: Polled): number {
  return type === "pix" && payment_method ? WATCH_MANDATE_SECONDS : WATCH_SECONDS[type]
}

/** When to retry a charge that the acquirer could not process, in Unix seconds of the account's time. The gaps grow. */
export function nextTryAt({ created, retry_until }: Pick<AttemptRow, "created" | "retry_until">, now: number): number {
  const next = now + gap((now - created) / 2, 1, 300)
  return retry_until === null ? next : Math.min(next, Math.max(now, retry_until))
}

function gap(seconds: number, min: number, max: number): number {
  return Math.min(Math.max(min, Math.floor(seconds)), max)
}
