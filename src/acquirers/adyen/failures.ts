import type { CardErrorCode } from "../../base/errors.ts"
import { objectOf } from "../wire/json.ts"
import { type Answer, NoAnswer, NotSent } from "../wire/request.ts"
import type { Account, Call } from "./exchange.ts"
import { textOf } from "./wire.ts"

/** Why Adyen did not carry out a call. `unknown`: it may have carried it out, or a first call with the same key. */
export type Failure =
  | { result: "unavailable"; refused?: true }
  | { result: "refused"; code: CardErrorCode | "processing_error"; message: string }
  | { result: "unknown" }

/** The request did not reach the part of Adyen that makes payments. */
const NOT_PROCESSED = new Set([404, 405, 413, 415])
/** Adyen does not document these. A wrong one changes only what the payer reads. */
const CARD_CODES: Record<string, CardErrorCode> = { "101": "card_declined", "103": "incorrect_cvc", "129": "expired_card" }
const ABOUT_KEY = /idempoten|already processed|in progress/i
const KEY_CODE = "704"

/**
 * Classifies a response that is not a success, and logs what only the operator can fix. Throws NoAnswer for a 5xx and for a response that is
 * not documented.
 */
export function failureOf({ id, account, log }: Account, { status, body, call }: Answer): Failure {
  const { errorCode, message } = objectOf(body)
  const code = /^[0-9A-Z_]{1,12}$/i.test(textOf(errorCode)) ? textOf(errorCode) : ""
  const fields = { account, credentials: id, call, status, code }
  if (status === 401 || status === 403) {
    log.error(fields, "Adyen refuses the credentials of an account: set the right ones with 'vintem acquirer set'")
    return { result: "unavailable", refused: true }
  }
  if (status === 429) return { result: "unavailable" }
  if (NOT_PROCESSED.has(status)) {
    log.error(fields, "Adyen did not process a call: look at ADYEN_CHECKOUT_URL and at the live prefix")
    return { result: "unavailable", refused: true }
  }
  if (status !== 400 && status !== 422) throw new NoAnswer(`${call}: status ${status}`)
  if (isAboutKey(code, message)) return { result: "unknown" }
  const ofCard = CARD_CODES[code]
  const named = code === "" ? "without a code" : `code ${code}`
  if (ofCard)
    return {
      result: "refused",
      code: ofCard,
      message: `The acquirer refused the card's data (${named}). Ask the payer to enter the card again.`,
    }
  log.error(fields, "Adyen refuses the data of a call, or what it asks for is not enabled for the account")
  return { result: "refused", code: "processing_error", message: `The acquirer did not accept the request (${named}).` }
}

function isAboutKey(code: string, message: unknown): boolean {
  return code === KEY_CODE || ABOUT_KEY.test(textOf(message).slice(0, 200))
}

/** Whether Adyen refuses what was sent, and not its key: it has done nothing. */
export function isInvalid({ status, body }: Answer): boolean {
  const { errorCode, message } = objectOf(body)
  return status === 422 && !isAboutKey(textOf(errorCode), message)
}

/** Makes a call. Returns undefined if nothing was sent, because Adyen could not be reached. Throws NoAnswer. */
export async function send(account: Account, call: Call, signal: AbortSignal): Promise<Answer | undefined> {
  try {
    return await account.post(call, signal)
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    const fields = { account: account.account, credentials: account.id, reason: error.message }
    account.log.warn(fields, "Adyen could not be reached; nothing was sent")
    return undefined
  }
}
