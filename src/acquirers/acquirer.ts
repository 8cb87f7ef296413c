import type { CardErrorCode } from "../errors.ts"
import type { OpenCard } from "../vault/cards.ts"

/** What every sale says, however it is paid. */
export type Sale = {
  /** Our own key for the sale, stored before the call: by it the sale is found again. */
  reference: string
  account: string
  /** In cents. */
  amount: number
  currency: string
}

export type CardSale = Sale & {
  statement_descriptor: string | null
  /** The merchant charges a saved card without the payer. */
  off_session: boolean
  /** Gives the card in clear, to nobody but the acquirer that has to send it. */
  card: () => Promise<OpenCard>
}

export type Payer = { name: string; document: string; email: string }

export type PixSale = Sale & { payer: Payer; payee: { name: string }; lifetime_seconds: number }

export type BoletoSale = Sale & {
  payer: Payer
  payee: { name: string } /** ISO, in São Paulo. */
  due_date: string
  instructions: string[]
}

/** What the payer has to do before a sale is decided. */
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

/** What became of a sale. A refused card is a result, not an exception; whatever is not certain is `unknown`. */
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
  /** The acquirer has it and decides later. */
  | { result: "pending"; charge: string }
  /** Not made, for a passing reason: it may be tried again. `watch`: should it turn up after all, its money goes back. */
  | { result: "unavailable"; watch?: boolean }
  /** It may have been made: ask by its reference, never send it again blindly. */
  | { result: "unknown" }

/** Whether a card may be saved. Nothing is charged, so what is not certain may simply be asked again. */
export type Verdict =
  | { result: "approved" }
  | { result: "refused"; code: CardErrorCode; message: string }
  | { result: "unavailable" }

export type RefundOrder = {
  reference: string
  account: string
  charge: string /** In cents; all of the charge or less. */
  amount: number
}

export type RefundOutcome =
  | { result: "refunded" }
  | { result: "refused"; message: string }
  /** The rail has no way back: an operator settles it by hand. */
  | { result: "by_hand" }
  | { result: "unavailable" }
  | { result: "unknown" }

/** What a bank or processor does for us. The mock implements it in test mode, real ones in live mode. */
export type Acquirer = {
  readonly name: string
  /** Whether what is sent twice under one reference is done once only. */
  readonly idempotent: boolean
  /** Authorizes and captures in one step. */
  authorize(sale: CardSale): Promise<SaleOutcome>
  createPix(sale: PixSale): Promise<SaleOutcome>
  createBoleto(sale: BoletoSale): Promise<SaleOutcome>
  /** Asks the issuer about a card at no charge. */
  verify(account: string, card: () => Promise<OpenCard>): Promise<Verdict>
  refund(order: RefundOrder): Promise<RefundOutcome>
  /** The outcome of a sale that was sent before, or undefined where the acquirer has none under that reference. */
  lookUp(account: string, reference: string): Promise<SaleOutcome | undefined>
  lookUpRefund(account: string, reference: string): Promise<RefundOutcome | undefined>
  /** Goes on with a sale after the payer's 3DS challenge, where the page of the challenge is ours. */
  finishChallenge?(account: string, reference: string, passed: boolean): Promise<SaleOutcome>
}
