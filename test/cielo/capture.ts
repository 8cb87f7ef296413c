import { type Bank, invalid, settle } from "./bank.ts"
import type { Sale } from "./ledger.ts"
import type { Reply, Twist } from "./types.ts"
import { answer } from "./void.ts"

const DAY_MS = 24 * 3600 * 1000

/** A capture that is not made, where the document gives no code: the sale is not authorized, or less was. */
const NOT_MADE = "15"

/** `PUT /1/sales/{PaymentId}/capture[?amount=cents]`: once a sale, and what is not captured is released. */
export function captureSale(bank: Bank, sale: Sale, amountText: string | null, twist: Twist): Reply {
  settle(bank, sale)
  if (sale.type !== "CreditCard") return invalid(["only the sale of a credit card is captured"])
  if (amountText !== null && !/^[1-9][0-9]{0,11}$/.test(amountText)) return invalid(["amount must be cents, from 1"])
  const amount = amountText === null ? sale.amount : Number(amountText)
  const isHeld = sale.status === 1 && sale.undecidedUntil === null
  const isLate = bank.now() - sale.created > bank.options.captureDays * DAY_MS
  const code = twist.captureCode ?? sale.outcome.atCapture
  if (isHeld && code !== undefined) return answer(sale, sale.status, code, `Transacao nao autorizada (${code})`)
  if (!isHeld || isLate || amount > sale.amount) return answer(sale, sale.status, NOT_MADE, "Captura nao realizada")
  takeHeld(bank, sale, amount)
  return answer(sale, 2, "6", "Operation Successful")
}

/** Takes a part or all of what is held. */
export function takeHeld(bank: Bank, sale: Sale, amount: number): void {
  sale.status = 2
  sale.captured = amount
  sale.capturedAt = bank.now()
  bank.notify(sale, 1)
}
