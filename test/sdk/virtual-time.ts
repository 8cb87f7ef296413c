import { mock } from "node:test"

const STEP = 10
const MAX_LENGTH = 3_600_000

/** Runs `task` on a virtual clock that advances ten milliseconds at a time, as fast as possible, until it finishes. */
export const inVirtualTime = async <T>(task: () => Promise<T>): Promise<T> => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() })
  try {
    let settled = false
    const settle = () => {
      settled = true
    }
    const promise = task()
    promise.then(settle, settle)
    for (let passed = 0; !settled; passed += STEP) {
      if (passed > MAX_LENGTH) throw new Error("The promise is still pending after a virtual hour.")
      await new Promise(setImmediate)
      if (!settled) mock.timers.tick(STEP)
    }
    return await promise
  } finally {
    mock.timers.reset()
  }
}
