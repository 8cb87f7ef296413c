/** Something that wakes each second: the loop of a kind of work, or a chore. */
export type Runner = {
  readonly kind: string
  readonly livemode: boolean
  /** Starts all due items, including those that become due while it runs. Returns at once. */
  wake(): void
  /** Resolves when its current run has ended: the search for due items, or the chore. Undefined while it does nothing. */
  current(): Promise<unknown> | undefined
  /** Does everything that is due, and waits until it is done. */
  tick(): Promise<void>
  /** Starts nothing more, and waits for what runs. */
  stop(): Promise<void>
  isStuck(): boolean
}

const STUCK_AFTER_MS = 30_000

/** Whether something that began at `since` should have ended by `now` (real milliseconds). False if either is not known. */
export function isStuck(since: number | undefined, now: number | undefined, afterMs = STUCK_AFTER_MS): boolean {
  return since !== undefined && now !== undefined && now - since >= afterMs
}
