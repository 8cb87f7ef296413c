import type { Queries } from "../../db/database.ts"
import { cardOf } from "../../vault/cards.ts"
import type { Brand } from "../../vault/number.ts"
import type { CardRow } from "../../vault/tables.ts"
import type { AttemptRow } from "../attempts/table.ts"

/** What a payment was made with, for the merchant's receipts (openapi.yaml, PaymentMethodDetails). */
export type MethodDetails = Pick<AttemptRow, "type" | "payment_method"> & {
  card: { brand: Brand; last4: string; exp_month: number; exp_year: number; installments: number } | null
}

export async function methodDetailsOf(db: Queries, attempt: AttemptRow): Promise<MethodDetails> {
  return methodDetails(attempt, attempt.card === null ? undefined : await cardOf(db, attempt.account, attempt.card))
}

/** The same with a card that was read. */
export function methodDetails({ type, payment_method, installments }: AttemptRow, card: CardRow | undefined): MethodDetails {
  if (!card) return { type, card: null, payment_method }
  const { brand, last4, exp_month, exp_year } = card
  return { type, card: { brand: brand as Brand, last4, exp_month, exp_year, installments }, payment_method }
}
