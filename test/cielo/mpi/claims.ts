import type { Authentications, Claim } from "../bank.ts"
import { isAuthenticatedEci } from "./brands.ts"
import type { Session } from "./sessions.ts"
import type { MpiSimulator } from "./simulator.ts"

const PATH = "Payment.ExternalAuthentication"

/** Compares sales with what the MPI has answered. */
export function authenticationsOf(mpi: MpiSimulator): Authentications {
  const sessionOf = ({ given }: Claim) => mpi.sessions.byReference(given.ReferenceID)
  return {
    check: (claim) => {
      const session = sessionOf(claim)
      if (!session?.enrolled) return [`${PATH}.ReferenceID is not that of a session in which the MPI was asked about a card`]
      return [...paymentRules(mpi, session, claim), ...valueRules(mpi, session, claim)]
    },
    use: (claim, paymentId) => {
      const session = sessionOf(claim)
      if (session) session.sale = paymentId
    },
  }
}

/** The session is that of this order, amount and card. */
function paymentRules({ sessions, options }: MpiSimulator, { enrolled, sale }: Session, claim: Claim): string[] {
  const { order, amount, card, method } = enrolled!
  const messages: string[] = []
  const refuse = (what: string) => messages.push(`${PATH} is of a session with another ${what}`)
  if (options.orderOfSale === "same" && order !== claim.order) refuse("order")
  if (amount !== claim.amount) refuse("amount")
  if (card !== sessions.digest(claim.number)) refuse("card")
  if (method !== claim.method) refuse("paymentMethod")
  if (sale !== null) messages.push(`${PATH} was used by another sale`)
  return messages
}

/** The values are those that the MPI has answered in this session. */
function valueRules({ sessions }: MpiSimulator, { result, challenge }: Session, claim: Claim): string[] {
  const { given, brand } = claim
  if (!result || result.status === 2) return [challenge ? "the challenge was not validated" : "enroll was not answered"]
  const answered = result.authentication
  const messages: string[] = []
  if (claim.isAuthenticated !== (result.status === 1))
    messages.push(`Payment.Authenticate must be ${result.status === 1}, as the MPI has answered Status ${result.status}`)
  const isDataOnly = result.status === 0 && result.reason === "100"
  if (!claim.isAuthenticated && (given.DataOnly ?? false) !== isDataOnly)
    messages.push(`${PATH}.DataOnly must be ${isDataOnly ? "true" : "left out"}, as the MPI has answered`)
  if (given.Cavv !== undefined && sessions.byCavv(given.Cavv) === undefined)
    messages.push(`${PATH}.Cavv is not one that the MPI has answered`)
  else if ((given.Cavv ?? null) !== (answered?.Cavv ?? null))
    messages.push(`${PATH}.Cavv is not what the MPI has answered in this session`)
  if ((given.Xid ?? null) !== (answered?.Xid ?? null))
    messages.push(`${PATH}.Xid is not what the MPI has answered in this session`)
  if (answered ? Number(given.Eci) !== Number(answered.Eci) : isAuthenticatedEci(brand, given.Eci))
    messages.push(`${PATH}.Eci is not what the MPI has answered in this session`)
  else if (claim.isAuthenticated && !isAuthenticatedEci(brand, given.Eci))
    messages.push(`${PATH}.Eci is not that of an authenticated ${brand}`)
  if (answered && given.Version !== answered.Version)
    messages.push(`${PATH}.Version is not what the MPI has answered in this session`)
  return messages
}
