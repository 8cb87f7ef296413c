import type { Address } from "../accounts/tables.ts"
import type { CardErrorCode } from "../base/errors.ts"
import type { Logger } from "../base/log.ts"
import type { Queries } from "../db/database.ts"
import type { OpenCard } from "../vault/cards.ts"
import type { AcquirerAddresses } from "./addresses.ts"
import type { AuthenticationProof, Authenticator, Payer, ThreeDSecure, ThreeDSecureRequest } from "./authentication.ts"
import type { Member, Members } from "./members.ts"
import type { References } from "./references.ts"
import type { RefundableCharge, RefundRule } from "./refund-rule.ts"

export type PaymentType = "card" | "pix" | "boleto"

export const PAYMENT_TYPES: readonly PaymentType[] = ["card", "pix", "boleto"]

/** The members of a sale that all payment methods have. */
export type Sale = {
  /** Vintém's own key for the sale. It is stored before the call, so the sale can be looked up afterwards. */
  reference: string
  account: string
  /** In cents. */
  amount: number
  currency: string
  payer: Payer
}

/**
 * How a sale uses a stored card, in the terms of the card networks. `first`: the payer enters the card, and it is saved. `unscheduled`:
 * the payer is present and pays with a saved card. `recurring`: the merchant charges a saved card while the payer is absent.
 */
export type CardOnFile = "first" | "unscheduled" | "recurring"

/** 3DS is left out if it did not take place. */
type Authenticated = { three_d_secure?: ThreeDSecure }

export type CardSale = Sale & {
  statement_descriptor: string | null
  /** Null if the card is not saved. */
  card_on_file: CardOnFile | null
  /** The number of monthly installments in which the payer pays the card issuer, from 1 to 12. */
  installments: number
  /** Whether the amount is only authorized, and captured later or not at all. */
  capture_later: boolean
  three_d_secure: ThreeDSecureRequest
  /** What the sale carries of the payer's authentication. Left out if there was none before the sale. */
  authentication?: AuthenticationProof
  /** Whether another try would have the same reference. A refusal then stands: a look-up could find it in the place of a later sale. */
  keeps_reference?: boolean
  /** The card in clear. It goes to the acquirer and nowhere else. */
  card: OpenCard
}

export type PixSale = Sale & { payee: { name: string }; lifetime_seconds: number }

/** The payer's address is in Brazil. Its state is a two-letter code, and its postal code has eight digits. */
export type BoletoSale = Sale & {
  payer: { address: Address }
  payee: { name: string }
  /** ISO date, in São Paulo. */
  due_date: string
  instructions: string[]
}

/** What the payer must do before a sale can be decided. */
export type PayerAction =
  | { type: "challenge" }
  /** Nothing was sent yet. The payer is authenticated first (`Acquirer.authenticator`). */
  | { type: "authenticate" }
  | { type: "pix"; br_code: string }
  | {
      type: "boleto"
      bar_code: string
      bank: { code: string; name: string }
      agency_and_code: string
      our_number: string
      wallet: string
    }

/** What an acquirer holds of a charge, in cents. A chargeback is no part of `gone_back`, whatever the sale's status says. */
export type Holdings = {
  captured: number
  /** What has gone back to the payer, by refunds and voids, ordered here or elsewhere. */
  gone_back: number
  /** What the card network has taken back. */
  charged_back: number
  /** Why it was charged back. Left out if nothing was, or if the acquirer does not say. */
  charged_back_reason?: "fraudulent" | "general"
  /** What is held on the card without having been captured. Left out if nothing is. */
  authorized?: number
  /** What was captured again for the same sale, if the acquirer shows it. It must be sent back. */
  duplicates?: Taken[]
}

/** An amount that an acquirer holds on a card until it is captured or released. */
export type Authorized = Referenced & { charge: string; amount: number; currency: string }

/** Left out if the acquirer has named none. */
type Referenced = { references?: References }

/** Money that an acquirer captured. `charge` is the acquirer's own id: of a PIX that of its payment, which the charge may not have had before. */
export type Taken = Holdings & Referenced & { charge: string; currency: string }

/** What the acquirer still has of a charge, in cents. */
export function leftOf({ captured, gone_back, charged_back }: Holdings): number {
  return captured - gone_back - charged_back
}

