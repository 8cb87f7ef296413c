import { type Html, html } from "../../html.ts"
import type { At } from "./at.ts"
import { idText } from "./pieces.ts"

/** The pages of what an id names, by its prefix. */
const PAGES: Record<string, string> = {
  pi: "/payments/",
  cus: "/customers/",
  sub: "/subscriptions/",
  prd: "/products/",
  dp: "/disputes/",
  we: "/webhooks/",
  evt: "/webhooks/events/",
  wd: "/webhooks/deliveries/",
  req: "/requests/",
}

/** An id, as a link to the page of what it names, where there is one. */
export function idLink(at: At, id: string): Html {
  const page = PAGES[id.split("_", 1)[0]!]
  return page ? html`<a class="id" href="${at.path(`${page}${id}`)}">${id}</a>` : idText(id)
}
