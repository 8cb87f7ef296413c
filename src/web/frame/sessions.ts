// The card fields of pay pages: they have a session of the page instead of a key, and make tokens at their own origin.
import type Router from "@koa/router"
import { type TokenSource, tokenSource } from "../../accounts/card-tests.ts"
import { scopeOf } from "../../accounts/scope.ts"
import { settingsOf } from "../../accounts/settings.ts"
import { ApiError, refuseCardNumber } from "../../base/errors.ts"
import { accountOfSession } from "../../checkout/page.ts"
import { isPageSession } from "../../checkout/session.ts"
import { readJson } from "../../http/body.ts"
import { type CardTesting, refuseCardTesting } from "../../http/card-testing.ts"
import type { Context, RequestState } from "../../http/context.ts"
import { findInModes, isThere } from "../../http/find-live.ts"
import type { Modes } from "../../http/mode.ts"
import type { PaymentsMode } from "../../payments/intents/mode.ts"
import { type CardInput, createCardToken, presentToken } from "../../payments/tokens/tokens.ts"
import { framePage, PATHS, pageHeaders } from "./page.ts"

type SessionParts = {
  modes: Modes<PaymentsMode>
  cardTesting: CardTesting
  /** The URL of the service, whose pay pages alone may show the fields. */
  baseUrl: string
}

const MAX_NAME = 255

/** Adds the routes of sessions. What is asked for with a key goes on to the routes after them. */
export function sessionRoutes(router: Router<RequestState>, { modes, cardTesting, baseUrl }: SessionParts): void {
  const page = framePage(PATHS.tokens)
  const headers = pageHeaders([new URL(baseUrl).origin], null)
  router.get(PATHS.page, async (ctx, next) => {
    if (!isPageSession(textOf(ctx.query.key))) return next()
    ctx.set(headers)
    ctx.type = "text/html"
    ctx.body = page
  })
  router.get(PATHS.refusal, async (ctx, next) => {
    if (!isPageSession(textOf(ctx.query.key))) return next()
    ctx.set("Cross-Origin-Resource-Policy", "same-origin")
    ctx.body = { error: null }
  })
  router.post(PATHS.tokens, async (ctx) => {
    ctx.set("Cross-Origin-Resource-Policy", "same-origin")
    const { mode, account } = await holderOf(modes, ctx)
    const source = tokenSource(mode.ring, account, ctx.state.network)
    await refuseCardTesting(mode, source, cardTesting)
    const card = cardOf(await readJson(ctx))
    if (card.funding === "debit" && !(await settingsOf(mode.database, account)).offers_debit) throw unreadable()
    ctx.status = 201
    ctx.body = await makeToken(mode, account, card, source)
  })
}

/** Finds the account of the session that a request sends as its key. Throws api_key_invalid. */
async function holderOf(modes: Modes<PaymentsMode>, ctx: Context): Promise<{ mode: PaymentsMode; account: string }> {
  const session = ctx.get("Authorization").replace(/^Bearer /, "")
  const holder = await findInModes(modes, `session ${session}`, async (mode) => {
    const account = await accountOfSession(mode, session)
    if (account === undefined) return undefined
    // The databases of live mode have the same ring, and only one of them has the account.
    return (await isThere(modes, mode, account)) ? { mode, account } : undefined
  })
  if (holder) return holder
  throw new ApiError("api_key_invalid", "This session is over. Reload the page.")
}

function makeToken(mode: PaymentsMode, account: string, card: CardInput, source: TokenSource): Promise<object> {
  return mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, account)
    const made = await createCardToken(tx, scope, card, source)
    return presentToken(tx, made.token, tx.livemode, made.card)
  })
}

/** Reads the card that the fields send. Throws parameter_invalid. */
function cardOf({ type, card }: Record<string, unknown>): CardInput {
  const { number, expMonth, expYear, cvc, holderName = null, funding = null } = (card ?? {}) as Record<string, unknown>
  const isNamed = holderName === null || (typeof holderName === "string" && holderName.length <= MAX_NAME)
  if (type !== "card" || typeof number !== "string" || typeof cvc !== "string" || !isNamed) throw unreadable()
  if (!isYearOrMonth(expMonth, 1, 12) || !isYearOrMonth(expYear, 2000, 2100)) throw unreadable()
  if (funding !== null && funding !== "credit" && funding !== "debit") throw unreadable()
  refuseCardNumber(holderName, "card.holderName")
  return { number, cvc, expMonth, expYear, holderName: holderName || null, funding }
}

function isYearOrMonth(value: unknown, from: number, to: number): value is number {
  return Number.isInteger(value) && Number(value) >= from && Number(value) <= to
}

function unreadable(): ApiError {
  return new ApiError("parameter_invalid", "The card is not in the form that the card fields send. Reload the page.")
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}
