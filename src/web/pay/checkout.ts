// The pay page: a form that pays an intent, and then what today's hosted pages show.

import { scopeOf } from "../../accounts/scope.ts"
import type { MethodType } from "../../acquirers/sale.ts"
import { ApiError } from "../../base/errors.ts"
import { askForNextAttempt } from "../../checkout/cycles.ts"
import { missingDetails } from "../../checkout/offers.ts"
import { beginOnPage, type Order } from "../../checkout/pay.ts"
import { AllPlacesTaken } from "../../checkout/payment-links/places.ts"
import { isReplaceable, TooManySuccessors } from "../../checkout/successors.ts"
import { mustFindCustomer } from "../../customers/customers.ts"
import type { Context } from "../../http/context.ts"
import { retryWhileBusy } from "../../http/retry-while-busy.ts"
import { finishConfirm } from "../../payments/intents/confirm.ts"
import { checkReturnUrl } from "../../payments/intents/return-url.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { unlessLocked } from "../../payments/intents/transition.ts"
import { findHostedOfAttempt } from "../../payments/links/links.ts"
import { readDetails, readPayForm } from "./checkout-form.ts"
import { checkoutPage, type Notice } from "./checkout-page.ts"
import {
  type Asked,
  cardLinkOf,
  formView,
  installmentsOf,
  methodsOf,
  nowOf,
  type PayPageVisit,
  takesForm,
  viewOfPage,
} from "./checkout-visit.ts"
import { sendConfirmation } from "./confirmation.ts"
import { endPage, OUTCOMES } from "./end-page.ts"
import { pagePolicy } from "./page.ts"
import { payPage } from "./pages.ts"
import { languageOf, redirect, sendHtml } from "./responses.ts"
import { type View, viewOf } from "./visit.ts"

/** The query with which the script leads the payer on to the shop (src/browser/pay/main.ts). */
const WATCHED = "?watched"

/** Sends the page in the state of its payment. */
export async function sendPayPage(ctx: Context, visit: PayPageVisit, frameOrigin: string | undefined): Promise<void> {
  const { method, redirect_status } = ctx.query as Record<string, string | undefined>
  // The payer comes back from a challenge.
  if (redirect_status !== undefined) return redirect(ctx, `/pay/${visit.link}${WATCHED}`)
  const isUnderWay = visit.intent.status === "requires_action"
  if (takesForm(visit) && !(isUnderWay && method === undefined)) return sendForm(ctx, visit, frameOrigin, { method })
  if (isUnderWay) return sendAction(ctx, visit, frameOrigin)
  const isGone = visit.intent.status === "canceled"
  const card = isGone ? await cardLinkOf(visit, frameOrigin) : undefined
  sendView(ctx, isGone ? 410 : 200, { ...(await viewOfPage(visit, languageOf(ctx))), card })
}

/** Sends what the payer has to do: the page of the PIX code or the boleto, or the challenge of the bank. */
async function sendAction(ctx: Context, visit: PayPageVisit, frameOrigin: string | undefined): Promise<void> {
  const { mode, intent } = visit
  const language = languageOf(ctx)
  const hosted = await findHostedOfAttempt(mode.database, intent)
  if (!hosted) return sendView(ctx, 200, { ...(await viewOfPage(visit, language)), state: "processing" })
  const used = hosted.kind === "pix" && hosted.mandate ? "pix_automatico" : hosted.kind
  const otherUrl = await otherUrlOf(visit, used, frameOrigin)
  const view = { ...(await viewOf({ mode, hosted, intent }, language)), otherUrl, card: await cardLinkOf(visit, frameOrigin) }
  const url = intent.next_action?.type === "redirect_to_url" ? intent.next_action.url : undefined
  if (url && view.state === "waiting") return sendConfirmation(ctx, view, { url, hosted })
  sendHtml(ctx, 200, payPage(view), pagePolicy({ color: view.color }))
}

function sendView(ctx: Context, status: number, view: View): void {
  sendHtml(ctx, status, endPage(view), pagePolicy({ color: view.color }))
}

/** The form with the first method that is another one. A payer may also try another card. */
async function otherUrlOf(visit: PayPageVisit, used: string, frameOrigin: string | undefined): Promise<string | null> {
  if (!isReplaceable(visit.intent, visit.scope.now)) return null
  const customer = await mustFindCustomer(visit.mode.database, visit.page, visit.intent.customer)
  const other = methodsOf(visit, customer, frameOrigin).find((method) => method !== used)
  return other ? `/pay/${visit.link}?method=${other}` : null
}

