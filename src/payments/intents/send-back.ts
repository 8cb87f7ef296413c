import type { SaleOutcome, Taken } from "../../acquirers/acquirer.ts"
import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { findReversalOf } from "../attempts/charges.ts"
import { orderCheckOf, orderInquiry } from "../attempts/order.ts"
import { insertAttempt } from "../attempts/store.ts"
import type { PaymentScope } from "./mode.ts"
import type { Sold } from "./sold.ts"

type Approved = Extract<SaleOutcome, { result: "approved" }>

/**
 * Orders the reversal of a charge that its intent does not keep, such as money that arrived after the intent ended. The reversal is of the
 * part that has not gone back already. It is ordered once, however often this is called, because the caller holds the intent. The intent
 * keeps its status.
 */
async function sendBack(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  { charge, amount: taken, currency, gone_back = 0 }: Taken,
): Promise<void> {
  const amount = taken - gone_back
  if (amount <= 0) return
  if (await tx.one(findReversalOf, { account: intent.account, payment_intent: intent.id, charge })) return
  const { acquirer, credentials, type } = attempt
  await insertAttempt(tx, {
    id: newId("att"),
    account: intent.account,
    created: scope.now,
    kind: "reversal",
    acquirer,
    credentials,
    payment_intent: intent.id,
    customer: intent.customer,
    type,
    charge,
    amount,
    currency,
  })
}

/** Sends late money back. Sends nothing if the payer's bank has charged the money back. */
export async function sendLateBack(tx: Transaction, scope: PaymentScope, sold: Sold, taken: Taken): Promise<void> {
  if (!taken.charged_back) return sendBack(tx, scope, sold, taken)
  const { charge } = taken
  scope.mode.log.warn(
    { charge, attempt: sold.attempt.id },
    "a payment that arrived too late was charged back, so it is not sent back",
  )
}

/** Sends back everything that the acquirer captured more than once for a sale. The charge that the intent has, or gets now, is kept. */
export async function sendDuplicatesBack(
  tx: Transaction,
  scope: PaymentScope,
  sold: Sold,
  { charge, duplicates = [] }: Approved,
): Promise<void> {
  const kept = sold.intent.status === "succeeded" ? sold.intent.charge : charge
  for (const duplicate of duplicates) if (duplicate.charge !== kept) await sendLateBack(tx, scope, sold, duplicate)
}

/**
 * Asks how much of an approved sale is left. Money may have gone back before the approval was known, when notifications about that came too
 * early.
 */
export async function orderRefundCheck(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  outcome: Approved,
): Promise<void> {
  const { charge, charged_back, gone_back } = outcome
  if (charged_back) await orderInquiry(tx, scope, attempt, outcome)
  if (gone_back) await orderCheckOf(tx, scope, attempt, { ...intent, charge })
}
