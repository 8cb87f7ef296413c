// What the mails about a subscription say.

import { statementText } from "../acquirers/statement-text.ts"
import { nextPaymentType } from "../billing/subscriptions/chosen-card.ts"
import { nextUnpaidChargeAt } from "../billing/subscriptions/outlook.ts"
import { findSubscription } from "../billing/subscriptions/store.ts"
import type { Subscription } from "../billing/subscriptions/tables.ts"
import { newCardUrl } from "../checkout/new-card-link.ts"
import { payPageUrl } from "../payments/links/pay-page.ts"
import { debitedAt, toldOfFailure } from "./by-mandate.ts"
import { occasionOf } from "./causes.ts"
import type { Content } from "./content.ts"
import { dayText, type Fact, known } from "./facts.ts"
import { amountOf, bought, intentOf, type Making, type Said, wordsOf } from "./making.ts"
import type { MailWords } from "./words.ts"

export async function trialWillEnd(making: Making): Said {
  const subscription = await subscriptionOf(making)
  const isInTrial = subscription?.status === "TRIALING" && subscription.trial_end !== null && subscription.trial_end > making.now
  return isInTrial ? aboutCharge(making, subscription, "trial_will_end") : undefined
}

/** A charge that was made ahead of its day is still to come until it is paid. */
export async function renewal(making: Making): Said {
  const subscription = await subscriptionOf(making)
  const next = subscription ? nextUnpaidChargeAt(subscription) : null
  if (!subscription || next === null || String(next) !== occasionOf(making.mail) || next <= making.now) return undefined
  return aboutCharge(making, subscription, "subscription_renewal")
}

export async function canceled(making: Making): Said {
  const subscription = await subscriptionOf(making)
  if (subscription?.status !== "CANCELED") return undefined
  const said = wordsOf(making).subscription_canceled(making.seller)
  return withFacts(said, await soldTo(making, subscription))
}

/** A period that was paid since, or another one, has no failure to tell of. */
export async function chargeFailed(making: Making): Said {
  const subscription = await subscriptionOf(making)
  const [start, which] = occasionOf(making.mail).split(":")
  if (!subscription || String(subscription.current_period_start) !== start) return undefined
  const isLast = which === "last"
  const isSo = isLast ? subscription.status === "UNPAID" : ["PAST_DUE", "INCOMPLETE"].includes(subscription.status)
  if (!isSo) return undefined
  if (isLast) return aboutFailure(making, subscription, "charge_failed_last")
  return nextPaymentType(subscription) === "card" ? anotherCard(making, subscription) : payNow(making, subscription)
}

async function anotherCard(making: Making, subscription: Subscription): Said {
  const said = await aboutFailure(making, subscription, "charge_failed_first", await onStatement(making, subscription))
  const url = newCardUrl(making.pages, subscription, making.now)
  return { ...said, button: { text: wordsOf(making).anotherCard, url } }
}

/** The page of a charge that failed leads to the newest one, or lets the payer ask for the next one. */
async function payNow(making: Making, subscription: Subscription): Said {
  const intent = await intentOf(making, subscription.latest_payment_intent)
  const told = toldOfFailure(subscription, intent)
  const { seePayment, payNow } = wordsOf(making)
  const [text, said] =
    told === "bank_tries_again"
      ? [seePayment, await aboutCharge(making, subscription, told)]
      : [payNow, await aboutFailure(making, subscription, told)]
  return said && { ...said, ...(intent && { button: { text, url: payPageUrl(making.pages, intent) } }) }
}

type Failure = "code_not_paid" | "bank_did_not_pay" | "charge_failed_first" | "charge_failed_last"

async function aboutFailure(making: Making, of: Subscription, told: Failure, more: Fact[] = []): Promise<Content> {
  const words = wordsOf(making)
  return withFacts(words[told](making.seller), [...(await soldTo(making, of)), [words.amount, amountOf(making, of)], ...more])
}

/** A mail may be late, so it names the day. */
async function aboutCharge(
  making: Making,
  subscription: Subscription,
  told: "trial_will_end" | "subscription_renewal" | "bank_tries_again",
): Said {
  const words = wordsOf(making)
  const debited = debitedAt(subscription, making.now)
  const at = debited ?? nextUnpaidChargeAt(subscription)
  if (at === null) return undefined
  const day = dayText(making.customer.locale, at)
  const said = withFacts(words[told](making.seller, day), [
    ...(await soldTo(making, subscription)),
    [words.amount, amountOf(making, subscription)],
    [words.nextCharge, day],
    ...(await onStatement(making, subscription)),
  ])
  return debited === undefined ? said : { ...said, paragraphs: [...said.paragraphs, words.byMandate] }
}

function withFacts({ text, ...said }: ReturnType<MailWords["charge_failed_last"]>, facts: Fact[]): Content {
  return { ...said, paragraphs: [text], facts: known(facts) }
}

async function soldTo(making: Making, subscription: Subscription): Promise<Fact[]> {
  return [...(await bought(making, subscription)), [wordsOf(making).plan, subscription.plan_name]]
}

/** What the card's statement will say of a charge to come: the text of the first payment. */
async function onStatement(making: Making, subscription: Subscription): Promise<Fact[]> {
  if (nextPaymentType(subscription) !== "card") return []
  const founding = await intentOf(making, subscription.founding_intent)
  return [[wordsOf(making).statement, statementText(founding?.statement_descriptor ?? null)]]
}

function subscriptionOf({ db, mail: { account, cause } }: Making): Promise<Subscription | undefined> {
  return findSubscription(db, account, cause)
}
