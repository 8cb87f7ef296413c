// What each kind of mail says, or undefined once what it is about has ended.

import { findLogo } from "../accounts/settings.ts"
import { railOf } from "../acquirers/sale.ts"
import { statementText } from "../acquirers/statement-text.ts"
import { dayOf } from "../base/day.ts"
import type { IntentRow } from "../payments/intents/table.ts"
import { findHosted } from "../payments/links/links.ts"
import { payPageUrl } from "../payments/links/pay-page.ts"
import { namedType } from "../payments/methods/details.ts"
import { hasRefundKey, refundKeyUrl, takesKey, takesKeyUntil } from "../payments/refunds/keys.ts"
import { findRefund } from "../payments/refunds/store.ts"
import type { RefundRow } from "../payments/refunds/table.ts"
import { canceled, chargeFailed, renewal, trialWillEnd } from "./about-subscriptions.ts"
import { aboutCode } from "./by-mandate.ts"
import type { Content } from "./content.ts"
import { dayText, known, timeText } from "./facts.ts"
import type { Kind } from "./kinds.ts"
import { amountOf, bought, intentOf, type Making, type Said, wordsOf } from "./making.ts"
import type { MailWords, RefundWay } from "./words.ts"

/** Returns what a mail says. Undefined if it need not be said any more. */
export function contentOf(making: Making): Said {
  return ABOUT[making.mail.kind](making)
}

const ABOUT: Readonly<Record<Kind, (making: Making) => Said>> = {
  receipt: async (making) => {
    const intent = await intentOf(making, making.mail.cause)
    return intent?.status === "succeeded" ? receipt(making, intent) : undefined
  },
  pix_to_pay: async (making) => {
    const open = await toPay(making, "pix_display_qr_code")
    return open && pix(making, open.intent, open.action)
  },
  boleto_to_pay: (making) => boleto(making, "boleto_to_pay"),
  boleto_reminder: (making) => boleto(making, "boleto_reminder"),
  charge_failed: chargeFailed,
  trial_will_end: trialWillEnd,
  subscription_renewal: renewal,
  subscription_canceled: canceled,
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
  const intent = await intentOf(making, making.mail.cause)
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
  // The mail may be late.
  const due = dayOf(action.expires_at) === dayOf(making.now) ? words.today : words.tomorrow
  const { subject, heading, text } = words[kind](amount, making.seller, due)
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

/** The page takes the key until the refund is settled, and so long after the refund was made. */
async function refundByHand(making: Making): Said {
  const { account, cause } = making.mail
  const refund = await findRefund(making.db, account, cause)
  if (!refund || !takesKey(refund, making.now) || making.customer.document === null) return undefined
  const words = wordsOf(making)
  const amount = amountOf(making, refund)
  const { subject, heading, text } = words.refund_by_hand(
    amount,
    making.seller,
    dayText(making.customer.locale, takesKeyUntil(refund)),
  )
  const intent = await intentOf(making, refund.payment_intent)
  const facts = [[words.amount, amount], ...(intent ? await bought(making, intent) : []), [words.payment, refund.payment_intent]]
  return {
    ...{ subject, heading, paragraphs: [text], facts: known(facts) },
    button: { text: words.giveKey, url: refundKeyUrl(making.pages, cause) },
  }
}

async function refundMade(making: Making): Said {
  const { account, cause } = making.mail
  const refund = await findRefund(making.db, account, cause)
  const intent = refund && (await intentOf(making, refund.payment_intent))
  if (!intent || refund.status !== "succeeded") return undefined
  const words = wordsOf(making)
  const amount = amountOf(making, refund)
  const { subject, heading, text } = words.refund_made(amount, making.seller, await wayOf(making, refund, intent))
  const facts = [
    [words.refunded, amount],
    ...(await bought(making, intent)),
    [words.method, methodOf(words, intent)],
    [words.payment, refund.payment_intent],
  ]
  return { subject, heading, paragraphs: [text], facts: known(facts) }
}

async function wayOf({ db }: Making, refund: RefundRow, intent: IntentRow): Promise<RefundWay> {
  const paid = intent.payment_method_details?.type ?? railOf(intent.payment_method_types[0])
  if (paid !== "boleto") return paid
  return (await hasRefundKey(db, refund)) ? "key" : "hand"
}

function methodOf(words: MailWords, { payment_method_details: details, payment_method_types: [first] }: IntentRow): string {
  if (!details?.card) return words[details ? namedType(details) : first]
  const { brand, last4, installments, funding } = details.card
  const named = funding === "debit" ? words.onDebitCard : words.onCard
  const card = named(brand[0]?.toUpperCase() + brand.slice(1), last4)
  return installments > 1 ? `${card}, ${words.installments(installments)}` : card
}
