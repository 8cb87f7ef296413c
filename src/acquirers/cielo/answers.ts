// Reads Cielo's responses. The spelling differs between versions (`PaymentId`, `Paymentid`), so members are found regardless of case.
// Unknown members are ignored.
import type { Funding } from "../../vault/tables.ts"
import type { AuthenticationProof } from "../authentication.ts"
import { type References, readReference } from "../references.ts"
import { type Answer, NoAnswer } from "../wire/request.ts"
import { codeOf, errorsOf, isGuid, membersOf, textOf, wholeNumber } from "./wire/members.ts"

type Json = Record<string, unknown>

const MAX_MESSAGE = 1000

/** A payment as Cielo reports it. A member that Cielo leaves out is undefined. */
export type Payment = {
  id: string
  /** The order id that Cielo gave the payment, if the merchant's own was taken. A PIX may always have it. */
  sentOrderId: string | undefined
  type: "card" | "pix" | "boleto"
  /** Null if no card was charged. */
  funding: Funding | null
  status: number
  /** In cents. */
  amount: number | undefined
  capturedAmount: number | undefined
  voidedAmount: number | undefined
  /** Lower case. */
  currency: string
  returnCode: string
  advice: string | undefined
  cardBrand: string | undefined
  /** `YYYY-MM-DD HH:mm:ss` */
  received: string
  /** In the same form. Empty if the response does not say when the payment was captured. */
  captured: string
  /** The indicator of 3DS that the card network took. Undefined if the response has none. */
  eci: string | undefined
  /** What the sale carried of 3DS, as the response repeats it. */
  authentication: AuthenticationProof | undefined
  qrCode: string | undefined
  barCode: string | undefined
  line: string | undefined
  ourNumber: string | undefined
  /** What statements, banks and cardholders know the payment by. Undefined if the response has nothing of it. */
  references: References | undefined
  /** The sum of the chargebacks that the response lists, in cents. Zero if it lists none. */
  charged_back: number
}

/** The response to a void. */
export type Void = { status: number | undefined; returnCode: string; reasonCode: string }

/** The response to a verification. */
export type Verification = { valid: boolean; returnCode: string; advice: string | undefined }

/** Reads the response to a sale or to a query of a sale. Throws NoAnswer if the outcome of the sale is not in it. */
export function readPayment({ body, call }: Answer): Payment {
  const payment = membersOf(membersOf(body).payment)
  const id = textOf(payment.paymentid)
  const status = wholeNumber(payment.status)
  if (id === undefined || !isGuid(id) || status === undefined) {
    throw new NoAnswer(`${call}: the answer has no payment with an id and a status`)
  }
  return {
    id: id.toLowerCase(),
    sentOrderId: textOf(payment.sentorderid),
    type: typeOf(payment),
    funding: fundingOf(payment),
    status,
    amount: wholeNumber(payment.amount),
    capturedAmount: wholeNumber(payment.capturedamount),
    voidedAmount: wholeNumber(payment.voidedamount),
    currency: currencyOf(payment, call),
    returnCode: codeOf(payment.returncode) ?? "",
    advice: codeOf(payment.merchantadvicecode),
    cardBrand: textOf(membersOf(payment.creditcard ?? payment.debitcard).brand),
    received: textOf(payment.receiveddate) ?? "",
    captured: textOf(payment.captureddate) ?? "",
    eci: eciOf(payment.eci),
    authentication: authenticationOf(payment),
    qrCode: textOf(payment.qrcodestring),
    barCode: textOf(payment.barcodenumber),
    line: textOf(payment.digitableline),
    ourNumber: textOf(payment.number),
    references: referencesOf(payment),
    charged_back: chargedBack(payment, call),
  }
}

/** The MerchantOrderId of a sale. */
export function readOrderId({ body }: Answer): string | undefined {
  return textOf(membersOf(body).merchantorderid)
}

