import type { Database } from "../../db/database.ts"
import { accountMs } from "./claims.ts"
import type { EventsMode } from "./mode.ts"
import { type Turn, turnOf } from "./order-turn.ts"
import type { Claimed } from "./outbox.ts"
import { type OutcomeWriter, releaseClaims } from "./outcomes.ts"
import type { Poster } from "./post.ts"
import { signedHeaders } from "./signature.ts"
import { createTargets, type Target } from "./targets.ts"
import { isRefused, orderHeaders, withoutToken } from "./utmify.ts"

type AttemptMode = Pick<EventsMode, "clock" | "ring" | "config" | "checkpoint"> & { readonly database: Database }

/** Makes one attempt. Returns undefined if no request was made or the attempt was interrupted. */
export type Attempt = (delivery: Claimed) => Promise<Made | undefined>

/** An attempt that was made: its duration in milliseconds, and the host and port to which it went. */
export type Made = { durationMs: number; host: string }

export function createAttempt(mode: AttemptMode, poster: Poster, outcomes: OutcomeWriter): Attempt {
  const { database, clock } = mode
  const targets = createTargets(database, mode.ring, mode.config)
  return async (delivery) => {
    const { account } = delivery
    const target = await targets.find({ account, id: delivery.target }, clock.now())
    const turn = target?.kind === "utmify" ? await orderTurn(mode, delivery) : "now"
    if (turn === "wait") return undefined
    if (!target || turn === "over") {
      outcomes.write({ delivery, endedAt: clock.now(), result: "gone" })
      return undefined
    }
    const body = delivery.body ?? (await targets.bytesOf({ account, id: delivery.message }, delivery.version))
    const startedAt = clock.now()
    mode.checkpoint("delivery: begun")
    // No await stands between opening the secrets and signing, so no secret signs after its time.
    const { headers, kept } = headersTo(target, body, startedAt)
    const result = await poster.post(target.url, headers, body)
    mode.checkpoint("delivery: posted")
    if (result.error === "interrupted") {
      await releaseClaims(database, [delivery])
      return undefined
    }
    const endedAt = startedAt + result.duration_ms
    if (target.kind !== "utmify") outcomes.write({ delivery, endedAt, sent: kept, result })
    else outcomes.write({ delivery, endedAt, sent: kept, result: withoutToken(result, target.token), isFinal: isRefused(result) })
    return { durationMs: result.duration_ms, host: new URL(target.url).host }
  }
}

/** A process of the version before does not know UTMify, and may have written it an envelope, which has no turn. */
async function orderTurn({ database, clock }: AttemptMode, delivery: Claimed): Promise<Turn> {
  return turnOf(database, delivery, await accountMs(database, delivery.account, clock.now()))
}

/** The headers of a request, and what is kept of them. */
function headersTo(target: Target, body: Uint8Array, nowMs: number) {
  if (target.kind === "utmify") return orderHeaders(target.token)
  const headers = signedHeaders(target.secrets, body, nowMs)
  return { headers, kept: headers }
}
