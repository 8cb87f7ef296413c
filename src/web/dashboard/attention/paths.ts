import type { AttentionItem } from "../../../attention/item.ts"
import type { At } from "../shell/at.ts"

/** The page that sends the dead letters of an endpoint again. An integration has none: its deliveries are sent again one by one. */
export function replayPath(at: At, { id, letters }: Pick<AttentionItem, "id" | "letters">): string | undefined {
  if (!letters || !at.may("operator")) return undefined
  if (!id.startsWith("we_")) return at.path(`/webhooks/deliveries/${letters.oldest}/replay`)
  return at.path(`/webhooks/${id}/replay/confirm?status=dead_letter`)
}

/** The page of what an item is about. Undefined if it has none. */
export function subjectPath(at: At, { id, payment_intent, letters }: AttentionItem): string | undefined {
  if (payment_intent) return at.path(`/payments/${payment_intent}`)
  if (letters)
    return at.path(id.startsWith("we_") ? `/webhooks/${id}?status=dead_letter` : `/webhooks/deliveries/${letters.oldest}`)
  return id.startsWith("csub_") ? at.path(`/subscriptions/${id}`) : undefined
}

/** How many dead letters an item has: `3`, or `1,000+`. */
export function lettersOf(at: At, { count, more }: NonNullable<AttentionItem["letters"]>): string {
  return `${at.number(count)}${more ? "+" : ""}`
}
