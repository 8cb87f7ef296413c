import type { AttemptRow } from "../../../payments/attempts/table.ts"
import type { IntentRow } from "../../../payments/intents/table.ts"

/** The columns of a CSV that name a payment at its acquirer. `reference` is what the acquirer was given. */
export const REFERENCE_COLUMNS = [
  "acquirer",
  "charge",
  "reference",
  "tid",
  "nsu",
  "authorization_code",
  "end_to_end_id",
  "our_number",
] as const

type Named = Pick<IntentRow, "charge" | "payment_method_details">

/** What these columns have for a payment. What the acquirer has not said is empty. */
export function referencesOf(
  { charge, payment_method_details: details }: Named,
  attempt: Pick<AttemptRow, "acquirer" | "reference"> | undefined,
): Record<(typeof REFERENCE_COLUMNS)[number], string | null> {
  const { tid = null, nsu = null, authorization_code = null, end_to_end_id = null, our_number = null } = details?.acquirer ?? {}
  const given = { acquirer: attempt?.acquirer ?? null, charge, reference: attempt?.reference ?? null }
  return { ...given, tid, nsu, authorization_code, end_to_end_id, our_number }
}
