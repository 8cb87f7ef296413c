// What mails say of PIX Automático, and when a payer's bank pays.
import { nextBankingDay } from "../base/banking-days.ts"
import { money } from "../base/currency.ts"
import { startOfDay } from "../base/day.ts"
import { nextDebit } from "../billing/subscriptions/outlook.ts"
import { findSubscription } from "../billing/subscriptions/store.ts"
import type { Subscription } from "../billing/subscriptions/tables.ts"
import type { Queries } from "../db/database.ts"
import type { IntentRow } from "../payments/intents/table.ts"
import { PERIOD_WORDS } from "../payments/mandates/period-words.ts"
import { findMandate, mandatesOfIntent } from "../payments/mandates/store.ts"
import { namedType } from "../payments/methods/details.ts"
import { dayText } from "./facts.ts"
import type { MailWords } from "./words.ts"

type Reading = { db: Queries; words: MailWords; locale: "pt-BR" | "en" }

/** When the payer's bank pays what a subscription is charged next, in Unix seconds. Undefined if the next charge is none by mandate. */
export function debitedAt(s: Subscription, now: number): number | undefined {
  const debit = nextDebit(s, now)
  return debit && startOfDay(nextBankingDay(debit.day))
}

/** Why the first charge of a period has failed, and what follows. */
export function toldOfFailure({ retried_charge }: Subscription, latest: IntentRow | undefined) {
  if (retried_charge) return "bank_tries_again"
  return latest?.payment_method_types[0] === "pix_automatico" ? "bank_did_not_pay" : "code_not_paid"
}

/** What a code is about beside its payment: a mandate to which the payer agrees, or one by which this period was not paid. */
export async function aboutCode({ db, words, locale }: Reading, intent: IntentRow): Promise<string[]> {
  const { account, payment_method_details: details, subscription: id } = intent
  if (id !== null) {
    const subscription = await findSubscription(db, account, id)
    const founded = subscription && (await db.all(mandatesOfIntent, { account, payment_intent: subscription.founding_intent }))
    if (!founded || founded.length === 0) return []
    return [subscription.mandate === null ? words.noMandate : words.notByMandate]
  }
  const named = details && namedType(details) === "pix_automatico" ? details.payment_method : null
  const mandate = named === null ? undefined : await findMandate(db, account, named)
  if (!mandate) return []
  const amount = money(mandate.amount, "brl", locale).replace(/\s/g, " ")
  const often = PERIOD_WORDS[locale === "en" ? "en" : "pt"][mandate.period]
  return [words.agreement(mandate.object, words.mandateCharge(amount, often, dayText(locale, startOfDay(mandate.first_day))))]
}
