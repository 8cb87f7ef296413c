import { scopeOf } from "../../accounts/scope.ts"
import type { AuthenticationProof, ThreeDSecure } from "../../acquirers/authentication.ts"
import { mustHave } from "../../base/must.ts"
import type { Transaction } from "../../db/database.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { deciding, holdAuthentication, moveAuthentication } from "../authentication/store.ts"
import type { AuthenticationRow } from "../authentication/table.ts"
import { isAtIssuer } from "../intents/authenticate.ts"
import { beginChallenge, finishChallenge } from "../intents/challenge.ts"
import { endWaited } from "../intents/end-waited.ts"
import { noteCharge } from "../intents/store.ts"
import type { PaymentError } from "../intents/table.ts"
import { unlessLocked } from "../intents/transition.ts"
import { type MethodDetails, methodDetailsOf } from "../methods/details.ts"
import type { Authenticating } from "./authenticating.ts"

/** The acquirer does not authenticate, or its answer was lost. */
export const UNAVAILABLE = { result: "unavailable" } as const

const NOT_AVAILABLE: ThreeDSecure = { result: "unavailable", eci: null, version: null, liability_shifted: false }

/** Without a proof, no sale follows that says that its payer was authenticated. */
export type Decision = typeof UNAVAILABLE | { result: "decided"; three_d_secure: ThreeDSecure; proof: AuthenticationProof | null }

const FAILED: ThreeDSecure = { result: "failed", eci: null, version: null, liability_shifted: false }

/** The payer has failed, whatever the acquirer would say. */
export const NOT_BELIEVED: Decision = { result: "decided", three_d_secure: FAILED, proof: null }

const NOT_WANTED: PaymentError = {
  code: "processing_error",
  message: "The acquirer could not process the charge, and the payer gave up. Nothing was charged.",
}

const LEFT: PaymentError = {
  code: "authentication_failed",
  message: "The payer gave up while the issuer asked them to confirm the payment. Nothing was charged.",
}

/**
 * Stores what came of an authentication, and sends the sale or refuses it. Both begin in one commit, so a process that dies after it leaves an
 * attempt that another one finishes, and none that dies before it has sent anything. Only the first result counts, and only that of the current
 * session, unless it counts in any.
 */
export async function decideAuthentication(page: Authenticating, answer: Decision, { inAnySession = false } = {}): Promise<void> {
  const { mode, attempt } = page
  const [result, proof] = answer.result === "decided" ? [answer.three_d_secure, answer.proof] : [NOT_AVAILABLE, null]
  const begun = await mode.database
    .transaction(async (tx) => {
      const scope = await scopeOf(tx, mode, attempt.account)
      // The intent is locked first, as in all code that ends a sale.
      const sale = await beginChallenge(tx, scope, page.intent.id, attempt.id, mayBeSold(page.row, result))
      if (!sale) return undefined
      const row = await holdAuthentication(tx, attempt)
      // If a later session has taken over, the lock of the intent is undone with this transaction.
      const isCurrent = row.session === page.row.session && row.sessions === page.row.sessions
      if (!isCurrent && !inAnySession) throw new Overtaken()
      const decided = await moveAuthentication(tx, row, "decide", await deciding(tx, mode, row, result, proof))
      if (!decided) throw new Overtaken()
      await tx.run(noteCharge, {
        account: sale.account,
        id: page.intent.id,
        charge: null,
        payment_method_details: await detailsWith(tx, sale, result),
      })
      return sale
    })
    .catch((error) => (error instanceof Overtaken ? undefined : unlessLocked(error)))
  if (begun) await finishChallenge(mode, begun)
}

/** Ends a decided authentication whose sale was certainly not made: sends it once more, or refuses it. One of several calls at once does. */
export async function sellAuthenticated({ mode, attempt, intent, row }: Authenticating): Promise<void> {
  const { account, id } = attempt
  // The refusal of a payer who has failed may not have been applied.
  const isSold = mayBeSold(row, mustHave(row, "result").result)
  const begun = await mode.database
    .transaction(async (tx) => beginChallenge(tx, await scopeOf(tx, mode, account), intent.id, id, isSold))
    .catch(unlessLocked)
  if (begun) await finishChallenge(mode, begun)
}

/**
 * Ends an authentication whose payer does not go on, or the sale after it if it was certainly not made. Nothing is sent. If the sale is on its
 * way, nothing changes.
 */
export async function giveUpAuthentication(page: Authenticating): Promise<void> {
  const { attempt, row } = page
  if (isAtIssuer(attempt)) return endUnwanted(page, LEFT)
  if (row.step !== "decided") return decideAuthentication(page, NOT_BELIEVED, { inAnySession: true })
  if (!mayBeSold(row, mustHave(row, "result").result)) return sellAuthenticated(page)
  return endUnwanted(page, NOT_WANTED)
}

async function endUnwanted({ mode, attempt }: Authenticating, why: PaymentError): Promise<void> {
  const end = async (tx: Transaction) => endWaited(tx, await scopeOf(tx, mode, attempt.account), attempt, why)
  await mode.database.transaction(end).catch(unlessLocked)
}

/** What the payment was to be made with, and what came of the authentication. Every later answer keeps it unless it says more. */
async function detailsWith(tx: Transaction, sale: AttemptRow, three_d_secure: ThreeDSecure): Promise<MethodDetails> {
  const details = await methodDetailsOf(tx, sale)
  return details.card ? { ...details, card: { ...details.card, three_d_secure } } : details
}

/** Another page has begun a session, or another request has decided. */
export class Overtaken extends Error {}

/** Whether a sale may follow. A payer who has failed is never sold to. */
function mayBeSold({ required }: Pick<AuthenticationRow, "required">, { result }: ThreeDSecure): boolean {
  switch (result) {
    case "authenticated":
    case "attempted":
    case "data_only":
      return true
    case "failed":
      return false
    case "not_enrolled":
    case "unavailable":
      return !required
  }
}