/** The outcome of a sale. A refused card is a result, not an exception. If the outcome is not certain, it is `unknown`. */
export type SaleOutcome =
  /**
   * `duplicates`: what the acquirer captured again under the same reference. It must be sent back. `also_held`: charges that it authorized
   * again under the same reference. They must be released.
   */
  | (Taken & Authenticated & { result: "approved"; duplicates?: Taken[]; also_held?: string[] })
  /** The card was authorized, and nothing was captured yet. */
  | (Authorized & Authenticated & { result: "authorized"; also_held?: string[] })
  | (Authenticated &
      Referenced & {
        result: "refused"
        charge: string | null
        code: CardErrorCode | "processing_error"
        message: string
        /** The issuer will never accept this card. */
        irreversible?: boolean
        /** The issuer would decide again if the payer were authenticated by 3DS. */
        wants_authentication?: boolean
        /** What was authorized or captured is with the payer again. */
        released?: boolean
      })
  /** There is no charge before its payer is authenticated. */
  | (Referenced & { result: "action_required"; charge: string | null; action: PayerAction })
  /** The acquirer has accepted the sale and decides later. */
  | (Authenticated & Referenced & { result: "pending"; charge: string })
  /**
   * The sale was not made, for a temporary reason, and can be retried. `watch`: if the sale appears after all, reverse it. `refused`: the
   * acquirer does not accept such calls, for example because of wrong credentials, so an operator must act.
   */
  | { result: "unavailable"; watch?: boolean; refused?: boolean }
  /** The sale may have been made. Look it up by its reference before you send it again. */
  | { result: "unknown" }
  /** The issuer has verified the card of a trial that charges nothing. There is no charge. */
  | { result: "verified" }

/** Whether a card can be saved. Verification charges nothing, so it can always be retried. */
export type Verdict =
  | { result: "approved" }
  | { result: "refused"; code: CardErrorCode; message: string }
  /** `refused` means the same as in the outcome of a sale. */
  | { result: "unavailable"; refused?: boolean }

/** Sends the money of a charge back. */
export type RefundOrder = {
  reference: string
  account: string
  charge: string
  /** How the charge was paid. */
  type: PaymentType
  /** In cents, at most the amount of the charge. */
  amount: number
  /** How many cents of the charge had gone back before this order was first sent. Null if the acquirer could not say. */
  gone_back_before: number | null
  /** Whether the order takes all that the acquirer still has of the charge. False if the acquirer could not say. */
  takes_all?: boolean
}

/** Captures an authorized charge, once. What is not captured of it, the acquirer releases by itself. */
export type CaptureOrder = ChargeId & {
  /** In cents, at most what was authorized. */
  amount: number
}

export type CaptureOutcome =
  /** What the acquirer shows captured, whoever has ordered it. */
  | (Taken & { result: "approved" })
  /** The capture was certainly not made. */
  | { result: "refused"; code: CardErrorCode | "processing_error"; message: string }
  /** The acquirer has accepted the capture and makes it later. */
  | { result: "pending" }
  /** The same as in the outcome of a sale. */
  | { result: "unavailable"; refused?: boolean }
  /** The capture may have been made. Look the sale up. */
  | { result: "unknown" }

/** A charge, by the acquirer's own id. */
export type ChargeId = Pick<RefundOrder, "account" | "charge">

export type RefundOutcome =
  | { result: "refunded" }
  | { result: "refused"; message: string }
  /** The acquirer has accepted the refund and makes it later. */
  | { result: "pending" }
  /** The payment method does not support refunds. An operator must pay the money back by hand. */
  | { result: "by_hand" }
  /** The refund was certainly not made, for a temporary reason. `refused` means the same as in the outcome of a sale. */
  | { result: "unavailable"; refused?: boolean }
  /** The refund may have been made. Look it up before you send it again. */
  | { result: "unknown" }

