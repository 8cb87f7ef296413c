// A payer whose charge has failed saves another card for the subscription, and may pay with it at once.
import { DAY_SECONDS } from "../base/day.ts"
import { HeldError } from "../base/errors.ts"
import { mustHave } from "../base/must.ts"
import { chargeForPayer, mayChargeNow } from "../billing/subscriptions/charge.ts"
import { lockSubscription, saveSubscription } from "../billing/subscriptions/store.ts"
import type { Subscription } from "../billing/subscriptions/tables.ts"
import type { Transaction } from "../db/database.ts"
import type { BegunConfirm } from "../payments/intents/confirm.ts"
import type { PaymentScope, PaymentsMode } from "../payments/intents/mode.ts"
import type { IntentRow } from "../payments/intents/table.ts"
import { type BegunSave, beginSave, finishVerification } from "../payments/methods/save.ts"
import { countSavedFor, saveCard } from "../payments/methods/store.ts"
import { findToken } from "../payments/tokens/tokens.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import type { CardPage } from "./new-card-link.ts"

/**
 * What the page of an unpaid period is about now. `unpaid`: it takes a card. `open`: a charge waits for the payer or the acquirer. `over`: no
 * charge follows.
 */
export type CardPageState = "unpaid" | "open" | "paid" | "over" | "canceled"

/** What a payer sends. `seen` is the state of the subscription that the form was made for (`cardFormState`). */
export type CardOrder = {
  seen: string
  token: string
  /** Whether the payer agrees to be charged at once. */
  charge_now: boolean
  /** Where a challenge returns to. */
  return_url: string | null
}

export function cardPageState(subscription: Subscription, { period }: Pick<CardPage, "period">): CardPageState {
  if (subscription.status === "CANCELED") return "canceled"
  if (subscription.status === "UNPAID") return "over"
  if (subscription.period !== period || subscription.attempt === 0) return "paid"
  return subscription.charge_due_at === null ? "open" : "unpaid"
}

/** A card is also saved while a code is open. It pays the periods after this one, or this one if the code is not paid. */
function takesCard(state: CardPageState): boolean {
  return state === "unpaid" || state === "open"
}

/** Whether the open charge of a subscription is a code, beside which its payer may choose a card. */
export function isByOpenCode({ payment_method }: Pick<Subscription, "payment_method">, intent: IntentRow): boolean {
  const type = intent.status === "requires_action" ? intent.next_action?.type : undefined
  return payment_method === null && (type === "pix_display_qr_code" || type === "boleto_display_details")
}

/** How many cards a page saves a day. Each may be charged, so this bounds what a link can test, as on the pay page. */
export const MAX_NEW_CARDS = 5

/** The page has saved as many cards today as it may. */
export class TooManyCards extends Error {}

/** Names the attempts of a subscription in a form. A form charges in the state that its payer has seen, and in no other one. */
export function cardFormState(ring: KeyRing, { id, status, period, attempt, latest_payment_intent }: Subscription): string {
  return ring.digest(`new card state ${[id, status, period, attempt, latest_payment_intent].join(" ")}`).slice(0, 32)
}

/**
 * The first transaction of a form: reserves the token, to verify its card. Returns undefined, and changes nothing, if the subscription is no longer as the
 * payer has seen it, or the form was carried out before. Throws the errors of beginSave, TooManyCards, and HeldError while another request carries out the same form.
 */
export async function beginNewCard(
  tx: Transaction,
  scope: PaymentScope,
  page: CardPage,
  { seen, token }: CardOrder,
): Promise<BegunSave | undefined> {
  const { account, mode } = scope
  const subscription = await lockSubscription(tx, { account, id: page.subscription })
  if (!takesCard(cardPageState(subscription, page)) || cardFormState(mode.ring, subscription) !== seen) return undefined
  if (await hasSavedAll(tx, scope, subscription)) throw new TooManyCards()
  const sent = await findToken(tx, account, token)
  if (sent?.used) return undefined
  if (sent && sent.reserved_by !== null) throw new HeldError("payment_intent_locked", "The card is being verified.", token)
  return beginSave(tx, scope, { token, customer: subscription.customer }, null)
}

/** What became of a verified card. Nothing is saved if the period was paid meanwhile, or the subscription has ended. */
export type KeptCard = { isSaved: boolean; charge?: BegunConfirm }

/**
 * Verifies the card. Then saves it for this subscription only, and begins the charge that the payer agreed to, in one transaction. If another attempt
 * was opened meanwhile, such as a retry that fell due, that one decides, and nothing else is charged. Throws the issuer's refusal, and
 * processing_error if the acquirer cannot be reached. Nothing is then saved.
 */
export function finishNewCard(mode: PaymentsMode, begun: BegunSave, page: CardPage, order: CardOrder): Promise<KeptCard> {
  // No request waits for a response that is saved.
  const response = { status: 303, body: "", sealed: false }
  return finishVerification(mode, begun, { refused: () => response }, async (tx, { account, now }) => ({
    response,
    result: await keepCard(tx, { account, now, mode }, begun, page, order),
  }))
}

/** Whether the page has saved as many cards in the last 24 hours as it may. The caller has locked the subscription. */
async function hasSavedAll(
  tx: Transaction,
  { now }: PaymentScope,
  { id: only_for, account, customer }: Subscription,
): Promise<boolean> {
  return (await countSavedFor(tx, { account, customer, only_for, since: now - DAY_SECONDS })) >= MAX_NEW_CARDS
}

async function keepCard(
  tx: Transaction,
  scope: PaymentScope,
  { attempt }: BegunSave,
  page: CardPage,
  { seen, charge_now, return_url }: CardOrder,
): Promise<KeptCard> {
  const { customer, card } = mustHave(attempt, "customer", "card")
  const subscription = await lockSubscription(tx, { account: scope.account, id: page.subscription })
  const isTaken = takesCard(cardPageState(subscription, page)) && !(await hasSavedAll(tx, scope, subscription))
  if (!isTaken) return { isSaved: false }
  const { id: payment_method } = await saveCard(tx, scope, customer, card, { only_for: subscription.id })
  const isAsSeen = cardFormState(scope.mode.ring, subscription) === seen
  if (charge_now && isAsSeen && mayChargeNow(subscription, scope.now))
    return { isSaved: true, charge: await chargeForPayer(tx, scope, subscription, { payment_method, return_url }) }
  await saveSubscription(tx, scope, subscription, { payment_method })
  return { isSaved: true }
}
