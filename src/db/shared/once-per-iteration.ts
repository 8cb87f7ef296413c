import { setImmediate } from "node:timers/promises"

/**
 * Shares one read among all callers that ask for the same key in one iteration of the event loop. The read begins after the last of them
 * has asked, so no caller gets data that is older than its call.
 */
export function oncePerIteration<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>()

  async function readAfterIteration(key: string): Promise<T> {
    await setImmediate()
    asked.delete(key)
    return read(key)
  }

  return (key) => {
    const reading = asked.get(key) ?? readAfterIteration(key)
    asked.set(key, reading)
    return reading
  }
}
