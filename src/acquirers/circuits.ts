// Whether an acquirer fails so often that new sales go to its fallback (docs/decisions/0033-fallback.md).

/** So many failures in a row within this time open a circuit. */
const FAILURES = 5
const WITHIN_MS = 30_000
/** While a circuit is open, one sale in this time is tried. */
const TRIAL_MS = 10_000
/** Without a sale, a circuit stays open. After this time it says nothing about today's acquirer. */
const LATELY_MS = 600_000
/** Beyond this, the failures that came longest ago are forgotten. */
const MAX_CIRCUITS = 10_000

/** What a circuit is of. */
export type Circuit = { account: string; acquirer: string; method: string }

export type Circuits = {
  /** A sale has failed at the acquirer, or has worked. */
  note(circuit: Circuit, hasFailed: boolean): void
  /** Whether a sale should go elsewhere. While the circuit is open, one sale in ten seconds is told that it should not. */
  isFailing(circuit: Circuit): boolean
  /** The circuits that are open, and had a failure within the last ten minutes. */
  open(): Circuit[]
}

/** `failedAt`: when the last failures in a row came. `triedAt`: when the circuit opened, or let a sale through since. */
type State = Circuit & { failedAt: number[]; triedAt?: number }

/** The circuits of this process. `now` is in milliseconds, and never goes back. */
export function newCircuits(now: () => number = () => performance.now()): Circuits {
  const states = new Map<string, State>()
  const keyOf = ({ account, acquirer, method }: Circuit) => `${account} ${acquirer} ${method}`

  return {
    note(circuit, hasFailed) {
      const key = keyOf(circuit)
      const before = states.get(key)
      states.delete(key)
      if (!hasFailed) return
      states.set(key, failedOnce(circuit, before, now()))
      const [oldest] = states.keys()
      if (states.size > MAX_CIRCUITS && oldest) states.delete(oldest)
    },
    isFailing(circuit) {
      const state = states.get(keyOf(circuit))
      if (state?.triedAt === undefined) return false
      if (now() - state.triedAt < TRIAL_MS) return true
      state.triedAt = now()
      return false
    },
    open() {
      const since = now() - LATELY_MS
      return [...states.values()].filter(({ triedAt, failedAt }) => triedAt !== undefined && (failedAt.at(-1) ?? 0) >= since)
    },
  }
}

function failedOnce(circuit: Circuit, before: State | undefined, at: number): State {
  const failedAt = [...(before?.failedAt ?? []), at].slice(-FAILURES)
  const opens = failedAt.length === FAILURES && at - (failedAt[0] ?? at) <= WITHIN_MS
  const triedAt = before?.triedAt ?? (opens ? at : undefined)
  return { ...circuit, failedAt, ...(triedAt !== undefined && { triedAt }) }
}
