import { type MetadataInput, newMetadata } from "../../accounts/metadata.ts"
import type { Scope } from "../../accounts/scope.ts"
import { railOf } from "../../acquirers/sale.ts"
import { ApiError, notFound } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { isLater, NEWEST_VERSION, type Version } from "../../versions.ts"
import { mustFindAcquirer } from "../attempts/send.ts"
import { insertNextTo, latestAttemptOf } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { holdIntent } from "../intents/store.ts"
import type { IntentRow } from "../intents/table.ts"
import { refundableOf, sumOf } from "./left.ts"
import { activeRefundsOf, insertRefund } from "./store.ts"
import type { RefundReason, RefundRow } from "./table.ts"

export type NewRefund = {
  payment_intent: string
  amount?: number | null
  reason?: Exclude<RefundReason, "dispute"> | null
  metadata?: MetadataInput
}

/** The version from which on a merchant may refund a payment several times. */
const SEVERAL: Version = "2026-12-01"

/**
 * The first transaction of a refund (openapi.yaml, createRefund): stores the refund and its attempt. `amount` is in cents. Its default is
 * what is left of the payment. Without an `owner`, its attempt is due for any worker. Throws payment_intent_not_found, payment_intent_unexpected_state,
 * payment_intent_already_refunded and parameter_invalid, checked in this order.
 */
export async function beginRefund(
  tx: Transaction,
  scope: PaymentScope,
  input: NewRefund,
  idempotency_key: string | null,
  version = NEWEST_VERSION,
  owner: string | null = scope.mode.owner,
): Promise<AttemptRow> {
  const intent = await holdPaid(tx, scope, input.payment_intent)
  const refunds = await activeRefundsOf(tx, intent)
  const left = (await refundableOf(tx, intent)) - sumOf(refunds)
  if (isLater(SEVERAL, version) || (await takesOneRefund(tx, scope, intent))) checkIsFirst(intent, refunds)
  if (left <= 0)
    throw new ApiError("payment_intent_already_refunded", `Nothing is left to refund of the payment intent ${intent.id}.`)
  const sale = await saleOf(tx, scope, intent)
  const amount = input.amount ?? left
  if (amount > left)
    throw new ApiError("parameter_invalid", `The refund exceeds what is left of the payment (${left}).`, "amount")
  const { reason = null } = input
  const metadata = newMetadata(input.metadata)
  const refund = await insertRefund(tx, scope, intent, { amount, reason, status: "pending", metadata })
  const own = { refund: refund.id, charge: intent.charge, amount, idempotency_key, owner }
  return insertNextTo(tx, sale, { kind: "refund", created: scope.now, ...own })
}

/** Orders the refund of what is left of a payment, for which no request waits. A worker makes it. Does nothing if nothing is left. */
export async function orderRefund(tx: Transaction, scope: PaymentScope, payment_intent: string): Promise<void> {
  try {
    await beginRefund(tx, scope, { payment_intent }, null, NEWEST_VERSION, null)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "payment_intent_already_refunded") throw error
  }
}

/** How and where an intent was paid. An intent that a test helper made succeed may have no attempt. */
async function saleOf(tx: Transaction, scope: PaymentScope, intent: IntentRow) {
  const attempt = await latestAttemptOf(tx, intent)
  if (attempt) return attempt
  const { account, id: payment_intent, customer } = intent
  const type = railOf(intent.payment_method_types[0])
  const { name: acquirer, credentials = null } = await mustFindAcquirer(tx, scope, type)
  return { account, acquirer, credentials, payment_intent, customer, type }
}

/** Locks a paid intent until the transaction ends, so its refunds and disputes run one after the other. */
export async function holdPaid(tx: Transaction, { account }: Pick<Scope, "account">, id: string): Promise<IntentRow> {
  const intent = await tx.one(holdIntent, { account, id })
  if (!intent) throw notFound("payment_intent", id, "payment_intent")
  if (intent.status === "succeeded") return intent
  throw new ApiError(
    "payment_intent_unexpected_state",
    `The payment intent ${id} is ${intent.status}. Only a succeeded payment intent can be refunded.`,
  )
}

/** Whether the acquirer takes one refund of the charge only, as Cielo does of debit cards. */
async function takesOneRefund(tx: Transaction, { mode, now }: PaymentScope, intent: IntentRow): Promise<boolean> {
  const funding = intent.payment_method_details?.card?.funding
  const sale = funding === "debit" ? await latestAttemptOf(tx, intent) : undefined
  const acquirer = sale && (await mode.acquirerOfAttempt(tx, sale))
  return acquirer?.refundRule?.({ funding: "debit", captured_at: intent.ended_at ?? now }).once ?? false
}

/** At older dates a merchant refunds a payment once. What the card network or the acquirer took back comes in addition. */
function checkIsFirst({ id }: IntentRow, refunds: readonly RefundRow[]): void {
  const own = refunds.find(({ reason, reported }) => reason !== "dispute" && !reported)
  if (own) throw new ApiError("payment_intent_already_refunded", `The payment intent ${id} already has a refund: ${own.id}.`)
}
