import Router from "@koa/router"
import Koa from "koa"
import type { AuthenticationScript } from "../../acquirers/authentication.ts"
import { ApiError } from "../../base/errors.ts"
import type { Logger } from "../../base/log.ts"
import { mustFindCustomer } from "../../customers/customers.ts"
import { limitAddress, type RefusedRequests } from "../../http/address-limit.ts"
import type { TrustProxy } from "../../http/client-address.ts"
import type { Context, Middleware, RequestState } from "../../http/context.ts"
import { envelope } from "../../http/envelope.ts"
import type { Modes } from "../../http/mode.ts"
import { acquirerFor } from "../../payments/attempts/send.ts"
import type { PaymentsMode } from "../../payments/intents/mode.ts"
import { findHostedOfAttempt, type HostedLink } from "../../payments/links/links.ts"
import { type Authenticating, findAuthenticating } from "../../payments/three-d-secure/authenticating.ts"
import { comeBack, leadPayer } from "../../payments/three-d-secure/redirect.ts"
import { beginSession, enroll, leave, type NextStep, validate } from "../../payments/three-d-secure/steps.ts"
import { OUTCOMES } from "../pay/end-page.ts"
import { languageOf, protectLink, redirect, sendHtml, sendLogo, sendNotFound, sendProblem } from "../pay/responses.ts"
import { findVisit, frameAncestors, isReplaced, progressOf, type ViewOf, type Visit, viewOf } from "../pay/visit.ts"
import type { VisitLimiter } from "../pay/visit-limiter.ts"
import { Asset } from "../shared/asset.ts"
import { pathParameter } from "../shared/path-parameter.ts"
import { type Missing, PATHS, THREEDS_STYLE, threedsPage, threedsPolicy } from "./page.ts"
import { readBrowser, readContact, readJson, readSession } from "./requests.ts"

export type ThreedsParts = {
  modes: Modes<PaymentsMode>
  /** The URL at which browsers reach the API. The outcome of a payment is shown there. */
  baseUrl: string
  /** If undefined, client addresses are not limited. */
  refused: RefusedRequests | undefined
  trustProxy: TrustProxy
  visitLimiter: VisitLimiter
  log: Logger
  /** Called after each request, for the metrics. */
  observe: (ctx: Context, seconds: number) => void
}

type ThreedsVisit = Visit & { hosted: HostedLink<"authentication"> }
type Step = (page: Authenticating, ctx: Context) => Promise<NextStep | { wrong: string[] }>

const ASSETS = {
  [PATHS.script]: new Asset("text/javascript; charset=utf-8", new URL("../../../generated/browser/threeds.js", import.meta.url)),
  [PATHS.style]: new Asset("text/css; charset=utf-8", () => Buffer.from(THREEDS_STYLE)),
}

/** The payment no longer waits for its payer. */
const OVER: NextStep = { step: "over" }

const NOTHING_MISSING: Missing = { phone: false, address: false }

/** What the script asks for, one after the other. Each answer says what comes next. */
const STEPS: Readonly<Record<string, Step>> = {
  begin: async (page, ctx) => {
    const { contact, wrong } = readContact(await readJson(ctx), await missingOf(page))
    return wrong.length > 0 ? { wrong } : beginSession(page, contact)
  },
  enroll: async (page, ctx) => {
    const body = await readJson(ctx)
    return enroll(page, readSession(body), readBrowser(ctx, body))
  },
  validate: async (page, ctx) => validate(page, readSession(await readJson(ctx))),
  redirect: async (page, ctx) => leadPayer(page, readBrowser(ctx, await readJson(ctx))),
  leave: async (page, ctx) => {
    await readJson(ctx)
    return leave(page)
  },
}

/**
 * Creates the app of the origin at which payers are authenticated. Scripts of acquirers run on its pages, so nothing else is served from
 * there: neither the card fields nor the dashboard.
 */
export function createThreedsApp(parts: ThreedsParts): Koa<RequestState> {
  const { modes } = parts
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  const visited =
    (serve: (ctx: Context, visit: ThreedsVisit) => Promise<void>) =>
    async (ctx: Context & { params: Record<string, string> }) => {
      protectLink(ctx)
      const visit = await findVisit(modes, pathParameter(ctx, "link"))
      await (visit && isAuthentication(visit) ? serve(ctx, visit) : sendNotFound(ctx))
    }
  for (const [path, asset] of Object.entries(ASSETS)) router.get(path, (ctx) => asset.send(ctx, "no-cache"))
  router.get(
    "/pay/:link",
    visited((ctx, visit) => sendPage(ctx, visit, parts)),
  )
  router.get("/pay/:link/status", visited(sendStatus))
  router.get(
    "/pay/:link/logo",
    visited((ctx, { mode, hosted }) => sendLogo(ctx, mode, hosted.account)),
  )
  router.get("/pay/:link/back", visited(sendBack))
  for (const [name, step] of Object.entries(STEPS))
    router.post(
      `/pay/:link/${name}`,
      visited(async (ctx, visit) => {
        const page = await pageOf(visit)
        ctx.body = page ? await step(page, ctx) : OVER
      }),
    )
  const app = new Koa<RequestState>()
  const middleware: Middleware[] = [
    envelope(parts.log, parts.observe, sendProblem),
    limitAddress(parts),
    (ctx, next) => parts.visitLimiter.waitForTurn(ctx.state.network ?? "proxy").then(next),
    router.routes() as Middleware,
    async (ctx) => sendNotFound(ctx),
  ]
  for (const each of middleware) app.use(each)
  return app
}

