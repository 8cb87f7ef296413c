// Reads Cielo's responses. The spelling differs between versions (`PaymentId`, `Paymentid`), so members are found regardless of case.
// Unknown members are ignored.
import type { References } from "../references.ts"
import { type Answer, NoAnswer } from "./exchange.ts"

type Json = Record<string, unknown>

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A payment as Cielo reports it. A member that Cielo leaves out is undefined. */
export type Payment = {
  id: string
  /** The order id that Cielo gave the payment, if the merchant's own was taken. A PIX may always have it. */
  sentOrderId: string | undefined
  type: "card" | "pix" | "boleto"
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

/** Whether a text is a GUID. All of Cielo's ids are GUIDs. */
export function isGuid(text: string): boolean {
  return GUID.test(text)
}

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
    status,
    amount: wholeNumber(payment.amount),
    capturedAmount: wholeNumber(payment.capturedamount),
    voidedAmount: wholeNumber(payment.voidedamount),
    currency: currencyOf(payment, call),
    returnCode: codeOf(payment.returncode) ?? "",
    advice: codeOf(payment.merchantadvicecode),
    cardBrand: textOf(membersOf(payment.creditcard).brand),
    received: textOf(payment.receiveddate) ?? "",
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

/** The codes of a response with status 400: `[{"Code": 126, "Message": …}]`. */
export function readErrorCodes({ body }: Answer): string[] {
  const errors = Array.isArray(body) ? body : [body]
  return errors.map((each) => codeOf(membersOf(each).code)).filter((code) => code !== undefined)
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
    tid: referenceOf(payment.tid),
    nsu: referenceOf(payment.proofofsale),
    authorization_code: referenceOf(payment.authorizationcode),
    end_to_end_id: referenceOf(payment.endtoendid),
    our_number: typeOf(payment) === "boleto" ? referenceOf(payment.number) : null,
  }
  return Object.values(references).some((each) => each !== null) ? references : undefined
}

/** Other texts must not be stored and shown, because they may repeat parts of the request. */
function referenceOf(value: unknown): string | null {
  const text = textOf(value)?.trim()
  return text !== undefined && /^[0-9A-Za-z/.-]{1,40}$/.test(text) ? text : null
}

function typeOf(payment: Json): Payment["type"] {
  const type = textOf(payment.type)?.toLowerCase()
  if (type === "pix" || type === "boleto") return type
  if (type === undefined && payment.qrcodestring !== undefined) return "pix"
  return type === undefined && payment.barcodenumber !== undefined ? "boleto" : "card"
}

/** The members of an object, by their names in lower case. Any other value has no members. */
export function membersOf(value: unknown): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]))
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "string" && value !== "" ? value : undefined
}

/** A code of a few letters and digits. Other texts must not reach messages and logs, because they may repeat parts of the request. */
function codeOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^[0-9A-Za-z]{1,8}$/.test(text) ? text : undefined
}

/** A number that is not negative. It may be written as text. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
