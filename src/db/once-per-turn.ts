import { setImmediate } from "node:timers/promises"

/**
 * Reads once for all who ask for the same key in a turn of the event loop, after they have asked. So nobody is given what is older than
 * their question.
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
