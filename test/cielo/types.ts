/** What a program that plays Cielo can be told. All of it can be changed while it runs, except the port, `split` and the seed. */
export type Options = {
  /** 0, the default: any free port. */
  port: number
  /** Two servers, as at Cielo: one that only POST and PUT reach, and one that only GET reaches. */
  split: boolean
  /** Fixes which calls a fault hits, and what a random card does. */
  seed: number
  /** Answers without what newer answers have: `VoidedAmount`, `Chargebacks`, and the list `Payments` (older: `Payment`). */
  older: boolean
  /** Answers PIX sales with `Paymentid` and `QrcodeBase64Image`, and lists with `ReceivedDate` (else, as documented, `ReceveidDate`). */
  otherSpelling: boolean
  /** What a query by an order that nobody has made gets: 404, or 200 with an empty list. */
  noSale: "404" | "empty"
  /** What a second sale of the same order gets within 24 hours: a sale under a generated `SentOrderId`, or error 302. */
  duplicates: "accept" | "refuse"
  /** How a void that was not made is answered: 200 with the code, or 400 with it. */
  voidFailures: "200" | "400"
  /** The least time between two voids of one sale. */
  voidGapMs: number
  /** For how many days after the authorization a sale is captured. */
  captureDays: number
  /** The code of an issuer that asks for an authentication (the card `soft decline`). The document names none. */
  softDeclineCode: string
  /** `Payment.Eci` of an authenticated sale: what was sent, or the brand's value of a sale that was not authenticated. */
  eciTaken: "sent" | "weaker"
  /** How many digits `ExternalAuthentication.Eci` has in a sale: the document's table says 1, and the MPI answers 2. */
  eciDigits: "any" | 1 | 2
  /** Debit sales that were not authenticated are approved, as with the issuer's special permission. */
  debitWithoutPassword: boolean
  /** How long a refund of a PIX takes after its answer. With 0 the next query shows it. */
  pixRefundMs: number
  /** The `Status` in the answer to a refund of a PIX, while the refund is under way. */
  pixRefundStatus: 2 | 12
  /** The `Status` that a PIX has when its time is over. */
  expiredPixStatus: 12 | 13
  /** Where notifications go. They are not sent while it is null. */
  notificationUrl: string | null
  /** How long after an unanswered notification it is sent again. */
  notificationRepeatMs: number
}

export const DEFAULTS: Options = {
  port: 0,
  split: false,
  seed: 1,
  older: false,
  otherSpelling: false,
  noSale: "404",
  duplicates: "accept",
  voidFailures: "200",
  voidGapMs: 5000,
  captureDays: 7,
  softDeclineCode: "1A",
  eciTaken: "sent",
  eciDigits: "any",
  debitWithoutPassword: false,
  pixRefundMs: 0,
  pixRefundStatus: 2,
  expiredPixStatus: 13,
  notificationUrl: null,
  notificationRepeatMs: 30 * 60 * 1000,
}

export type Merchant = { merchant_id: string; merchant_key: string }

/**
 * An answer over HTTP. A body that is undefined is empty, and `text` is sent instead of it. `broken` are the rules of the document that the
 * call has broken.
 */
export type Reply = { status: number; body?: unknown; text?: string; headers?: Record<string, string>; broken?: string[] }

/** A look-up that is never answered, or with the status 500. */
export type Silence = "hang_before" | "error_before"

/** What a fault changes in how the bank does its work. */
export type Twist = {
  /** A sale that is shown as not finished (Status 0) in its answer, and so long after it. */
  undecidedMs?: number
  /** A sale that queries do not find for so long, or a void of a card that they do not show. */
  unseenMs?: number
  /** Takes this many cents less than it was asked. Less than zero: more. */
  short?: number
  /** Takes it in this currency. */
  currency?: string
  /** How each look-up of the sale fails from then on. */
  silence?: Silence
  /** A void that is not made, with this code. */
  voidCode?: string
  /** A capture that is not made, with this code. */
  captureCode?: string
  /** `Payment.Eci` of the answer to a sale. */
  eci?: string
  /** The Status of a sale that was wholly voided. */
  voidedAs?: 10 | 11 | 15
  /** Options of this call only. */
  options?: Partial<Options>
}

/** What a call does, and what faults name. */
export const OPERATIONS = ["card", "pix", "boleto", "capture", "void", "query", "query_order", "token", "zeroauth"] as const
export type Operation = (typeof OPERATIONS)[number]

/** A call that Cielo's document does not allow. */
export type Violation = { time: string; method: string; path: string; merchant: string | null; messages: string[] }
