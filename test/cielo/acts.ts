import { randomUUID } from "node:crypto"
import { type Bank, dayOf, settle, showVoid } from "./bank.ts"
import { takeHeld } from "./capture.ts"
import { chargedBackOf, isCard, remainingOf, type Sale } from "./ledger.ts"
import type { Silence } from "./types.ts"
import { releaseHeld } from "./void.ts"

// What payers, card networks and other banks do. None of it comes through the API.

/** `amount` in cents, `at` as ISO 8601. */
export type Payment = { payment: string; amount?: number; at?: string; payer?: string }

/** Pays a PIX or a boleto, also one whose time is over: banks clear late. Throws where it is paid already, or was taken back. */
export function pay(bank: Bank, { payment, amount, at, payer = "Ana Souza" }: Payment): Sale {
  const sale = saleOf(bank, payment)
  if (isCard(sale)) throw new Error(`${payment} is a card's sale: nobody pays it later`)
  if (![1, 12, 13].includes(sale.status)) throw new Error(`${payment} cannot be paid: its Status is ${sale.status}`)
  const paid = amount ?? sale.amount
  const when = at === undefined ? bank.now() : Date.parse(at)
  if (Number.isNaN(when)) throw new Error(`at is not a time: ${at}`)
  sale.payments.push({ amount: paid, at: when, payer })
  sale.status = 2
  sale.captured = paid
  sale.capturedAt = when
  if (sale.type === "Pix") sale.endToEndId = newEndToEndId(when)
  bank.notify(sale, paid < sale.amount && sale.type === "Boleto" ? 6 : 1)
  return sale
}

/**
 * The card network takes money back: all that is left unless told otherwise, as often as there is something. It does not know what was sent
 * back to the payer, so it may take that once more. `isTold`: whether Cielo notifies it. Throws where it takes more than was captured.
 */
export function chargeBack(
  bank: Bank,
  { payment, amount, isTold = true }: { payment: string; amount?: number; isTold?: boolean },
): Sale {
  const sale = saleOf(bank, payment)
  const taken = amount ?? remainingOf(sale)
  const most = sale.captured - chargedBackOf(sale)
  if (!isCard(sale) || taken < 1 || taken > most)
    throw new Error(`${payment} has ${most} cents that a card network can take back, not ${taken}`)
  sale.chargebacks.push({
    Amount: taken,
    CaseNumber: randomUUID().slice(0, 8),
    Date: dayOf(bank.now()),
    ReasonCode: "104",
    ReasonMessage: "Outras fraudes - cartao ausente",
    Status: "Received",
  })
  if (isTold) bank.notify(sale, 7)
  return sale
}

/** A person captures an authorized sale in Cielo's portal: all of it unless told otherwise. Throws where that much is not held. */
export function captureInPortal(bank: Bank, { payment, amount }: { payment: string; amount?: number }): Sale {
  const sale = saleOf(bank, payment)
  const taken = amount ?? sale.amount
  if (sale.type !== "CreditCard" || sale.status !== 1 || taken < 1 || taken > sale.amount)
    throw new Error(`${payment} is not authorized for ${taken} cents`)
  takeHeld(bank, sale, taken)
  return sale
}

/**
 * A person sends money back in Cielo's portal: all that is left unless told otherwise. What is authorized and not captured is released as a
 * whole. Throws where that much is not there.
 */
export function refundInPortal(bank: Bank, { payment, amount }: { payment: string; amount?: number }): Sale {
  const sale = saleOf(bank, payment)
  if (sale.type === "CreditCard" && sale.status === 1 && amount === undefined) {
    releaseHeld(bank, sale)
    return sale
  }
  const sent = amount ?? remainingOf(sale)
  if (sale.type === "Boleto" || sale.status !== 2 || sale.undecidedUntil !== null || sent < 1 || sent > remainingOf(sale))
    throw new Error(`${payment} has ${remainingOf(sale)} cents that can be sent back, not ${sent}`)
  sale.refunds.push({ amount: sent, at: bank.now(), due: bank.now(), state: "done", by: "portal" })
  showVoid(bank, sale)
  return sale
}

/** No look-up of a sale is answered from now on. */
export function silence(bank: Bank, { payment, by }: { payment: string; by: Silence }): Sale {
  const sale = saleOf(bank, payment)
  sale.silence = by
  return sale
}

/** Ends refunds that are under way. A refusal leaves the money with the merchant. */
export function endRefunds(bank: Bank, { payment, done }: { payment: string; done: boolean }): Sale {
  const sale = saleOf(bank, payment)
  const pending = sale.refunds.filter(({ state }) => state === "pending")
  if (pending.length === 0) throw new Error(`${payment} has no refund that is under way`)
  for (const refund of pending) {
    refund.state = done ? "done" : "refused"
    if (done) showVoid(bank, sale)
    else bank.notify(sale, 5)
  }
  return sale
}

/** E, the eight digits of the payer's bank, the minute in UTC, and eleven letters and digits. */
function newEndToEndId(ms: number): string {
  const minute = new Date(ms).toISOString().replace(/\D/g, "").slice(0, 12)
  return `E60701190${minute}${randomUUID().replaceAll("-", "").slice(0, 11)}`
}

function saleOf(bank: Bank, paymentId: string): Sale {
  const sale = bank.ledger.sales.get(paymentId)
  if (!sale) throw new Error(`there is no sale ${paymentId}`)
  return settle(bank, sale)
}
