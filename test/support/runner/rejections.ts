// Node ends a process with an unhandled rejection, but Mocha drops it. Mocha loads this module into each of its workers, so the test in
// which it happens fails.

/** The reason of each rejection, by its promise, because Mocha emits the event a second time. */
const dropped = new Map<Promise<unknown>, unknown>()

function expectNone(): void {
  const reasons = [...dropped.values()]
  dropped.clear()
  if (reasons.length === 0) return
  const more = reasons.length > 1 ? `, and ${reasons.length - 1} more` : ""
  throw new Error(`nothing handles a rejection${more}: ${reasons[0]}`, { cause: reasons[0] })
}

export const mochaHooks = {
  // Repeated for each file, because Mocha removes all listeners after it.
  beforeAll: () => void process.on("unhandledRejection", (reason, promise) => dropped.set(promise, reason)),
  afterEach: expectNone,
  afterAll: expectNone,
}
