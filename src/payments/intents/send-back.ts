import { leftOf, type SaleOutcome, type Taken } from "../../acquirers/sale.ts"
import type { Transaction } from "../../db/database.ts"
import { attemptsAbout, orderInquiry, recordCapturedAmount } from "../attempts/charges.ts"
import { insertNextTo } from "../attempts/store.ts"
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
  const [amount, gone_back_before] = [leftOf(held), held.gone_back]
  if (held.charged_back > 0)
    scope.mode.log.warn({ ...held, charge, attempt: attempt.id }, "money that a payment does not keep was charged back")
  if (amount < 0) return orderInquiry(tx, scope, attempt, { ...intent, charge })
  if (amount === 0) return
  const about = await attemptsAbout(tx, { ...attempt, charge })
  if (about.some(({ kind }) => kind === "reversal")) return
  await insertNextTo(tx, attempt, { kind: "reversal", created: scope.now, charge, amount, currency, gone_back_before })
}

/** Sends back everything that the acquirer captured more than once for a sale. The charge that the intent has, or gets now, is kept. */
export async function sendDuplicatesBack(
  tx: Transaction,
  scope: PaymentScope,
  sold: Sold,
  { charge, duplicates = [] }: Taken,
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
  { charge, charged_back, gone_back, isNotified }: Approved & { isNotified: boolean },
): Promise<void> {
  if (charged_back > 0 || gone_back > 0 || isNotified) await orderInquiry(tx, scope, attempt, { ...intent, charge })
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

/** Whether the acquirer captured the amount and the currency of the intent. Of an authorized amount, a part may have been captured. */
export function isAsOrdered(intent: IntentRow, { captured, currency }: Taken): boolean {
  if (currency !== intent.currency) return false
  if (intent.capture_method === "automatic") return captured === intent.amount
  return captured > 0 && captured <= (intent.authorized_amount ?? intent.amount)
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
