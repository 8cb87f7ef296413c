import type { Notification } from "../kind.ts"
import { objectOf } from "../wire/json.ts"
import { referenceOf } from "./charge.ts"
import { isMandateId } from "./mandate.ts"
import { isEndToEndId } from "./pix.ts"
import { recurringReferenceOf } from "./recurring.ts"
import { listOf, textOf } from "./wire.ts"

/**
 * Reads a notification: any number of payments (`pix`), mandates (`recs`) or charges under mandates (`cobsr`). It is a hint: a client of the same
 * bank can have it sent about what is not ours. So only what to ask about is taken from it. What has no txid of ours is not. A body with none of
 * these is the bank's test of the address.
 */
export function readNotifications(body: unknown): Notification[] | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined
  const { pix, recs, cobsr } = objectOf(body)
  if ([pix, recs, cobsr].some((list) => list !== undefined && !Array.isArray(list))) return undefined
  return unique([...listOf(pix).flatMap(ofPayment), ...listOf(recs).flatMap(ofMandate), ...listOf(cobsr).flatMap(ofCharge)])
}

/** What was sent back is known by its payment alone, also if the payment is not the one that its sale keeps. */
function ofPayment(value: unknown): Notification[] {
  const { txid, endToEndId, devolucoes } = objectOf(value)
  const reference = referenceOf(textOf(txid)) ?? recurringReferenceOf(textOf(txid))
  if (reference === undefined) return []
  const charge = textOf(endToEndId) ?? ""
  const isBack = listOf(devolucoes).length > 0 && isEndToEndId(charge)
  return [{ reference, chargeback: false }, ...(isBack ? [{ charge, chargeback: false }] : [])]
}

function ofMandate(value: unknown): Notification[] {
  const mandate = textOf(objectOf(value).idRec) ?? ""
  return isMandateId(mandate) ? [{ mandate }] : []
}

function ofCharge(value: unknown): Notification[] {
  const { txid, pix } = objectOf(value)
  const reference = recurringReferenceOf(textOf(txid))
  return reference === undefined ? [] : [{ reference, chargeback: false }, ...listOf(pix).flatMap(ofPayment)]
}

function unique(all: Notification[]): Notification[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}
