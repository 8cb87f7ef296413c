import type Router from "@koa/router"
import { findLogo } from "../../accounts/settings.ts"
import { PURCHASES_PER_MINUTE } from "../../base/bounds.ts"
import { RetryLater } from "../../base/errors.ts"
import { RefusedRequests } from "../../http/address-limit.ts"
import type { Context, RequestState } from "../../http/context.ts"
import type { Modes } from "../../http/mode.ts"
import { progressOfChallenge } from "../../payments/intents/challenge.ts"
import type { PaymentsMode } from "../../payments/intents/mode.ts"
import type { HostedLink } from "../../payments/links/links.ts"
import { Asset } from "../shared/asset.ts"
import { pathParameter } from "../shared/path-parameter.ts"
import { findBuyPage, sendBuyPage, submitBuyPage } from "./buy.ts"
import { type ChallengeVisit, decideChallenge, readDecision } from "./challenge.ts"
import { sendPayPage, sendPayPageStatus, submitPayPage } from "./checkout.ts"
import { findPayPage, type PayPageVisit } from "./checkout-visit.ts"
import type { Drawing, Drawings } from "./drawings.ts"
import { OUTCOMES } from "./end-page.ts"
import { MESSAGES } from "./messages.ts"
import { findNewCardPage, sendNewCardPage, sendNewCardStatus, submitNewCard } from "./new-card.ts"
import { pagePolicy, SCRIPT_PATH } from "./page.ts"
import { payPage } from "./pages.ts"
import { findRefundKeyPage, sendRefundKeyPage, submitRefundKeyPage } from "./refund-key.ts"
import { languageOf, protectLink, redirect, sendHtml, sendLogo, sendNotFound } from "./responses.ts"
import { findVisit, frameAncestors, isOverdue, progressOf, returnUrlWithOutcome, type Visit, viewOf } from "./visit.ts"
import type { VisitLimiter } from "./visit-limiter.ts"

const SCRIPT = new Asset("text/javascript", new URL("../../../generated/browser/pay.js", import.meta.url))

export type PayParts = {
  modes: Modes<PaymentsMode>
  drawings: Drawings
  visitLimiter: VisitLimiter
  frameOrigin: string | undefined
}

type ServePayPage = (ctx: Context, visit: PayPageVisit, frameOrigin: string | undefined) => Promise<void>
type Find<V> = (modes: Modes<PaymentsMode>, path: string) => Promise<V | undefined>
type Serve = (ctx: Context, visit: Visit) => Promise<void> | void
type Show<Kind extends HostedLink["kind"]> = (ctx: Context, hosted: HostedLink<Kind>, visit: Visit) => Promise<void> | void

/**
 * Pages and images for payers. They need no key, because the link itself is a secret. So it is never cached, logged or sent as a referrer.
 */
export function payRoutes(router: Router<RequestState>, { modes, drawings, visitLimiter, frameOrigin }: PayParts): void {
  /** `servePage` is for the link of a pay page, and `serve` for that of what a payment waits for. */
  const visited = (serve: Serve, servePage?: ServePayPage) => async (ctx: Context & { params: Record<string, string> }) => {
    protectLink(ctx)
    const link = pathParameter(ctx, "link")
    await visitLimiter.waitForTurn(ctx.state.network ?? link)
    const page = servePage && (await findPayPage(modes, link))
    if (page) return servePage(ctx, page, frameOrigin)
    const visit = await findVisit(modes, link)
    await (visit ? serve(ctx, visit) : sendNotFound(ctx))
  }
  const file = <Kind extends HostedLink["kind"]>(name: string, kind: Kind, show: Show<Kind>) =>
    router.get(
      `/pay/:link/${name}`,
      visited(async (ctx, visit) => {
        if (visit.hosted.kind !== kind) return sendNotFound(ctx)
        if (visit.intent.status === "canceled" || (await isOverdue(visit))) return sendPage(ctx, visit, { status: 410 })
        return show(ctx, visit.hosted as HostedLink<Kind>, visit)
      }),
    )
  const draw = async (ctx: Context, hosted: HostedLink, drawing: Drawing) => {
    ctx.body = await drawings.get(hosted, drawing)
    ctx.type = drawing.file.slice(drawing.file.indexOf("."))
  }

  router.get(SCRIPT_PATH, (ctx) => SCRIPT.send(ctx, "no-cache"))
  buyRoutes(router, { modes, visitLimiter })
  newCardRoutes(router, { modes, visitLimiter, frameOrigin })
  refundKeyRoutes(router, { modes, visitLimiter })
  router.get("/pay/:link", visited(sendPage, sendPayPage))
  router.get("/pay/:link/status", visited(sendStatus, sendPayPageStatus))
  router.get(
    "/pay/:link/logo",
    visited(
      (ctx, { mode, hosted }) => sendLogo(ctx, mode, hosted.account),
      (ctx, { mode, page }) => sendLogo(ctx, mode, page.account),
    ),
  )
  router.post(
    "/pay/:link",
    visited((ctx, visit) => (isChallenge(visit) ? submitChallenge(ctx, visit) : sendNotFound(ctx)), submitPayPage),
  )
  file("qr.png", "pix", (ctx, hosted) => draw(ctx, hosted, { file: "qr.png", brCode: hosted.br_code }))
  file("qr.svg", "pix", (ctx, hosted) => draw(ctx, hosted, { file: "qr.svg", brCode: hosted.br_code }))
  file("barcode.png", "boleto", (ctx, hosted) => draw(ctx, hosted, { file: "barcode.png", barCode: hosted.paper.barCode }))
  file("boleto.pdf", "boleto", async (ctx, hosted, { mode }) => {
    const logo = await findLogo(mode.database, hosted.account)
    await draw(ctx, hosted, { file: "boleto.pdf", paper: hosted.paper, logo })
    ctx.set("Content-Disposition", 'inline; filename="boleto.pdf"')
  })
}

