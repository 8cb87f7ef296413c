import { randomBytes } from "node:crypto"
import { DateTime } from "luxon"

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/** Who holds the merchant's account, and who pays: ISPBs of banks that do not exist. */
export const ISPB = { receiver: "99999001", payer: "99999002" } as const

/** So many random letters and digits. */
export function letters(count: number): string {
  return [...randomBytes(count)].map((byte) => LETTERS[byte % LETTERS.length]).join("")
}

/** The id of a payment, which the payer's bank makes: `E`, ISPB, minute in UTC, 11 letters and digits. */
export function newEndToEndId(now: number): string {
  return `E${ISPB.payer}${minute(now)}${letters(11)}`
}

/** The id of a return, which the receiver's bank makes. */
export function newReturnId(now: number): string {
  return `D${ISPB.receiver}${minute(now)}${letters(11)}`
}

/** The id of a mandate: whether its charges may be tried again, ISPB, the day in Brasília, 11 letters and digits. */
export function newMandateId(day: string, mayRetry: boolean): string {
  return `R${mayRetry ? "R" : "N"}${ISPB.receiver}${day.replaceAll("-", "")}${letters(11)}`
}

/** The id of a request to agree to a mandate. */
export function newRequestId(day: string): string {
  return `SC${ISPB.receiver}${day.replaceAll("-", "")}${letters(11)}`
}

function minute(now: number): string {
  return DateTime.fromMillis(now, { zone: "utc" }).toFormat("yyyyMMddHHmm")
}
