// What the pay page offers for an intent, and what it asks the payer for.
import { brazilianAddress } from "../accounts/brazilian-address.ts"
import type { Installments } from "../accounts/payer-contact.ts"
import type { CustomerRow } from "../accounts/tables.ts"
import { type MethodType, type PaymentType, railOf } from "../acquirers/sale.ts"
import { ApiError } from "../base/errors.ts"
import { split } from "../base/shares.ts"
import { maxInstallments } from "../payments/intents/options.ts"
import type { IntentRow } from "../payments/intents/table.ts"

/** What a payment by PIX or boleto needs to know of its payer. */
export type PayerDetail = "name" | "document" | "address"

const NEEDED: Record<PaymentType, readonly PayerDetail[]> = {
  card: [],
  pix: ["name", "document"],
  boleto: ["name", "document", "address"],
}

type Offered = Pick<IntentRow, "payment_method_types" | "subscription">
type Payer = Pick<CustomerRow, PayerDetail>

/**
 * The methods that this payer can use, in the shop's order. Card fields need the frame, and a boleto an address in Brazil. Where the charge by
 * mandate of a period has failed, its payer can ask for a PIX.
 */
export function offeredMethods(intent: Offered, payer: Payer, hasFrame: boolean): MethodType[] {
  const { payment_method_types: types, subscription } = intent
  const offered = subscription === null ? types : types.map(railOf)
  return offered.filter((type) => (type === "card" ? hasFrame : type !== "boleto" || mayHaveBoleto(payer)))
}

/** The page may complete an address, and never changes one. */
function mayHaveBoleto({ address }: Payer): boolean {
  if (address === null) return true
  try {
    brazilianAddress(address, "address")
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** What the method needs and the shop has not given. */
export function missingDetails(type: MethodType, payer: Payer): PayerDetail[] {
  return NEEDED[railOf(type)].filter((detail) => payer[detail] === null)
}

/** A number of installments, and the amount of the first one, in cents. The first has the odd cents. */
export type InstallmentOffer = { count: number; first: number }

/** The installments that the settings and the intent allow. There is always one. */
export function offeredInstallments(
  intent: Pick<IntentRow, "amount" | "currency" | "payment_method_options">,
  { max, minimum_amount }: Installments,
): InstallmentOffer[] {
  const most = intent.currency === "brl" && intent.amount > 0 ? Math.max(1, Math.min(max, maxInstallments(intent))) : 1
  return Array.from({ length: most }, (_, index) => split(intent.amount, index + 1)).flatMap((parts) => {
    const [first = intent.amount] = parts
    return parts.length === 1 || Math.min(...parts) >= minimum_amount ? [{ count: parts.length, first }] : []
  })
}
