// What each kind of mail says, or undefined once what it is about has ended.

import { findLogo } from "../accounts/settings.ts"
import type { CustomerRow } from "../accounts/tables.ts"
import { statementText } from "../acquirers/statement-text.ts"
import { money } from "../base/currency.ts"
import { mustFindProduct } from "../billing/products.ts"
import { nextPaymentType } from "../billing/subscriptions/chosen-card.ts"
import { nextChargeAt } from "../billing/subscriptions/outlook.ts"
import { findSubscription } from "../billing/subscriptions/store.ts"
import type { Subscription } from "../billing/subscriptions/tables.ts"
import { newCardUrl } from "../checkout/new-card-link.ts"
import type { Queries } from "../db/database.ts"
import { findIntent } from "../payments/intents/store.ts"
import type { IntentRow } from "../payments/intents/table.ts"
import { findHosted } from "../payments/links/links.ts"
import { type PayPageMode, payPageUrl } from "../payments/links/pay-page.ts"
import { namedType } from "../payments/methods/details.ts"
import { refundKeyUrl, takesKey } from "../payments/refunds/keys.ts"
import { findRefund } from "../payments/refunds/store.ts"
import { aboutCode, debitedAt, isDebitedAt, toldOfFailure } from "./by-mandate.ts"
import { occasionOf } from "./causes.ts"
import type { Content } from "./content.ts"
import { dayText, type Fact, known, timeText } from "./facts.ts"
import type { Kind } from "./kinds.ts"
import type { DrawBoleto } from "./mode.ts"
import type { MailRow } from "./tables.ts"
import { type MailWords, WORDS } from "./words.ts"

/** What a mail is made from. `now` is account time. `drawBoleto` draws the PDF of a hosted boleto. */
export type Making = {
  db: Queries & { readonly livemode: boolean }
  now: number
  mail: Pick<MailRow, "account" | "cause" | "occasion"> & { kind: Kind }
  customer: CustomerRow
  seller: string
  /** Where pay pages are. */
  pages: PayPageMode
  drawBoleto?: DrawBoleto
}

type Said = Promise<Content | undefined>

/** Returns what a mail says. Undefined if it need not be said any more. */
export function contentOf(making: Making): Said {
  return ABOUT[making.mail.kind](making)
}

const ABOUT: Readonly<Record<Kind, (making: Making) => Said>> = {
  receipt: async (making) => {
    const intent = await intentOf(making)
    return intent?.status === "succeeded" ? receipt(making, intent) : undefined
  },
  pix_to_pay: async (making) => {
    const open = await toPay(making, "pix_display_qr_code")
    return open && pix(making, open.intent, open.action)
  },
  boleto_to_pay: (making) => boleto(making, "boleto_to_pay"),
  boleto_reminder: (making) => boleto(making, "boleto_reminder"),
  charge_failed: chargeFailed,
  trial_will_end: async (making) => {
    const subscription = await subscriptionOf(making)
    const isInTrial =
      subscription?.status === "TRIALING" && subscription.trial_end !== null && subscription.trial_end > making.now
    return isInTrial ? aboutSubscription(making, subscription, "trial_will_end", { next: true }) : undefined
  },
  subscription_renewal: async (making) => {
    const subscription = await subscriptionOf(making)
    const planned = Number(occasionOf(making.mail))
    const isNext = subscription && (nextChargeAt(subscription) === planned || isDebitedAt(subscription, planned))
    return subscription && isNext && planned > making.now
      ? aboutSubscription(making, subscription, "subscription_renewal", { next: true })
      : undefined
  },
  subscription_canceled: async (making) => {
    const subscription = await subscriptionOf(making)
    return subscription?.status === "CANCELED" ? aboutSubscription(making, subscription, "subscription_canceled") : undefined
  },
  refund_by_hand: refundByHand,
  refund_made: refundMade,
}

async function receipt(making: Making, intent: IntentRow): Said {
  const words = wordsOf(making)
  const { subject, heading, text } = words.receipt(making.seller)
  const { acquirer, card } = intent.payment_method_details ?? {}
  const statement = card && statementText(intent.statement_descriptor)
  const facts = [
    [words.paidAmount, amountOf(making, intent)],
    ...(await bought(making, intent)),
    [words.method, methodOf(words, intent)],
    [words.date, timeText(making.customer.locale, intent.ended_at ?? making.now)],
    [words.statement, statement],
    [words.nsu, acquirer?.nsu],
    [words.authorization, acquirer?.authorization_code],
    [words.endToEnd, acquirer?.end_to_end_id],
    [words.payment, intent.id],
  ]
  return { subject, heading, paragraphs: [text], facts: known(facts) }
}

