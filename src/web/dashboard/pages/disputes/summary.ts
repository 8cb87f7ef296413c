import type { DisputeStatus, DisputeTrigger } from "../../../../payments/disputes/state.ts"
import { nextDisputeStatus } from "../../../../payments/disputes/state.ts"
import type { DisputeRow } from "../../../../payments/disputes/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, facts, type Tone } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { DISPUTE_WORDS } from "./words.ts"

const TONES: Record<DisputeStatus, Tone> = { needs_response: "waiting", under_review: "waiting", won: "good", lost: "bad" }

export function disputeBadge(request: DashboardRequest, { status }: DisputeRow): Html {
  return badge(TONES[status], request.words(DISPUTE_WORDS).statuses[status])
}

export function reasonOf(request: DashboardRequest, { reason }: DisputeRow): string {
  const words = request.words(DISPUTE_WORDS)
  return reason === null ? words.noReason : (words.reasons[reason] ?? reason)
}

/** What can be recorded about a dispute. */
export function disputeButtons(request: DashboardRequest, { id, status }: DisputeRow): Html | false {
  if (!request.may("operator")) return false
  const words = request.words(DISPUTE_WORDS)
  const link = (trigger: DisputeTrigger, name: string, text: string) =>
    nextDisputeStatus(status, trigger) !== undefined && buttonLink(request.pathTo(`/disputes/${id}/${name}`), text, "quiet")
  const links = [
    link("refuse", "refuse", words.refuse),
    link("accept", "accept", words.accept),
    link("win", "close", words.close),
    link("take_again", "again", words.again),
  ]
  return html`<p class="actions">${links}</p>`
}

/** A dispute on the page of its payment. */
export function disputeSummary(request: DashboardRequest, row: DisputeRow): Html {
  const words = request.words(DISPUTE_WORDS)
  const link = html`<a href="${request.pathTo(`/disputes/${row.id}`)}">${request.money(row.amount, row.currency)}</a>`
  return html`${facts([
    [words.amount, link],
    [words.status, disputeBadge(request, row)],
    [words.dueBy, row.due_by !== null && request.dateTime(row.due_by)],
    [words.reason, reasonOf(request, row)],
    [words.networkReason, row.network_reason],
  ])}${disputeButtons(request, row)}`
}
