import { type Html, html } from "../../html.ts"
import type { At } from "./at.ts"
import { idText } from "./pieces.ts"

/** The pages of objects, by the prefix of their id. */
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
  key: "/keys/",
  req: "/requests/",
}

/** Returns the path of an object's page within its account and mode. Undefined if there is no such page. */
export function pageOfId(id: string): string | undefined {
  const [prefix = ""] = id.split("_", 1)
  const page = PAGES[prefix]
  return page && `${page}${id}`
}

/** Shows an id. If the object has a page, the id links to it. */
export function idLink(at: At, id: string): Html {
  const page = pageOfId(id)
  return page ? html`<a class="id" href="${at.path(page)}">${id}</a>` : idText(id)
}
