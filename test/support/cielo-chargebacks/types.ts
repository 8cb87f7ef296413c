import type { IncomingHttpHeaders } from "node:http"

/** A day in Brasília, `yyyy-mm-dd`. */
export type Day = string

/** The brands that have chargebacks, by Cielo's code. */
export const BRANDS = { 1: "VISA", 2: "MASTERCARD", 3: "AMEX", 7: "ELO", 40: "HIPERCARD" } as const
export type BrandCode = keyof typeof BRANDS

/**
 * Kinds of step by their words in answers, with their number in the query. Only the first and PRE_ARBITRAGEM were seen; pre-arbitration has
 * no number.
 */
export const PROCESSES = {
  PRIMEIRO_CHARGEBACK: 1,
  COBRANCA_AMIGAVEL: 2,
  SEGUNDO_CHARGEBACK: 3,
  PRE_COMPLIANCE: 13,
  PRE_ARBITRAGEM: null,
  ARBITRAGEM: 15,
  COMPLIANCE: 16,
} as const
export type Process = keyof typeof PROCESSES

/** The sale that is disputed, as Cielo has it. Members that are not known are empty. */
export type DisputedSale = {
  establishment: string
  brand: BrandCode
  day: Day
  tid: string
  nsu: string
  authorization: string
  arn: string
  bin: string
  lastFour: string
}

export type Reason = { code: string; description: string; kind: number; fraud: string }
export type IssuerDocument = { idDocumento: number; nameFile: string; bytes: Buffer; included: Day }

/** What was sent with a refusal. */
export type Refusal = { reason: string; userName: string; name: string; bytes: Buffer; day: Day }

/** A step of a case, which the merchant is to answer by the deadline. `taken` is empty while it is pending. */
export type Step = {
  idChargeback: number
  process: Process
  received: Day
  deadline: Day
  taken: "" | "RECUSADO" | "ACATAR"
  replied: Day | null
  refusal: Refusal | null
}

/** A dispute. `amount` is cents. Its last step is the one to answer. */
export type Case = {
  idCase: number
  sale: DisputedSale
  amount: number
  reason: Reason
  steps: Step[]
  history: { action: string; actionDate: Day }[]
  documents: IssuerDocument[]
}

export type Client = { id: string; secret: string; establishments: string[] }

/** How Cielo answers where its documents contradict themselves or are silent. All of it can be changed while the server runs. */
export type Options = {
  /** The members of documents' answers, and the path `DocumentSupport`. */
  spelling: "newer" | "older"
  /** The base ends with `/chargeback/v1/`, or with `/v1/chargeback/`. */
  base: "newer" | "older"
  /** A list of what is done: a page, or a bare list. */
  done: "page" | "list"
  /** idCase, idChargeback, establishmentNumber and idDocumento in answers. */
  ids: "numbers" | "texts"
  /** Members that have nothing: `""`, `[]` and `{}`, or null, or left out. */
  unused: "empty" | "null" | "left out"
  /** Whether `empty` of a page says the truth, or always true. */
  emptyFlag: "right" | "always true"
  /** What a refusal's body is. */
  refusal: "multipart" | "base64"
  mainCustomer: "text" | "list"
  /** The names of the query: `page` and `order`, or `Page` and `Order`. */
  query: "lower" | "upper"
  /** The status of code 103. */
  nothingFound: 200 | 412
  /** The actions of the life cycle with accents, or in capitals without them. */
  wording: "accents" | "capitals"
  /** Dates in answers: `yyyy-MM-dd`, or with a time. */
  dates: "day" | "time"
  /** For how long a step can be answered. */
  daysToTreat: number
}

export type Call =
  | "token"
  | "list"
  | "lifecycle"
  | "accept"
  | "refuse"
  | "supportDocument"
  | "listIssuerDocuments"
  | "documentIssuer"
  | "reason"

export type Request = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer }
/** `broken` are the rules of the document that the request has broken. */
export type Reply = { status: number; body: unknown; broken?: string[] }

/** A request that Cielo's document does not allow. */
export type Violation = { method: string; path: string; messages: string[] }
