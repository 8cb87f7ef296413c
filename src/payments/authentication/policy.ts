// Whether the payer of a card is authenticated before the sale.
import { isBrazilianAddress } from "../../accounts/brazilian-address.ts"
import type { CustomerRow, ThreeDSecureSettings } from "../../accounts/tables.ts"
import type { ThreeDSecureRequest } from "../../acquirers/authentication.ts"
import type { Brand } from "../../vault/number.ts"
import type { Funding } from "../../vault/tables.ts"

/** The brands whose networks take data without authentication. */
const DATA_ONLY_BRANDS: readonly Brand[] = ["visa", "mastercard"]

/** What an authentication is for. `required`: without it the sale is refused. */
export type Need = { data_only: boolean; required: boolean }

type Sold = {
  request: ThreeDSecureRequest
  funding: Funding
  brand: Brand
  /** In cents. */
  amount: number
}

/**
 * Returns what is asked of the payer, or undefined if the sale is sent at once. The payer is present. `isReachable`: whether all is known of the payer
 * that the issuer must know.
 */
export function needOf(
  { request, funding, brand, amount }: Sold,
  settings: ThreeDSecureSettings,
  isReachable: boolean,
): Need | undefined {
  if (funding === "debit" || request === "any") return { data_only: false, required: true }
  // The page could ask for what is missing. But a payer whose card is taken without 3DS should not have to fill in a form.
  if (request === "never" || !isReachable) return undefined
  const { minimum_amount, brands, data_only } = settings
  if ((minimum_amount !== null && amount >= minimum_amount) || brands.includes(brand))
    return { data_only: false, required: false }
  return data_only && DATA_ONLY_BRANDS.includes(brand) ? { data_only: true, required: false } : undefined
}

/** Whether the customer has what the issuer must know: a phone number, and an address in Brazil. */
export function hasContact({ phone, address }: Pick<CustomerRow, "phone" | "address">): boolean {
  return phone !== null && address !== null && isBrazilianAddress(address)
}
