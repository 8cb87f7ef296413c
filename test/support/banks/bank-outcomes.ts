// What a test's bank says about its bookings.
import { randomInt, randomUUID } from "node:crypto"
import { boletoBarCode } from "../../../src/acquirers/bar-code.ts"
import { brCode } from "../../../src/acquirers/br-code.ts"
import type { Holdings, PayerAction, SaleOutcome } from "../../../src/acquirers/sale.ts"
import { CARDS } from "../merchants/payments.ts"

export type Kind = "card" | "pix" | "boleto"
export type Status = "approved" | "refused" | "action_required" | "pending" | "authorized" | "released"
export type BankSale = {
  charge: string
  account: string
  reference: string
  kind: Kind
  amount: number
  status: Status
  hidden: number
  visible_at: number
  /** What look-ups show as charged back, in cents. */
  charged_back: number
  /** Of a card. */
  installments: number | null
  /** Of a PIX: how long its code can be paid, and until when, in Unix seconds of the account's time. */
  lifetime_seconds: number | null
  expires_at: number | null
  /** Of a boleto, as an ISO date. */
  due_date: string | null
}

export const SALES = `CREATE TABLE IF NOT EXISTS sales (charge TEXT, account TEXT, reference TEXT, kind TEXT, amount INTEGER, status TEXT,
    hidden INTEGER, visible_at INTEGER, charged_back INTEGER, installments INTEGER, lifetime_seconds INTEGER, expires_at INTEGER, due_date TEXT);`
export const INSERT_SALE = `INSERT INTO sales VALUES (@charge, @account, @reference, @kind, @amount, @status, @hidden, @visible_at,
    @charged_back, @installments, @lifetime_seconds, @expires_at, @due_date)`

/** Cards that are not listed here are approved. */
export const STATUSES: Record<string, Status> = {
  [CARDS.declined]: "refused",
  [CARDS.declinedWhenCharged]: "refused",
  [CARDS.threeDs]: "action_required",
  [CARDS.processing]: "pending",
}

/** Once a part is captured, the sale has that amount. */
export function outcomeOf(sale: BankSale, more: BankSale[] = [], backOf: (charge: string) => number = () => 0): SaleOutcome {
  const { charge, status, kind, amount } = sale
  switch (status) {
    case "approved": {
      const taken = (each: BankSale) => ({ charge: each.charge, currency: "brl", ...holdingsOf(each, backOf(each.charge)) })
      const duplicates = more.filter((each) => each.status === "approved").map(taken)
      return { result: "approved", ...taken(sale), ...(duplicates.length === 0 ? {} : { duplicates }) }
    }
    case "authorized": {
      const also_held = more.filter((each) => each.status === "authorized").map((each) => each.charge)
      return { result: "authorized", charge, amount, currency: "brl", ...(also_held.length > 0 && { also_held }) }
    }
    case "released":
      return { result: "refused", charge, code: "processing_error", message: "The bank holds nothing.", released: true }
    case "pending":
      return { result: "pending", charge }
    case "refused":
      return { result: "refused", charge, code: "card_declined", message: "The bank refuses this card." }
    case "action_required":
      return {
        result: "action_required",
        charge,
        action: actionOf(kind, amount),
      }
  }
}

export function holdingsOf({ status, amount, charged_back }: BankSale, gone_back: number): Holdings {
  const captured = status === "approved" ? amount : 0
  return { captured, gone_back, charged_back, ...(status === "authorized" && { authorized: amount }) }
}

function actionOf(kind: Kind, amount: number): PayerAction {
  if (kind === "card") return { type: "challenge" }
  return kind === "pix" ? { type: "pix", br_code: pixCode(amount) } : boleto(amount)
}

function boleto(amount: number): PayerAction {
  const freeField = String(randomInt(1e12)).padStart(25, "0")
  const bar_code = boletoBarCode({ bank: "237", amount, dueDate: "2030-01-02", freeField })
  const bank = { code: "237-2", name: "Banco" }
  return { type: "boleto", bar_code, bank, agency_and_code: "0001 / 1", our_number: "1", wallet: "09" }
}

function pixCode(amount: number): string {
  return brCode({ key: randomUUID(), amount, txid: "bank", merchantName: "Loja", merchantCity: "Recife" })
}
