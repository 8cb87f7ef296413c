import { type Html, html } from "../../../shared/html.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

/** The policy of a mail in its frame: it loads nothing, runs nothing, sends nothing, and is of no origin. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

/** Shows a mail in a frame of its own. */
export function mailFrame(path: string, title: string): Html {
  return html`<iframe class="mail" sandbox src="${path}" title="${title}"></iframe>`
}

/** Sends the HTML of a mail for its frame. */
export function sendMailHtml(request: DashboardRequest, content: string): void {
  request.ctx.status = 200
  request.ctx.set("Content-Security-Policy", MAIL_POLICY)
  request.ctx.type = "text/html"
  request.ctx.body = content
}
