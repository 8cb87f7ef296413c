import { randomUUID } from "node:crypto"
import type { Outcome } from "./outcomes.ts"
import type { Card } from "./rules/cards.ts"
import type { SaleRequest } from "./rules/sales.ts"
import type { Silence } from "./types.ts"

/** 0 not finished, 1 authorized, 2 paid, 3 denied, 10 voided, 11 refunded, 12 waits for the payer (PIX), 13 aborted; 15 is odd. */
export type Status = 0 | 1 | 2 | 3 | 10 | 11 | 12 | 13 | 15

/** Money that goes back. `due`: when an asynchronous one is done. `by`: whether a call ordered it, or a person in Cielo's portal. */
export type Refund = {
  amount: number
  at: number
  due: number
  state: "pending" | "done" | "refused"
  by: "call" | "portal"
}

export type Chargeback = {
  Amount: number
  CaseNumber: string
  Date: string
  ReasonCode: string
  ReasonMessage: string
  Status: string
}

type ShownCards = { CreditCard?: Record<string, unknown>; DebitCard?: Record<string, unknown> }

/** A sale. Times are milliseconds, amounts cents. It holds nothing of a card that must not be shown. */
export type Sale = {
  paymentId: string
  merchant: string
  orderId: string
  /** The order's id at the network, where its own was taken. */
  sentOrderId: string | null
  customer: SaleRequest["Customer"]
  payment: Omit<SaleRequest["Payment"], "CreditCard" | "DebitCard"> & ShownCards
  type: SaleRequest["Payment"]["Type"]
  amount: number
  currency: string
  status: Status
  outcome: Pick<Outcome, "code" | "message" | "advice" | "atCapture">
  captured: number
  created: number
  /** Queries do not find it before. */
  visibleFrom: number
  capturedAt: number | null
  /** PIX: when it can no longer be paid. */
  expires: number | null
  /** How look-ups of it fail. Null if they are answered. */
  silence: Silence | null
  /** Shown as not finished until then. */
  undecidedUntil: number | null
  refunds: Refund[]
  lastVoid: number | null
  chargebacks: Chargeback[]
  endToEndId: string | null
  /** Who paid a PIX or a boleto, and how much. */
  payments: { amount: number; at: number; payer: string }[]
  /** What a PIX, a boleto or an authenticated sale answers besides. */
  details: Record<string, unknown>
  numbers: { tid: string; proofOfSale: string; authorizationCode: string }
}

const DUPLICATE_WINDOW_MS = 24 * 3600 * 1000

/** All that the bank remembers, in memory. */
export function createLedger() {
  const sales = new Map<string, Sale>()
  const orders = new Map<string, Sale[]>()
  const tokens = new Map<string, { merchant: string; card: Card }>()
  const orderKey = (merchant: string, orderId: string) => `${merchant} ${orderId}`
  return {
    sales,
    /** A sale of that merchant. */
    find(merchant: string, paymentId: string): Sale | undefined {
      const sale = sales.get(paymentId.toLowerCase())
      return sale?.merchant === merchant ? sale : undefined
    },
    /** The sales that the merchant asked for under an order's id, or whose sent id it is; oldest first. */
    ofOrder(merchant: string, orderId: string): readonly Sale[] {
      return orders.get(orderKey(merchant, orderId)) ?? []
    },
    /** Whether an order's id was used within 24 hours. */
    isDuplicate(merchant: string, orderId: string, now: number): boolean {
      return this.ofOrder(merchant, orderId).some((sale) => now - sale.created < DUPLICATE_WINDOW_MS)
    },
    add(sale: Sale): void {
      sales.set(sale.paymentId, sale)
      for (const id of new Set([sale.orderId, sale.sentOrderId ?? sale.orderId])) {
        const key = orderKey(sale.merchant, id)
        orders.set(key, [...(orders.get(key) ?? []), sale])
      }
    },
    addToken(merchant: string, card: Card): string {
      const token = randomUUID()
      tokens.set(token, { merchant, card })
      return token
    },
    findToken(merchant: string, token: string): Card | undefined {
      const found = tokens.get(token)
      return found?.merchant === merchant ? found.card : undefined
    },
    clear(): void {
      sales.clear()
      orders.clear()
      tokens.clear()
    },
  }
}
export type Ledger = ReturnType<typeof createLedger>

export function isCard({ type }: Pick<Sale, "type">): boolean {
  return type === "CreditCard" || type === "DebitCard"
}

/** What was sent back, in cents. */
export function voidedOf(sale: Sale): number {
  return sum(sale.refunds.filter(({ state }) => state === "done"))
}

/** What the card network has taken back, in cents. */
export function chargedBackOf(sale: Sale): number {
  return sale.chargebacks.reduce((total, { Amount }) => total + Amount, 0)
}

/**
 * What can still be sent back, in cents: refunds that are under way count as sent. Less than nothing where the card network took what was
 * sent back already.
 */
export function remainingOf(sale: Sale): number {
  return sale.captured - sum(sale.refunds.filter(({ state }) => state !== "refused")) - chargedBackOf(sale)
}

function sum(refunds: Refund[]): number {
  return refunds.reduce((total, { amount }) => total + amount, 0)
}
