// What the pages of a payment by PIX Automático know beside the payment.

import { nextBankingDay } from "../../base/banking-days.ts"
import { dateOf } from "../../base/day.ts"
import type { Queries } from "../../db/database.ts"
import { latestAttemptOf } from "../../payments/attempts/store.ts"
import { foundsMandate } from "../../payments/intents/by-mandate.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { findMandate, findMandateCharge } from "../../payments/mandates/store.ts"
import type { MandateRow } from "../../payments/mandates/tables.ts"

/** `mandate`: what the payer was asked to agree to by this payment. `debitOn`: the ISO date on which the payer's bank pays it. */
export type ByMandate = { mandate?: MandateRow | undefined; debitOn?: string | undefined }

export async function byMandateOf(db: Queries, intent: IntentRow): Promise<ByMandate> {
  if (!intent.payment_method_types.includes("pix_automatico")) return {}
  const attempt = await latestAttemptOf(db, intent)
  if (!attempt) return {}
  const charge = await findMandateCharge(db, attempt)
  if (charge) return { debitOn: dateOf(nextBankingDay(charge.day)) }
  const { account, payment_method: id } = attempt
  return id !== null && foundsMandate(attempt) ? { mandate: await findMandate(db, account, id) } : {}
}