/** The ids of the payments of an order. Throws NoAnswer if the response has no list. */
export function readPaymentIds({ body, call }: Answer): string[] {
  const { payments, payment } = membersOf(body)
  const list = payments ?? payment
  if (!Array.isArray(list)) throw new NoAnswer(`${call}: the answer has no list of payments`)
  return list.map((each) => {
    const id = textOf(membersOf(each).paymentid)
    if (id === undefined || !isGuid(id)) throw new NoAnswer(`${call}: a payment in the list has no id`)
    return id.toLowerCase()
  })
}

/** Reads the response to a void. Throws NoAnswer if it has no code. */
export function readVoid({ body, call }: Answer): Void {
  const { status, returncode, reasoncode } = membersOf(body)
  const returnCode = codeOf(returncode)
  if (returnCode === undefined) throw new NoAnswer(`${call}: the answer has no ReturnCode`)
  return { status: wholeNumber(status), returnCode, reasonCode: codeOf(reasoncode) ?? "0" }
}

/** Reads the response to a verification. Throws NoAnswer if it has no result. */
export function readVerification({ body, call }: Answer): Verification {
  const { valid, returncode, merchantadvicecode } = membersOf(body)
  const said = textOf(valid)?.toLowerCase()
  if (said !== "true" && said !== "false") throw new NoAnswer(`${call}: the answer does not tell whether the card is valid`)
  return { valid: said === "true", returnCode: codeOf(returncode) ?? "", advice: codeOf(merchantadvicecode) }
}

/** Whether a response with status 400 is about the indicator of 3DS. No list of Cielo's has a code for that. */
export function isAboutEci(answer: Answer): boolean {
  return errorsOf(answer).some((each) => /\beci\b/i.test(textOf(membersOf(each).message)?.slice(0, MAX_MESSAGE) ?? ""))
}

function chargedBack({ chargebacks }: Json, call: string): number {
  if (!Array.isArray(chargebacks)) return 0
  return chargebacks.reduce((sum, chargeback) => {
    const amount = wholeNumber(membersOf(chargeback).amount)
    if (amount === undefined) throw new NoAnswer(`${call}: a chargeback in the answer has no amount`)
    return sum + amount
  }, 0)
}

function currencyOf({ currency }: Json, call: string): string {
  const text = textOf(currency ?? "BRL")
  if (text === undefined || !/^[A-Za-z]{3}$/.test(text)) throw new NoAnswer(`${call}: the payment has no readable currency`)
  return text.toLowerCase()
}

function referencesOf(payment: Json): References | undefined {
  const references = {
    tid: readReference(textOf(payment.tid)),
    nsu: readReference(textOf(payment.proofofsale)),
    authorization_code: readReference(textOf(payment.authorizationcode)),
    end_to_end_id: readReference(textOf(payment.endtoendid)),
    our_number: typeOf(payment) === "boleto" ? readReference(textOf(payment.number)) : null,
  }
  return Object.values(references).some((each) => each !== null) ? references : undefined
}

function fundingOf(payment: Json): Funding | null {
  if (typeOf(payment) !== "card") return null
  return textOf(payment.type)?.toLowerCase() === "debitcard" || payment.debitcard ? "debit" : "credit"
}

function eciOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^\d{1,2}$/.test(text) ? text : undefined
}

/** The values of an authentication are not needed again: that there was one is enough. */
function authenticationOf({ externalauthentication, authenticate }: Json): AuthenticationProof | undefined {
  const { eci, version, cavv, dataonly, referenceid } = membersOf(externalauthentication)
  const indicator = eciOf(eci)
  if (indicator === undefined) return undefined
  const said = textOf(authenticate)?.toLowerCase()
  const value = textOf(cavv) ?? (said === "true" ? "" : null)
  return {
    session: textOf(referenceid) ?? "",
    cavv: said === "false" ? null : value,
    xid: null,
    eci: indicator,
    version: textOf(version)?.slice(0, 8) ?? null,
    data_only: textOf(dataonly)?.toLowerCase() === "true",
  }
}

function typeOf(payment: Json): Payment["type"] {
  const type = textOf(payment.type)?.toLowerCase()
  if (type === "pix" || type === "boleto") return type
  if (type === undefined && payment.qrcodestring !== undefined) return "pix"
  return type === undefined && payment.barcodenumber !== undefined ? "boleto" : "card"
}
