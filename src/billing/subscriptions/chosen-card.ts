import type { PaymentType } from "../../acquirers/sale.ts"
import { ApiError, notFound } from "../../base/errors.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { MandatesScope } from "../../payments/methods/mode.ts"
import {
  detachPaymentMethod,
  findPaymentMethod,
  lockPaymentMethod,
  mustBeFor,
  mustFindPaymentMethod,
  newestCardOf,
} from "../../payments/methods/store.ts"
import type { PaymentMethodRow } from "../../payments/methods/table.ts"
import { detachMandate } from "./mandate.ts"
import { dropChosenCard, lockSubscriptionsOf, recordChange } from "./store.ts"
import type { Subscription } from "./tables.ts"

type Charged = Pick<Subscription, "id" | "account" | "customer" | "payment_type" | "payment_method">

/** By what the next charge of a subscription is paid. A chosen card counts also where PIX or boleto paid before. */
export function nextPaymentType({ payment_type, payment_method }: Charged): PaymentType {
  return payment_method === null ? payment_type : "card"
}

/**
 * The card that the next charge takes: the chosen one, or the customer's newest one if the subscription is paid by card. Undefined if there is
 * none.
 */
export async function cardToCharge(db: Queries, subscription: Charged): Promise<PaymentMethodRow | undefined> {
  const { account, customer, payment_type, payment_method } = subscription
  const chosen = payment_method === null ? undefined : await findPaymentMethod(db, account, payment_method)
  // A process of the version before detaches a card and leaves it chosen.
  if (chosen && chosen.customer === customer) return chosen
  return payment_type === "card" ? newestCardOf(db, account, customer) : undefined
}

/**
 * Throws parameter_invalid for what is no saved card and for one that its payer saved for another subscription, and payment_method_not_found unless the
 * customer of the subscription has it.
 */
export async function mustFindCardFor(
  tx: Transaction,
  { id: subscription, account, customer }: Charged,
  id: string,
): Promise<void> {
  if (!id.startsWith("pm_"))
    throw new ApiError(
      "parameter_invalid",
      "'payment_method' has the wrong form. Send the id of a saved card (pm_…). To charge a new card, save it first.",
      "payment_method",
    )
  const card = await lockPaymentMethod(tx, account, id)
  if (card?.customer !== customer) throw notFound("payment_method", id, "payment_method")
  mustBeFor(card, subscription)
}

/**
 * Detaches a card or a mandate from its customer permanently. Subscriptions that chose the card have no chosen card afterwards. A mandate ends at its
 * acquirer, and its subscription is paid by codes. A repeated call changes nothing.
 * Throws payment_method_not_found.
 */
export async function detachMethod(tx: Transaction, scope: MandatesScope, id: string): Promise<PaymentMethodRow> {
  const { account } = scope
  const { customer, type } = await mustFindPaymentMethod(tx, scope, id)
  if (type === "pix_automatico") return detachMandate(tx, scope, id)
  if (customer !== null) {
    // The subscriptions are locked before the card, as when one chooses it. So none chooses it between the two statements.
    const all = await tx.all(lockSubscriptionsOf, { account, customer })
    await tx.run(dropChosenCard, { account, customer, payment_method: id })
    for (const before of all)
      if (before.payment_method === id) recordChange(tx, scope, before, { ...before, payment_method: null })
  }
  return detachPaymentMethod(tx, scope, id)
}
