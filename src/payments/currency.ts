import { ApiError } from "../errors.ts"

const CODES = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()))

/** Throws parameter_invalid for three letters that are no currency of ISO 4217; the contract sees to their form. */
export function checkCurrency(currency: string): void {
  if (!CODES.has(currency)) throw new ApiError("parameter_invalid", `'${currency}' is no currency of ISO 4217.`, "currency")
}
