import type { PayerRedirect } from "../authentication.ts"
import { readReference } from "../references.ts"
import { objectOf } from "../wire/json.ts"
import { type Answer, NoAnswer } from "../wire/request.ts"
import { redirectIn } from "./three-d-secure.ts"
import { amountOf, isPspReference, textOf } from "./wire.ts"

/** A payment as Adyen answers it. */
export type Payment = {
  /** `redirect`: the payer is asked first, and nothing is decided. */
  result: "approved" | "refused" | "pending" | "redirect"
  /** Adyen's id. Undefined if the answer has none. */
  charge: string | undefined
  reference: string | undefined
  /** The code of a refusal, or the empty text. */
  code: string
  /** Mastercard's Merchant Advice Code. */
  advice: string | undefined
  amount: { value: number; currency: string } | undefined
  authorization_code: string | null
  /** The network's reference of the payment. */
  network: string | undefined
  /** Where the payer is asked. */
  redirect: PayerRedirect | undefined
  /** What is said besides. Not all of it is always there. */
  data: unknown
}

/** By the resultCode. All others are not known. */
const RESULTS: Record<string, Payment["result"]> = {
  ...{ Authorised: "approved", PartiallyAuthorised: "approved" },
  ...{ Refused: "refused", Cancelled: "refused", Error: "refused" },
  ...{ Received: "pending", Pending: "pending" },
  RedirectShopper: "redirect",
}
/** Adyen's code of a payment that it could not process. */
const ERROR_CODE = "4"

/** Reads the answer to a payment. Throws NoAnswer if its result is not known, or leads the payer nowhere. */
export function readPayment({ body, call }: Answer): Payment {
  const { resultCode, refusalReasonCode, pspReference, merchantReference, amount, additionalData, action } = objectOf(body)
  const data = objectOf(additionalData)
  const named = textOf(resultCode)
  const result = Object.hasOwn(RESULTS, named) ? RESULTS[named] : undefined
  const redirect = redirectIn(action)
  if (!result || (result === "redirect" && !redirect)) throw new NoAnswer(`${call}: the answer has no resultCode that is known`)
  const isUnprocessed = named === "Error" || (named === "Cancelled" && !refusalReasonCode)
  return {
    result,
    charge: isPspReference(textOf(pspReference)) ? textOf(pspReference) : undefined,
    reference: textOf(merchantReference) || undefined,
    code: isUnprocessed ? ERROR_CODE : codeOf(refusalReasonCode),
    advice: codeOf(data.merchantAdviceCode) || undefined,
    amount: amountOf(amount),
    authorization_code: readReference(data.authCode),
    network: /^[\x21-\x7e]{1,64}$/.test(textOf(data.networkTxReference)) ? textOf(data.networkTxReference) : undefined,
    ...{ redirect, data },
  }
}

/** Reads the answer to a request to change a payment: Adyen's id of the request. Throws NoAnswer if it has none. */
export function readAccepted({ body, call }: Answer): string {
  const { pspReference } = objectOf(body)
  if (!isPspReference(textOf(pspReference))) throw new NoAnswer(`${call}: the answer has no pspReference`)
  return textOf(pspReference)
}

function codeOf(value: unknown): string {
  return /^\d{1,3}/.exec(textOf(value))?.[0] ?? ""
}
