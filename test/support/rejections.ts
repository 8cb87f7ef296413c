// Node ends a process in which nothing handles a rejection, and Mocha drops it. Mocha loads this into each of its workers, so that the test
// fails in which it happens.

/** The reason of each, by its promise: Mocha emits the event a second time. */
const dropped = new Map<Promise<unknown>, unknown>()

function expectNone(): void {
  const reasons = [...dropped.values()]
  dropped.clear()
  if (reasons.length === 0) return
  const more = reasons.length > 1 ? `, and ${reasons.length - 1} more` : ""
  throw new Error(`nothing handles a rejection${more}: ${reasons[0]}`, { cause: reasons[0] })
}

export const mochaHooks = {
  // For each file, as Mocha removes all listeners after it.
  beforeAll: () => void process.on("unhandledRejection", (reason, promise) => dropped.set(promise, reason)),
  afterEach: expectNone,
  afterAll: expectNone,
}
