import type { IncomingHttpHeaders } from "node:http"

// biome-ignore lint/suspicious/noExplicitAny: bodies may have any shape until they were checked.
export type Json = any

/** Minor units. */
export type Amount = { currency: string; value: number }

export type Request = { method: string; url: URL; headers: IncomingHttpHeaders; text: string }

/** An answer. `text` is sent in place of `body`. `outside` says that the files do not know it. */
export type Reply = {
  status: number
  body?: Json
  text?: string
  type?: string
  headers?: Record<string, string>
  outside?: boolean
}

/** A request that Adyen refuses, in the documented form. */
export class ServiceFailure extends Error {
  readonly status: number
  readonly errorCode: string
  readonly errorType: string
  /** The payer has entered it: the adapter could not know. */
  readonly isPayers: boolean

  constructor(status: number, errorCode: string, message: string, { errorType = "validation", isPayers = false } = {}) {
    super(message)
    this.isPayers = isPayers
    this.status = status
    this.errorCode = errorCode
    this.errorType = errorType
  }
}

/** What no adapter should do, and when it did. */
export type Violation = { time: string; operation: string; rule: string }

/** How Adyen does what its document leaves open. A test may change it at any time. */
export type Options = {
  /** How long an idempotency key is known. */
  keyLifeMs: number
  /** A request whose first try is still under way: refused, or answered as the first one. */
  underWay: "refuse" | "wait"
  /** The status of an answer about a key: of another body, or of a first try that is under way. */
  keyStatus: number
  /** Whether a 5xx after the act is the key's answer, or a repeat gets the true one. */
  storesFailures: boolean
  /** Whether an answer with an action has the pspReference, or only `/payments/details` gives it. */
  pspReferenceWithAction: boolean
  /** What becomes of a payer who is to be authenticated: asked on the issuer's page, known without asking, or with a card that takes no part in it. */
  threeDSecure: "challenge" | "frictionless" | "not_enrolled"
  /** How the browser goes to the page of the issuer. */
  redirectMethod: "GET" | "POST"
  /** Whether refusalReasonRaw, merchantAdviceCode and networkTxReference are selected in the Customer Area. */
  additionalData: boolean
  /** For how long the page of the issuer waits. */
  offerHours: number
  /** The resultCode of a PIX that waits for its payer. */
  pixResult: "Pending" | "PresentToShopper"
  /** How long a PIX without sessionValidity lives. */
  pixMinutes: number
  /** How long a boleto without deliveryDate lives. */
  boletoDays: number
  /** What tells that nobody paid a boleto. */
  unpaidBoleto: "OFFER_CLOSED" | "EXPIRE"
  maxInstallments: number
  /** Whether another CVC than the one of the test cards is declined. */
  testCvc: boolean
  /** Brands that take a networkPaymentReference with a card's number. */
  networkReferences: string[]
  /** Whether several captures of one authorisation are switched on. If not, the first one releases the rest. */
  multipleCaptures: boolean
  /** After how long the rest of an authorisation lapses. */
  authorisationDays: number
  /** Whether CAPTURE tells of automatic captures. */
  automaticCaptureTold: boolean
  /** How long a modification takes until it is decided and told. */
  modificationMs: number
  /** Whether TECHNICAL_CANCEL tells of a reference that no payment has. */
  unknownCancelTold: boolean
  /** Whose reference is the merchantReference of REFUND. */
  refundReference: "refund" | "payment"
  /** Webhooks are told before the request that brought them is answered. */
  webhookFirst: boolean
  /** What acknowledges a webhook: a status of 2xx, or the body `[accepted]` as well. */
  acknowledgement: "2xx" | "accepted"
  ackMs: number
  /** After how long each of the first retries follows. */
  quickRetriesMs: number[]
}

const DAY_MS = 24 * 60 * 60_000

export const DEFAULTS: Options = {
  ...{ keyLifeMs: 7 * DAY_MS, underWay: "refuse", keyStatus: 422, storesFailures: false },
  ...{ pspReferenceWithAction: false, redirectMethod: "GET", additionalData: true, offerHours: 12 },
  threeDSecure: "challenge",
  ...{ pixResult: "Pending", pixMinutes: 60, boletoDays: 3, unpaidBoleto: "OFFER_CLOSED" },
  ...{ maxInstallments: 12, testCvc: true },
  networkReferences: ["visa", "mc", "amex", "elo", "hipercard", "diners", "discover"],
  ...{
    multipleCaptures: false,
    authorisationDays: 28,
    automaticCaptureTold: false,
    modificationMs: 0,
    refundReference: "refund",
  },
  ...{ unknownCancelTold: false, webhookFirst: false, acknowledgement: "2xx", ackMs: 10_000, quickRetriesMs: [0, 0, 0] },
}
