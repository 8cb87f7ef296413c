import type { Version } from "../../versions.ts"
import type { Client } from "./client.ts"
import { makers } from "./objects.ts"
import type { Receiver } from "./receiver.ts"
import { fillIn } from "./requests.ts"

/** Optional keys, by their permissions. */
export type OtherKeys = { publishable?: string; restricted?: string }

/** The state that the checks of a run share. */
export type Session = {
  baseUrl: string
  /** The version of the contract to which the server is held. */
  version: Version
  key: string
  keys: OtherKeys
  request: Client["request"]
  make: ReturnType<typeof makers>
  fill: ReturnType<typeof fillIn>
  receiver: Receiver | undefined
  /** How long to wait for something asynchronous, such as a delivery. */
  timeoutMs: number
}

export type SessionParts = Omit<Session, "make" | "fill">

/** Starts a session. Objects for the checks are created on demand. */
export function createSession(parts: SessionParts): Session {
  const make = makers(parts)
  return { ...parts, make, fill: fillIn(parts.request, make) }
}
