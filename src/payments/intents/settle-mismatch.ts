import type { Queries, Transaction } from "../../db/database.ts"
import { Refusal } from "../../errors.ts"
import { findAttemptAnywhere } from "../attempts/anywhere.ts"
import { type AttemptRow, findAttempt, moveAttempt } from "../attempts/store.ts"
import type { PaymentScope } from "../mode.ts"
import { moveIntent } from "./move.ts"
import { sendBack } from "./send-back.ts"
import { holdIntent, type IntentRow } from "./store.ts"

/** Finds a charge of any account, for the operator's commands. */
export async function findCharge(db: Queries, id: string): Promise<AttemptRow | undefined> {
  const attempt = await findAttemptAnywhere(db, id)
  return attempt?.kind === "charge" ? attempt : undefined
}

/**
 * Applies an operator's decision about a charge for which the acquirer captured another amount or currency. `accept`: the payment intent
 * succeeds with its own amount. `send_back`: the captured money goes back to the payer, and the payment intent is canceled. Throws Refusal
 * if there is nothing to decide.
 */
export async function settleMismatch(
  tx: Transaction,
  scope: PaymentScope,
  { id, account, payment_intent }: AttemptRow,
  decision: "accept" | "send_back",
): Promise<IntentRow> {
  const intent = (await tx.one(holdIntent, { account, id: payment_intent! }))!
  const attempt = (await findAttempt(tx, { account, id }))!
  if (attempt.state !== "mismatched" || intent.status !== "processing")
    throw new Refusal(
      "charge_not_mismatched",
      `The charge ${id} needs no decision: the payment intent ${intent.id} is ${intent.status}.`,
    )
  const closed = { state: "done", outcome: decision, polling_since: attempt.polling_since, due_at: null }
  await tx.one(moveAttempt, { account, id, from: attempt.state, ...closed })
  if (decision === "accept") return moveIntent(tx, scope, intent, "paid")
  // A process of the previous release stored the charge in the intent only.
  const charge = attempt.charge ?? intent.charge!
  await sendBack(tx, scope, { attempt, intent }, { charge, amount: attempt.amount!, currency: attempt.currency! })
  const message = "Another amount than that of the payment was paid. It is sent back."
  return moveIntent(tx, scope, intent, "failed", { last_payment_error: { code: "processing_error", message } })
}
