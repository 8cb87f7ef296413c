import type { Brand } from "./cards.ts"
import { BOOLEAN, matching, members, oneOf, type Schema, text } from "./check.ts"

/** What a sale carries of its 3-D Secure session. `Eci` may be a number there. */
export type ExternalAuthentication = {
  Cavv?: string
  Xid?: string
  Eci: string | number
  Version: string
  ReferenceID: string
  DataOnly?: true
}

/** The members of `Payment` that are about 3-D Secure. */
export type Authentication = {
  Authenticate?: boolean
  ReturnUrl?: string
  SolutionType?: "ExternalLinkPay"
  ExternalAuthentication?: ExternalAuthentication
}

export const AUTHENTICATION: Record<string, Schema> = {
  "Authenticate?": BOOLEAN,
  "ReturnUrl?": matching("^(?=.{9,1024}$)https?://\\S+$", "a URL of at most 1024 characters"),
  "SolutionType?": oneOf("ExternalLinkPay"),
  "ExternalAuthentication?": members({
    "Cavv?": text(100),
    "Xid?": text(100),
    Eci: { type: ["string", "integer"], pattern: "^[0-9]{1,2}$", minimum: 0, maximum: 99, description: "1 or 2 digits" },
    Version: matching("^[0-9](\\.[0-9]\\.[0-9])?$", "a version such as 2.2.0"),
    ReferenceID: matching("^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$", "a GUID"),
    "DataOnly?": oneOf(true),
  }),
}

const PATH = "Payment.ExternalAuthentication"

/** What is wrong with these members before anybody looks at what the MPI has answered. */
export function authenticationRules(payment: Authentication, brand: Brand): string[] {
  const { Authenticate: isAuthenticated, ExternalAuthentication: given, SolutionType: solution } = payment
  const messages: string[] = []
  if (solution && brand !== "Elo") messages.push("Payment.SolutionType is for Elo")
  if (isAuthenticated && !given) messages.push(`${PATH} is required where Authenticate is true`)
  if (!given) return messages
  if (isAuthenticated && given.Cavv === undefined) messages.push(`${PATH}.Cavv is required where Authenticate is true`)
  if (isAuthenticated && given.DataOnly) messages.push("Payment.Authenticate must be false where DataOnly is true")
  if (given.DataOnly && brand !== "Visa" && brand !== "Master") messages.push(`${PATH}.DataOnly is for Visa and Master`)
  if (!isAuthenticated && !given.DataOnly)
    for (const member of ["Cavv", "Xid"] as const)
      if (given[member] !== undefined) messages.push(`${PATH}.${member} must be left out where the payer was not authenticated`)
  return messages
}
