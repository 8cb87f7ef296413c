// What a card sale says of 3-D Secure, and what the answer to it says.
import type { AuthenticationProof, ThreeDSecure } from "../authentication.ts"
import { provesNothing, readEci, strengthOf } from "../eci.ts"
import type { Payment } from "./answers.ts"

/** Whether the sale carries an authentication with which the issuer bears the loss of a fraud. */
export function isAuthenticated(brand: string | undefined, proof: AuthenticationProof | undefined): boolean {
  return proof !== undefined && !proof.data_only && proof.cavv !== null && strengthOf(brand, proof.eci) > 0
}

/** What Cielo's documents leave open. `shortEci`: they have one digit in a table, and two in samples. `returnUrl`: older ones ask for it. */
export type AuthenticationForm = { shortEci?: boolean; returnUrl?: string | undefined }

/**
 * The members of `Payment` for 3DS. An authentication that
 * did not succeed is told without its values, and not at all if the MPI gave no indicator.
 */
export function authenticationMembers(brand: string, proof: AuthenticationProof | undefined, form: AuthenticationForm): object {
  const Authenticate = isAuthenticated(brand, proof)
  if (!proof || proof.eci === null) return { Authenticate }
  const { session, cavv, xid, eci, version, data_only } = proof
  // An indicator that says more than was proven is not told.
  if (!Authenticate && !provesNothing(eci)) return { Authenticate }
  const { shortEci = false, returnUrl } = form
  const hasValues = Authenticate || data_only
  return {
    Authenticate,
    ...(Authenticate && returnUrl !== undefined && { ReturnUrl: returnUrl }),
    ExternalAuthentication: {
      ...(hasValues && cavv !== null && { Cavv: cavv }),
      ...(hasValues && xid !== null && { Xid: xid }),
      Eci: shortEci ? eci.slice(-1) : eci,
      Version: version ?? "2",
      ReferenceID: session,
      ...(data_only && { DataOnly: true }),
    },
  }
}

/**
 * What became of an authentication in the sale. `sent` is what the sale carried. Without it, the answer repeats that. Undefined if the sale
 * carried none. If the network took a weaker indicator than was sent, the issuer does not bear the loss of a fraud.
 */
export function takenAuthentication(
  { eci: taken, authentication }: Payment,
  brand: string | undefined,
  sent: AuthenticationProof | undefined = authentication,
): ThreeDSecure | undefined {
  if (!sent) return undefined
  const { version } = sent
  const eci = readEci(taken ?? sent.eci)
  if (sent.data_only) return { result: "data_only", eci, version, liability_shifted: false }
  if (!isAuthenticated(brand, sent)) return undefined
  const was = strengthOf(brand, sent.eci)
  const result = was === 2 ? "authenticated" : "attempted"
  return { result, eci, version, liability_shifted: strengthOf(brand, eci) >= was }
}
