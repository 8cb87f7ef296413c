import type { Ledger, Sale, Status } from "./ledger.ts"
import { voidedOf } from "./ledger.ts"
import type { ExternalAuthentication } from "./rules/authentication.ts"
import type { Brand } from "./rules/cards.ts"
import type { Options, Reply } from "./types.ts"

/** A sale that says how its payer was authenticated. */
export type Claim = {
  order: string
  amount: number
  number: string
  brand: Brand
  method: "credit" | "debit"
  isAuthenticated: boolean
  given: ExternalAuthentication
}

/** What the MPI has answered: sales must carry exactly that. */
export type Authentications = {
  /** Says what is wrong with a claim. */
  check(claim: Claim): string[]
  /** Remembers the sale that was made with a session. */
  use(claim: Claim, paymentId: string): void
}

/** What the operations work with. */
export type Bank = {
  readonly options: Options
  readonly ledger: Ledger
  readonly authentications: Authentications | null
  /** Unix milliseconds, with what the clock was advanced. */
  now(): number
  /** From 0 to 1, by the seed. */
  random(): number
  /** Settles a sale after so many milliseconds, so that its notification does not wait for a query. */
  settleIn(ms: number, sale: Sale): void
  /** Tells the merchant that something has changed at a sale. */
  notify(sale: Sale, changeType: ChangeType): void
}

/** 1 status, 5 a void was refused, 6 a boleto was underpaid, 7 chargeback, 25 partial refund. */
export type ChangeType = 1 | 5 | 6 | 7 | 25

export const INVALID = 126
export const DUPLICATE = 302

/** The answer to a call that breaks rules of the document. */
export function invalid(messages: string[], status = 400): Reply {
  return { status, body: messages.map((Message) => ({ Code: INVALID, Message })), broken: messages }
}

/** Does what is due at a sale: decisions that were put off, refunds that were under way, the end of a PIX. */
export function settle(bank: Bank, sale: Sale): Sale {
  const now = bank.now()
  if (sale.undecidedUntil !== null && sale.undecidedUntil <= now) {
    sale.undecidedUntil = null
    bank.notify(sale, 1)
  }
  for (const refund of sale.refunds) {
    if (refund.state !== "pending" || refund.due > now) continue
    refund.state = "done"
    showVoid(bank, sale)
  }
  if (sale.status === 12 && sale.expires !== null && sale.expires <= now && bank.options.expiredPixStatus === 13) {
    sale.status = 13
  }
  return sale
}

/** Gives a sale the status that it has after a refund of it was done, and notifies. */
export function showVoid(bank: Bank, sale: Sale, voidedAs?: Status): void {
  if (voidedOf(sale) < sale.captured) {
    bank.notify(sale, 25)
    return
  }
  const sameDay = sale.capturedAt !== null && dayOf(sale.capturedAt) === dayOf(bank.now())
  sale.status = voidedAs ?? (sameDay ? 10 : 11)
  bank.notify(sale, 1)
}

const formats = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo", ...options })
const day = formats({ dateStyle: "short" })
const second = formats({ dateStyle: "short", timeStyle: "medium" })

/** YYYY-MM-DD in São Paulo. */
export function dayOf(ms: number): string {
  return day.format(ms)
}

/** YYYY-MM-DD HH:mm:ss in São Paulo. */
export function secondOf(ms: number): string {
  return second.format(ms)
}
