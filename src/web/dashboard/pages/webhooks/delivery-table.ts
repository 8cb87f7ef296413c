import type { AttemptError } from "../../../../events/webhooks/post.ts"
import { DELIVERY_STATUSES, type DeliveryRow, type DeliveryStatus } from "../../../../events/webhooks/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, type Tone, tabs } from "../../components/basics.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { type Standing, WORDS } from "./words.ts"

const TONES: Record<Standing, Tone> = {
  waiting: "calm",
  retrying: "waiting",
  delivered: "good",
  dead_letter: "bad",
  canceled: "calm",
}

/** Links between the two lists of webhooks. */
export function webhookTabs(request: DashboardRequest, current: "endpoints" | "events"): Html {
  const words = request.words(WORDS)
  return tabs(words.parts, [
    { href: request.pathTo("/webhooks"), text: words.endpoints, current: current === "endpoints" },
    { href: request.pathTo("/webhooks/events"), text: words.events, current: current === "events" },
  ])
}

/** Links to the deliveries of each status on the page at `path`. */
export function statusTabs(request: DashboardRequest, path: string, current: DeliveryStatus | undefined): Html {
  const words = request.words(WORDS)
  const names = { pending: words.standings.waiting, ...words.standings }
  return tabs(words.status, [
    { href: path, text: words.all, current: !current },
    ...DELIVERY_STATUSES.map((status) => ({
      href: `${path}?status=${status}`,
      text: names[status],
      current: status === current,
    })),
  ])
}

/** Shows the state of a delivery, in a color. */
export function deliveryStatusBadge(
  request: DashboardRequest,
  { status, attempts }: Pick<DeliveryRow, "status" | "attempts">,
): Html {
  const standing: Standing = status === "pending" ? (attempts === 0 ? "waiting" : "retrying") : status
  return badge(TONES[standing], request.words(WORDS).standings[standing])
}

type Outcome = { http_status: number | null; error: string | null }

/** The outcome of an attempt: an HTTP status, or the reason why there was none. */
export function outcomeText(request: DashboardRequest, { http_status, error }: Outcome): string {
  if (!error) return `HTTP ${http_status}`
  const { errors } = request.words(WORDS)
  const reason = Object.hasOwn(errors, error) ? errors[error as AttemptError] : error
  return http_status ? `HTTP ${http_status}. ${reason}` : reason
}

/** A list of deliveries. `what` is the column in which they differ: the event, or the target. */
export function deliveryTable(
  request: DashboardRequest,
  rows: readonly DeliveryRow[],
  what: { name: string; of: (row: DeliveryRow) => string },
): Html {
  const words = request.words(WORDS)
  return table({
    caption: words.deliveries,
    columns: [what.name, words.status, words.outcome, { name: words.attempts, class: "amount" }, words.date],
    rows: rows.map((row) => [
      html`<a href="${request.pathTo(`/webhooks/deliveries/${row.id}`)}">${what.of(row)}</a>`,
      deliveryStatusBadge(request, row),
      row.last_attempt && outcomeText(request, row.last_attempt),
      row.attempts,
      request.dateTime(row.created),
    ]),
  })
}
