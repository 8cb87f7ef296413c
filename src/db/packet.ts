import type { Writable } from "node:stream"
import type pg from "pg"

/** Everything that is sent on a connection from now on, before the event loop goes on, leaves in one packet. */
export function inOnePacket(client: pg.ClientBase): void {
  // The types do not know the connection.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
