// Trials that charge nothing: what became of each, and when its card was charged.
import type { Subscription, SubscriptionChargeRow } from "../../src/billing/subscriptions/tables.ts"
import type { AttemptRow } from "../../src/payments/attempts/table.ts"
import type { IntentRow } from "../../src/payments/intents/table.ts"
import type { BankSale } from "../../test/support/banks/bank.ts"
import { CARDS } from "../../test/support/merchants/payments.ts"
import type { Answered } from "../merchants/shop.ts"
import { line } from "./line.ts"

/** The clocks of two processes differ by no more. */
const SKEW_SECONDS = 90
/** Workers that were down charge later. */
const LATE_SECONDS = 4 * 3600

type Cycle = Pick<SubscriptionChargeRow, "subscription" | "period" | "payment_intent">
type Ours = {
  intents: readonly IntentRow[]
  attempts: readonly AttemptRow[]
  subscriptions: readonly Subscription[]
  cycles: readonly Cycle[]
}
/** `now`: the account's time in Unix seconds, if nothing moves it. */
type Known = { sales: readonly BankSale[]; answers: readonly Answered[]; now?: number | undefined }

/** Each trial whose card was verified is one subscription, which is charged once for each period after the trial. A refused card begins nothing. */
export function checkTrials(ours: Ours, { sales, answers, now }: Known): string[] {
  const { intents, attempts, subscriptions } = ours
  const referencesOf = (intent: string) =>
    attempts.filter(({ payment_intent }) => payment_intent === intent).map(({ reference }) => reference)
  const isCharged = (intent: string) => sales.some(({ reference }) => referencesOf(intent).includes(reference))
  return intents
    .filter(({ amount }) => amount === 0)
    .flatMap((intent) => {
      const begun = subscriptions.filter(({ founding_intent }) => founding_intent === intent.id)
      const expected = intent.status === "succeeded" ? 1 : 0
      return [
        ...(begun.length === expected ? [] : [`a trial that is ${intent.status} has ${begun.length} subscriptions`]),
        ...(expected === 1 && isRefused(intent.id, answers) ? ["a card that was refused has begun a trial"] : []),
        ...(isCharged(intent.id) ? ["the card of a trial was charged, and not only verified"] : []),
        ...begun.flatMap((subscription) => checkCharges(subscription, ours, now)),
      ].map((what) => line(what, intent, ...begun))
    })
}

function checkCharges(subscription: Subscription, { intents, cycles }: Ours, now?: number): string[] {
  const { id, trial_start, trial_end, status, paused_at } = subscription
  if (trial_start === null || trial_end === null) return ["a trial has no end"]
  const own = cycles.filter((cycle) => cycle.subscription === id).map(({ payment_intent }) => payment_intent)
  const charges = intents.filter((intent) => own.includes(intent.id))
  const early = charges.filter(({ created }) => created + SKEW_SECONDS < trial_end)
  const isMissed = now !== undefined && status !== "CANCELED" && paused_at === null && trial_end + LATE_SECONDS < now
  return [
    ...early.map(({ id }) => `${id} charges a card before its trial has ended`),
    ...(isMissed && charges.length === 0 ? ["a trial has ended and nothing was charged"] : []),
  ]
}

/** Whether a trial was confirmed only with cards that the bank refuses to verify. */
function isRefused(intent: string, answers: readonly Answered[]): boolean {
  const isCard = ({ body }: Answered) => "card" in body && (body.card as { number: string }).number === CARDS.declined
  const refused = answers.filter(({ path, response }) => path === "/v1/tokens" && response.status === 201).filter(isCard)
  const tokens = new Set(refused.map(({ response }) => response.body.id))
  const confirms = answers.filter(({ path }) => path === `/v1/payment_intents/${intent}/confirm`)
  return confirms.length > 0 && confirms.every(({ body }) => "payment_method" in body && tokens.has(body.payment_method))
}
