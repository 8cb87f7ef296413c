import type { Clock } from "../../base/clock.ts"
import type { Metrics } from "../../base/metrics.ts"
import type { Database } from "../../db/database.ts"
import { isHere } from "../../db/here.ts"
import { attempts } from "./table.ts"

type MeasuredMode = { readonly livemode: boolean; readonly database: Database; readonly clock: Clock }

const oldestOpen = attempts.find([], (rows, _, k) =>
  rows
    .whereRaw(`state NOT IN ('done', 'given_up') AND ${isHere(k)}`)
    .orderBy("created")
    .limit(1)
    .select("created"),
)

/** Registers the age of the oldest attempt whose outcome is open. Attempts of accounts whose clock is ahead look younger. */
export function attemptMetrics(metrics: Metrics, modes: readonly MeasuredMode[]): void {
  const help = "Age of the oldest attempt whose outcome is open."
  metrics.gaugeOfModes({ name: "vintem_oldest_open_attempt_seconds", help }, modes, async ({ database, clock }, set) => {
    const now = Math.floor(clock.now() / 1000)
    const { created = now } = (await database.one(oldestOpen, {})) ?? {}
    set(Math.max(0, now - created))
  })
}
