import { type Day, write } from "./columns.ts"
import { NEGOTIATED, NEGOTIATION, RECEIVING_ACCOUNT } from "./records.ts"
import type { Negotiation } from "./types.ts"

/** File 15: the negotiations that are paid on a day, each as A, its B and its C. */
export function* negotiated(negotiations: readonly Negotiation[], day: Day): Iterable<string> {
  for (const negotiation of negotiations) if (negotiation.payment === day) yield* linesOf(negotiation)
}

/** What an account gets for a negotiation, in cents. */
export function netOfNegotiation({ parts }: Negotiation): number {
  return parts.reduce((total, { gross, discount }) => total + gross - discount, 0)
}

function* linesOf(negotiation: Negotiation): Iterable<string> {
  const { day, payment, establishment, parts, rate, number } = negotiation
  const { ec, holder, account } = establishment
  const gross = parts.reduce((total, part) => total + part.gross, 0)
  const net = netOfNegotiation(negotiation)
  const term = Math.round(parts.reduce((total, part) => total + part.days * part.gross, 0) / gross)
  const effectiveRate = Math.round(((gross - net) * 100_000) / gross)
  yield write(NEGOTIATION, { day, payment, holder, term, nominalRate: rate, gross, net, number, form: "003", effectiveRate })
  for (const { due, brand, settlement, gross: total, discount, days } of parts) {
    const amounts = { gross: total, net: total - discount, discount: -discount, effectiveRate: Math.round((rate * days) / 30) }
    yield write(NEGOTIATED, { day, due, holder, brand, settlement, institution: negotiation.institution, ec, ...amounts })
  }
  yield write(RECEIVING_ACCOUNT, { bank: account.bank, branch: account.branch, account: account.number, deposited: net })
}
