import { InvalidArgumentError } from "commander"
import { DECIMALS } from "../../base/iso-4217.ts"

/** Reads an amount in cents, which may be below 0. */
export function readCents(text: string): number {
  if (/^-?\d{1,12}$/.test(text)) return Number(text)
  throw new InvalidArgumentError("Give an amount in cents, such as 4990.")
}

export function readCurrency(text: string): string {
  if (DECIMALS.has(text)) return text
  throw new InvalidArgumentError("Give an ISO 4217 code in lower case, such as brl.")
}
