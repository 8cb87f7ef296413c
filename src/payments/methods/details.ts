import type { SaleOutcome, ThreeDSecure } from "../../acquirers/acquirer.ts"
import type { Queries } from "../../db/database.ts"
import { cardOf } from "../../vault/cards.ts"
import type { Brand } from "../../vault/number.ts"
import type { CardRow } from "../../vault/tables.ts"
import type { AttemptRow } from "../attempts/table.ts"

type CardDetails = { brand: Brand; last4: string; exp_month: number; exp_year: number; installments: number }

/** What a payment was made with, for the merchant's receipts (openapi.yaml, PaymentMethodDetails), as it is stored. */
export type MethodDetails = Pick<AttemptRow, "type" | "payment_method"> & {
  /** 3DS is left out if it did not take place. */
  card: (CardDetails & { three_d_secure?: ThreeDSecure }) | null
}

export async function methodDetailsOf(
  db: Queries,
  attempt: AttemptRow,
  three_d_secure?: ThreeDSecure | null,
): Promise<MethodDetails> {
  const details = methodDetails(attempt, attempt.card === null ? undefined : await cardOf(db, attempt.account, attempt.card))
  return withThreeDSecure(details, three_d_secure)
}

/** The same with a card that was read. */
export function methodDetails({ type, payment_method, installments }: AttemptRow, card: CardRow | undefined): MethodDetails {
  if (!card) return { type, card: null, payment_method }
  const { brand, last4, exp_month, exp_year } = card
  return { type, card: { brand: brand as Brand, last4, exp_month, exp_year, installments }, payment_method }
}

export function withThreeDSecure(details: MethodDetails, three_d_secure: ThreeDSecure | null | undefined): MethodDetails {
  return details.card && three_d_secure ? { ...details, card: { ...details.card, three_d_secure } } : details
}

/** What an outcome says about 3DS, or else what was known before. */
export function threeDSecureOf(outcome: SaleOutcome, before: MethodDetails | null): ThreeDSecure | undefined {
  return ("three_d_secure" in outcome ? outcome.three_d_secure : undefined) ?? before?.card?.three_d_secure
}

/** The details of a response. All cards are credit cards so far. */
export function presentDetails(details: MethodDetails | null) {
  if (!details?.card) return details && { ...details, card: null }
  const { three_d_secure = null, ...card } = details.card
  return { ...details, card: { ...card, funding: "credit" as const, three_d_secure } }
}
