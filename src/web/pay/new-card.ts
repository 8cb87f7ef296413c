// The page on which a payer saves another card for a subscription whose charge has failed.
import { findAccount, mustBeIn } from "../../accounts/accounts.ts"
import { scopeOf } from "../../accounts/scope.ts"
import { findLogoFacts, settingsOf } from "../../accounts/settings.ts"
import { accountTime } from "../../base/clock.ts"
import { ApiError } from "../../base/errors.ts"
import { mayChargeNow } from "../../billing/subscriptions/charge.ts"
import { mustFindSubscription } from "../../billing/subscriptions/store.ts"
import type { Subscription } from "../../billing/subscriptions/tables.ts"
import {
  beginNewCard,
  type CardOrder,
  type CardPageState,
  cardFormState,
  cardPageState,
  finishNewCard,
  isByOpenCode,
  type KeptCard,
  TooManyCards,
} from "../../checkout/new-card.ts"
import { type CardPage, readNewCardLink } from "../../checkout/new-card-link.ts"
import { newPageSession } from "../../checkout/session.ts"
import type { Context } from "../../http/context.ts"
import { findInModes } from "../../http/find-live.ts"
import type { Modes } from "../../http/mode.ts"
import { retryWhileBusy } from "../../http/retry-while-busy.ts"
import { finishConfirm } from "../../payments/intents/confirm.ts"
import type { PaymentScope, PaymentsMode } from "../../payments/intents/mode.ts"
import { payeeOf } from "../../payments/intents/next-action.ts"
import { mustFindIntent } from "../../payments/intents/store.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { unlessLocked } from "../../payments/intents/transition.ts"
import { findHostedOfAttempt } from "../../payments/links/links.ts"
import { payLinkOf } from "../../payments/links/pay-page.ts"
import { countOutcome } from "../../payments/tokens/tokens.ts"
import { returnUrlOf } from "./checkout.ts"
import { readPayForm } from "./checkout-form.ts"
import { sendConfirmation } from "./confirmation.ts"
import { endPage, OUTCOMES } from "./end-page.ts"
import { type CardNotice, cardEndPage, type NewCardView, newCardPage } from "./new-card-page.ts"
import { pagePolicy } from "./page.ts"
import { languageOf, redirect, sendHtml } from "./responses.ts"
import { contactOf, progressOf, type State } from "./visit.ts"

/** A request for the page. `path` is the last segment of its path. */
export type NewCardVisit = {
  mode: PaymentsMode
  scope: PaymentScope
  page: CardPage
  path: string
  subscription: Subscription
  state: CardPageState
  /** The payment of the newest attempt. */
  intent: IntentRow
}

/** Finds the subscription of a link, in either mode. */
export async function findNewCardPage(modes: Modes<PaymentsMode>, path: string): Promise<NewCardVisit | undefined> {
  return findInModes(modes, `new card ${path}`, async (mode) => {
    const page = readNewCardLink(mode.ring, path)
    // All databases of live mode have the same ring, and only one has the account.
    const account = page && (await findAccount(mode.database, page.account))
    if (!account) return undefined
    mustBeIn(mode.database, account)
    const scope = { mode, account: account.id, now: accountTime(mode.clock, account) }
    return scope.now < page.expires_at ? visitOf(scope, page, path) : undefined
  })
}

async function visitOf(scope: PaymentScope, page: CardPage, path: string): Promise<NewCardVisit> {
  const { mode } = scope
  const subscription = await mustFindSubscription(mode.database, scope, page.subscription)
  const intent = await mustFindIntent(mode.database, scope, subscription.latest_payment_intent)
  return { mode, scope, page, path, subscription, state: cardPageState(subscription, page), intent }
}

/** Sends the page in the state of the subscription. */
export async function sendNewCardPage(ctx: Context, visit: NewCardVisit, frameOrigin: string | undefined): Promise<void> {
  const { saved, refused, tried, watched, next, redirect_status } = ctx.query as Record<string, string | undefined>
  // The payer comes back from a challenge.
  if (redirect_status !== undefined) return redirect(ctx, `/pay/card/${visit.path}?tried`)
  switch (visit.state) {
    case "unpaid": {
      if (saved !== undefined) return sendEnd(ctx, visit, "saved")
      if (refused !== undefined) return sendForm(ctx, visit, frameOrigin, { notice: "cardRefused" })
      const isTried = (tried !== undefined || watched !== undefined) && visit.intent.status === "canceled"
      return sendForm(ctx, visit, frameOrigin, isTried ? { notice: noticeOf(visit.intent) } : {})
    }
    case "open":
      if (saved !== undefined) return sendEnd(ctx, visit, "saved")
      return next !== undefined && isBesideCode(visit) ? sendForm(ctx, visit, frameOrigin) : sendOpen(ctx, visit)
    default:
      return sendEnd(ctx, visit, visit.state)
  }
}

function isBesideCode({ subscription, intent, state }: NewCardVisit): boolean {
  return state === "open" && isByOpenCode(subscription, intent)
}

/** A charge is open: the payer's bank asks, a code can be paid, or the outcome is not known yet. */
async function sendOpen(ctx: Context, visit: NewCardVisit): Promise<void> {
  const { mode, intent } = visit
  const action = intent.status === "requires_action" ? intent.next_action : null
  if (action && action.type !== "redirect_to_url") return redirect(ctx, `/pay/${payLinkOf(mode, intent)}`)
  const view = await viewOf(visit, languageOf(ctx), undefined)
  const hosted = action?.url ? await findHostedOfAttempt(mode.database, intent) : undefined
  const isOpen = hosted && (await progressOf({ mode, hosted, intent })).state === "waiting"
  if (action?.url && isOpen) return sendConfirmation(ctx, view, { url: action.url, hosted })
  sendHtml(ctx, 200, endPage({ ...view, state: "processing" }), pagePolicy({ color: view.color }))
}

