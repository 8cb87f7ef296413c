import { InvalidArgumentError } from "commander"
import { DECIMALS } from "../../base/iso-4217.ts"

/** No sum of an account comes near it. */
const MOST = 99_999_999_999

/** Reads an amount in cents, from `least` on. */
export function readCents(least: number): (text: string) => number {
  return (text) => {
    const cents = /^-?\d{1,11}$/.test(text) ? Number(text) : Number.NaN
    if (cents >= least && cents <= MOST) return cents
    throw new InvalidArgumentError(`Give an amount in cents, such as 4990. It must be from ${least} to ${MOST}.`)
  }
}

/** Reads an amount in cents, which may be below 0. */
export const readAnyCents = readCents(-MOST)

export function readCurrency(text: string): string {
  if (DECIMALS.has(text)) return text
  throw new InvalidArgumentError("Give an ISO 4217 code in lower case, such as brl.")
}
