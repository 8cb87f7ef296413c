import type { SaleOutcome, Taken } from "../../acquirers/acquirer.ts"
import { Refusal } from "../../base/errors.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { recordCapturedAmount } from "../attempts/charges.ts"
import { orderInquiry } from "../attempts/order.ts"
import { findAttemptAnywhere, mustFindAttempt, transitionSale } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "./mode.ts"
import { holdIntentOf } from "./retrieve.ts"
import { orderReversal, type Sold } from "./send-back.ts"
import type { IntentRow } from "./table.ts"
import { transitionIntent } from "./transition.ts"

type Approved = Extract<SaleOutcome, { result: "approved" }>

/** Finds a charge of any account, for the operator's commands. */
export async function findCharge(db: Queries, id: string): Promise<AttemptRow | undefined> {
  const attempt = await findAttemptAnywhere(db, id)
  return attempt?.kind === "charge" ? attempt : undefined
}

/**
 * Applies an operator's decision about a charge for which the acquirer captured another amount or currency. `accept`: the payment intent
 * succeeds with its own amount. `send_back`: the payment intent is canceled, and what the acquirer still has of the charge goes back to the
 * payer. Throws Refusal if there is nothing to decide.
 */
export async function settleMismatch(
  tx: Transaction,
  scope: PaymentScope,
  { id, account, payment_intent }: AttemptRow,
  decision: "accept" | "send_back",
): Promise<IntentRow> {
  const intent = await holdIntentOf(tx, { id, account, payment_intent })
  const attempt = await mustFindAttempt(tx, { account, id })
  const { amount, polling_since } = attempt
  const charge = attempt.charge ?? intent.charge
  if (attempt.state !== "mismatched" || intent.status !== "processing" || charge === null || amount === null)
    throw new Refusal(
      "charge_not_mismatched",
      `The charge ${id} needs no decision: the payment intent ${intent.id} is ${intent.status}.`,
    )
  const settled = { state: "done", outcome: decision, charge, polling_since, due_at: null } as const
  await tx.one(transitionSale, { account, id, from: attempt.state, ...settled })
  if (decision === "accept") {
    const paid = await transitionIntent(tx, scope, intent, "paid")
    // Some of the money may have gone before the decision.
    await orderInquiry(tx, scope, attempt, { ...paid, charge })
    return paid
  }
  // What has gone back already is asked before the reversal is sent.
  const taken = { charge, captured: amount, gone_back: 0, charged_back: 0, currency: attempt.currency ?? intent.currency }
  await orderReversal(tx, scope, { attempt, intent }, taken)
  const message = "Another amount than that of the payment was paid. It is sent back."
  return transitionIntent(tx, scope, intent, "failed", { last_payment_error: { code: "processing_error", message } })
}

/**
 * The outcome with the charge of an attempt first, if the acquirer has captured the sale more than once. While a person decides about an
 * amount, the charge that the person decides about is kept, unless the oldest one has the right amount.
 */
export function withOwnFirst({ attempt, intent }: Sold, outcome: Approved): Approved {
  const { result, duplicates = [], ...first } = outcome
  const own = duplicates.find((each) => each.charge === attempt.charge)
  if (attempt.state !== "mismatched" || !own || isAsOrdered(intent, first)) return outcome
  return { result, ...own, duplicates: duplicates.map((each) => (each === own ? first : each)) }
}

/** Whether the acquirer captured the amount and the currency of the intent. */
export function isAsOrdered(intent: IntentRow, { captured, currency }: Taken): boolean {
  return captured === intent.amount && currency === intent.currency
}

/** Records what the acquirer captured. It may correct the amount while a person has not decided about the charge yet. */
export async function noteCaptured(
  tx: Transaction,
  attempt: AttemptRow,
  { charge, captured, currency }: Approved,
): Promise<void> {
  const { id, account, state } = attempt
  if (state !== "mismatched" || attempt.charge === charge)
    await tx.run(recordCapturedAmount, { account, id, amount: captured, currency })
}
