import { mock } from "node:test"

const STEP = 10
const MAX_LENGTH = 3_600_000

/** Does the work with timers and clock that run as fast as they can, ten milliseconds at a time, until it is settled. */
export const inVirtualTime = async <T>(work: () => Promise<T>): Promise<T> => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() })
  try {
    let settled = false
    const settle = () => {
      settled = true
    }
    const promise = work()
    promise.then(settle, settle)
    for (let passed = 0; !settled; passed += STEP) {
      if (passed > MAX_LENGTH) throw new Error("It is not settled after an hour.")
      await new Promise(setImmediate)
      if (!settled) mock.timers.tick(STEP)
    }
    return await promise
  } finally {
    mock.timers.reset()
  }
}
