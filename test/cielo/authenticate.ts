import { type Bank, type Claim, INVALID, invalid } from "./bank.ts"
import type { Sale } from "./ledger.ts"
import { eciOf } from "./mpi/brands.ts"
import type { Brand, Card } from "./rules/cards.ts"
import type { CardPayment, DebitPayment } from "./rules/sales.ts"
import type { Reply, Twist } from "./types.ts"

const PATH = "Payment.ExternalAuthentication"

/** Compares what a sale says of its payer's authentication with what the MPI has answered. Returns the answer to a sale that is wrong. */
export function checkAuthentication(
  { options, authentications }: Bank,
  sale: Sale,
  payment: CardPayment | DebitPayment,
  card: Card,
): Reply | undefined {
  const { ExternalAuthentication: given, Authenticate: isAuthenticated } = payment
  const isDebit = payment.Type === "DebitCard"
  if (isDebit && !isAuthenticated && !given?.DataOnly && !options.debitWithoutPassword)
    return invalid(["Payment.Authenticate must be true in a debit sale"])
  if (!given) return undefined
  // Which of the two Cielo takes is open, so the other one is no violation.
  if (options.eciDigits !== "any" && String(given.Eci).length !== options.eciDigits)
    return { status: 400, body: [{ Code: INVALID, Message: `${PATH}.Eci must be ${options.eciDigits} digits` }] }
  if (!authentications) return invalid([`${PATH} is not what an MPI has answered: there is none`])
  const claim: Claim = {
    order: sale.orderId,
    amount: sale.amount,
    number: card.CardNumber ?? "",
    brand: card.Brand,
    method: isDebit ? "debit" : "credit",
    isAuthenticated: isAuthenticated === true,
    given,
  }
  const messages = authentications.check(claim)
  if (messages.length > 0) return invalid(messages)
  authentications.use(claim, sale.paymentId)
  return undefined
}

/** What the answer to such a sale has besides: an echo with another spelling, and the Eci that the brand has taken. */
export function authenticationDetails(
  { options }: Bank,
  { ExternalAuthentication: given }: CardPayment | DebitPayment,
  brand: Brand,
  twist: Twist,
): Record<string, unknown> {
  if (!given) return {}
  const { ReferenceID: ReferenceId, ...others } = given
  const taken = options.eciTaken === "weaker" ? eciOf(brand, "none") : String(given.Eci)
  return { ExternalAuthentication: { ...others, ReferenceId }, Eci: twist.eci ?? taken }
}
