import type { Writable } from "node:stream"
import type pg from "pg"

/** Packs everything that is sent on a connection before the event loop continues into one packet. */
export function inOnePacket(client: pg.ClientBase): void {
  // The types do not declare `connection`.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
