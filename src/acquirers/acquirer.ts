import type { Queries } from "../db/database.ts"
import type { OpenCard } from "../vault/cards.ts"
import type { Authenticator, PayerReturn } from "./authentication.ts"
import type { ListPeriod, PaymentList } from "./listing.ts"
import type { Mandates } from "./mandates.ts"
import type { RefundableCharge, RefundRule } from "./refund-rule.ts"
import type {
  BoletoSale,
  CaptureOrder,
  CaptureOutcome,
  CardSale,
  ChargeId,
  Holdings,
  PaymentType,
  PixSale,
  RefundOrder,
  RefundOutcome,
  SaleOutcome,
  Verdict,
  VoidOutcome,
} from "./sale.ts"

/** What a check of credentials has found about one thing, such as the key. `unknown`: the acquirer gave no answer. The text is for the operator. */
export type Checked = { name: string; result: "right" | "wrong" | "unknown"; text: string }

/** Thrown by a look-up that the acquirer refuses, for example because of wrong credentials. It says nothing about the sale. */
export class CallRefused extends Error {
  override readonly name = "CallRefused"
}

/**
 * The port to a bank or processor. The mock implements it in test mode. Every call gets a signal
 * that is aborted at its deadline (docs/engine.md). A call that throws may have been carried out.
 */
