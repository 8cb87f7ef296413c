// A payment link may be paid a limited number of times. Who confirms takes a place, so no more than that can ever be paid.
import { ApiError } from "../../base/errors.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { IntentListener } from "../../payments/intents/mode.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { closeIfPaidInFull, holdPaymentLink, isPaidInFull } from "./links.ts"
import { type PaymentLinkRow, paymentLinkPlaces } from "./table.ts"

const takePlace = paymentLinkPlaces.insert(["account", "payment_intent", "payment_link"], (rows) =>
  rows.onConflict(["account", "payment_intent"]).ignore(),
)
const leavePlace = paymentLinkPlaces.delete(["account", "payment_intent"])
const countPlaces = paymentLinkPlaces.find(["account", "payment_link"], (rows) => rows.count({ count: "*" }))

type OfLink = Pick<IntentRow, "account" | "id" | "payment_link">

/** Gives each payment of a link its place when it is confirmed, and takes it back when that is undone or the intent is canceled. */
export const placesListener: IntentListener = {
  creating: async () => {},
  agreeing: async () => undefined,
  holdsRefusal: async () => false,
  confirming: (tx, intent) => mustHavePlace(tx, intent),
  confirmUndone: (tx, intent) => leave(tx, intent),
  moved: async (tx, _, intent) => {
    if (intent.status === "canceled") leave(tx, intent)
    const { account, payment_link: id } = intent
    if (intent.status === "succeeded" && id !== null) await closeIfPaidInFull(tx, { account, id })
  },
  otherCard: async () => undefined,
}

function leave(tx: Transaction, { account, id, payment_link }: OfLink): void {
  if (payment_link !== null) tx.send(leavePlace, { account, payment_intent: id })
}

/** Whether a payer who confirms now gets a place. */
export async function hasPlace(db: Queries, { account, id, max_payments }: PaymentLinkRow): Promise<boolean> {
  return max_payments === null || (await db.only(countPlaces, { account, payment_link: id })).count < max_payments
}

/** Throws AllPlacesTaken. */
async function mustHavePlace(tx: Transaction, { account, id: payment_intent, payment_link }: OfLink): Promise<void> {
  if (payment_link === null) return
  const link = await holdPaymentLink(tx, { account, id: payment_link })
  const { max_payments } = link
  if (max_payments === null) return
  await tx.run(takePlace, { account, payment_intent, payment_link })
  const { count } = await tx.only(countPlaces, { account, payment_link })
  if (count > max_payments) throw new AllPlacesTaken(payment_link, max_payments, await isPaidInFull(tx, link))
}

/** All payments that a payment link may take are made or being made. `isOver`: all are made. */
export class AllPlacesTaken extends ApiError {
  readonly isOver: boolean

  constructor(link: string, places: number, isOver: boolean) {
    const being = "are made or being made. A payment that is canceled leaves its place: try again later."
    super("payment_intent_unexpected_state", `All ${places} payments of the payment link ${link} ${isOver ? "are made." : being}`)
    this.isOver = isOver
  }
}
