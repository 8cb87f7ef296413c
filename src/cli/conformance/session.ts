import type { Client } from "./client.ts"
import { makers } from "./objects.ts"
import type { Receiver } from "./receiver.ts"
import { fillIn, type Makers } from "./requests.ts"

/** Optional keys, each with what it may do. */
export type OtherKeys = { publishable?: string; restricted?: string }

/** What the checks of a run share. */
export type Session = {
  baseUrl: string
  key: string
  keys: OtherKeys
  request: Client["request"]
  make: Makers
  fill: ReturnType<typeof fillIn>
  receiver: Receiver | undefined
  /** How long to wait for what comes later, such as a delivery. */
  timeoutMs: number
}

export type SessionParts = Omit<Session, "make" | "fill">

/** Starts a session. It creates what the checks need when they need it. */
export function createSession(parts: SessionParts): Session {
  const make = makers(parts)
  return { ...parts, make, fill: fillIn(parts.request, make) }
}
