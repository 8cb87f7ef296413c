import type { AuthenticationProof } from "../authentication.ts"
import { crc16 } from "../br-code.ts"
import type { Holdings, PayerAction, SaleOutcome } from "../sale.ts"
import { NoAnswer } from "../wire/request.ts"
import type { Payment } from "./answers.ts"
import { takenAuthentication } from "./authenticated.ts"
import { boletoAction } from "./boleto.ts"
import { brandOf } from "./brands.ts"
import { refusedCard } from "./refusals.ts"

/** The values of `Payment.Status`. The status decides the outcome. Return codes only explain a refusal. */
export const STATUS = {
  notFinished: 0,
  authorized: 1,
  paid: 2,
  denied: 3,
  voided: 10,
  refunded: 11,
  pending: 12,
  aborted: 13,
  /** Rare. It means a refund as well. */
  refundedToo: 15,
} as const

const MONEY_BACK = new Set<number>([STATUS.voided, STATUS.refunded, STATUS.refundedToo])

/** Which of several payments of one order is reported if none was approved. A payment that can still be paid comes before an ended one. */
const ORDER: SaleOutcome["result"][] = ["approved", "authorized", "pending", "action_required", "unavailable", "refused"]

/** Whether the whole payment has gone back to its payer, or can no longer be paid. */
export function isBack({ status }: Payment): boolean {
  return MONEY_BACK.has(status)
}

/**
 * What the caller knows of a sale: the brand of its card, and what it carried of 3DS. `authenticationCodes` are those of refusals after
 * which the issuer would decide again if the payer were authenticated.
 */
export type KnownOfSale = {
  brand?: string | undefined
  sent?: AuthenticationProof | undefined
  authenticationCodes?: readonly string[]
}

/** The outcome of a sale. Throws NoAnswer for an unknown status. */
export function saleOutcome(payment: Payment, known: KnownOfSale = {}): SaleOutcome {
  const brand = known.brand ?? (payment.cardBrand && brandOf(payment.cardBrand))
  const outcome = decided(payment, { ...known, brand })
  if (!("charge" in outcome)) return outcome
  const told = payment.references ? { ...outcome, references: payment.references } : outcome
  const three_d_secure = payment.type === "card" ? takenAuthentication(payment, brand, known.sent) : undefined
  return three_d_secure && told.result !== "action_required" ? { ...told, three_d_secure } : told
}

function decided(payment: Payment, { brand, authenticationCodes }: KnownOfSale): SaleOutcome {
  const { id: charge, type, status, returnCode: code, advice } = payment
  if (isBack(payment) && payment.charged_back === 0)
    return { result: "refused", charge, code: "processing_error", message: goneBack(payment), released: true }
  if (status === STATUS.paid || isBack(payment))
    return { result: "approved", charge, currency: payment.currency, ...holdingsOf(payment) }
  switch (status) {
    case STATUS.denied:
    case STATUS.aborted:
      if (type === "card") return refusedCard(charge, { code, advice, brand, authenticationCodes })
      return { result: "refused", charge, code: "processing_error", message: `The acquirer did not make the ${NAMES[type]}.` }
    case STATUS.authorized:
      return type === "card" ? authorized(payment) : waiting(payment)
    case STATUS.pending:
      return type === "card" ? { result: "pending", charge } : waiting(payment)
    case STATUS.notFinished:
      return { result: "pending", charge }
    default:
      throw new NoAnswer(`the payment ${charge} has the status ${status}, which is not known`)
  }
}

/**
 * The outcome of all payments that Cielo has made for one sale, because Cielo repeats a sale if its request arrives twice. The sale stays
 * undecided while the card may be charged once more. Look-ups end with the approval, so nothing would send later money back.
 */
export function orderOutcome(payments: Payment[], known?: KnownOfSale): SaleOutcome | undefined {
  const oldestFirst = payments.toSorted((a, b) => compare(a.received, b.received) || compare(a.id, b.id))
  const outcomes = oldestFirst.map((payment) => saleOutcome(payment, known))
  const [first, ...more] = outcomes.toSorted((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result))
  if (first?.result !== "approved" && first?.result !== "authorized") return first
  const mayChargeMore = payments[0]?.type === "card" && more.some(({ result }) => result === "pending")
  if (mayChargeMore) return { result: "pending", charge: first.charge }
  const also_held = more.filter((outcome) => outcome.result === "authorized").map(({ charge }) => charge)
  const beside = also_held.length === 0 ? first : { ...first, also_held }
  const duplicates = more
    .filter((outcome) => outcome.result === "approved")
    .map(({ result: _, three_d_secure: __, ...taken }) => taken)
  return duplicates.length === 0 || beside.result !== "approved" ? beside : { ...beside, duplicates }
}

/** A card that is held, and not captured yet. */
function authorized({ id: charge, amount, currency }: Payment): SaleOutcome {
  if (amount === undefined) throw new NoAnswer(`the payment ${charge} is authorized, and has no amount`)
  return { result: "authorized", charge, amount, currency }
}

const NAMES = { card: "charge", pix: "PIX", boleto: "boleto" } as const

/**
 * What Cielo holds of a payment. Cielo does not document which status a chargeback leaves, so a payment that was charged back counts as
 * sent back only as far as the response gives an amount. Throws NoAnswer if the response has no amount at all.
 */
export function holdingsOf(payment: Payment): Holdings {
  const { id, type, status, amount, capturedAmount, voidedAmount, charged_back } = payment
  const wasCaptured = status === STATUS.paid || isBack(payment)
  const captured = wasCaptured ? (capturedAmount ?? amount) : 0
  if (captured === undefined) throw new NoAnswer(`the payment ${id} was paid, and has no amount`)
  const whole = isBack(payment) && charged_back === 0 ? captured : undefined
  const held = type === "card" && status === STATUS.authorized ? amount : undefined
  return { captured, gone_back: whole ?? voidedAmount ?? 0, charged_back, ...(held && { authorized: held }) }
}

/**
 * What the payer has to do. If the response does not contain it, or if no payer could pay it, the sale counts as not made. It is monitored in
 * case a payer pays it nevertheless.
 */
function waiting(payment: Payment): SaleOutcome {
  const action = payment.type === "pix" ? pixAction(payment) : boletoAction(payment)
  return action ? { result: "action_required", charge: payment.id, action } : { result: "unavailable", watch: true }
}

function pixAction({ qrCode = "" }: Payment): PayerAction | undefined {
  // A name in the code may have accents. The checksum covers the bytes, not the characters.
  const bytes = Buffer.from(qrCode).toString("latin1")
  const isPayable = qrCode.startsWith("000201") && crc16(bytes.slice(0, -4)) === bytes.slice(-4).toUpperCase()
  return isPayable ? { type: "pix", br_code: qrCode } : undefined
}

function goneBack({ type, status }: Payment): string {
  if (type === "pix" && status === STATUS.voided) return "The PIX was taken back at the acquirer."
  return `The acquirer has sent the money of the ${NAMES[type]} back to the payer.`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
