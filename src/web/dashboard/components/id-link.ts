import { type Html, html } from "../../shared/html.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"
import { idText } from "./basics.ts"

/** The pages of objects, by the prefix of their id. */
const PATHS_BY_PREFIX: Partial<Record<string, string>> = {
  pi: "/payments/",
  cus: "/customers/",
  csub: "/subscriptions/",
  prd: "/products/",
  dp: "/disputes/",
  mail: "/mails/",
  cbk: "/disputes/cases/",
  po: "/balance/payouts/",
  we: "/webhooks/",
  evt: "/webhooks/events/",
  msg: "/webhooks/events/",
  ord: "/webhooks/events/",
  int: "/settings/integrations/",
  wd: "/webhooks/deliveries/",
  key: "/keys/",
  req: "/requests/",
}

/** Returns the path of an object's page within its account and mode. Undefined if there is no such page. */
export function pathOfObject(id: string): string | undefined {
  const [prefix = ""] = id.split("_", 1)
  const page = PATHS_BY_PREFIX[prefix]
  return page && `${page}${id}`
}

/** Shows an id. If the object has a page, the id links to it. */
export function idLink(request: DashboardRequest, id: string): Html {
  const page = pathOfObject(id)
  return page ? html`<a class="id" href="${request.pathTo(page)}">${id}</a>` : idText(id)
}