type Action<Type> = Extract<NonNullable<IntentRow["next_action"]>, { type: Type }>

async function toPay<Type extends "pix_display_qr_code" | "boleto_display_details">(
  making: Making,
  type: Type,
): Promise<{ intent: IntentRow; action: Action<Type> } | undefined> {
  const intent = await intentOf(making)
  const action = intent?.next_action
  if (intent?.status !== "requires_action" || action?.type !== type) return undefined
  return (action as { expires_at: number }).expires_at > making.now ? { intent, action: action as Action<Type> } : undefined
}

async function pix(making: Making, intent: IntentRow, action: Action<"pix_display_qr_code">): Said {
  const words = wordsOf(making)
  const amount = amountOf(making, intent)
  const isPaid = intent.amount > 0
  const { subject, heading, text } = isPaid ? words.pix_to_pay(amount, making.seller) : words.mandate_to_authorize(making.seller)
  const about = await aboutCode({ db: making.db, words, locale: making.customer.locale }, intent)
  const facts = [
    [words.amount, isPaid && amount],
    ...(await bought(making, intent)),
    [isPaid ? words.until : words.authorizeUntil, timeText(making.customer.locale, action.expires_at)],
  ]
  return {
    ...{ subject, heading, paragraphs: [text, ...about], facts: known(facts) },
    code: { label: words.pixCode, text: action.qr_code_data },
    button: { text: words.openPix, url: payPageUrl(making.pages, intent) },
  }
}

async function boleto(making: Making, kind: "boleto_to_pay" | "boleto_reminder"): Said {
  const open = await toPay(making, "boleto_display_details")
  if (!open) return undefined
  const { intent, action } = open
  const words = wordsOf(making)
  const amount = amountOf(making, intent)
  const { subject, heading, text } = words[kind](amount, making.seller)
  const facts = [
    [words.amount, amount],
    ...(await bought(making, intent)),
    [words.due, dayText(making.customer.locale, action.expires_at)],
  ]
  return {
    ...{ subject, heading, paragraphs: [text], facts: known(facts) },
    code: { label: words.boletoLine, text: action.line_code },
    button: { text: words.openBoleto, url: payPageUrl(making.pages, intent) },
    attachments: kind === "boleto_to_pay" ? await pdfOf(making, action.pdf_url) : [],
  }
}

async function pdfOf({ db, drawBoleto }: Making, url: string | null): Promise<NonNullable<Content["attachments"]>> {
  const hosted = await findHosted(db, url?.split("/").at(-2) ?? "")
  if (!drawBoleto || hosted?.kind !== "boleto") return []
  const content = await drawBoleto(hosted.link, hosted.account, hosted.paper, await findLogo(db, hosted.account))
  return [{ name: "boleto.pdf", type: "application/pdf", content }]
}

/** A period that was paid since, or another one, has no failure to tell of. */
async function chargeFailed(making: Making): Said {
  const subscription = await subscriptionOf(making)
  const [start, which] = occasionOf(making.mail).split(":")
  if (!subscription || String(subscription.current_period_start) !== start) return undefined
  const isLast = which === "last"
  const isSo = isLast ? subscription.status === "UNPAID" : ["PAST_DUE", "INCOMPLETE"].includes(subscription.status)
  if (!isSo) return undefined
  if (isLast) return aboutSubscription(making, subscription, "charge_failed_last")
  if (nextPaymentType(subscription) === "card") return anotherCard(making, subscription)
  // The page of a charge that failed leads to the newest one, or lets the payer ask for the next one.
  const intent = await making.db.one(findIntent, { account: making.mail.account, id: subscription.latest_payment_intent })
  const told = toldOfFailure(subscription, intent)
  const isTriedAgain = told === "bank_tries_again"
  const said = await aboutSubscription(making, subscription, told, { next: isTriedAgain })
  const { seePayment, payNow } = wordsOf(making)
  return {
    ...said,
    ...(intent && { button: { text: isTriedAgain ? seePayment : payNow, url: payPageUrl(making.pages, intent) } }),
  }
}

