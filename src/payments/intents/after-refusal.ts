// A card that its issuer refuses because its payer was not authenticated.
import type { SaleOutcome } from "../../acquirers/sale.ts"
import { newId } from "../../base/ids.ts"
import { findCustomer } from "../../customers/customers.ts"
import type { Transaction } from "../../db/database.ts"
import { moveAttempt } from "../attempts/move.ts"
import { insertNextTo, pollBy } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { hasContact } from "../authentication/policy.ts"
import { findAuthentication, forgetProof } from "../authentication/store.ts"
import { methodDetailsOf } from "../methods/details.ts"
import { hasUsedToken } from "../tokens/tokens.ts"
import { canAuthenticate, requestAuthentication } from "./authenticate.ts"
import type { PaymentScope } from "./mode.ts"
import { nextAction } from "./next-action.ts"
import { requestedThreeDSecure } from "./options.ts"
import { passOn } from "./pass-on.ts"
import type { Sold } from "./send-back.ts"
import { isConfirmable } from "./state.ts"
import type { IntentRow } from "./table.ts"
import { transitionIntent } from "./transition.ts"

const NEED = { data_only: false, required: true } as const

/**
 * Asks the payer of a refused sale to be authenticated, and stores another sale of the same card for after that, with a reference of its own.
 * Once only: the payer of that sale was asked. Returns undefined if the refusal stands.
 */
export async function askAfterRefusal(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  outcome: SaleOutcome,
): Promise<IntentRow | undefined> {
  if (outcome.result !== "refused" || !outcome.wants_authentication || !(await mayAsk(tx, scope, { attempt, intent })))
    return undefined
  const { account, token, payment_method, card, installments, return_url } = attempt
  const id = newId("att")
  const { token: made, held } = await passOn(tx, { attempt, intent }, id)
  if (attempt.challenge !== null) await forgetProof(tx, attempt)
  const own = { token, payment_method, card, installments, return_url }
  const sale = await insertNextTo(tx, attempt, { id, kind: "charge", created: scope.now, ...own })
  await requestAuthentication(tx, scope, { account, id }, NEED, made?.created ?? null)
  const waiting = await moveAttempt(tx, scope, sale, "payer_must_act", "action_required")
  const next = await nextAction(tx, scope, waiting ?? sale, held, { type: "authenticate" })
  await tx.run(pollBy, { account, id, latest: next.due_at })
  const payment_method_details = await methodDetailsOf(tx, sale)
  return transitionIntent(tx, scope, held, "action_required", { charge: null, payment_method_details, ...next })
}

async function mayAsk(tx: Transaction, { mode }: PaymentScope, { attempt, intent }: Sold): Promise<boolean> {
  if (!isPresent(attempt) || requestedThreeDSecure(intent) !== "automatic") return false
  if (!isConfirmable(intent) && intent.status !== "requires_action") return false
  const asked = await findAuthentication(tx, attempt)
  if (asked && !asked.data_only) return false
  // The card of a sale whose answer was lost is gone.
  if (await hasUsedToken(tx, attempt)) return false
  const acquirer = await mode.acquirerOfAttempt(tx, attempt)
  if (!canAuthenticate(mode, acquirer)) return false
  if (!acquirer?.authenticator) return true
  const customer = await findCustomer(tx, intent.account, intent.customer)
  return customer !== undefined && hasContact(customer)
}

/** Whether a payer waits for the answer. The engine retries the charges of absent ones. */
function isPresent({ off_session, retry_until }: AttemptRow): boolean {
  return !off_session && retry_until === null
}