/** Serves what is at a path of a page by `find`. Others are 404. */
function visitedBy<V>({ modes, visitLimiter }: Pick<PayParts, "modes" | "visitLimiter">, find: Find<V>) {
  return (serve: (ctx: Context, visit: V) => Promise<void>) => async (ctx: Context & { params: Record<string, string> }) => {
    protectLink(ctx)
    const path = pathParameter(ctx, "link")
    await visitLimiter.waitForTurn(ctx.state.network ?? path)
    const visit = await find(modes, path)
    await (visit ? serve(ctx, visit) : sendNotFound(ctx))
  }
}

function newCardRoutes(router: Router<RequestState>, { frameOrigin, ...parts }: Omit<PayParts, "drawings">): void {
  const visited = visitedBy(parts, findNewCardPage)
  router.get(
    "/pay/card/:link",
    visited((ctx, visit) => sendNewCardPage(ctx, visit, frameOrigin)),
  )
  router.get("/pay/card/:link/status", visited(sendNewCardStatus))
  router.get(
    "/pay/card/:link/logo",
    visited((ctx, { mode, scope }) => sendLogo(ctx, mode, scope.account)),
  )
  router.post(
    "/pay/card/:link",
    visited((ctx, visit) => submitNewCard(ctx, visit, frameOrigin)),
  )
}

/** The page of a payment link is for anybody, so its forms have a limit by address. */
function buyRoutes(router: Router<RequestState>, parts: Pick<PayParts, "modes" | "visitLimiter">): void {
  const visited = visitedBy(parts, findBuyPage)
  const counted = countedByAddress("Too many purchases were begun from this address. Try again in a minute.")
  router.get("/pay/buy/:link", visited(sendBuyPage))
  router.get(
    "/pay/buy/:link/logo",
    visited((ctx, { mode, link }) => sendLogo(ctx, mode, link.account)),
  )
  router.post("/pay/buy/:link", visited(counted(submitBuyPage)))
}

/** Whoever has the link could try out numbers to learn the payer's, so its forms have a limit by address. */
function refundKeyRoutes(router: Router<RequestState>, parts: Pick<PayParts, "modes" | "visitLimiter">): void {
  const visited = visitedBy(parts, findRefundKeyPage)
  const counted = countedByAddress("Too many forms were sent from this address.")
  router.get("/pay/refund/:link", visited(sendRefundKeyPage))
  router.get(
    "/pay/refund/:link/logo",
    visited((ctx, { mode, refund }) => sendLogo(ctx, mode, refund.account)),
  )
  router.post("/pay/refund/:link", visited(counted(submitRefundKeyPage)))
}

/** Refuses forms of an address that has sent too many within a minute. */
function countedByAddress(message: string) {
  const sent = new RefusedRequests(PURCHASES_PER_MINUTE)
  return <V>(submit: (ctx: Context, visit: V) => Promise<void>) =>
    (ctx: Context, visit: V): Promise<void> => {
      const { network } = ctx.state
      if (network && sent.blockedUntil(network)) throw new RetryLater(message, 60)
      if (network) sent.count(network)
      return submit(ctx, visit)
    }
}

/** Sends the page of a link. If the payment was canceled or has expired, the status is 410. */
async function sendPage(
  ctx: Context,
  visit: Visit,
  { status, problem }: { status?: number; problem?: string } = {},
): Promise<void> {
  const view = await viewOf(visit, languageOf(ctx))
  const { kind, link } = visit.hosted
  // The page is at an origin of its own. Here are its outcomes.
  if (kind === "authentication" && view.state === "waiting") return redirect(ctx, `${visit.mode.threedsOrigin}/pay/${link}`)
  const isGone = visit.intent.status === "canceled" && kind !== "challenge" && kind !== "authentication"
  const html = payPage(view, problem)
  const { return_url: redirectUrl } = visit.hosted
  const policy = pagePolicy({ redirectUrl, ancestors: await frameAncestors(visit), color: view.color })
  sendHtml(ctx, status ?? (isGone ? 410 : 200), html, policy)
}

/** Sends the state of the payment to the page's script. */
async function sendStatus(ctx: Context, visit: Visit): Promise<void> {
  const { state, secondsLeft } = await progressOf(visit)
  ctx.body = { state, seconds_left: secondsLeft, outcome: OUTCOMES[state] }
}

/** Applies the payer's decision on a challenge. Redirects to the merchant, or to our page if the outcome is not known yet. */
async function submitChallenge(ctx: Context, visit: ChallengeVisit): Promise<void> {
  const decision = await readDecision(ctx)
  if (!decision) return sendPage(ctx, visit, { status: 400 })
  const after = { ...visit, intent: await decideChallenge(visit, decision) }
  const progress = await progressOfChallenge(after.mode, after.intent, visit.hosted.attempt)
  // The acquirer has not responded.
  if (progress === "open") return sendPage(ctx, after, { status: 503, problem: MESSAGES[languageOf(ctx)].noResponse })
  const { return_url, link } = visit.hosted
  redirect(ctx, return_url && progress === "over" ? returnUrlWithOutcome(return_url, after.intent) : `/pay/${link}`)
}

function isChallenge(visit: Visit): visit is ChallengeVisit {
  return visit.hosted.kind === "challenge"
}
