import { type Answer, NoAnswer } from "../wire/request.ts"
import type { Account } from "./exchange.ts"
import type { RefusalCode } from "./refusals.ts"
import { readErrorCodes } from "./wire/members.ts"

/**
 * Why Cielo did not carry out a call. `unavailable`: the call may be sent again later, after an operator has fixed the cause. `refused`:
 * sending it again would change nothing. `unknown`: the call may have been carried out after all.
 */
export type Failure =
  | { result: "unavailable"; refused: true }
  | { result: "refused"; code: RefusalCode; message: string }
  | { result: "unknown" }

/** Cielo does not know the store, has blocked it, or accepts no calls from this address. */
const CREDENTIALS_CODES = new Set("101 114 115 116 120 131 132 300 301 306".split(" "))
/** The order exists, or Cielo itself has failed. */
const UNKNOWN_CODES = new Set(["0", "302"])
const CARD_CODES: Record<string, RefusalCode> = {
  ...each("125 126", "expired_card"),
  ...each("146", "incorrect_cvc"),
  ...each("117 118 124 127 128 130 174 177 178 182 185 213 214", "card_declined"),
}
/** The request did not reach the part of Cielo that makes payments. */
const NOT_PROCESSED = new Set([404, 405, 413, 415, 429])

/**
 * Classifies a response that is not a success, and logs what only the operator can fix. `ofCard` is whether the call had a card. In other
 * calls, the codes of cards do not concern a card. Throws NoAnswer for a 5xx and similar responses.
 */
export function failureOf({ credentials, log }: Account, answer: Answer, { ofCard = false } = {}): Failure {
  const { status, call } = answer
  const codes = readErrorCodes(answer)
  const fields = { account: credentials.account, credentials: credentials.id, call, status, codes }
  const isBadRequest = status === 400 || status === 422
  if (status === 401 || status === 403 || (isBadRequest && codes.some((code) => CREDENTIALS_CODES.has(code)))) {
    log.error(fields, "Cielo refuses the credentials of an account: set the right ones with 'vintem acquirer set'")
    return { result: "unavailable", refused: true }
  }
  if (NOT_PROCESSED.has(status)) {
    log.error(fields, "Cielo did not process a call: look at CIELO_API_URL, and at how many calls are made")
    return { result: "unavailable", refused: true }
  }
  if (!isBadRequest) throw new NoAnswer(`${call}: status ${status}`)
  if (codes.some((code) => UNKNOWN_CODES.has(code))) return { result: "unknown" }
  const code = ofCard ? codes.map((each) => CARD_CODES[each]).find(Boolean) : undefined
  if (code)
    return {
      result: "refused",
      code,
      message: `The acquirer refused the card's data (${named(codes)}). Ask the payer to enter the card again.`,
    }
  log.error(fields, "Cielo refuses the data of a call, or what it asks for is not enabled for the account")
  return { result: "refused", code: "processing_error", message: `The acquirer did not accept the payment (${named(codes)}).` }
}

function named(codes: string[]): string {
  return codes.length === 0 ? "without a code" : `code ${codes.join(", ")}`
}

function each(codes: string, ours: RefusalCode): Record<string, RefusalCode> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, ours]))
}
