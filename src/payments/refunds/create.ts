import { type MetadataInput, newMetadata } from "../../accounts/metadata.ts"
import type { Scope } from "../../accounts/scope.ts"
import { ApiError, notFound } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { must } from "../../base/must.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { mustFindAcquirer } from "../attempts/send.ts"
import { insertAttempt, latestAttemptOf } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { holdIntent } from "../intents/store.ts"
import type { IntentRow } from "../intents/table.ts"
import { activeRefund, insertRefund } from "./store.ts"
import type { RefundReason } from "./table.ts"

export type NewRefund = {
  payment_intent: string
  amount?: number | null
  reason?: Exclude<RefundReason, "dispute"> | null
  metadata?: MetadataInput
}

/**
 * The first transaction of a refund (openapi.yaml, createRefund): stores the refund and its attempt. `amount` is in cents. Its default is
 * the whole captured amount. Throws payment_intent_not_found, payment_intent_unexpected_state,
 * payment_intent_already_refunded and parameter_invalid, checked in this order.
 */
export async function beginRefund(
  tx: Transaction,
  scope: PaymentScope,
  input: NewRefund,
  idempotency_key: string | null,
): Promise<AttemptRow> {
  const intent = await holdRefundable(tx, scope, input.payment_intent)
  const sale = await saleOf(tx, scope, intent)
  const whole = wholeOf(intent, sale)
  const amount = input.amount ?? whole
  if (amount > whole) {
    const limit = whole < intent.amount ? "what was paid" : "the payment intent's amount"
    throw new ApiError("parameter_invalid", `The refund exceeds ${limit} (${whole}).`, "amount")
  }
  const { reason = null } = input
  const metadata = newMetadata(input.metadata)
  const refund = await insertRefund(tx, scope, intent, { amount, reason, status: "pending", metadata })
  return insertAttempt(tx, {
    id: newId("att"),
    account: scope.account,
    created: scope.now,
    kind: "refund",
    acquirer: sale.acquirer,
    credentials: sale.credentials,
    payment_intent: intent.id,
    customer: intent.customer,
    type: sale.type,
    refund: refund.id,
    charge: intent.charge,
    amount,
    idempotency_key,
    owner: scope.mode.owner,
  })
}

type Sale = Pick<AttemptRow, "acquirer" | "credentials" | "type"> & Settled

type Settled = Partial<Pick<AttemptRow, "outcome" | "amount" | "currency">>

/** The payment's amount, or less if an operator has accepted less: the acquirer cannot send back more than it captured. */
function wholeOf(intent: IntentRow, { outcome, amount, currency }: Settled): number {
  if (outcome !== "accept" || currency !== intent.currency) return intent.amount
  return Math.min(must(amount, "the accepted amount"), intent.amount)
}

/** The most that a refund of a payment can give back, in cents. */
export async function refundableOf(db: Queries, intent: IntentRow): Promise<number> {
  return wholeOf(intent, (await latestAttemptOf(db, intent)) ?? {})
}

/** How and where an intent was paid. An intent that a test helper made succeed may have no attempt. */
async function saleOf(tx: Transaction, scope: PaymentScope, intent: IntentRow): Promise<Sale> {
  const attempt = await latestAttemptOf(tx, intent)
  if (attempt) return attempt
  const { name, credentials = null } = await mustFindAcquirer(tx, scope)
  return { acquirer: name, credentials, type: intent.payment_method_types[0] }
}

/** Locks a refundable intent until the transaction ends, so its refunds and disputes run one after the other. */
export async function holdRefundable(tx: Transaction, { account }: Pick<Scope, "account">, id: string): Promise<IntentRow> {
  const intent = await tx.one(holdIntent, { account, id })
  if (!intent) throw notFound("payment_intent", id, "payment_intent")
  if (intent.status !== "succeeded") {
    throw new ApiError(
      "payment_intent_unexpected_state",
      `The payment intent ${id} is ${intent.status}. Only a succeeded payment intent can be refunded.`,
    )
  }
  const earlier = await activeRefund(tx, intent)
  if (earlier) {
    throw new ApiError("payment_intent_already_refunded", `The payment intent ${id} already has a refund: ${earlier.id}.`)
  }
  return intent
}