async function anotherCard(making: Making, subscription: Subscription): Said {
  const said = await aboutSubscription(making, subscription, "charge_failed_first")
  const url = newCardUrl(making.pages, subscription, making.now)
  return { ...said, button: { text: wordsOf(making).anotherCard, url } }
}

type Told =
  | ReturnType<typeof toldOfFailure>
  | "charge_failed_first"
  | "charge_failed_last"
  | "trial_will_end"
  | "subscription_renewal"
  | "subscription_canceled"

async function aboutSubscription(
  making: Making,
  subscription: Subscription,
  told: Told,
  { next = false } = {},
): Promise<Content> {
  const words = wordsOf(making)
  const { subject, heading, text } = words[told](making.seller)
  const debited = next ? debitedAt(subscription, making.now) : undefined
  const at = debited ?? nextChargeAt(subscription)
  const facts = [
    ...(await bought(making, subscription)),
    [words.plan, subscription.plan_name],
    [words.amount, told === "subscription_canceled" ? undefined : amountOf(making, subscription)],
    [words.nextCharge, next && at !== null ? dayText(making.customer.locale, at) : undefined],
  ]
  return { subject, heading, paragraphs: debited === undefined ? [text] : [text, words.byMandate], facts: known(facts) }
}

/** The page takes the key until the refund is settled, and so long after the refund was made. */
async function refundByHand(making: Making): Said {
  const { account, cause } = making.mail
  const refund = await findRefund(making.db, account, cause)
  if (!refund || !takesKey(refund, making.now) || making.customer.document === null) return undefined
  const words = wordsOf(making)
  const amount = amountOf(making, refund)
  const { subject, heading, text } = words.refund_by_hand(amount, making.seller)
  const intent = await making.db.one(findIntent, { account, id: refund.payment_intent })
  const facts = [[words.amount, amount], ...(intent ? await bought(making, intent) : []), [words.payment, refund.payment_intent]]
  return {
    ...{ subject, heading, paragraphs: [text], facts: known(facts) },
    button: { text: words.giveKey, url: refundKeyUrl(making.pages, cause) },
  }
}

async function refundMade(making: Making): Said {
  const { account, cause } = making.mail
  const refund = await findRefund(making.db, account, cause)
  if (refund?.status !== "succeeded") return undefined
  const words = wordsOf(making)
  const amount = amountOf(making, refund)
  const { subject, heading, text } = words.refund_made(amount, making.seller)
  const intent = await making.db.one(findIntent, { account, id: refund.payment_intent })
  const facts = [
    [words.refunded, amount],
    ...(intent ? [...(await bought(making, intent)), [words.method, methodOf(words, intent)]] : []),
    [words.payment, refund.payment_intent],
  ]
  return { subject, heading, paragraphs: [text], facts: known(facts) }
}

function intentOf({ db, mail: { account, cause: id } }: Making): Promise<IntentRow | undefined> {
  return db.one(findIntent, { account, id })
}

function subscriptionOf({ db, mail: { account, cause } }: Making): Promise<Subscription | undefined> {
  return findSubscription(db, account, cause)
}

/** What the payer knows the purchase by. The description of a payment intent is for the merchant only. */
async function bought(
  making: Making,
  { product, ...of }: { product: string | null; statement_descriptor?: string | null },
): Promise<Fact[]> {
  const { account } = making.mail
  const name = product === null ? of.statement_descriptor : (await mustFindProduct(making.db, { account }, product)).name
  return [[wordsOf(making).what, name]]
}

function methodOf(words: MailWords, { payment_method_details: details, payment_method_types: [first] }: IntentRow): string {
  if (!details?.card) return words[details ? namedType(details) : first]
  const { brand, last4, installments, funding } = details.card
  const named = funding === "debit" ? words.onDebitCard : words.onCard
  const card = named(brand[0]?.toUpperCase() + brand.slice(1), last4)
  return installments > 1 ? `${card}, ${words.installments(installments)}` : card
}

function wordsOf({ customer }: Making): MailWords {
  return WORDS[customer.locale]
}

/** Subjects and plain texts have plain blanks. */
function amountOf({ customer }: Making, { amount, currency }: { amount: number; currency: string }): string {
  return money(amount, currency, customer.locale).replace(/\s/g, " ")
}
