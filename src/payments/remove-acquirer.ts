import { endCredentials, lockCredentials } from "../acquirers/credentials.ts"
import type { CredentialsRow } from "../acquirers/table.ts"
import { Refusal } from "../base/errors.ts"
import type { Transaction } from "../db/database.ts"
import { unindexed } from "../db/dialect.ts"
import type { AttemptState } from "./attempts/state.ts"
import { type AttemptRow, attempts } from "./attempts/table.ts"
import type { PaymentScope } from "./intents/mode.ts"
import { mandateAt } from "./mandates/store.ts"
import { isToEnd } from "./methods/mandates.ts"

type OpenAttempt = Pick<AttemptRow, "id" | "kind" | "state" | "payment_intent">

/** Reads two indexes, because a due time is missing on attempts that a person must finish. Together they have all open attempts. */
const findOpen = attempts.statement(["account", "acquirer"], (_, p, k) =>
  k.raw<OpenAttempt>(
    `SELECT * FROM (
     SELECT id, kind, state, payment_intent FROM attempts
     WHERE account = :account AND due_at IS NOT NULL AND state NOT IN ('done', 'given_up') AND acquirer = :acquirer
     UNION ALL
     SELECT id, kind, state, payment_intent FROM attempts
     WHERE ${unindexed("account")} = :account AND due_at IS NULL AND state IN ('unknown', 'by_hand', 'mismatched')
       AND acquirer = :acquirer
     ) AS open ORDER BY ${unindexed("id")} LIMIT 1`,
    { account: p.account, acquirer: p.acquirer },
  ),
)

const UNDER_WAY = "It is being sent, or will be sent again soon. Try again in a minute."
const UNDECIDED = "Vintém asks the acquirer for its outcome. Try again later. The attention list shows it if that takes too long."
const FOR_A_PERSON = "It waits for a person: see the attention list."

/** What an operator can do about an open attempt. A sale that was given up needs nothing: its credentials are kept while it is watched. */
const REMEDIES: Record<Exclude<AttemptState, "done" | "given_up">, string> = {
  new: UNDER_WAY,
  sent: UNDER_WAY,
  unknown: UNDECIDED,
  pending: UNDECIDED,
  waiting: "It waits for its payer. Cancel the payment, or wait until it has been paid or has expired.",
  authorized: "Its amount is authorized. Capture or cancel the payment.",
  unconfirmed: FOR_A_PERSON,
  mismatched: FOR_A_PERSON,
  by_hand: FOR_A_PERSON,
}

/**
 * Removes an acquirer of the scope's account. New payments by its methods are then refused with not_ready. Earlier payments keep their
 * credentials, so they can still be refunded. Throws Refusal if the account has no such acquirer, or if one of its attempts or mandates there is open.
 */
export async function removeAcquirer(tx: Transaction, { account, now }: PaymentScope, acquirer: string): Promise<CredentialsRow> {
  // Under steady traffic, this refuses before it has to wait for the lock.
  await checkNothingOpen(tx, account, acquirer)
  const credentials = await lockCredentials(tx, account, acquirer)
  if (!credentials) throw new Refusal("acquirer_not_set", `The account ${account} has no acquirer ${acquirer}.`)
  await checkNothingOpen(tx, account, acquirer)
  await endCredentials(tx, credentials, now)
  return credentials
}

async function checkNothingOpen(tx: Transaction, account: string, acquirer: string): Promise<void> {
  const open = await tx.one(findOpen, { account, acquirer })
  if (!open) return checkNoMandate(tx, account, acquirer)
  const { id, kind, state, payment_intent } = open
  const of = payment_intent === null ? "" : ` of ${payment_intent}`
  throw new Refusal(
    "attempt_open",
    `The account ${account} has an attempt that is still open: ${id}, a ${kind}${of} (${state}). ${REMEDIES[state as keyof typeof REMEDIES]}`,
  )
}

/** Subscriptions are charged by their mandates where those were made, whatever acquirer the account has later. */
async function checkNoMandate(tx: Transaction, account: string, acquirer: string): Promise<void> {
  const mandate = await mandateAt(tx, account, acquirer)
  if (!mandate) return
  const remedy = isToEnd(mandate)
    ? "It has ended here, and the acquirer has not confirmed that yet. Try again later."
    : "Its subscription is charged there. Drain the acquirer until all mandates have ended, or detach them: their subscriptions go on by PIX codes."
  throw new Refusal(
    "mandate_open",
    `The account ${account} has a mandate of PIX Automático there: ${mandate.id} (${mandate.status}). ${remedy}`,
  )
}
