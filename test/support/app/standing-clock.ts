/** Creates a clock that stands still, so a busy machine makes nothing due by itself. A test can set `ms`. */
export function standingClock() {
  const clock = { ms: Math.floor(Date.now() / 1000) * 1000, now: () => clock.ms }
  return clock
}
