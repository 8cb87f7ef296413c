// The port to an acquirer's desk for chargebacks: it lists cases, and takes the merchant's answers.
import type { Logger } from "../base/log.ts"

/** A day as the acquirer writes it: `2026-12-01`. */
export type CalendarDay = string

/** What an acquirer says of a case. `step` is the part of the case that is to be answered: a case that goes on has another one. */
export type CaseItem = {
  number: string
  step: string
  /** The number of the merchant at the acquirer. */
  establishment: string
  /** The process in the acquirer's own words. */
  process: string
  /** Whether only information is asked for, and no money has moved. */
  isInquiry: boolean
  /** The last day to answer. Null if it was answered. */
  deadline: CalendarDay | null
  /** In cents. */
  amount: number | null
  network: string | null
  /** The code and the words of the card network. */
  reason: string | null
  isFraud: boolean
  received: CalendarDay | null
  /** What the merchant has answered, here or at the acquirer. Null if it did not say. */
  answered: "accepted" | "refused" | null
  last: CaseStep | null
  sale: SaleOfCase
}

/** A step in the life of a case. `verdict` if it is the last one. */
export type CaseStep = { action: string; day: CalendarDay | null; verdict: "won" | "lost" | null }

/** How the acquirer names the sale. Null where it says nothing. */
export type SaleOfCase = {
  tid: string | null
  nsu: string | null
  authorization_code: string | null
  /** The network's number of the transaction (ARN). */
  reference_number: string | null
  day: CalendarDay | null
  last4: string | null
}

export type CasePage = { items: CaseItem[]; isLast: boolean }

/** Which cases are listed. `done` were answered, or not in time, and became known in the period. */
export type CaseQuery = { page: number; number?: string } & (
  | { status: "pending" }
  | { status: "done"; period: { from: CalendarDay; to: CalendarDay } }
)

/** The step of a case that is to be answered. */
export type CaseOrder = Pick<CaseItem, "number" | "step" | "establishment">

export type DocumentType = "pdf" | "jpeg" | "tiff"

export type CaseRefusal = CaseOrder & { reason: string; document: { bytes: Buffer; type: DocumentType } }

export type AnswerOutcome =
  | { result: "done" }
  /** The step was treated before: by an earlier try, or in the acquirer's portal. */
  | { result: "treated" }
  /** The answer was certainly not taken, and sending it again would change nothing. */
  | { result: "refused"; code: string; message: string }
  /** The answer was certainly not taken, for a temporary reason. `refused`: an operator must act. */
  | { result: "unavailable"; refused?: boolean }
  /** The answer may have been taken. Look the case up before it is sent again. */
  | { result: "unknown" }

export type IssuerDocument = { id: string; name: string }

/** Every call gets a signal that is aborted at its deadline. Those that only ask throw if there is no answer, which says nothing. */
export type ChargebackDesk = {
  readonly acquirer: string
  list(query: CaseQuery, signal: AbortSignal): Promise<CasePage>
  /** All steps of a case, oldest first. Empty if none was made yet. */
  lifecycle(number: string, signal: AbortSignal): Promise<CaseStep[]>
  accept(order: CaseOrder, signal: AbortSignal): Promise<AnswerOutcome>
  refuse(refusal: CaseRefusal, signal: AbortSignal): Promise<AnswerOutcome>
  /** The documents of the card's issuer. */
  documents(order: CaseOrder, signal: AbortSignal): Promise<IssuerDocument[]>
  /** Undefined if there is no such document. */
  document(order: CaseOrder, id: string, signal: AbortSignal): Promise<Buffer | undefined>
  close(): Promise<void>
}

/** How an account signs in at the desk of its acquirer. The secrets are in clear, and go to the acquirer and nowhere else. */
export type DeskCredentials = {
  account: string
  client_id: string
  client_secret: string
  /** PEM. */
  certificate: string
  key: string
  /** The e-mail of the portal's user in whose name answers are given. */
  user_name: string
  /** The number of the merchant's head. Null: the numbers of the account are listed. */
  head: string | null
  /** The account's numbers at the acquirer, as they are now. */
  establishments(): Promise<string[]>
}

/** The addresses of Cielo's Chargeback API, and how it takes files. */
export type DeskAddresses = {
  readonly cieloChargebackUrl: string
  readonly cieloChargebackTokenUrl: string
  /** `multipart` or `base64`. */
  readonly cieloChargebackFile: string
}

export type OpenDesk = (credentials: DeskCredentials, addresses: DeskAddresses, log: Logger) => ChargebackDesk
