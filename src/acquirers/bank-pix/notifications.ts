import type { Notification } from "../kind.ts"
import { referenceOf } from "./charge.ts"
import { isEndToEndId } from "./pix.ts"
import { listOf, objectOf, textOf } from "./wire.ts"

/**
 * Reads a notification: any number of payments. It is a hint: a client of the same bank can have it sent about money that is not ours. So only
 * what sales to ask about is taken from it. Payments without a txid of ours are not. A body without payments is the bank's test of the address.
 */
export function readNotifications(body: unknown): Notification[] | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined
  const { pix } = objectOf(body)
  if (pix !== undefined && !Array.isArray(pix)) return undefined
  return unique(listOf(pix).flatMap(notificationsOf))
}

/** What was sent back is known by its payment alone, also if the payment is not the one that its sale keeps. */
function notificationsOf(value: unknown): Notification[] {
  const { txid, endToEndId, devolucoes } = objectOf(value)
  const reference = referenceOf(textOf(txid))
  if (reference === undefined) return []
  const charge = textOf(endToEndId) ?? ""
  const isBack = listOf(devolucoes).length > 0 && isEndToEndId(charge)
  return [{ reference, chargeback: false }, ...(isBack ? [{ charge, chargeback: false }] : [])]
}

function unique(all: Notification[]): Notification[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}
