import type { AttentionItem } from "../../../../attention/item.ts"
import { pathOfObject } from "../../components/id-link.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

/** The page that sends the dead letters of an endpoint again. An integration has none: its deliveries are sent again one by one. */
export function replayPath(
  request: DashboardRequest,
  { id, letters }: Pick<AttentionItem, "id" | "letters">,
): string | undefined {
  if (!letters || !request.may("operator")) return undefined
  if (!id.startsWith("we_")) return request.pathTo(`/webhooks/deliveries/${letters.oldest}/replay`)
  return request.pathTo(`/webhooks/${id}/replay/confirm?status=dead_letter`)
}

/** The page of what an item is about. Undefined if it has none. */
export function subjectPath(request: DashboardRequest, { id, payment_intent, letters }: AttentionItem): string | undefined {
  if (payment_intent) return request.pathTo(`/payments/${payment_intent}`)
  if (letters)
    return request.pathTo(id.startsWith("we_") ? `/webhooks/${id}?status=dead_letter` : `/webhooks/deliveries/${letters.oldest}`)
  const page = /^(csub|po|cbk)_/.test(id) ? pathOfObject(id) : undefined
  return page && request.pathTo(page)
}

/** How many dead letters an item has: `3`, or `1,000+`. */
export function deadLetterCount(request: DashboardRequest, { count, more }: NonNullable<AttentionItem["letters"]>): string {
  return `${request.number(count)}${more ? "+" : ""}`
}
