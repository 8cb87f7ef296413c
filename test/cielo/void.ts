import { type Bank, dayOf, invalid, settle, showVoid } from "./bank.ts"
import { isCard, remainingOf, type Sale } from "./ledger.ts"
import type { Reply, Twist } from "./types.ts"

const DAY_MS = 24 * 3600 * 1000
const VOIDABLE_MS = { CreditCard: 360 * DAY_MS, DebitCard: 360 * DAY_MS, Pix: 90 * DAY_MS }

/** The codes of voids that were not made. The document lists them without their meanings; which one is used when is our own choice. */
const FAILURES = { notPaid: "41", tooMuch: "51", tooOld: "55", tooEarly: "56", secondPart: "98", tooSoon: "99" }

/** `PUT /1/sales/{PaymentId}/void[?amount=cents]` */
export function voidSale(bank: Bank, sale: Sale, amountText: string | null, twist: Twist): Reply {
  settle(bank, sale)
  if (sale.type === "Boleto") return invalid(["a boleto has no void"])
  if (amountText !== null && !/^[1-9][0-9]{0,11}$/.test(amountText)) return invalid(["amount must be cents, from 1"])
  const now = bank.now()
  const sinceLast = now - (sale.lastVoid ?? Number.NEGATIVE_INFINITY)
  if (sinceLast < bank.options.voidGapMs) {
    const rule = `two voids of a sale must be ${bank.options.voidGapMs / 1000} s apart, not ${sinceLast / 1000} s`
    return { ...failure(bank, sale, FAILURES.tooSoon), broken: [rule] }
  }
  sale.lastVoid = now
  if (twist.voidCode) return failure(bank, sale, twist.voidCode)
  if (sale.status === 12) return voidOpenPix(bank, sale, amountText)
  if (sale.type === "CreditCard" && sale.status === 1) return releaseCard(bank, sale, amountText)
  if (sale.status !== 2 || sale.undecidedUntil !== null) return failure(bank, sale, FAILURES.notPaid)
  const amount = amountText === null ? remainingOf(sale) : Number(amountText)
  if (amount > remainingOf(sale) || amount < 1) return failure(bank, sale, FAILURES.tooMuch)
  if (now - (sale.capturedAt ?? now) > VOIDABLE_MS[sale.type]) return failure(bank, sale, FAILURES.tooOld)
  const refusal = sale.type === "DebitCard" && refuseDebit(bank, sale, amount)
  if (refusal) return refusal
  return sale.type === "Pix" ? refundPix(bank, sale, amount) : voidCard(bank, sale, amount, twist)
}

/** A debit sale is voided from the day after its capture on, and once in part. */
function refuseDebit(bank: Bank, sale: Sale, amount: number): Reply | undefined {
  if (dayOf(bank.now()) <= dayOf(sale.capturedAt ?? bank.now())) {
    const rule = "a debit sale is voided from the day after its capture on"
    return { ...failure(bank, sale, FAILURES.tooEarly), broken: [rule] }
  }
  const parts = sale.refunds.filter(({ state }) => state !== "refused")
  if (parts.length === 0 || amount === sale.captured) return undefined
  // What a person has sent back in the portal, the caller need not know.
  const isKnown = parts.some(({ by }) => by === "call")
  return { ...failure(bank, sale, FAILURES.secondPart), ...(isKnown && { broken: ["a debit sale is voided in part once"] }) }
}

function voidCard(bank: Bank, sale: Sale, amount: number, { voidedAs, unseenMs = 0 }: Twist): Reply {
  const now = bank.now()
  const whole = amount === remainingOf(sale)
  sale.refunds.push({ amount, at: now, due: now + unseenMs, state: unseenMs > 0 ? "pending" : "done", by: "call" })
  if (unseenMs > 0) bank.settleIn(unseenMs, sale)
  else showVoid(bank, sale, voidedAs)
  const status = unseenMs > 0 && whole ? 10 : sale.status
  return answer(sale, status, whole ? "0" : "9", "Operation Successful")
}

/** The money leaves later; a query shows when it has. */
function refundPix(bank: Bank, sale: Sale, amount: number): Reply {
  const now = bank.now()
  sale.refunds.push({ amount, at: now, due: now + bank.options.pixRefundMs, state: "pending", by: "call" })
  bank.settleIn(bank.options.pixRefundMs, sale)
  return answer(sale, bank.options.pixRefundStatus, "0", "Reembolso solicitado com sucesso")
}

/** Takes back a PIX that nobody has paid. */
function voidOpenPix(bank: Bank, sale: Sale, amountText: string | null): Reply {
  if (amountText !== null) return invalid(["amount must be left out of the void of a PIX that is not paid"])
  sale.status = 10
  bank.notify(sale, 1)
  return answer(sale, 10, "0", "Operation Successful")
}

/** The void of what is authorized and not captured. The document knows no void of a part of it. */
function releaseCard(bank: Bank, sale: Sale, amountText: string | null): Reply {
  if (amountText !== null && Number(amountText) !== sale.amount) return failure(bank, sale, FAILURES.tooMuch)
  releaseHeld(bank, sale)
  return answer(sale, 10, "0", "Operation Successful")
}

export function releaseHeld(bank: Bank, sale: Sale): void {
  sale.status = 10
  bank.notify(sale, 1)
}

function failure(bank: Bank, sale: Sale, code: string): Reply {
  const message = `Cancelamento nao realizado (${code})`
  if (bank.options.voidFailures === "400") return { status: 400, body: [{ Code: Number(code), Message: message }] }
  return answer(sale, sale.status, code, message)
}

/** The shape of the answers to voids and captures. */
export function answer(sale: Sale, status: number, code: string, message: string): Reply {
  const { tid: Tid, proofOfSale: ProofOfSale, authorizationCode: AuthorizationCode } = sale.numbers
  const done = code === "0" || code === "6" || code === "9"
  return {
    status: 200,
    body: {
      Status: status,
      ...(isCard(sale) && { Tid, ProofOfSale, AuthorizationCode }),
      ReasonCode: done ? 0 : Number(code),
      ReasonMessage: done ? "Successful" : "Denied",
      ReturnCode: code,
      ReturnMessage: message,
      Links: [],
      AddedIn2031: true,
    },
  }
}
