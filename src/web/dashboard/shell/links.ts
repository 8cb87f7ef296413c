import { type Html, html } from "../../html.ts"
import type { At } from "./at.ts"
import { idText } from "./pieces.ts"

/** The pages of what an id names, by its prefix. */
const PAGES: Partial<Record<string, string>> = {
  pi: "/payments/",
  cus: "/customers/",
  csub: "/subscriptions/",
  prd: "/products/",
  dp: "/disputes/",
  we: "/webhooks/",
  evt: "/webhooks/events/",
  msg: "/webhooks/events/",
  wd: "/webhooks/deliveries/",
  req: "/requests/",
}

/** The path of the page of what an id names, in its account and mode. Undefined where there is no such page. */
export function pageOfId(id: string): string | undefined {
  const page = PAGES[id.split("_", 1)[0]!]
  return page && `${page}${id}`
}

/** An id, as a link to the page of what it names, where there is one. */
export function idLink(at: At, id: string): Html {
  const page = pageOfId(id)
  return page ? html`<a class="id" href="${at.path(page)}">${id}</a>` : idText(id)
}
