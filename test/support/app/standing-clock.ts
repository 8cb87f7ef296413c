/** Creates a clock that stands still, so a busy machine makes nothing due by itself. A test can set `ms`, which is today's unless given. */
export function standingClock(at = Date.now()) {
  const clock = { ms: Math.floor(at / 1000) * 1000, now: () => clock.ms }
  return clock
}
