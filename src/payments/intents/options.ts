// What a merchant chooses for each payment method of an intent.
import type { Acquirer } from "../../acquirers/acquirer.ts"
import type { ThreeDSecureRequest } from "../../acquirers/authentication.ts"
import { type MethodType, type PaymentType, railOf } from "../../acquirers/sale.ts"
import { ApiError } from "../../base/errors.ts"
import type { CardRow } from "../../vault/tables.ts"
import type { PaymentsMode } from "./mode.ts"
import type { IntentRow, PaymentMethodOptions } from "./table.ts"
import { pixLifetime } from "./terms.ts"

/** Options as a request sends them. */
export type OptionsInput = { [Type in PaymentType]?: Partial<PaymentMethodOptions[Type]> | null }

const DEFAULTS: Required<PaymentMethodOptions> = {
  card: { request_three_d_secure: null, max_installments: null },
  pix: { expires_after_seconds: null },
  boleto: { expires_after_days: null },
}

/** The options to store, or null if the merchant chose none. Throws parameter_invalid for a method that the intent does not take. */
export function newOptions(
  input: OptionsInput | null | undefined,
  types: IntentRow["payment_method_types"],
): PaymentMethodOptions | null {
  const given = Object.entries(input ?? {}).filter(([, options]) => options != null)
  for (const [type] of given) if (!takes(types, type as PaymentType)) throw notTaken(type, types)
  const chosen = given.map(([type, options]) => [type, { ...DEFAULTS[type as PaymentType], ...options }] as const)
  const isChosen = chosen.some(([, options]) => Object.values(options).some((value) => value !== null))
  return isChosen ? Object.fromEntries(chosen) : null
}

/** A code of PIX Automático is a PIX, and has the options of one. */
function takes(types: readonly MethodType[], rail: PaymentType): boolean {
  return types.some((type) => railOf(type) === rail)
}

function notTaken(type: string, types: readonly string[]): ApiError {
  return new ApiError(
    "parameter_invalid",
    `This payment intent takes ${types.join(", ")}: leave out the options of ${type}, or add it to payment_method_types.`,
    `payment_method_options.${type}`,
  )
}

type Shown = Pick<IntentRow, "payment_method_types" | "payment_method_options">

/** The options of a response (openapi.yaml, PaymentMethodOptions): null for a method that the intent does not take. */
export function presentOptions({ payment_method_types: types, payment_method_options: chosen }: Shown) {
  const { card, pix, boleto } = DEFAULTS
  return {
    card: takes(types, "card") ? { ...card, ...chosen?.card } : null,
    pix: takes(types, "pix") ? { ...pix, ...chosen?.pix } : null,
    boleto: takes(types, "boleto") ? { ...boleto, ...chosen?.boleto } : null,
  }
}

/**
 * Throws parameter_invalid if the acquirer's PIX codes do not live as long as the merchant wants. No acquirer gets a longer life than it takes,
 * because it would shorten it, and the payer would be told another time.
 */
export function checkPixLifetime(
  { config }: Pick<PaymentsMode, "config">,
  intent: Pick<IntentRow, "subscription" | "payment_method_options">,
  { maxPixSeconds }: Acquirer,
): void {
  if (pixLifetime(config, intent) <= maxPixSeconds) return
  throw new ApiError(
    "parameter_invalid",
    `This account's acquirer makes PIX codes that can be paid for ${maxPixSeconds} seconds at most. Create a payment intent with a shorter time.`,
    "payment_method_options.pix.expires_after_seconds",
  )
}

/** Throws not_ready if the payer must be authenticated by 3DS and nobody can do that. Payers with debit cards always are. */
export function checkThreeDSecure(intent: IntentRow, canAuthenticate: boolean, card: Pick<CardRow, "funding"> | undefined): void {
  if (canAuthenticate) return
  if (card?.funding === "debit")
    throw new ApiError(
      "not_ready",
      "A debit card is always authenticated by 3DS, which this account does not have. Nothing was charged. Create the token of a credit card, or ask the operator of this service.",
    )
  if (requestedThreeDSecure(intent) !== "any") return
  throw new ApiError(
    "not_ready",
    "This payment intent requires 3DS (request_three_d_secure any), which this account does not have. Nothing was charged. Create a payment intent without this option, or ask the operator of this service.",
  )
}

export function requestedThreeDSecure({
  payment_method_options,
}: Pick<IntentRow, "payment_method_options">): ThreeDSecureRequest {
  return payment_method_options?.card?.request_three_d_secure ?? "automatic"
}

/** In how many installments the merchant lets the payer pay at most. */
export function maxInstallments({ payment_method_options }: Pick<IntentRow, "payment_method_options">): number {
  return payment_method_options?.card?.max_installments ?? Number.POSITIVE_INFINITY
}
