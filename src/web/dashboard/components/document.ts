import { maskedDocument } from "../../../accounts/document.ts"
import type { CustomerRow } from "../../../accounts/tables.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"

/** The CPF or CNPJ of a payer. Viewers see a part of it. */
export function documentFor(request: DashboardRequest, customer: CustomerRow | undefined): string | undefined {
  const number = customer?.document?.number
  return number === undefined || request.may("operator") ? number : maskedDocument(number)
}
