import { mustFindCustomer } from "../../../../customers/customers.ts"
import { beginErasure, isErased } from "../../../../erasure/begin.ts"
import { findOpen, type Open } from "../../../../erasure/open.ts"
import { type Html, html } from "../../../shared/html.ts"
import { idLink } from "../../components/id-link.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { ERASE_WORDS } from "./erase-words.ts"

/** Erases who a customer is. Its page says what goes and what stays, or what is still open. A worker does the rest (finish.ts). */
export function eraseForm(routes: PageRoutes): void {
  routes.change("/customers/:id/erase", {
    role: "owner",
    proof: "live",
    find: async (request) => {
      const row = await mustFindCustomer(request.mode.database, request, request.pathParameter("id"))
      if (isErased(row) && request.ctx.method === "GET") throw new PageNotFound()
      return row
    },
    confirmation: async (request, { id, name, email }) => {
      const words = request.words(ERASE_WORDS)
      const open = await findOpen(request.mode.database, { account: request.account, id })
      const back = request.pathTo(`/customers/${id}`)
      if (open.length > 0) return { title: words.openTitle, text: openItems(request, open), button: null, back }
      const { title, about: text, button } = words
      return { title: title(name ?? email), text, fields: effects(request), button, tone: "danger", back }
    },
    make: async (request, { id }) => {
      await request.runAction({ action: "customer.erase", target: id }, (tx, scope) => beginErasure(tx, scope, id))
      return { to: request.pathTo(`/customers/${id}`), notice: request.words(ERASE_WORDS).notice }
    },
  })
}

function openItems(request: DashboardRequest, open: readonly Open[]): Html {
  const words = request.words(ERASE_WORDS)
  return html`${words.open}
<ul>${open.map(({ page, what }) => html`<li>${words.what[what]} ${idLink(request, page)}</li>`)}</ul>`
}

function effects(request: DashboardRequest): Html {
  const words = request.words(ERASE_WORDS)
  const list = (texts: readonly string[]) => html`<ul>${texts.map((each) => html`<li>${each}.</li>`)}</ul>`
  return html`<h2>${words.erased}</h2>${list(words.erasedList)}<h2>${words.stays}</h2>${list(words.staysList)}`
}
