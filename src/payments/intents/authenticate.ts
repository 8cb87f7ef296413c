// How a confirm asks for the authentication of its payer, before anything is sent.
import { brazilianAddress } from "../../accounts/brazilian-address.ts"
import { settingsOf } from "../../accounts/settings.ts"
import type { CustomerRow } from "../../accounts/tables.ts"
import type { Acquirer } from "../../acquirers/acquirer.ts"
import type { SaleOutcome } from "../../acquirers/sale.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { Brand } from "../../vault/number.ts"
import type { Funding } from "../../vault/tables.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { hasContact, type Need, needOf } from "../authentication/policy.ts"
import { findAuthentication, insertAuthentication, isInSale } from "../authentication/store.ts"
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

/** Whether payers can be authenticated from a page of ours, before their sale or in it. */
export function canAuthenticate(
  { threedsOrigin }: Pick<PaymentScope["mode"], "threedsOrigin">,
  acquirer: Acquirer | undefined,
): boolean {
  return threedsOrigin !== undefined && (acquirer?.authenticator !== undefined || acquirer?.finishRedirect !== undefined)
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
  if (!canAuthenticate(mode, acquirer) || !card || !customer || off_session || chargesNothing(intent)) return undefined
  const { three_d_secure } = await settingsOf(db, account)
  const sold = {
    request: requestedThreeDSecure(intent),
    funding: card.funding,
    brand: card.brand as Brand,
    amount: intent.amount,
  }
  if (!acquirer.authenticator) return needOf(sold, { ...three_d_secure, data_only: false }, true)
  const need = needOf(sold, three_d_secure, hasContact(customer))
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
 * Whether the sale of an attempt waits for its payer to open our page. One that its confirm has stored as sent does not, and acquirers that ask
 * payers on no page of ours need no read either.
 */
export async function waitsForAuthentication(
  db: Queries,
  { authenticator, finishRedirect }: Acquirer,
  attempt: AttemptRow,
): Promise<boolean> {
  const mayWait = attempt.state === "new" && attempt.type === "card" && !attempt.off_session && attempt.challenge === null
  if (!(authenticator || finishRedirect) || !mayWait) return false
  const row = await findAuthentication(db, attempt)
  return row !== undefined && !isInSale(row)
}

/**
 * Whether a sale waits for its payer to be authenticated, and was certainly not made. An acquirer that holds a sale has given it an id, or has led
 * its payer to the issuer.
 */
export function isUnsent(attempt: AttemptRow, { charge }: Pick<IntentRow, "charge">): boolean {
  return attempt.state === "waiting" && attempt.type === "card" && charge === null && !isAtIssuer(attempt)
}

/** Whether the payer of a sale is asked in the sale: it was sent, and nothing is known of its payer. */
export function isAtIssuer({ type, challenge, sent_at_ms }: AttemptRow): boolean {
  return type === "card" && challenge === null && sent_at_ms !== null
}

const NOT_AUTHENTICATED =
  "The payer was not authenticated by 3-D Secure, so nothing was charged. Let the payer try again, or ask for another card."

/** The outcome of a sale whose payer was not authenticated. It was never sent. */
export function notAuthenticated({ result }: Pick<AuthenticationRow, "result">): SaleOutcome {
  const refusal = { result: "refused", charge: null, code: "authentication_failed", message: NOT_AUTHENTICATED } as const
  return result ? { ...refusal, three_d_secure: result } : refusal
}
