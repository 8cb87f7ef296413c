import { setImmediate } from "node:timers/promises"

/**
 * Shares one read among all callers that ask for the same key in one turn of the event loop. The read begins after the last of them has
 * asked, so nobody gets data that is older than the call.
 */
export function oncePerTurn<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>()

  async function readAfterTurn(key: string): Promise<T> {
    await setImmediate()
    asked.delete(key)
    return read(key)
  }

  return (key) => {
    const reading = asked.get(key) ?? readAfterTurn(key)
    asked.set(key, reading)
    return reading
  }
}
