import type { Database } from "../../db/database.ts"
import type { EventsMode } from "./mode.ts"
import type { Claimed } from "./outbox.ts"
import { type OutcomeWriter, releaseClaims } from "./outcomes.ts"
import type { Poster } from "./post.ts"
import { signedHeaders } from "./signature.ts"
import { createTargets } from "./targets.ts"

type AttemptMode = Pick<EventsMode, "clock" | "ring" | "checkpoint"> & { readonly database: Database }

/** Makes one attempt. Returns undefined if no request was made or the attempt was interrupted. */
export type Attempt = (delivery: Claimed) => Promise<Made | undefined>

/** An attempt that was made: its duration in milliseconds, and the host and port to which it went. */
export type Made = { durationMs: number; host: string }

export function createAttempt(mode: AttemptMode, poster: Poster, outcomes: OutcomeWriter): Attempt {
  const { database, clock } = mode
  const targets = createTargets(database, mode.ring)
  return async (delivery) => {
    const { account } = delivery
    const body = delivery.body ?? (await targets.bytesOf({ account, id: delivery.message }, delivery.version))
    const target = await targets.find({ account, id: delivery.target }, clock.now())
    const startedAt = clock.now()
    if (!target) {
      outcomes.write({ delivery, endedAt: startedAt, result: "gone" })
      return undefined
    }
    mode.checkpoint("delivery: begun")
    // No await stands between opening the secrets and signing, so no secret signs after its time.
    const sent = signedHeaders(target.secrets, body, startedAt)
    const result = await poster.post(target.url, sent, body)
    mode.checkpoint("delivery: posted")
    if (result.error === "interrupted") {
      await releaseClaims(database, [delivery])
      return undefined
    }
    outcomes.write({ delivery, endedAt: startedAt + result.duration_ms, sent, result })
    return { durationMs: result.duration_ms, host: new URL(target.url).host }
  }
}
