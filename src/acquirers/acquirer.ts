import type { CardErrorCode } from "../errors.ts"
import type { OpenCard } from "../vault/cards.ts"

/** One sale, as every acquirer is asked for it. */
export type Sale = {
  /** Our own key for the sale, stored before the call: by it the sale is found again. */
  reference: string
  account: string
  /** In cents. */
  amount: number
  currency: string
  statement_descriptor: string | null
  /** The merchant charges a saved card without the payer. */
  off_session: boolean
  /** Gives the card in clear, to nobody but the acquirer that has to send it. */
  card: () => Promise<OpenCard>
}

/** What became of a sale. A refused card is a result, not an exception; whatever is not certain is `unknown`. */
export type SaleOutcome =
  | { result: "approved"; charge: string }
  | { result: "refused"; charge: string | null; code: CardErrorCode; message: string; irreversible?: boolean }
  | { result: "action_required"; charge: string }
  | { result: "pending"; charge: string }
  /** Certainly not made, for a passing reason: it may be tried again. */
  | { result: "unavailable" }
  /** It may have been made: ask by its reference, never send it again blindly. */
  | { result: "unknown" }

/** What a bank or processor does for us. The mock implements it in test mode, real ones in live mode. */
export type Acquirer = {
  readonly name: string
  /** Whether a sale sent twice under one reference is made once only. */
  readonly idempotent: boolean
  /** Authorizes and captures in one step. */
  authorize(sale: Sale): Promise<SaleOutcome>
  /** The outcome of a sale that was sent before, or undefined where the acquirer has none under that reference. */
  lookUp(account: string, reference: string): Promise<SaleOutcome | undefined>
}
