import type { CardErrorCode } from "../errors.ts"
import type { OpenCard } from "../vault/cards.ts"

/** The members of a sale that all payment methods have. */
export type Sale = {
  /** Vintém's own key for the sale. It is stored before the call, so that the sale can be looked up afterwards. */
  reference: string
  account: string
  /** In cents. */
  amount: number
  currency: string
}

export type CardSale = Sale & {
  statement_descriptor: string | null
  /** The merchant charges a saved card while the payer is absent. */
  off_session: boolean
  /** In how many monthly installments the payer pays the card issuer, from 1 to 12. */
  installments: number
  /** Returns the card in clear. Only an acquirer that sends the card may call it. */
  card: () => Promise<OpenCard>
}

export type Payer = { name: string; document: string; email: string }

export type PixSale = Sale & { payer: Payer; payee: { name: string }; lifetime_seconds: number }

export type BoletoSale = Sale & {
  payer: Payer
  payee: { name: string }
  /** ISO date, in São Paulo. */
  due_date: string
  instructions: string[]
}

/** What the payer must do before a sale can be decided. */
export type PayerAction =
  | { type: "challenge" }
  | { type: "pix"; br_code: string }
  | {
      type: "boleto"
      bar_code: string
      bank: { code: string; name: string }
      agency_and_code: string
      our_number: string
      wallet: string
    }

/** The outcome of a sale. A refused card is a result, not an exception. An outcome that is not certain is `unknown`. */
export type SaleOutcome =
  | { result: "approved"; charge: string }
  | {
      result: "refused"
      charge: string | null
      code: CardErrorCode | "processing_error"
      message: string
      irreversible?: boolean
    }
  | { result: "action_required"; charge: string; action: PayerAction }
  /** The acquirer has accepted the sale and decides later. */
  | { result: "pending"; charge: string }
  /** The sale was not made, for a temporary reason, and can be retried. `watch`: if the sale appears after all, reverse it. */
  | { result: "unavailable"; watch?: boolean }
  /** The sale may have been made. Look it up by its reference before you send it again. */
  | { result: "unknown" }

/** Whether a card can be saved. Verification charges nothing, so it can always be retried. */
export type Verdict =
  | { result: "approved" }
  | { result: "refused"; code: CardErrorCode; message: string }
  | { result: "unavailable" }

export type RefundOrder = {
  reference: string
  account: string
  charge: string
  /** In cents, at most the amount of the charge. */
  amount: number
}

export type RefundOutcome =
  | { result: "refunded" }
  | { result: "refused"; message: string }
  /** The payment method does not support refunds. An operator must pay the money back by hand. */
  | { result: "by_hand" }
  | { result: "unavailable" }
  | { result: "unknown" }

/** The port to a bank or processor. The mock implements it in test mode. Real acquirers are not built yet. */
export type Acquirer = {
  readonly name: string
  /** Whether the acquirer runs a call once only when it receives the same reference twice. */
  readonly idempotent: boolean
  /** Authorizes and captures in one call. */
  authorize(sale: CardSale): Promise<SaleOutcome>
  createPix(sale: PixSale): Promise<SaleOutcome>
  createBoleto(sale: BoletoSale): Promise<SaleOutcome>
  /** Asks the issuer to verify a card without a charge. */
  verify(account: string, card: () => Promise<OpenCard>): Promise<Verdict>
  refund(order: RefundOrder): Promise<RefundOutcome>
  /** The current outcome of a sale, or undefined where the acquirer has no sale with that reference. */
  lookUp(account: string, reference: string): Promise<SaleOutcome | undefined>
  lookUpRefund(account: string, reference: string): Promise<RefundOutcome | undefined>
  /** Continues a sale after the payer's 3DS challenge, where Vintém hosts the challenge page. */
  finishChallenge?(account: string, reference: string, passed: boolean): Promise<SaleOutcome>
}