export type Acquirer = {
  readonly name: string
  /** The id of the credentials that the acquirer uses. */
  readonly credentials?: string
  /** The currencies in which the acquirer takes payments of each type. A confirm in another one is refused before anything is used up. */
  readonly currencies: Readonly<Record<PaymentType, readonly string[] | "all">>
  /** The brands of cards that the acquirer takes. Left out if it says so only when it is asked. */
  readonly brands?: readonly string[]
  /** In how many installments it takes a card at most. Left out if it sets no limit of its own. */
  readonly maxInstallments?: number
  /** How many business days after its due date the payment of a boleto may still be cleared. The intent waits that long. */
  readonly boletoClearingDays: number
  /**
   * The shortest time between the starts of two `refund`, `voidPix` or `release` calls of one charge. Left out if there is no limit. An adapter
   * sets a little more than its acquirer asks for, because requests do not all take equally long.
   */
  readonly refundGapMs?: number
  /** What the acquirer asks of the refunds of a charge beyond the gap. Left out if it asks nothing. */
  refundRule?(charge: RefundableCharge): RefundRule
  /**
   * Whether the acquirer keeps each refund under its reference. Left out if it says only how much of a charge has gone back in all. Then
   * the refunds of a charge are sent one by one, because nothing else tells which of them was made.
   */
  readonly hasRefundReferences?: boolean
  /** For how long a PIX code can be paid at most, in seconds. A confirm with a longer time is refused. */
  readonly maxPixSeconds: number
  /** Whether the acquirer authenticates payers by 3DS itself, in the sale. */
  readonly hasThreeDSecure?: boolean
  /** Authenticates payers before the sale. Without it, `hasThreeDSecure` and `finishRedirect`, a confirm that requires 3DS is refused. */
  readonly authenticator?: Authenticator
  /** The brands whose debit cards the acquirer takes. Left out if it takes those of every brand. */
  readonly debitBrands?: readonly string[]
  /** How many days after the authorization the acquirer captures. Left out if it cannot capture later. */
  readonly captureDays?: number
  /** Authorizes a card, and captures in the same call unless the sale is to be captured later. */
  authorize(sale: CardSale, signal: AbortSignal): Promise<SaleOutcome>
  createPix(sale: PixSale, signal: AbortSignal): Promise<SaleOutcome>
  createBoleto(sale: BoletoSale, signal: AbortSignal): Promise<SaleOutcome>
  /** Charges by mandates of payers. Left out if the acquirer has none. */
  readonly mandates?: Mandates
  /** Asks the issuer to verify a card without a charge. */
  verify(account: string, card: OpenCard, signal: AbortSignal): Promise<Verdict>
  refund(order: RefundOrder, signal: AbortSignal): Promise<RefundOutcome>
  /**
   * Sends a card's sale once more. The acquirer makes a sale once for its reference, and then answers as it did at first. For an acquirer that
   * cannot be asked: its `lookUp` knows only what it was told, so a sale that is not found may have been made, and is never given up. `unknown`
   * if the sale is not certainly the same as before, or too old to be sent again.
   */
  repeat?(sale: CardSale, signal: AbortSignal): Promise<SaleOutcome>
  /** The current outcome of a sale, or undefined if the acquirer has no sale with that reference. */
  lookUp(account: string, reference: string, signal: AbortSignal): Promise<SaleOutcome | undefined>
  /**
   * The current outcome of a refund. Undefined if the acquirer has none with that reference or, if it has no references of refunds, if
   * nothing more of the charge has gone back than before the order.
   */
  lookUpRefund(order: RefundOrder, signal: AbortSignal): Promise<RefundOutcome | undefined>
  /** What the acquirer holds of a charge. Undefined if it has no such charge. Throws if it gives no answer. */
  holds(charge: ChargeId, signal: AbortSignal): Promise<Holdings | undefined>
  /**
   * The payments that arrived in a period, each once, in no order. They only tell what to ask about. Left out if the acquirer has no such list.
   * Throws if it gives no answer.
   */
  listTaken?(period: ListPeriod, signal: AbortSignal): Promise<PaymentList>
  /** Whether a PIX is kept open after its time is over, so that it must be voided. */
  readonly keepsExpiredPix?: boolean
  /** Voids a PIX that its payer has not paid yet. May be repeated. Left out if the acquirer cannot do this. */
  voidPix?(pix: ChargeId, signal: AbortSignal): Promise<VoidOutcome>
  /** Captures an authorized charge. Left out if the acquirer cannot capture later. */
  capture?(order: CaptureOrder, signal: AbortSignal): Promise<CaptureOutcome>
  /**
   * What has become of a capture that was ordered, for an acquirer that accepts captures and makes them later. Undefined if it is not known. Left out if
   * a look-up of the sale shows it.
   */
  lookUpCapture?(order: CaptureOrder, signal: AbortSignal): Promise<CaptureOutcome | undefined>
  /** Releases what a charge holds on a card without having captured it. May be repeated. Comes with `capture`. */
  release?(charge: ChargeId, signal: AbortSignal): Promise<VoidOutcome>
  /** Continues a sale after the payer's 3DS challenge, if Vintém hosts the challenge page. May be repeated. */
  finishChallenge?(account: string, reference: string, passed: boolean, signal: AbortSignal): Promise<SaleOutcome>
  /**
   * Ends a sale whose payer has come back from the issuer's page. May be repeated with the same text. `unavailable`: the text ended nothing, and
   * the payer may still come back with another one. Left out if `authorize` cannot authenticate a payer who is here (`CardSale.visit`).
   */
  finishRedirect?(back: PayerReturn, signal: AbortSignal): Promise<SaleOutcome>
  /**
   * Proves the credentials at the acquirer without moving money. `notificationUrl`: our address for its notifications, if it has a secret. Left
   * out if there is nothing to prove.
   */
  check?(signal: AbortSignal, notificationUrl?: string): Promise<readonly Checked[]>
  /** Tells the acquirer our address for its notifications. Left out if it has to be told in another way. */
  register?(notificationUrl: string, signal: AbortSignal): Promise<Checked>
  /** Closes the acquirer's connections. A call that is still under way fails. Left out if the acquirer keeps no connections. */
  close?(): Promise<void>
}

/** An acquirer that has a payment method, or takes over where the one that has it cannot. */
export type Candidate = { acquirer: Acquirer; drained: boolean }

/** `own` has the method. A method without one takes no sales, whatever could take over. */
export type Routing = { own?: Candidate | undefined; fallback?: Candidate | undefined }

/** The acquirers of a mode. Both methods read in the caller's transaction. */
export type Acquirers = {
  /** The acquirers for an account's new attempts with a payment method. */
  routingOf(db: Queries, account: string, method: PaymentType): Promise<Routing>
  /** The acquirer with which an attempt was stored, whatever acquirer the account uses now. */
  acquirerOfAttempt(
    db: Queries,
    attempt: { account: string; acquirer: string; credentials: string | null },
  ): Promise<Acquirer | undefined>
}
