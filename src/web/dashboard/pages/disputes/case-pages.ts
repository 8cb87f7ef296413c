// The page of a case: of one without a dispute, which a person joins to a payment, and the issuer's documents of any case.
import type { ChargebackDesk } from "../../../../acquirers/chargebacks.ts"
import { findCurrentCredentials } from "../../../../acquirers/credentials.ts"
import type { Funds } from "../../../../acquirers/table.ts"
import { withDeadline } from "../../../../base/deadline.ts"
import type { Queries } from "../../../../db/database.ts"
import { dismissCase, joinCase } from "../../../../payments/chargebacks/by-hand.ts"
import { findCase } from "../../../../payments/chargebacks/store.ts"
import type { CaseRow } from "../../../../payments/chargebacks/tables.ts"
import { refuseForPlatformOf } from "../../../../payments/intents/platform-money.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink, emptyList, idText } from "../../components/basics.ts"
import type { Change } from "../../forms/change.ts"
import { textField } from "../../forms/fields.ts"
import { fieldText } from "../../forms/form-values.ts"
import { operatorOnlyOf } from "../../forms/platform-money.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { NotAllowed, PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { ACCEPT_CASE, REFUSE_CASE } from "./answer-actions.ts"
import { caseCard } from "./case-facts.ts"
import { CASE_WORDS } from "./case-words.ts"

export function casePages(routes: PageRoutes): void {
  routes.page("/disputes/cases/:id", async (request) => {
    const row = await find(request)
    const body = html`<p class="under-title">${idText(row.id)}</p>${await caseButtons(request, row)}${await caseCard(request, row)}`
    return { title: request.words(CASE_WORDS).title, body }
  })
  routes.change("/disputes/cases/:id/accept", ACCEPT_CASE)
  routes.change("/disputes/cases/:id/refuse", REFUSE_CASE)
  routes.change("/disputes/cases/:id/join", JOIN)
  routes.change("/disputes/cases/:id/dismiss", DISMISS)
  routes.page("/disputes/cases/:id/documents", async (request) => {
    const row = await find(request)
    return { title: request.words(CASE_WORDS).documents, body: await documentList(request, row) }
  })
  routes.file("/disputes/cases/:id/documents/:document", sendDocument)
}

async function find(request: DashboardRequest): Promise<CaseRow> {
  const row = await findCase(request.mode.database, request.account, request.pathParameter("id"))
  if (!row) throw new PageNotFound()
  return row
}

/** What can be done with a case that has no dispute. */
export async function caseButtons(request: DashboardRequest, row: CaseRow): Promise<Html | false> {
  const { id, status, needs_join, dispute } = row
  if (!request.may("operator") || dispute !== null) return false
  const words = request.words(CASE_WORDS)
  const link = (name: string, text: string) => buttonLink(request.pathTo(`/disputes/cases/${id}/${name}`), text, "quiet")
  const answers = status === "needs_response" && [link("refuse", words.refuse), link("accept", words.accept)]
  const why = needs_join && (await dismissedByOperatorOnly(request, row))
  const joins = needs_join && [link("join", words.join), !why && link("dismiss", words.dismiss)]
  return html`<p class="actions">${answers}${joins}</p>${why && html`<p class="hint">${why}</p>`}`
}

/** Why only the operator of the platform may say that a case is about no sale of the account. Undefined if the user may. */
export async function dismissedByOperatorOnly(request: DashboardRequest, row: OfAcquirer): Promise<string | undefined> {
  return operatorOnlyOf(request, await payerOf(request.mode.database, row))
}

type OfAcquirer = Pick<CaseRow, "account" | "acquirer">

async function payerOf(db: Queries, { account, acquirer }: OfAcquirer): Promise<Funds> {
  return (await findCurrentCredentials(db, account, acquirer))?.funds ?? "acquirer"
}

const pathOf = (request: DashboardRequest, { id }: CaseRow) => request.pathTo(`/disputes/cases/${id}`)

const JOIN: Change<CaseRow> = {
  ...{ role: "operator", proof: "live", find },
  confirmation: (request, row) => {
    const words = request.words(CASE_WORDS)
    const fields = textField(request, { name: "payment", label: words.joinField, required: true })
    return { title: words.joinTitle, text: words.joinText, fields, button: words.join, back: pathOf(request, row) }
  },
  make: async (request, row) => {
    const payment = fieldText(request, "payment")
    await request.runAction({ action: "dispute.join", target: row.id }, (tx, scope) => joinCase(tx, scope, row, payment))
    return { to: pathOf(request, row), notice: request.words(CASE_WORDS).joined }
  },
}

const DISMISS: Change<CaseRow> = {
  ...{ role: "operator", proof: "live", find },
  confirmation: async (request, row) => {
    const { dismissTitle: title, dismissText: text, dismiss: button } = request.words(CASE_WORDS)
    const why = await dismissedByOperatorOnly(request, row)
    return { title, text: why ?? text, button: why ? null : button, back: pathOf(request, row) }
  },
  make: async (request, row) => {
    await request.runAction({ action: "dispute.dismiss", target: row.id }, async (tx) => {
      refuseForPlatformOf(tx, request.user, await payerOf(tx, row))
      return dismissCase(tx, row)
    })
    return { to: pathOf(request, row), notice: request.words(CASE_WORDS).dismissed }
  },
}

async function documentList(request: DashboardRequest, row: CaseRow): Promise<Html> {
  if (!request.may("operator")) throw new NotAllowed("operator")
  const words = request.words(CASE_WORDS)
  const documents = await ask(request, row, (desk, signal) => desk.documents(row, signal))
  if (!documents) return emptyList(words.noAnswer)
  if (documents.length === 0) return emptyList(words.noDocuments)
  const path = (id: string) => request.pathTo(`/disputes/cases/${row.id}/documents/${id}`)
  return html`<ul>${documents.map(({ id, name }) => html`<li><a href="${path(id)}" download>${name}</a></li>`)}</ul>`
}

/** A document of the issuer, as a file to save: a browser never shows it as a page of the dashboard. */
async function sendDocument(request: DashboardRequest): Promise<void> {
  const row = await find(request)
  if (!request.may("operator")) throw new NotAllowed("operator")
  const id = request.pathParameter("document")
  if (!/^[0-9A-Za-z]{1,20}$/.test(id)) throw new PageNotFound()
  const bytes = await ask(request, row, (desk, signal) => desk.document(row, id, signal))
  if (!bytes) throw new PageNotFound()
  request.ctx.status = 200
  request.ctx.type = "application/octet-stream"
  request.ctx.set("Content-Disposition", `attachment; filename="${row.number}-${id}.${suffixOf(bytes)}"`)
  request.ctx.body = bytes
}

function suffixOf(bytes: Buffer): string {
  const start = bytes.subarray(0, 4).toString("latin1")
  if (start === "%PDF") return "pdf"
  return start.startsWith("\xff\xd8") ? "jpeg" : start === "II*\0" || start === "MM\0*" ? "tiff" : "bin"
}

/** Undefined if the acquirer does not answer, or the account has no access to it any more. */
async function ask<T>(
  { mode, account }: DashboardRequest,
  row: CaseRow,
  call: (desk: ChargebackDesk, signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const desk = await mode.desks.deskOf(mode.database, account, row.acquirer)
  if (!desk) return undefined
  try {
    return await withDeadline(mode.callDeadlineMs, (signal) => call(desk, signal))
  } catch (error) {
    mode.log.warn({ err: error, account, case: row.number }, "the acquirer does not show the documents of a case")
    return undefined
  }
}
