import { presentMails, type ShownMail } from "../../../../mail/present.ts"
import { findMail, openMade, pageOfMails } from "../../../../mail/store.ts"
import type { MailRow } from "../../../../mail/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, facts, idText } from "../../components/basics.ts"
import { idLink } from "../../components/id-link.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { mailFrame, sendMailHtml } from "./frame.ts"
import { kindPages } from "./kinds.ts"
import { RESOLVE, SEND_AGAIN } from "./send-actions.ts"
import { MAIL_WORDS } from "./words.ts"

/** The list of mails, the page of a mail, and the kinds that are sent. */
export function mailPages(routes: PageRoutes): void {
  routes.page("/mails", async (request) => {
    const words = request.words(MAIL_WORDS)
    const page = await pageOfMails(request.mode.database, request.account, pageRequest(request))
    const mails = await presentMails(request.mode, page.rows)
    const kinds = html`<p class="actions">${buttonLink(request.pathTo("/mails/kinds"), words.kindsTitle, "quiet")}</p>`
    const notSent = request.mode.mailServer ? "" : html`<p class="notice" role="status">${words.notOutside}</p>`
    return {
      title: words.mails,
      body: html`${notSent}${kinds}${mails.length === 0 ? emptyList(words.none) : mailTable(request, mails)}${pager(request, page)}`,
    }
  })
  kindPages(routes)
  routes.change("/mails/:id/send", SEND_AGAIN)
  routes.change("/mails/:id/resolve", RESOLVE)
  routes.file("/mails/:id/content", async (request) => {
    const made = await openMade(request.mode.database, request.mode.ring, await mustFindMail(request))
    if (!made) throw new PageNotFound()
    sendMailHtml(request, made.html)
  })
  routes.page("/mails/:id", async (request) => {
    const row = await mustFindMail(request)
    return { title: request.words(MAIL_WORDS).kinds[row.kind], body: await details(request, row) }
  })
}

async function mustFindMail(request: DashboardRequest): Promise<MailRow> {
  const { account } = request
  const row = await request.mode.database.one(findMail, { account, id: request.pathParameter("id") })
  if (!row) throw new PageNotFound()
  return row
}

function mailTable(request: DashboardRequest, mails: Awaited<ReturnType<typeof presentMails>>): Html {
  const words = request.words(MAIL_WORDS)
  return table({
    caption: words.mails,
    columns: [words.kind, words.to, words.status, words.cause, words.date],
    rows: mails.map((mail) => [
      html`<a href="${request.pathTo(`/mails/${mail.id}`)}">${words.kinds[mail.kind]}</a>`,
      mail.to,
      statusBadge(request, mail),
      idLink(request, mail.cause),
      request.dateTime(mail.created),
    ]),
  })
}

const TONES = { pending: "waiting", sent: "good", dropped: "calm", failed: "bad" } as const

function statusBadge(request: DashboardRequest, { status }: Pick<ShownMail, "status">): Html {
  return badge(TONES[status], request.words(MAIL_WORDS).statuses[status])
}

async function details(request: DashboardRequest, row: MailRow): Promise<Html> {
  const words = request.words(MAIL_WORDS)
  const { database, ring } = request.mode
  const [mail] = await presentMails(request.mode, [row])
  const made = await openMade(database, ring, row)
  const mayAct = request.may("operator") && row.status !== "pending"
  const send = mayAct && buttonLink(request.pathTo(`/mails/${row.id}/send`), words.sendAgain)
  const waits = row.status === "failed" && row.resolved_at === null
  const resolve = mayAct && waits && buttonLink(request.pathTo(`/mails/${row.id}/resolve`), words.resolve, "quiet")
  return html`<p class="under-title">${statusBadge(request, row)} ${idText(row.id)}</p>
<p class="actions">${send}${resolve}</p>
${facts([
  [words.to, mail?.to],
  [words.subject, made?.subject],
  [words.customer, row.customer && idLink(request, row.customer)],
  [words.cause, idLink(request, row.cause)],
  [words.why, row.reason && words.reasons[row.reason]],
  [words.answer, row.answer],
  [words.attempts, row.attempts > 0 && request.number(row.attempts)],
  [words.date, request.dateTime(row.created)],
  [words.due, row.due_at !== null && request.dateTime(row.due_at)],
  [words.sentAt, row.status === "sent" && row.ended_at !== null && request.dateTime(row.ended_at)],
  [words.attachments, made && made.attachments.length > 0 && made.attachments.join(", ")],
])}${made && mailFrame(request.pathTo(`/mails/${row.id}/content`), words.content)}`
}
