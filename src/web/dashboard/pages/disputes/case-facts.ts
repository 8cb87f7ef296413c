// What the acquirer says of a case, on the page of its dispute or on a page of its own.
import { dateOf, dayOf } from "../../../../base/day.ts"
import { answersOf } from "../../../../payments/chargebacks/order.ts"
import type { AnswerRow, CaseRow } from "../../../../payments/chargebacks/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink, facts, idText, titledCard } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { CASE_WORDS } from "./case-words.ts"

/** The card of a case: who says what, until when it can be answered, and what happened so far. */
export async function caseCard(request: DashboardRequest, row: CaseRow): Promise<Html> {
  const words = request.words(CASE_WORDS)
  const { number, network, reason, process, is_inquiry, status, amount, received, payment_intent, is_estimate } = row
  const payment =
    payment_intent === null
      ? words.noPayment
      : html`<a href="${request.pathTo(`/payments/${payment_intent}`)}">${idText(payment_intent)}</a>`
  const known = facts([
    [words.number, idText(number)],
    [words.status, words.statuses[status]],
    [words.dueBy, row.due_by !== null && status === "needs_response" && deadline(request, row.due_by)],
    [words.network, network],
    [words.reason, reason],
    [words.process, is_inquiry ? words.inquiry : process],
    [words.amount, amount !== null && request.money(amount, "brl")],
    [words.received, received],
    [words.payment, payment],
  ])
  const answers = await answersOf(request.mode.database, row)
  const documents =
    request.may("operator") && buttonLink(request.pathTo(`/disputes/cases/${row.id}/documents`), words.loadDocuments, "quiet")
  return titledCard(
    words.title,
    html`${known}${is_estimate && html`<p class="hint">${words.estimate}</p>`}${lifecycle(request, row)}${answerList(request, answers)}<p class="actions">${documents}</p>`,
  )
}

/** The last day to answer, and how many days are left. */
function deadline(request: DashboardRequest, due_by: number): Html {
  const words = request.words(CASE_WORDS)
  const days = dayOf(due_by) - dayOf(request.now)
  const left = days > 0 ? words.daysLeft(request.number(days)) : days === 0 ? words.lastDay : words.late
  return html`${dateOf(dayOf(due_by))} (${left})`
}

function lifecycle(request: DashboardRequest, { lifecycle: steps }: CaseRow): Html | false {
  if (steps.length === 0) return false
  return html`<h3>${request.words(CASE_WORDS).lifecycle}</h3><ul>${steps.map(({ action, day }) => html`<li lang="pt">${day} ${action}</li>`)}</ul>`
}

function answerList(request: DashboardRequest, answers: readonly AnswerRow[]): Html | false {
  if (answers.length === 0) return false
  const words = request.words(CASE_WORDS)
  const line = ({ created, kind, state, reason, message }: AnswerRow) =>
    html`<li>${request.dateTime(created)}: ${words.kinds[kind]}, ${words.states[state]}${reason && html` (${reason})`}${message && html`. <span lang="en">${message}</span>`}</li>`
  return html`<h3>${words.answers}</h3><ul>${answers.map(line)}</ul>`
}
