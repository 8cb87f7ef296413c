import type { CardErrorCode } from "../../base/errors.ts"
import { REFUSAL_MESSAGES } from "../refusal-messages.ts"
import type { SaleOutcome } from "../sale.ts"
import { normalCode } from "./wire/members.ts"

export type RefusalCode = CardErrorCode | "processing_error"
type Refused = Extract<SaleOutcome, { result: "refused" }>

/** Codes that mean the same for every brand. All other codes are card_declined. */
const CODES = codes({
  insufficient_funds: "51 70 DM",
  expired_card: "54",
  processing_error: "91 96 98 99 999 AA AE A1 911 912 BP900 BP901",
})

/** Codes of one brand. They take precedence over the codes of all brands. */
const CODES_OF_BRANDS: Record<string, ReadonlyMap<string, RefusalCode>> = {
  amex: codes({ insufficient_funds: "116 121 A5", expired_card: "101 BV" }),
  visa: codes({ incorrect_cvc: "82 N7" }),
  elo: codes({ incorrect_cvc: "82 63", processing_error: "4" }),
}

/** Codes by which Cielo says that it could not process a sale, whatever the card. Another acquirer may be able to. */
const UNPROCESSED_CODES = new Set("96 98 99 999 BP900 BP901".split(" "))

/** After these codes the issuer will never accept the card. The networks fine merchants who try again. */
const IRREVERSIBLE = new Set("4 7 12 14 15 41 43 46 57 62 78 R0 R1 R3".split(" "))
/** Mastercard's Merchant Advice Codes "do not try again" and "payment canceled by the payer". */
const IRREVERSIBLE_ADVICE = new Set(["3", "21"])

const UNPROCESSED = "The acquirer could not process the charge."

/** Our code for a refusal by Cielo. `brand` is our name of the card's brand, if it is known. */
function refusalCode(code: string, brand: string | undefined): RefusalCode {
  const normal = normalCode(code)
  return CODES_OF_BRANDS[brand ?? ""]?.get(normal) ?? CODES.get(normal) ?? "card_declined"
}

type Reason = {
  code: string
  /** Mastercard's Merchant Advice Code. */
  advice: string | undefined
  brand: string | undefined
  /** After these codes the issuer would decide again if the payer were authenticated. */
  authenticationCodes?: readonly string[] | undefined
}

/** The refusal of a card by its issuer. */
export function refusedCard(charge: string, { code, advice, brand, authenticationCodes = [] }: Reason): Refused {
  const ours = refusalCode(code, brand)
  const isProcessingError = ours === "processing_error"
  const irreversible =
    (!isProcessingError && IRREVERSIBLE.has(normalCode(code))) ||
    (advice !== undefined && IRREVERSIBLE_ADVICE.has(normalCode(advice)))
  const wants_authentication =
    !irreversible && !isProcessingError && authenticationCodes.some((each) => normalCode(each) === normalCode(code))
  return {
    result: "refused",
    charge,
    code: ours,
    message: refusalMessage(ours),
    ...(UNPROCESSED_CODES.has(normalCode(code)) && { unprocessed: true }),
    ...(irreversible && { irreversible }),
    ...(wants_authentication && { wants_authentication }),
  }
}

export function refusalMessage(code: RefusalCode): string {
  return code === "processing_error" ? UNPROCESSED : REFUSAL_MESSAGES[code]
}

function codes(table: Partial<Record<RefusalCode, string>>): ReadonlyMap<string, RefusalCode> {
  return new Map(Object.entries(table).flatMap(([ours, theirs]) => theirs.split(" ").map((code) => [code, ours as RefusalCode])))
}