async function sendForm(
  ctx: Context,
  visit: PayPageVisit,
  frameOrigin: string | undefined,
  asked: Asked,
  status = 200,
): Promise<void> {
  const view = await formView(visit, languageOf(ctx), frameOrigin, asked)
  sendHtml(ctx, status, checkoutPage(view), pagePolicy({ frames: view.frame ? [view.frame.origin] : [], color: view.color }))
}

/** Sends the state of the payment to the page's script. */
export async function sendPayPageStatus(ctx: Context, visit: PayPageVisit): Promise<void> {
  const { state } = await viewOfPage(visit, languageOf(ctx))
  ctx.body = { state, seconds_left: null, outcome: OUTCOMES[state] }
}

/**
 * Pays with what the payer has sent, once: a form pays in the state that it was made for, and leads to the page if the payment is in another
 * one.
 */
export async function submitPayPage(ctx: Context, visit: PayPageVisit, frameOrigin: string | undefined): Promise<void> {
  const sent = await readPayForm(ctx)
  const page = `/pay/${visit.link}`
  if (!takesForm(visit)) return redirect(ctx, page)
  if (visit.asking) {
    await ask(visit, sent.get("seen") ?? "")
    return redirect(ctx, page)
  }
  const method = sent.get("method") ?? undefined
  const again = (status: number, more: Asked, after = visit) =>
    sendForm(ctx, after, frameOrigin, { method, sent, ...more }, status)
  const customer = await mustFindCustomer(visit.mode.database, visit.page, visit.intent.customer)
  const offered = methodsOf(visit, customer, frameOrigin).find((each) => each === method)
  if (!offered) return again(400, { notice: "notPayable" })
  const { details, wrong } = readDetails(sent, missingDetails(offered, customer))
  if (wrong.length > 0) return again(400, { wrong })
  const order = await orderOf(visit, offered, sent, details)
  if (!order) return again(400, { notice: "cardProblem" })
  const paid = await pay(visit, order)
  // A successor may have been made for a payment that then was not.
  if (typeof paid === "string") return again(STATUS_OF[paid] ?? 409, { notice: paid }, await nowOf(visit))
  redirect(ctx, paid ? nextPlace(page, paid) : page)
}

const STATUS_OF: { readonly [Name in Notice]?: number } = { tooMany: 429, noResponse: 503, cardProblem: 400 }

async function orderOf(
  visit: PayPageVisit,
  method: MethodType,
  sent: URLSearchParams,
  details: Order["details"],
): Promise<Order | undefined> {
  const { mode, link } = visit
  const base = { seen: sent.get("seen") ?? "", details, return_url: returnUrlOf(`${mode.baseUrl}/pay/${link}`, mode.livemode) }
  if (method !== "card") return { ...base, method }
  const token = sent.get("token") ?? ""
  const installments = Number(sent.get("installments"))
  const isOffered = (await installmentsOf(visit)).some(({ count }) => count === installments)
  return token.startsWith("tok_") && isOffered ? { ...base, method, token, installments } : undefined
}

/** A service without https has an address to which no challenge returns. */
export function returnUrlOf(url: string, livemode: boolean): string | null {
  try {
    checkReturnUrl(url, livemode)
    return url
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Opens the next attempt of a subscription's charge. */
async function ask({ mode, page, intent }: PayPageVisit, seen: string): Promise<void> {
  await mode.database.transaction(async (tx) => askForNextAttempt(tx, await scopeOf(tx, mode, page.account), intent, { seen }))
}

/** Returns the payment after its confirm, why it was not made, or nothing if the payer should look at the page. */
async function pay({ mode, page }: PayPageVisit, order: Order): Promise<IntentRow | Notice | undefined> {
  try {
    const begun = await retryWhileBusy(mode.database.waiters, page.account, () =>
      mode.database.transaction(async (tx) => beginOnPage(tx, await scopeOf(tx, mode, page.account), page, order)),
    ).catch(unlessLocked)
    if (!begun) return undefined
    const settled = await finishConfirm(mode, begun).catch(unlessLocked)
    return settled?.intent
  } catch (error) {
    return noticeOf(error)
  }
}

/** What the payer is told of a refusal. All other errors have a page of their own. */
function noticeOf(error: unknown): Notice {
  if (error instanceof TooManySuccessors) return "tooMany"
  if (error instanceof AllPlacesTaken) return error.isOver ? "saleOver" : "soldOut"
  if (!(error instanceof ApiError)) throw error
  switch (error.code) {
    case "processing_error":
      return "noResponse"
    case "token_unusable":
    case "expired_card":
      return "cardProblem"
    case "not_ready":
    case "rate_limit_exceeded":
      throw error
    default:
      return "notPayable"
  }
}

/** A challenge is shown by the page itself. */
function nextPlace(page: string, { status }: IntentRow): string {
  return status === "succeeded" || status === "requires_capture" ? page + WATCHED : page
}