async function sendEnd(ctx: Context, visit: NewCardVisit, end: Parameters<typeof cardEndPage>[1]): Promise<void> {
  const view = await viewOf(visit, languageOf(ctx), undefined)
  const isGone = end === "over" || end === "canceled"
  sendHtml(ctx, isGone ? 410 : 200, cardEndPage(view, end), pagePolicy({ color: view.color }))
}

type Shown = { notice?: CardNotice; status?: number }

async function sendForm(
  ctx: Context,
  visit: NewCardVisit,
  frameOrigin: string | undefined,
  { notice, status = 200 }: Shown = {},
): Promise<void> {
  const view = { ...(await viewOf(visit, languageOf(ctx), frameOrigin)), notice }
  sendHtml(ctx, status, newCardPage(view), pagePolicy({ frames: frameOrigin ? [frameOrigin] : [], color: view.color }))
}

/** Sends the state of the charge to the page's script. */
export async function sendNewCardStatus(ctx: Context, { state: now }: NewCardVisit): Promise<void> {
  const state: State = now === "open" ? "processing" : now === "paid" ? "succeeded" : "failed"
  ctx.body = { state, seconds_left: null, outcome: OUTCOMES[state] }
}

const STATUS_OF: { readonly [Name in CardNotice]?: number } = { tooMany: 429, noResponse: 503 }

/** Saves the card of a form, and charges it if the payer has agreed, once. */
export async function submitNewCard(ctx: Context, visit: NewCardVisit, frameOrigin: string | undefined): Promise<void> {
  const { mode, path } = visit
  const sent = await readPayForm(ctx)
  const url = `/pay/card/${path}`
  if (visit.state !== "unpaid" && !isBesideCode(visit)) return redirect(ctx, url)
  const token = sent.get("token") ?? ""
  if (!token.startsWith("tok_")) return sendForm(ctx, visit, frameOrigin, { notice: "cardProblem", status: 400 })
  const return_url = returnUrlOf(mode.baseUrl + url, mode.livemode)
  const order = { seen: sent.get("seen") ?? "", token, charge_now: sent.get("charge") === "now", return_url }
  const kept = await carryOut(visit, order)
  if (kept === "cardRefused" && !isBesideCode(visit)) return redirect(ctx, `${url}?refused`)
  if (typeof kept === "string") return sendForm(ctx, visit, frameOrigin, { notice: kept, status: STATUS_OF[kept] ?? 400 })
  if (kept?.charge) return redirect(ctx, await nextPlace(visit, kept.charge, order))
  redirect(ctx, kept?.isSaved ? `${url}?saved` : url)
}

/** Returns why the card was not saved, or nothing if the payer should look at the page. */
async function carryOut({ mode, scope, page }: NewCardVisit, order: CardOrder): Promise<KeptCard | CardNotice | undefined> {
  const { account } = scope
  try {
    const begun = await retryWhileBusy(mode.database.waiters, account, () =>
      mode.database.transaction(async (tx) => beginNewCard(tx, await scopeOf(tx, mode, account), page, order)),
    ).catch(unlessLocked)
    return begun && (await finishNewCard(mode, begun, page, order))
  } catch (error) {
    if (error instanceof TooManyCards) return "tooMany"
    if (!(error instanceof ApiError) || error.code === "not_ready" || error.code === "rate_limit_exceeded") throw error
    if (error.code === "token_unusable") return "cardProblem"
    return error.code === "processing_error" ? "noResponse" : "cardRefused"
  }
}

/** Calls the acquirer. Returns where the payer goes next. A refusal counts for whoever typed the card, as on the pay page. */
async function nextPlace(
  { mode, scope, path }: NewCardVisit,
  charge: NonNullable<KeptCard["charge"]>,
  { token }: CardOrder,
): Promise<string> {
  const url = `/pay/card/${path}`
  const settled = await finishConfirm(mode, charge).catch(unlessLocked)
  if (settled?.intent.status !== "canceled") return url
  if (settled.intent.last_payment_error?.code !== "processing_error")
    await mode.database.transaction((tx) => countOutcome(tx, scope, { account: scope.account, token }, "refused"))
  return `${url}?tried`
}

function noticeOf({ last_payment_error: error }: IntentRow): CardNotice {
  return error?.code === "processing_error" ? "chargeUnanswered" : "chargeRefused"
}

async function viewOf(
  visit: NewCardVisit,
  language: NewCardView["language"],
  frameOrigin: string | undefined,
): Promise<NewCardView> {
  const { mode, scope, path, subscription, intent } = visit
  const { database, ring } = mode
  const { account, amount, currency } = subscription
  const settings = await settingsOf(database, account)
  const payee = await payeeOf(database, account)
  const session = () => newPageSession(ring, account, Math.floor(mode.clock.now() / 1000))
  return {
    ...{ language, state: "waiting", secondsLeft: null, color: settings.color, backUrl: null },
    hosted: {
      ...{ kind: "checkout", link: `card/${path}`, account, amount, currency, return_url: null },
      ...{ payee: payee.name, payeeDocument: payee.document, statementDescriptor: intent.statement_descriptor },
    },
    contact: contactOf(settings),
    logo: await findLogoFacts(database, account),
    testIntent: database.livemode ? null : intent.id,
    seen: cardFormState(ring, subscription),
    frame: frameOrigin ? { origin: frameOrigin, session: session() } : undefined,
    notice: undefined,
    retryAt: subscription.paused_at === null ? subscription.charge_due_at : null,
    isBesideCode: isBesideCode(visit),
    hasOpenCharge: visit.state === "open",
    mayCharge: mayChargeNow(subscription, scope.now),
  }
}