/** `refused`: the PIX was paid, or has ended in another way. Of an authorized card: it was captured, or nothing is held. */
export type VoidOutcome = { result: "voided" } | { result: "refused" } | { result: "unavailable" } | { result: "unknown" }

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
  /** Authenticates payers before the sale. Without it and without `hasThreeDSecure`, a confirm that requires 3DS is refused. */
  readonly authenticator?: Authenticator
  /** How many days after the authorization the acquirer captures. Left out if it cannot capture later. */
  readonly captureDays?: number
  /** Authorizes a card, and captures in the same call unless the sale is to be captured later. */
  authorize(sale: CardSale, signal: AbortSignal): Promise<SaleOutcome>
  createPix(sale: PixSale, signal: AbortSignal): Promise<SaleOutcome>
  createBoleto(sale: BoletoSale, signal: AbortSignal): Promise<SaleOutcome>
  /** Asks the issuer to verify a card without a charge. */
  verify(account: string, card: OpenCard, signal: AbortSignal): Promise<Verdict>
  refund(order: RefundOrder, signal: AbortSignal): Promise<RefundOutcome>
  /** The current outcome of a sale, or undefined if the acquirer has no sale with that reference. */
  lookUp(account: string, reference: string, signal: AbortSignal): Promise<SaleOutcome | undefined>
  /**
   * The current outcome of a refund. Undefined if the acquirer has none with that reference or, if it has no references of refunds, if
   * nothing more of the charge has gone back than before the order.
   */
  lookUpRefund(order: RefundOrder, signal: AbortSignal): Promise<RefundOutcome | undefined>
  /** What the acquirer holds of a charge. Undefined if it has no such charge. Throws if it gives no answer. */
  holds(charge: ChargeId, signal: AbortSignal): Promise<Holdings | undefined>
  /** Whether a PIX is kept open after its time is over, so that it must be voided. */
  readonly keepsExpiredPix?: boolean
  /** Voids a PIX that its payer has not paid yet. May be repeated. Left out if the acquirer cannot do this. */
  voidPix?(pix: ChargeId, signal: AbortSignal): Promise<VoidOutcome>
  /** Captures an authorized charge. Left out if the acquirer cannot capture later. */
  capture?(order: CaptureOrder, signal: AbortSignal): Promise<CaptureOutcome>
  /** Releases what a charge holds on a card without having captured it. May be repeated. Comes with `capture`. */
  release?(charge: ChargeId, signal: AbortSignal): Promise<VoidOutcome>
  /** Continues a sale after the payer's 3DS challenge, if Vintém hosts the challenge page. May be repeated. */
  finishChallenge?(account: string, reference: string, passed: boolean, signal: AbortSignal): Promise<SaleOutcome>
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

/** The credentials of an account at an acquirer. */
export type Credentials = {
  id: string
  account: string
  /** In clear, as the kind describes them. They go to the acquirer and nowhere else. */
  members: Members
  /** Later credentials of the same merchant. Calls about earlier payments use them if these are refused. Undefined if none were set. */
  renewed(): Promise<Members | undefined>
}

/** An acquirer's notification that a charge has changed. It is not signed, so it only causes a look-up. `reference` is that of the sale. */
export type Notification = { chargeback: boolean } & ({ charge: string } | { reference: string })

/** A real acquirer that accounts can use (docs/acquirers.md). */
export type AcquirerKind = {
  readonly name: string
  /** The payment methods that it takes. */
  readonly methods: readonly PaymentType[]
  /** What accounts sign in with. Files and forms have these members. */
  readonly members: readonly Member[]
  /** The member that names the merchant at the acquirer. It is no secret. */
  readonly merchant: string
  /** Throws RangeError, for the operator, if the acquirer cannot have issued such credentials: MemberError if it is one member. No message repeats a secret. */
  checkMembers(members: Members): void
  /** When the certificate of credentials ends, in Unix seconds. Left out if the acquirer wants none. */
  certificateEnd?(members: Members): number | undefined
  /** The log gets what an operator must act on, such as credentials that the acquirer refuses. */
  open(credentials: Credentials, addresses: AcquirerAddresses, log: Logger): Acquirer
  /** Whether it also notifies about all accounts at one address, `/acquirers/NAME/notifications`, without a secret. */
  readonly hasOneAddress?: true
  /** Reads the body of a notification, which may name any number of charges. Returns undefined if the body is not well formed. */
  readNotifications(body: unknown): readonly Notification[] | undefined
}

/** The acquirers of a mode. Both methods read in the caller's transaction. */
export type Acquirers = {
  /** The acquirer for an account's new attempts with a payment method. Undefined if the account has none. */
  acquirerOf(db: Queries, account: string, method: PaymentType): Promise<Acquirer | undefined>
  /** The acquirer with which an attempt was stored, whatever acquirer the account uses now. */
  acquirerOfAttempt(
    db: Queries,
    attempt: { account: string; acquirer: string; credentials: string | null },
  ): Promise<Acquirer | undefined>
}
