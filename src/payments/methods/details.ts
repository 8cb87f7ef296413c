import type { ThreeDSecure } from "../../acquirers/authentication.ts"
import type { References } from "../../acquirers/references.ts"
import type { MethodType, SaleOutcome } from "../../acquirers/sale.ts"
import type { Queries } from "../../db/database.ts"
import { cardOf } from "../../vault/cards.ts"
import type { Brand } from "../../vault/number.ts"
import type { CardRow, Funding } from "../../vault/tables.ts"
import type { AttemptRow } from "../attempts/table.ts"

type CardDetails = {
  brand: Brand
  last4: string
  exp_month: number
  exp_year: number
  installments: number
  /** Left out by the release before, which knew credit cards only. */
  funding?: Funding
}

/** What a payment was made with, for the merchant's receipts (openapi.yaml, PaymentMethodDetails), as it is stored. */
export type MethodDetails = Pick<AttemptRow, "type" | "payment_method"> & {
  /** 3DS is left out if it did not take place. */
  card: (CardDetails & { three_d_secure?: ThreeDSecure }) | null
  /** Left out if the acquirer has named no references. */
  acquirer?: References & { name: string }
}

/** The method of an attempt, with what its outcome says about it, or else what was known before. */
export async function methodDetailsOf(
  db: Queries,
  attempt: AttemptRow,
  outcome?: SaleOutcome,
  before: MethodDetails | null = null,
): Promise<MethodDetails> {
  return withOutcome(methodDetails(attempt, await plainCardOf(db, attempt)), attempt, outcome, before)
}

/** What is no secret of the card of an attempt. Undefined if it has none. */
export async function plainCardOf(
  db: Queries,
  { account, card }: Pick<AttemptRow, "account" | "card">,
): Promise<CardRow | undefined> {
  return card === null ? undefined : cardOf(db, account, card)
}

/** The same with a card that was read, before there is an outcome. */
export function methodDetails({ type, payment_method, installments }: AttemptRow, card: CardRow | undefined): MethodDetails {
  if (!card) return { type, card: null, payment_method }
  const { brand, last4, exp_month, exp_year, funding } = card
  return { type, card: { brand: brand as Brand, last4, exp_month, exp_year, installments, funding }, payment_method }
}

export function withOutcome(
  details: MethodDetails,
  { acquirer: name }: Pick<AttemptRow, "acquirer">,
  outcome: SaleOutcome | undefined,
  before: MethodDetails | null = null,
): MethodDetails {
  const { three_d_secure = before?.card?.three_d_secure, references }: Learned = outcome ?? {}
  const acquirer = references ? { name, ...joined(before?.acquirer, references) } : before?.acquirer
  const card = details.card && three_d_secure ? { ...details.card, three_d_secure } : details.card
  return { ...details, card, ...(acquirer && { acquirer }) }
}

type Learned = { result?: unknown; three_d_secure?: ThreeDSecure; references?: References }

/** A later answer may leave out what an earlier one had, such as the id of a PIX before it is paid. */
export function joined(before: References | undefined, after: References): References {
  return {
    tid: after.tid ?? before?.tid ?? null,
    nsu: after.nsu ?? before?.nsu ?? null,
    authorization_code: after.authorization_code ?? before?.authorization_code ?? null,
    end_to_end_id: after.end_to_end_id ?? before?.end_to_end_id ?? null,
    our_number: after.our_number ?? before?.our_number ?? null,
  }
}

/** What the API names the method of a payment: a PIX by mandate has its own name. */
export function namedType({ type, payment_method }: Pick<MethodDetails, "type" | "payment_method">): MethodType {
  return type === "pix" && payment_method !== null ? "pix_automatico" : type
}

/** The details of a response. */
export function presentDetails(details: MethodDetails | null) {
  if (!details) return null
  const { acquirer = null, card } = details
  const type = namedType(details)
  if (!card) return { ...details, type, card: null, acquirer }
  const { funding = "credit", three_d_secure = null } = card
  return { ...details, type, card: { ...card, funding, three_d_secure }, acquirer }
}
