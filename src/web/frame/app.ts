import Router from "@koa/router"
import Koa from "koa"
import { isAllowedOrigin, listOrigins } from "../../accounts/origins.ts"
import { ApiError } from "../../base/errors.ts"
import type { Logger } from "../../base/log.ts"
import { limitAddress, type RefusedRequests } from "../../http/address-limit.ts"
import { type Holder, mustHoldKey } from "../../http/authenticate.ts"
import type { CardTesting } from "../../http/card-testing.ts"
import type { TrustProxy } from "../../http/client-address.ts"
import type { Context, Middleware, RequestState } from "../../http/context.ts"
import { envelope } from "../../http/envelope.ts"
import { renderError } from "../../http/errors.ts"
import type { Modes } from "../../http/mode.ts"
import { refuseOrigin } from "../../http/origin.ts"
import type { PaymentsMode } from "../../payments/intents/mode.ts"
import type { VisitLimiter } from "../pay/visit-limiter.ts"
import { Asset } from "../shared/asset.ts"
import { framePage, PATHS, pageHeaders } from "./page.ts"
import { sessionRoutes } from "./sessions.ts"

export type FrameParts = {
  modes: Modes<PaymentsMode>
  cardTesting: CardTesting
  /** The URL at which browsers reach the API. */
  baseUrl: string
  /** If undefined, client addresses are not limited. */
  refused: RefusedRequests | undefined
  trustProxy: TrustProxy
  visitLimiter: VisitLimiter
  log: Logger
  /** Called after each request, for the metrics. */
  observe: (ctx: Context, seconds: number) => void
}

const JAVASCRIPT = "text/javascript; charset=utf-8"
const bundle = (name: string) => new Asset(JAVASCRIPT, new URL(`../../../generated/browser/${name}.js`, import.meta.url))

const ASSETS: Record<string, Asset> = {
  [PATHS.vintem]: bundle("vintem"),
  [PATHS.script]: bundle("card"),
  [PATHS.style]: new Asset("text/css; charset=utf-8", new URL("card.css", import.meta.url)),
}

/** How long a browser may use a script without asking. vintem.js and the frame are compatible across releases. */
const CACHED = "public, max-age=3600"

/** Creates the app for the tokenization frame's origin: vintem.js for merchants' pages, and the page with the card fields. */
export function createFrameApp({ modes, baseUrl, cardTesting, ...parts }: FrameParts): Koa<RequestState> {
  const tokensUrl = new URL(`${baseUrl}/v1/tokens`).href
  const page = framePage(tokensUrl)
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  for (const [path, asset] of Object.entries(ASSETS)) {
    router.get(path, async (ctx) => {
      ctx.set("Cross-Origin-Resource-Policy", path === PATHS.vintem ? "cross-origin" : "same-origin")
      await asset.send(ctx, CACHED)
    })
  }
  sessionRoutes(router, { modes, cardTesting, baseUrl })
  router.get(PATHS.page, async (ctx) => {
    const holder = await holderOf(modes, ctx).catch(unlessRefused)
    if (!holder) return notFound(ctx, "No publishable key that can be used is in this URL: ?key=zk_…\n")
    const origins = await listOrigins(holder.mode.database, holder.caller.account)
    ctx.set(
      pageHeaders(
        origins.map(({ origin }) => origin),
        tokensUrl,
      ),
    )
    ctx.type = "text/html"
    ctx.body = page
  })
  router.get(PATHS.refusal, async (ctx) => {
    ctx.set("Cross-Origin-Resource-Policy", "same-origin")
    ctx.body = { error: await refusalOf(modes, ctx) }
  })
  return assemble(router, parts)
}

function assemble(router: Router<RequestState>, parts: Omit<FrameParts, "modes" | "baseUrl" | "cardTesting">): Koa<RequestState> {
  const app = new Koa<RequestState>()
  const middleware: Middleware[] = [
    envelope(parts.log, parts.observe),
    limitAddress(parts),
    (ctx, next) => parts.visitLimiter.waitForTurn(ctx.state.network ?? "proxy").then(next),
    router.routes() as Middleware,
    async (ctx) => notFound(ctx, "Not found.\n"),
  ]
  for (const each of middleware) app.use(each)
  return app
}

function notFound(ctx: Context, text: string): void {
  ctx.status = 404
  ctx.type = "text/plain"
  ctx.body = text
}

/** Finds the holder of the publishable key in the URL. Throws api_key_missing, api_key_invalid and api_key_expired. */
async function holderOf(modes: Modes, ctx: Context): Promise<Holder> {
  const { key } = ctx.query as Record<string, unknown>
  if (typeof key !== "string") throw new ApiError("api_key_missing", "Send one publishable key: '?key=zk_…'.")
  const holder = await mustHoldKey(modes, key)
  if (holder.caller.kind !== "publishable") throw new ApiError("api_key_invalid", "This key is no publishable key.")
  return holder
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}

/**
 * Returns why the API refuses the key on a page of `origin`, or null. The API allows cross-origin reads only to registered origins. So a
 * browser hides such an API response from the frame, and the frame asks here, at its own origin.
 */
async function refusalOf(modes: Modes, ctx: Context): Promise<object | null> {
  const { origin } = ctx.query as Record<string, unknown>
  try {
    const { caller, mode } = await holderOf(modes, ctx)
    if (typeof origin === "string" && (await isAllowedOrigin(mode.database, caller.account, origin))) return null
    return refuseOrigin()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return renderError(error).error
  }
}
