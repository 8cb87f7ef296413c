import type { Notification } from "../kind.ts"
import { isGuid, membersOf } from "./wire/members.ts"

const CHARGEBACK = 7

/** Reads a notification: a payment, and the kind of its change. Cielo writes the kind as a number or as a text. */
export function readNotifications(body: unknown): [Notification] | undefined {
  const { paymentid: id, changetype: change } = membersOf(body)
  if (typeof id !== "string" || !isGuid(id)) return undefined
  if (!(typeof change === "number" || typeof change === "string") || !/^[1-9]\d?$/.test(String(change))) return undefined
  return [{ charge: id.toLowerCase(), chargeback: Number(change) === CHARGEBACK }]
}
