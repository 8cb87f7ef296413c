import { setTimeout as pause } from "node:timers/promises"
import type Router from "@koa/router"
import rawBody from "raw-body"
import { scopeOf } from "../../accounts/scope.ts"
import { RetryLater } from "../../errors.ts"
import type { Context, RequestState } from "../../http/context.ts"
import type { Modes } from "../../http/mode.ts"
import { retryWhileBusy } from "../../http/retry-while-busy.ts"
import { findHosted, type HostedLink } from "../../payments/hosted-links.ts"
import { beginChallenge, finishChallenge } from "../../payments/intents/challenge.ts"
import { unlessLocked } from "../../payments/intents/move.ts"
import { mustFindIntent } from "../../payments/intents/retrieve.ts"
import type { IntentRow } from "../../payments/intents/store.ts"
import type { PaymentsMode } from "../../payments/mode.ts"
import type { Drawing, Drawings } from "./drawings.ts"
import { Pace } from "./pace.ts"
import { pagePolicy } from "./page.ts"
import { boletoPage, canceledPage, challengePage, notFoundPage, pixPage, resultPage, tryAgainPage } from "./pages.ts"

const MAX_FORM_BYTES = 1024

type Visit = { mode: PaymentsMode; hosted: HostedLink; intent: IntentRow }
type Show<Kind extends HostedLink["kind"]> = (ctx: Context, hosted: HostedLink<Kind>, intent: IntentRow) => Promise<void> | void

/**
 * Pages and images for payers. They need no key, as the link itself is a secret. It is never cached, never logged and never sent
 * as a referrer.
 */
export function payRoutes(router: Router<RequestState>, modes: Modes<PaymentsMode>, drawings: Drawings): void {
  const pace = new Pace()
  const visit = async (ctx: Context, link: string): Promise<Visit | undefined> => {
    protectLink(ctx)
    await waitForTurn(pace, ctx.state.network ?? link)
    const found = await findVisit(modes, link)
    if (!found) sendPage(ctx, 404, notFoundPage())
    return found
  }
  const show = <Kind extends HostedLink["kind"]>(path: string, kind: Kind, send: Show<Kind>) =>
    router.get(path, async (context) => {
      const ctx = context as unknown as Context
      const found = await visit(ctx, context.params.link!)
      if (!found) return
      if (found.hosted.kind !== kind) sendPage(ctx, 404, notFoundPage())
      else if (found.intent.status === "canceled") sendPage(ctx, 410, canceledPage())
      else await send(ctx, found.hosted as HostedLink<Kind>, found.intent)
    })

  router.get("/pay/:link", async (context) => {
    const ctx = context as unknown as Context
    const found = await visit(ctx, context.params.link!)
    if (found) showPage(ctx, found)
  })
  router.post("/pay/:link", async (context) => {
    const ctx = context as unknown as Context
    const found = await visit(ctx, context.params.link!)
    if (found?.hosted.kind === "challenge") await submitChallenge(ctx, found as Visit & { hosted: HostedLink<"challenge"> })
    else if (found) sendPage(ctx, 404, notFoundPage())
  })
  const send = async (ctx: Context, hosted: HostedLink, drawing: Drawing) => {
    ctx.body = await drawings.get(hosted, drawing)
    ctx.type = drawing.file.slice(drawing.file.indexOf("."))
  }
  show("/pay/:link/qr.png", "pix", (ctx, hosted) => send(ctx, hosted, { file: "qr.png", brCode: hosted.br_code }))
  show("/pay/:link/qr.svg", "pix", (ctx, hosted) => send(ctx, hosted, { file: "qr.svg", brCode: hosted.br_code }))
  show("/pay/:link/barcode.png", "boleto", (ctx, hosted) =>
    send(ctx, hosted, { file: "barcode.png", barCode: hosted.paper.barCode }),
  )
  show("/pay/:link/boleto.pdf", "boleto", async (ctx, hosted) => {
    await send(ctx, hosted, { file: "boleto.pdf", paper: hosted.paper })
    ctx.set("Content-Disposition", 'inline; filename="boleto.pdf"')
  })
}

function showPage(ctx: Context, { hosted, intent }: Visit): void {
  const paid = intent.status === "succeeded"
  const waits = intent.status === "requires_action"
  if (hosted.kind === "challenge") sendPage(ctx, 200, waits ? challengePage(hosted) : resultPage(paid), hosted.return_url)
  else if (intent.status === "canceled") sendPage(ctx, 410, canceledPage())
  else sendPage(ctx, 200, hosted.kind === "pix" ? pixPage(hosted, paid) : boletoPage(hosted, paid))
}

/** Applies the payer's decision on a challenge and redirects them to the merchant. */
async function submitChallenge(
  ctx: Context,
  { mode, hosted, intent }: Visit & { hosted: HostedLink<"challenge"> },
): Promise<void> {
  const action = await readAction(ctx)
  if (!action) {
    sendPage(ctx, 400, challengePage(hosted), hosted.return_url)
    return
  }
  const attempt = await retryWhileBusy(mode.database.waiters, hosted.account, () =>
    mode.database.transaction(async (tx) => {
      const scope = await scopeOf(tx, mode, hosted.account)
      return beginChallenge(tx, scope, hosted.payment_intent, hosted.attempt, action === "authorize")
    }),
  ).catch(unlessLocked)
  const after = attempt ? await finishChallenge(mode, attempt) : await mustFindIntent(mode.database, intent, intent.id)
  if (after.status === "requires_action" && (attempt || after.running_attempt)) {
    sendPage(ctx, 503, tryAgainPage())
    return
  }
  ctx.status = 303
  ctx.redirect(hosted.return_url ? backTo(hosted.return_url, after) : `/pay/${hosted.link}`)
}

function backTo(returnUrl: string, { id, status }: IntentRow): string {
  const url = new URL(returnUrl)
  url.searchParams.set("payment_intent", id)
  url.searchParams.set("redirect_status", status === "succeeded" ? "succeeded" : "failed")
  return url.href
}

async function readAction(ctx: Context): Promise<"authorize" | "fail" | undefined> {
  if (!ctx.is("application/x-www-form-urlencoded")) return undefined
  const form = await rawBody(ctx.req, { limit: MAX_FORM_BYTES, encoding: "utf8" }).catch(() => "")
  const action = new URLSearchParams(form).get("action")
  return action === "authorize" || action === "fail" ? action : undefined
}

/** Visits need no key, so no other limit counts them. */
async function waitForTurn(pace: Pace, visitor: string): Promise<void> {
  const wait = pace.waitOf(visitor)
  if (wait === undefined) throw new RetryLater("Too many visits from this address. Try again in a few seconds.", 5)
  if (wait > 0) await pause(wait)
}

async function findVisit(modes: Modes<PaymentsMode>, link: string): Promise<Visit | undefined> {
  for (const mode of [modes.test, modes.live]) {
    const hosted = mode && (await findHosted(mode.database, link))
    if (hosted) return { mode, hosted, intent: await mustFindIntent(mode.database, hosted, hosted.payment_intent) }
  }
}

function protectLink(ctx: Context): void {
  ctx.set({
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "Content-Security-Policy": pagePolicy(),
  })
}

function sendPage(ctx: Context, status: number, html: string, redirectUrl: string | null = null): void {
  ctx.status = status
  ctx.type = "text/html"
  ctx.set("Content-Security-Policy", pagePolicy(redirectUrl))
  ctx.body = html
}
