// What a person says of a case that could not be joined to a payment.
import { Refusal } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { latestAttemptOf } from "../attempts/store.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { holdPaid } from "../refunds/create.ts"
import { follow } from "./apply.ts"
import { holdCase } from "./store.ts"
import { type CaseRow, chargebackCases } from "./tables.ts"

const joinRow = chargebackCases.update(["account", "id"], ["payment_intent", "attempt", "charge", "needs_join"], (rows) =>
  rows.returning("*"),
)
const dismissRow = chargebackCases.update(["account", "id"], ["needs_join"], (rows) => rows.returning("*"))

/** A person says which payment a case is about. Its dispute follows. Throws Refusal if the case has one, and ApiError if the payment was not paid. */
export async function joinCase(tx: Transaction, scope: PaymentScope, which: CaseRow, paymentIntent: string): Promise<CaseRow> {
  const intent = await holdPaid(tx, scope, paymentIntent)
  const before = await holdCase(tx, which)
  const { account, id, number } = before
  if (before.payment_intent !== null)
    throw new Refusal("case_joined", `The case ${number} is about ${before.payment_intent} already.`)
  const sale = await latestAttemptOf(tx, intent)
  const { charge } = intent
  if (!sale || charge === null || sale.acquirer !== before.acquirer)
    throw new Refusal("case_of_other_acquirer", `The payment ${intent.id} was not made at ${before.acquirer}.`)
  const row = await tx.only(joinRow, { account, id, payment_intent: intent.id, attempt: sale.id, charge, needs_join: false })
  await follow(tx, scope, intent, before, row)
  return row
}

/** A person says that a case is about no payment of Vintém. Throws Refusal if it has one, or if nobody was asked. */
export async function dismissCase(tx: Transaction, which: CaseRow): Promise<CaseRow> {
  const { account, id, number, needs_join } = await holdCase(tx, which)
  if (!needs_join) throw new Refusal("case_not_waiting", `The case ${number} does not wait for a payment.`)
  return tx.only(dismissRow, { account, id, needs_join: false })
}
