import type { MethodType } from "../acquirers/sale.ts"
import { type CustomerInput, completeCustomer } from "../customers/customers.ts"
import type { Transaction } from "../db/database.ts"
import { type BegunConfirm, beginConfirm } from "../payments/intents/confirm.ts"
import type { PaymentScope } from "../payments/intents/mode.ts"
import { isConfirmable } from "../payments/intents/state.ts"
import { mustFindIntent } from "../payments/intents/store.ts"
import type { IntentRow } from "../payments/intents/table.ts"
import { createBareToken } from "../payments/tokens/tokens.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import type { PayerDetail } from "./offers.ts"
import { isReplaceable, replaceIntent } from "./successors.ts"
import { type PayPageRow, payPages } from "./table.ts"

/** What a payer sends. `seen` is the state of the payment that the form was made for (`stateOf`). */
export type Order = {
  seen: string
  /** Where a challenge returns to. */
  return_url: string | null
  details: Pick<CustomerInput, PayerDetail>
} & ({ method: "card"; token: string; installments: number } | { method: Exclude<MethodType, "card"> })

const holdPage = payPages.find(["account", "payment_intent"], (rows) => rows.forNoKeyUpdate())

/**
 * Names the state of a payment in a form. A form pays in the state that its payer has seen, and in no other one: whatever sends it a second time,
 * the first one has changed the state.
 */
export function stateOf(ring: KeyRing, { id, status, latest_attempt, running_attempt }: IntentRow): string {
  return ring.digest(`pay page state ${[id, status, latest_attempt, running_attempt].join(" ")}`).slice(0, 32)
}

/**
 * The first transaction of a payment on the page: fills in what the customer lacks, makes a successor if the payment needs one, and begins the
 * confirm. Returns undefined, and changes nothing, if the payment is no longer as the payer has seen it, or can no longer be paid. Throws
 * TooManySuccessors and the errors of beginConfirm. The caller's transaction must then be rolled back.
 */
export async function beginOnPage(
  tx: Transaction,
  scope: PaymentScope,
  { account, payment_intent }: Pick<PayPageRow, "account" | "payment_intent">,
  order: Order,
): Promise<BegunConfirm | undefined> {
  const page = await tx.only(holdPage, { account, payment_intent })
  const current = await mustFindIntent(tx, scope, page.current)
  if (stateOf(scope.mode.ring, current) !== order.seen || current.running_attempt !== null) return undefined
  const isOpen = isConfirmable(current)
  if (!isOpen && !isReplaceable(current, scope.now)) return undefined
  const intent = isOpen ? current : await replaceIntent(tx, scope, page, current)
  await completeCustomer(tx, scope, intent.customer, order.details)
  const [payment_method, installments] =
    order.method === "card" ? [order.token, order.installments] : [(await createBareToken(tx, scope, order.method)).id, 1]
  const input = { payment_method, installments, return_url: order.method === "card" ? order.return_url : null }
  return beginConfirm(tx, scope, intent.id, input, { idempotency_key: null })
}
