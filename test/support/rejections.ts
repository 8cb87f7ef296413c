// Node ends a process in which nothing handles a rejection, and Mocha drops it. Mocha loads this into each of its workers, so that the test
// fails in which it happens.
const dropped: unknown[] = []

function expectNone(): void {
  const [first, ...others] = dropped.splice(0)
  if (first === undefined) return
  throw new Error(`nothing handles a rejection${others.length ? `, and ${others.length} more` : ""}: ${first}`, { cause: first })
}

export const mochaHooks = {
  // For each file, as Mocha removes all listeners after it.
  beforeAll: () => void process.on("unhandledRejection", (reason) => dropped.push(reason)),
  afterEach: expectNone,
  afterAll: expectNone,
}
