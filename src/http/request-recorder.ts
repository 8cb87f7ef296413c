import { timeIfKnown } from "../base/clock.ts"
import type { Logger } from "../base/log.ts"
import type { Metrics } from "../base/metrics.ts"
import { modeName } from "../base/mode-name.ts"
import { type Dropped, RequestLog } from "../requests/request-log.ts"
import type { Context } from "./context.ts"
import { type HttpMode, livesOf, type Modes, perMode } from "./mode.ts"
import { isOfLiveMode, isRecorded, recordOf } from "./record-request.ts"

export type RequestRecorder = {
  /** Records a request that has its response. Takes microseconds and never throws. */
  record(ctx: Context, seconds: number): void
  /** Writes the remaining records. */
  close(): Promise<void>
}

/** Records the requests to the API, each in the database of its account. */
export function recordRequests(modes: Modes, metrics: Metrics, log: Logger): RequestRecorder {
  const dropped = metrics.counter(
    "vintem_requests_dropped_total",
    "Requests that are not in the log of requests, by the reason.",
    ["mode", "reason"],
  )
  const open = ({ database, clock }: HttpMode) => {
    const mode = modeName(database)
    const observeDropped = (reason: Dropped, count: number) => dropped.inc({ mode, reason }, count)
    const requests = new RequestLog({ database, log, observeDropped })
    return {
      add: (ctx: Context, seconds: number) => {
        // With its wrong time, the row would stand before all later ones.
        if (timeIfKnown(clock) === undefined) observeDropped("clock", 1)
        else requests.add(recordOf(ctx, seconds))
      },
      close: () => requests.close(),
    }
  }
  const logs = perMode(open)
  return {
    record: (ctx, seconds) => {
      try {
        if (!isRecorded(ctx)) return
        logs.of(modeOf(modes, ctx)).add(ctx, seconds)
      } catch (error) {
        // A failure here must not affect the response.
        log.error({ err: error, request_id: ctx.state.requestId }, "could not take down a request for the log of requests")
      }
    },
    close: async () => void (await Promise.all(logs.all().map((each) => each.close()))),
  }
}

/** The mode that has the key, even if the key is expired or revoked. A key of live mode that no database has is recorded in the first. */
function modeOf(modes: Modes, ctx: Context): HttpMode {
  if (!isOfLiveMode(ctx)) return modes.test
  const lives = livesOf(modes)
  const { keyOwner } = ctx.state
  return lives.find(({ database }) => database.name === keyOwner?.database) ?? lives[0] ?? modes.test
}
