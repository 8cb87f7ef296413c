import { findDocument, formatDocument, kindOfDocument, maskedDocument } from "../../../accounts/document.ts"
import type { CustomerRow } from "../../../accounts/tables.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"
import { prettyJson } from "./code-block.ts"

/** The CPF or CNPJ of a payer in a file. Viewers see a part of it. */
export function documentFor(request: DashboardRequest, customer: CustomerRow | undefined): string | undefined {
  const number = customer?.document?.number
  return number === undefined || request.may("operator") ? number : maskedDocument(number)
}

/** The same with its punctuation, for a page. */
export function formattedDocumentFor(request: DashboardRequest, customer: CustomerRow | undefined): string | undefined {
  const number = customer?.document?.number
  return number && (request.may("operator") ? formatDocument(number) : maskedDocument(number))
}

/** The same with its kind: `CPF 123.456.789-09`. */
export function namedDocumentFor(request: DashboardRequest, customer: CustomerRow | undefined): string | undefined {
  const number = customer?.document?.number
  return number && `${kindOfDocument(number)} ${formattedDocumentFor(request, customer)}`
}

/** A text in quotes as long as a CPF or a CNPJ. */
const QUOTED = /"([0-9A-Z]{11}|[0-9A-Z]{14})"/g

/** JSON that was recorded, on several lines. Viewers see a part of each CPF and CNPJ in it. */
export function recordedJson(request: DashboardRequest, body: string): string {
  const text = prettyJson(body)
  if (request.may("operator")) return text
  return text.replace(QUOTED, (quoted, number: string) => (findDocument(number) ? `"${maskedDocument(number)}"` : quoted))
}