/** The payer comes back from the issuer's page. What the address brings is a secret, so the payer is led on to one without it. */
async function sendBack(ctx: Context, visit: ThreedsVisit): Promise<void> {
  const page = await pageOf(visit)
  const result = new URLSearchParams(ctx.querystring).get("redirectResult")
  if (page && result) await comeBack(page, result)
  redirect(ctx, `/pay/${visit.hosted.link}?watched`)
}

function isAuthentication(visit: Visit): visit is ThreedsVisit {
  return visit.hosted.kind === "authentication"
}

function idOf({ hosted: { account, attempt: id } }: ThreedsVisit) {
  return { account, id }
}

function pageOf(visit: ThreedsVisit): Promise<Authenticating | undefined> {
  return findAuthenticating(visit.mode, idOf(visit))
}

/**
 * Sends the page while the payment waits for its payer. It leads on where the payer is asked on another one. Its outcome is a page of the API's origin. But the page around a frame only hears this
 * origin, so there this page tells it.
 */
async function sendPage(ctx: Context, visit: ThreedsVisit, { baseUrl }: Pick<ThreedsParts, "baseUrl">): Promise<void> {
  const next = isReplaced(visit.hosted, visit.intent) && (await findHostedOfAttempt(visit.mode.database, visit.intent))
  if (next) return redirect(ctx, `/pay/${next.link}`)
  const page = await pageOf(visit)
  const isWatched = ctx.querystring === "watched"
  const isFramed = ctx.get("Sec-Fetch-Dest") === "iframe"
  if (!page && (isWatched || !isFramed)) return redirect(ctx, `${baseUrl}/pay/${visit.hosted.link}${isWatched ? "?watched" : ""}`)
  const asking = page && (await askingOf(page))
  const script = asking?.script
  const view = (await viewOf(visit, languageOf(ctx))) as ViewOf<"authentication">
  const missing = page && script?.scripts.length ? await missingOf(page) : NOTHING_MISSING
  const outcome = OUTCOMES[view.state]
  const html = threedsPage(view, {
    script,
    missing,
    isDecided: page?.row.step === "decided",
    outcome,
    redirect: asking?.redirect,
  })
  ctx.vary("Sec-Fetch-Dest")
  sendHtml(ctx, 200, html, threedsPolicy(script, await frameAncestors(visit)))
}

/** What the page does: it runs the acquirer's script, or leads to the issuer's page, which may be anywhere. */
async function askingOf({ mode, attempt, row }: Authenticating) {
  const { authenticator, finishRedirect } = await acquirerFor(mode, attempt)
  if (authenticator) return { script: authenticator.script }
  if (!finishRedirect) throw new ApiError("not_ready", "The acquirer of this payment authenticates nobody now.")
  return { script: noScript(mode), redirect: row.step === "requested" ? ("begin" as const) : ("again" as const) }
}

/** No script of others runs. Issuers have hosts of their own, to which a form may lead. Simulators are on this machine. */
function noScript({ threedsOrigin = "" }: PaymentsMode): AuthenticationScript {
  const isLocal = threedsOrigin.startsWith("http://127.0.0.1:")
  const none = { "script-src": [], "connect-src": [], "frame-src": [], "style-src": [], "img-src": [] }
  return {
    ...{ scripts: [], environment: "" },
    sources: { ...none, "form-action": ["https:", ...(isLocal ? ["http://127.0.0.1:*"] : [])] },
  }
}

/** Sends the state of the payment to the page's script. */
async function sendStatus(ctx: Context, visit: ThreedsVisit): Promise<void> {
  if (isReplaced(visit.hosted, visit.intent)) {
    ctx.body = { state: "moved", seconds_left: null, outcome: null }
    return
  }
  const { state, secondsLeft } = await progressOf(visit)
  ctx.body = { state, seconds_left: secondsLeft, outcome: OUTCOMES[state] }
}

async function missingOf({ mode, intent }: Authenticating): Promise<Missing> {
  const { phone, address } = await mustFindCustomer(mode.database, intent, intent.customer)
  return { phone: phone === null, address: address === null }
}
