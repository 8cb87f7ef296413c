// A sale that its acquirer could not make goes to the fallback of its method: docs/decisions/0033-fallback.md.
import type { Acquirer } from "../../acquirers/acquirer.ts"
import { type FallbackReason, takes } from "../../acquirers/choose.ts"
import type { SaleOutcome } from "../../acquirers/sale.ts"
import { newId } from "../../base/ids.ts"
import { findCustomer } from "../../customers/customers.ts"
import type { Transaction } from "../../db/database.ts"
import type { CardRow } from "../../vault/tables.ts"
import { insertAttempt } from "../attempts/store.ts"
import { plainCardOf } from "../methods/details.ts"
import { neededAuthentication } from "./authenticate.ts"
import type { PaymentScope } from "./mode.ts"
import { requestedThreeDSecure } from "./options.ts"
import { passOn } from "./pass-on.ts"
import { wantedBy } from "./route-sale.ts"
import type { Sold } from "./send-back.ts"
import { chargesNothing, isConfirmable } from "./state.ts"
import type { IntentRow } from "./table.ts"

/** A request needs this much of its time for the sale at the fallback. */
const MIN_LEFT_MS = 10_000

/**
 * Who has called the acquirer, and can call another one. `left_ms`: how much of the time of a request is left. Of a worker, which retries charges for
 * which no request waits, there is no end.
 */
export type Caller = { by: "request" | "worker"; left_ms: number }

export const WORKER: Caller = { by: "worker", left_ms: Number.POSITIVE_INFINITY }

export type Fallback = Pick<Caller, "by"> & { acquirer: Acquirer; because: FallbackReason }

/** Whether an outcome says that the acquirer certainly charged nothing, and another one may. */
export function isFailure(outcome: SaleOutcome): boolean {
  return outcome.result === "unavailable" || (outcome.result === "refused" && outcome.unprocessed === true)
}

/**
 * The acquirer that gets a sale after this outcome. Undefined if the outcome stands. A sale whose outcome was learned in another way than from its
 * own call has no caller.
 */
export async function fallbackAfter(
  tx: Transaction,
  scope: PaymentScope,
  sold: Sold,
  outcome: SaleOutcome,
  caller: Caller | undefined,
): Promise<Fallback | undefined> {
  const { attempt, intent } = sold
  if (!isFailure(outcome) || !mayLeave(sold) || !caller || caller.left_ms < MIN_LEFT_MS) return undefined
  const { fallback } = await scope.mode.routingOf(tx, attempt.account, attempt.type)
  if (!fallback || fallback.drained || fallback.acquirer.name === attempt.acquirer) return undefined
  const card = await plainCardOf(tx, attempt)
  const wanted = wantedBy(intent, attempt, card)
  if (!wanted.has_fallback || !takes(fallback.acquirer, wanted)) return undefined
  if (await mustAuthenticate(tx, scope, sold, card, fallback.acquirer)) return undefined
  const { by } = caller
  return { by, acquirer: fallback.acquirer, because: outcome.result === "refused" ? "refused" : "unavailable" }
}

/** Whether this is the first sale of a confirm, nothing has been asked of its payer, and it charges. */
function mayLeave({ attempt, intent }: Sold): boolean {
  const { id, state, challenge, fallback_reason } = attempt
  const isOpen = (state === "new" || state === "sent") && intent.running_attempt === id && isConfirmable(intent)
  return isOpen && challenge === null && fallback_reason === null && !chargesNothing(intent)
}

/** Whether the payer would have to be authenticated at the fallback, which its confirm cannot ask for any more. */
async function mustAuthenticate(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  card: CardRow | undefined,
  acquirer: Acquirer,
) {
  if (attempt.type !== "card" || attempt.off_session) return false
  if (requestedThreeDSecure(intent) === "any" && !acquirer.hasThreeDSecure) return true
  const customer = await findCustomer(tx, intent.account, intent.customer)
  return (await neededAuthentication(tx, scope, acquirer, { intent, customer, card, off_session: false })) !== undefined
}

/**
 * Stores the sale at the fallback in the place of one that has ended, with a reference of its own. A request's process sends it at once, and a
 * worker as soon as it can. The caller holds the intent.
 */
export async function takeOver(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  { by, acquirer, because }: Fallback,
): Promise<IntentRow> {
  const { account, kind, type, payment_intent, customer, token, payment_method, card } = attempt
  const { off_session, installments, return_url, idempotency_key, retry_until } = attempt
  const id = newId("att")
  const { held } = await passOn(tx, { attempt, intent }, id)
  await insertAttempt(tx, {
    ...{ id, account, created: scope.now, kind, type, payment_intent, customer, token, payment_method, card },
    ...{ off_session, installments, return_url, idempotency_key, retry_until },
    ...{ acquirer: acquirer.name, credentials: acquirer.credentials ?? null, fallback_reason: because },
    ...(by === "request" && { owner: scope.mode.owner, state: "sent" as const }),
  })
  return held
}
