import { getStateCodeByName } from "@brazilian-utils/brazilian-utils/get-state-code-by-name"
import { getStates } from "@brazilian-utils/brazilian-utils/get-states"
import { ApiError } from "../base/errors.ts"
import type { Address } from "./tables.ts"

/** The two-letter codes of the states, in their order. */
export const STATE_CODES: readonly string[] = getStates()
  .map(({ code }) => code)
  .sort()

/**
 * Returns an address as the banks of boletos register it: with the two-letter code of its state, and a CEP of eight digits. The name of a
 * state is read as its code. `needer` begins the error's sentence. Throws parameter_invalid, which names a member of `param`, if the address is abroad, or no bank would take it.
 */
export function brazilianAddress(address: Address, param: string, needer = "A boleto"): Address {
  const wrong = (member: keyof Address, advice: string) => new ApiError("parameter_invalid", advice, `${param}.${member}`)
  if (address.country !== "BR")
    throw wrong(
      "country",
      `${needer} needs an address in Brazil, not in '${address.country}'. Update the customer's address first.`,
    )
  const state = stateCode(address.state)
  if (!state)
    throw wrong("state", "The address has no state of Brazil. Update it with the two-letter code of the state, such as SP.")
  const postal_code = cepOf(address.postal_code)
  if (!postal_code)
    throw wrong("postal_code", "The address has no CEP. Update it with the eight digits of the CEP, such as 01310-200.")
  return { ...address, state, postal_code }
}

/** Whether `brazilianAddress` takes an address. */
export function isBrazilianAddress({ country, state, postal_code }: Address): boolean {
  return country === "BR" && stateCode(state) !== undefined && cepOf(postal_code) !== undefined
}

function cepOf(text: string): string | undefined {
  const digits = text.replace(/[\p{P}\p{Z}]/gu, "")
  return /^[0-9]{8}$/.test(digits) ? digits : undefined
}

/** Returns the two-letter code of a state of Brazil, of which a text is the code or the name. Undefined if it is neither. */
export function stateCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  return STATE_CODES.includes(code) ? code : (getStateCodeByName(text) ?? undefined)
}
