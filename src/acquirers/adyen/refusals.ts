import type { CardErrorCode } from "../../base/errors.ts"
import { REFUSAL_MESSAGES } from "../refusal-messages.ts"
import type { SaleOutcome } from "../sale.ts"

type RefusalCode = CardErrorCode | "processing_error"
type Refused = Extract<SaleOutcome, { result: "refused" }>

/** By Adyen's refusalReasonCode. All other codes are card_declined. */
const CODES: ReadonlyMap<string, RefusalCode> = new Map([
  ...each("4 7 9 21", "processing_error"),
  ...each("6", "expired_card"),
  ...each("12 28", "insufficient_funds"),
  ...each("24", "incorrect_cvc"),
  // The payer was not authenticated, or has left the issuer's page.
  ...each("11 16 39 42", "authentication_failed"),
])

/** Codes by which the sale could not be processed, whatever the card. Another acquirer may be able to. */
const UNPROCESSED_CODES = new Set(["4", "7", "21"])
/** The issuer would decide again if the payer were authenticated. */
const WANTS_AUTHENTICATION = "38"
/** After these codes the issuer will never accept the card. */
const IRREVERSIBLE = new Set(["5", "8", "26"])
/** Mastercard's Merchant Advice Codes "do not try again" and "payment canceled by the payer". */
const IRREVERSIBLE_ADVICE = new Set(["03", "3", "21"])

const UNPROCESSED = "The acquirer could not process the charge."

/** A refusal by Adyen's code. `advice` is Mastercard's Merchant Advice Code. */
export function refusedCard(charge: string | null, { code, advice }: { code: string; advice: string | undefined }): Refused {
  const ours = CODES.get(code) ?? "card_declined"
  const irreversible = IRREVERSIBLE.has(code) || (advice !== undefined && IRREVERSIBLE_ADVICE.has(advice))
  return {
    ...{ result: "refused", charge, code: ours },
    message: ours === "processing_error" ? UNPROCESSED : REFUSAL_MESSAGES[ours],
    ...(UNPROCESSED_CODES.has(code) && { unprocessed: true }),
    ...(code === WANTS_AUTHENTICATION && { wants_authentication: true }),
    ...(irreversible && { irreversible }),
  }
}

function each(codes: string, ours: RefusalCode): [string, RefusalCode][] {
  return codes.split(" ").map((code) => [code, ours])
}
