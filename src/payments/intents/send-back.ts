import { leftOf, type SaleOutcome, type Taken } from "../../acquirers/acquirer.ts"
import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { findReversalOf } from "../attempts/charges.ts"
import { orderInquiry } from "../attempts/order.ts"
import { insertAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "./mode.ts"
import type { IntentRow } from "./table.ts"

/** An attempt and the intent that it charges, as they were before an outcome. */
export type Sold = { attempt: AttemptRow; intent: IntentRow }

type Approved = Extract<SaleOutcome, { result: "approved" }>

/**
 * Orders the reversal of a charge that its intent does not keep, such as money that arrived after the intent ended. The reversal is of what
 * the acquirer still has: what has gone back, and what the card network has taken, is not sent back once more. It is ordered once, however
 * often this is called, because the caller holds the intent. The intent keeps its status. If the card network has taken what had gone back,
 * the acquirer is asked about it.
 */
export async function orderReversal(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  { charge, currency, ...held }: Taken,
): Promise<void> {
  const amount = leftOf(held)
  if (held.charged_back > 0)
    scope.mode.log.warn({ ...held, charge, attempt: attempt.id }, "money that a payment does not keep was charged back")
  if (amount < 0) return orderInquiry(tx, scope, attempt, { ...intent, charge })
  if (amount === 0) return
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

/** Sends back everything that the acquirer captured more than once for a sale. The charge that the intent has, or gets now, is kept. */
export async function sendDuplicatesBack(
  tx: Transaction,
  scope: PaymentScope,
  sold: Sold,
  { charge, duplicates = [] }: Approved,
): Promise<void> {
  const kept = sold.intent.status === "succeeded" ? sold.intent.charge : charge
  for (const duplicate of duplicates) if (duplicate.charge !== kept) await orderReversal(tx, scope, sold, duplicate)
}

/**
 * Asks what the acquirer holds of an approved sale, if some of it has gone already. Money may have gone back before the approval was known,
 * when notifications about that came too early.
 */
export async function askWhatIsLeft(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  { charge, charged_back, gone_back }: Approved,
): Promise<void> {
  if (charged_back > 0 || gone_back > 0) await orderInquiry(tx, scope, attempt, { ...intent, charge })
}
