import type { AttemptRow } from "../attempts/table.ts"
import { type DueDate, dueDateAfter } from "../boleto/due-date.ts"
import type { PaymentsMode } from "./mode.ts"
import type { IntentRow } from "./table.ts"

type Terms = PaymentsMode["config"]

/** Longer than for other payments, because the payer of a subscription is not present when the PIX is created. */
export const CYCLE_PIX_SECONDS = 24 * 3600

/** How long a PIX code can be paid, in seconds. */
export function pixLifetime(
  { pixTtlSeconds }: Pick<Terms, "pixTtlSeconds">,
  { subscription }: Pick<IntentRow, "subscription">,
): number {
  return subscription ? CYCLE_PIX_SECONDS : pixTtlSeconds
}

/** The due date of a boleto, counted from the creation of its attempt. */
export function boletoDueDate({ boletoDays }: Pick<Terms, "boletoDays">, { created }: Pick<AttemptRow, "created">): DueDate {
  return dueDateAfter(created, boletoDays)
}

/** The instructions on every printed boleto. */
export const INSTRUCTIONS = ["Não receber após o vencimento.", "Não receber valor diferente do valor do documento."]
