// What is sold, captured, refunded and voided at an acquirer, and how that ends.
import type { Address } from "../accounts/tables.ts"
import type { CardErrorCode } from "../base/errors.ts"
import type { OpenCard } from "../vault/cards.ts"
import type {
  AuthenticationProof,
  Payer,
  PayerRedirect,
  PayerVisit,
  ThreeDSecure,
  ThreeDSecureRequest,
} from "./authentication.ts"
import type { References } from "./references.ts"

export type PaymentType = "card" | "pix" | "boleto"

/** How a payer pays, as the API names it. What is paid by a mandate is a PIX at the acquirer. */
export type MethodType = PaymentType | "pix_automatico"

/** The payment method of the acquirer that takes it. */
export function railOf(type: MethodType): PaymentType {
  return type === "pix_automatico" ? "pix" : type
}

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
  /** The payer is here, and is authenticated in the sale. Left out if the payer is not to be asked there. */
  visit?: PayerVisit
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
  /** Nothing was sent yet. The payer opens our page first. */
  | { type: "authenticate" }
  /** The sale waits for its payer at the issuer's page. */
  | ({ type: "redirect" } & PayerRedirect)
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
  /** The disputes that `charged_back` is the sum of, if the acquirer tells each by itself. Oldest first. Left out if there was none. */
  disputes?: readonly HeldDispute[]
  /** What is held on the card without having been captured. Left out if nothing is. */
  authorized?: number
  /** What was captured again for the same sale, if the acquirer shows it. It must be sent back. */
  duplicates?: Taken[]
}

/**
 * A dispute at an acquirer that tells each by itself. `is_taken` is false once the money has come back, which the card network may take again: then it
 * is `is_lost` for good.
 */
export type HeldDispute = { id: string; amount: number; is_taken: boolean; is_lost: boolean }

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
        /** The sale could not be processed, whatever the card. Another acquirer may be able to. */
        unprocessed?: boolean
        /** What was authorized or captured is with the payer again. */
        released?: boolean
        /** What was captured all the same, although its payer was not authenticated. It must be sent back. */
        unwanted?: Taken
        /** A charge that is held on the card for the same reason. It must be released. */
        unwanted_hold?: string
        /** The same charge of a mandate may be tried on another day. Other charges have none. */
        may_retry?: boolean
      })
  /** There is no charge before its payer is authenticated. */
  /** `mandate`: the acquirer's id of the mandate to which the payer agrees by the same code. */
  | (Referenced & { result: "action_required"; charge: string | null; action: PayerAction; mandate?: string })
  /** The acquirer has accepted the sale and decides later. */
  | (Authenticated & Referenced & { result: "pending"; charge: string })
  /**
   * The sale was not made, for a temporary reason, and can be retried. `watch`: if the sale appears after all, reverse it. `refused`: the
   * acquirer does not accept such calls, for example because of wrong credentials, so an operator must act. `mandate`: the acquirer's id of the mandate
   * that was made for it, to which no payer can have agreed.
   */
  | { result: "unavailable"; watch?: boolean; refused?: boolean; mandate?: string }
  /** The sale may have been made. Look it up by its reference before you send it again. */
  | { result: "unknown" }
  /** What pays for a trial that charges nothing is sure: the issuer has verified the card, or the payer has agreed to the mandate. There is no charge. */
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
