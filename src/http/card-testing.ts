import { type CardTestLimits, findCardTesting, type TokenSource, tokenSource } from "../accounts/card-tests.ts"
import { RetryLater } from "../base/errors.ts"
import type { Metrics } from "../base/metrics.ts"
import { modeName } from "../base/mode-name.ts"
import type { Context, Middleware } from "./context.ts"
import type { HttpMode } from "./mode.ts"
import { secondsUntil } from "./rate-limit.ts"

export type CardTesting = {
  limits: CardTestLimits
  /** Called for each refused request, for the metrics. */
  observe: (livemode: boolean, by: keyof CardTestLimits) => void
}

const REASONS = {
  key: "Too many cards of this publishable key were refused.",
  address: "Too many cards from this address were refused or verified.",
}

/** Sets the source of a token. Throws `rate_limit_exceeded` if too many cards from this source were refused. */
export function limitCardTesting(cardTesting: CardTesting): Middleware {
  return async (ctx, next) => {
    if (!isTokenization(ctx)) return next()
    const { mode, caller, network } = ctx.state
    ctx.state.tokenSource = tokenSource(mode.ring, caller.key, network)
    await refuseCardTesting(mode, ctx.state.tokenSource, cardTesting)
    await next()
  }
}

/** Throws `rate_limit_exceeded` if too many cards from this source were refused. */
export async function refuseCardTesting(
  { database, clock, livemode }: HttpMode,
  source: TokenSource,
  { limits, observe }: CardTesting,
): Promise<void> {
  const found = await findCardTesting(database, clock, source, limits)
  if (!found) return
  observe(livemode, found.by)
  throw new RetryLater(`${REASONS[found.by]} Retry after the number of seconds in Retry-After.`, secondsUntil(found.endsAt))
}

/** Counts the requests that are refused. */
export function cardTestingMetric(metrics: Metrics): CardTesting["observe"] {
  const refused = metrics.counter(
    "vintem_card_testing_refused_total",
    "Tokens that were not created, as too many cards from their publishable key or address were refused.",
    ["mode", "by"],
  )
  return (livemode, by) => refused.inc({ mode: modeName({ livemode }), by })
}

function isTokenization({ state: { caller, operation } }: Context): boolean {
  return caller?.kind === "publishable" && Boolean(operation["x-publishable"])
}
