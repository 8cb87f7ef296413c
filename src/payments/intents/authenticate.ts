// How a confirm asks for the authentication of its payer, before anything is sent.
import { brazilianAddress } from "../../accounts/brazilian-address.ts"
import { settingsOf } from "../../accounts/settings.ts"
import type { CustomerRow } from "../../accounts/tables.ts"
import type { Acquirer } from "../../acquirers/acquirer.ts"
import type { Authenticator } from "../../acquirers/authentication.ts"
import type { SaleOutcome } from "../../acquirers/sale.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { Brand } from "../../vault/number.ts"
import type { Funding } from "../../vault/tables.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { type Need, needOf } from "../authentication/policy.ts"
import { findAuthentication, insertAuthentication } from "../authentication/store.ts"
import type { AuthenticationRow } from "../authentication/table.ts"
import type { PaymentScope } from "./mode.ts"
import { requestedThreeDSecure } from "./options.ts"
import { chargesNothing } from "./state.ts"
import type { IntentRow } from "./table.ts"

/** How long the card of a token is kept for an authentication, from the creation of the token on. Its short-lived key lives a little longer. */
export const CARD_SECONDS = 20 * 60

/** Says that the payer has to open the page on which they are authenticated. Nothing was sent. */
export const AUTHENTICATE = { result: "action_required", charge: null, action: { type: "authenticate" } } as const

export function isUnsentYet(outcome: SaleOutcome): boolean {
  return outcome.result === "action_required" && outcome.action.type === "authenticate"
}

/** How payers are authenticated before their sale. Undefined if the acquirer or this service cannot do it. */
export function authenticatorOf(
  { threedsOrigin }: Pick<PaymentScope["mode"], "threedsOrigin">,
  acquirer: Acquirer | undefined,
): Authenticator | undefined {
  return threedsOrigin === undefined ? undefined : acquirer?.authenticator
}

type Asking = {
  intent: IntentRow
  /** Undefined if the customer was not read. Then no payer is present. */
  customer: CustomerRow | undefined
  card: { brand: string; funding: Funding } | undefined
  off_session: boolean
}

/**
 * What is asked of the payer of a card before its sale is sent. Undefined if the sale is sent at once. Only some acquirers need a read. Throws
 * parameter_invalid if the customer's address is one that no issuer could be told.
 */
export async function neededAuthentication(
  db: Queries,
  { account, mode }: PaymentScope,
  acquirer: Acquirer,
  { intent, customer, card, off_session }: Asking,
): Promise<Need | undefined> {
  if (!authenticatorOf(mode, acquirer) || !card || !customer || off_session || chargesNothing(intent)) return undefined
  const { three_d_secure } = await settingsOf(db, account)
  const sold = {
    request: requestedThreeDSecure(intent),
    funding: card.funding,
    brand: card.brand as Brand,
    amount: intent.amount,
  }
  const need = needOf(sold, three_d_secure, customer)
  // The page asks for an address that is missing. It does not correct one.
  if (need && customer.address) brazilianAddress(customer.address, "customer.address", "3-D Secure")
  return need
}

/** Stores what is asked of the payer of an attempt. `madeAt`: when the token of the card was made. Null for a saved card. */
export async function requestAuthentication(
  tx: Transaction,
  { now, mode }: PaymentScope,
  { account, id: attempt }: { account: string; id: string },
  need: Need,
  madeAt: number | null,
): Promise<void> {
  const ends = now + mode.config.threedsTtlSeconds
  const expires_at = madeAt === null ? ends : Math.min(ends, madeAt + CARD_SECONDS)
  await insertAuthentication(tx, { account, attempt, created: now, ...need, expires_at })
}

/**
 * Whether the sale of an attempt waits for its payer to be authenticated. One that its confirm has stored as sent does not, and acquirers that
 * authenticate in the sale need no read either.
 */
export async function waitsForAuthentication(db: Queries, { authenticator }: Acquirer, attempt: AttemptRow): Promise<boolean> {
  const mayWait = attempt.state === "new" && attempt.type === "card" && !attempt.off_session && attempt.challenge === null
  if (!authenticator || !mayWait) return false
  return (await findAuthentication(db, attempt)) !== undefined
}

/** Whether a sale waits for its payer to be authenticated, and was never sent. An acquirer that holds a sale has given it an id. */
export function isUnsent({ state, type }: Pick<AttemptRow, "state" | "type">, { charge }: Pick<IntentRow, "charge">): boolean {
  return state === "waiting" && type === "card" && charge === null
}

const NOT_AUTHENTICATED =
  "The payer was not authenticated by 3-D Secure, so nothing was charged. Let the payer try again, or ask for another card."

/** The outcome of a sale whose payer was not authenticated. It was never sent. */
export function notAuthenticated({ result }: Pick<AuthenticationRow, "result">): SaleOutcome {
  const refusal = { result: "refused", charge: null, code: "authentication_failed", message: NOT_AUTHENTICATED } as const
  return result ? { ...refusal, three_d_secure: result } : refusal
}
