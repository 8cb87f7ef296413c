import { msOfMinute } from "../../../../base/day.ts"
import { ApiError, Refusal } from "../../../../base/errors.ts"
import { mustFindEndpoint } from "../../../../events/webhooks/endpoints.ts"
import {
  countReplayable,
  ENDED_STATUSES,
  MAX_REPLAYED,
  replayBatch,
  type Wanted,
} from "../../../../events/webhooks/replay-many.ts"
import type { EndpointRow } from "../../../../events/webhooks/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { selectField, textField } from "../../forms/fields.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { NotAllowed } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { CHANGE_WORDS } from "./change-words.ts"

/** Sends several deliveries of an endpoint again: the page to choose them, and the confirmation page, which says how many there are. */
export function replayPages(routes: PageRoutes): void {
  routes.page("/webhooks/:endpoint/replay", async (request) => {
    if (!request.may("operator")) throw new NotAllowed("operator")
    const row = await findEndpoint(request)
    const words = request.words(CHANGE_WORDS).many
    const options = ENDED_STATUSES.map((status) => [status, words.statuses[status]] as const)
    const body = html`<section class="card question"><p>${words.intro}</p>
<form method="get" action="${request.pathTo(`/webhooks/${row.id}/replay/confirm`)}">${selectField(request, { name: "status", label: words.status, options })}
${textField(request, { name: "since", label: words.since, type: "datetime-local", hint: words.zone })}
${textField(request, { name: "until", label: words.until, type: "datetime-local" })}<button>${words.next}</button></form></section>`
    return { title: words.title, body }
  })

  routes.change("/webhooks/:endpoint/replay/confirm", {
    role: "operator",
    proof: "never",
    find: async (request) => {
      const row = await findEndpoint(request)
      return { row, wanted: readSelection(request, row) }
    },
    confirmation: async (request, { row, wanted }) => {
      const words = request.words(CHANGE_WORDS).many
      const found = await countReplayable(request.mode.database, request.account, wanted)
      const count = Math.min(found, MAX_REPLAYED)
      return {
        title: words.confirm,
        text:
          found === 0
            ? words.none
            : html`${textOf(request, row, wanted, count)} ${found > MAX_REPLAYED && words.more(request.number(count))}`,
        fields: hidden(wanted),
        button: words.button(request.number(count)),
        back: request.pathTo(`/webhooks/${row.id}`),
      }
    },
    make: async (request, { row, wanted }) => {
      const words = request.words(CHANGE_WORDS).many
      const { count, more } = await replay(request, wanted)
      const notice = `${words.done(words.deliveries(count, request.number(count)))} ${more ? words.rest : ""}`.trim()
      return { to: request.pathTo(`/webhooks/${row.id}`), notice }
    },
  })
}

const findEndpoint = (request: DashboardRequest) =>
  mustFindEndpoint(request.mode.database, { account: request.account }, request.pathParameter("endpoint"))

/** The form is marked as sent with the first batch. If the process dies before the last batch, a new form sends only the rest. */
async function replay(request: DashboardRequest, wanted: Wanted): Promise<{ count: number; more: boolean }> {
  const first = await request.runAction({ action: "delivery.replay_many", target: wanted.target }, async (tx, scope) => {
    const done = await replayBatch(tx, scope, wanted)
    if (done.count === 0 && !done.more) throw new Refusal("nothing_to_replay", request.words(CHANGE_WORDS).many.none)
    return done
  })
  let { count, last, more } = first
  while (more && count < MAX_REPLAYED) {
    const scope = await request.scope()
    const place = { after: last, limit: MAX_REPLAYED - count }
    const next = await request.mode.database.transaction((tx) => replayBatch(tx, scope, wanted, place))
    count += next.count
    last = next.last
    more = next.more
  }
  return { count, more }
}

/**
 * Reads the choice from the query of the confirmation page, or from the form. The form keeps the time of that page, so it includes nothing
 * newer.
 */
function readSelection(request: DashboardRequest, { id }: EndpointRow): Wanted {
  const words = request.words(CHANGE_WORDS).many
  const text = (name: string) => (request.ctx.method === "POST" ? (request.form.get(name) ?? "") : request.queryParameter(name))
  const status = ENDED_STATUSES.find((name) => name === text("status"))
  if (!status) throw new ApiError("parameter_invalid", words.notStatus, "status")
  const timeOf = (name: "since" | "until", otherwise: number) => {
    const ms = text(name) === "" ? otherwise * 1000 : readTime(text(name))
    if (ms === undefined) throw new ApiError("parameter_invalid", words.notTime(text(name).slice(0, 40)), name)
    return Math.ceil(ms / 1000)
  }
  const now = request.mode.clock.now()
  const askedMs = Math.min(readTime(request.form.get("asked") ?? "") ?? now, now)
  // Includes the whole current second.
  const end = request.now + 1
  return { target: id, status, since: timeOf("since", 0), until: Math.min(timeOf("until", end), end), askedMs }
}

/** Reads a time of the first form, in Brasília, or of a hidden field of the confirmation page, in milliseconds. Returns milliseconds. */
function readTime(text: string): number | undefined {
  const ms = /^\d{1,14}$/.test(text) ? Number(text) : msOfMinute(text)
  return ms === undefined || ms < 0 ? undefined : ms
}

function hidden({ status, since, until, askedMs }: Wanted): Html {
  const field = (name: string, value: string | number) => html`<input type="hidden" name="${name}" value="${value}">`
  return html`${field("status", status)}${field("since", since * 1000)}${field("until", until * 1000)}${field("asked", askedMs)}`
}

function textOf(request: DashboardRequest, { url }: EndpointRow, { since, until }: Wanted, count: number): Html {
  const words = request.words(CHANGE_WORDS).many
  const from = since === 0 ? words.beginning : request.dateTime(since)
  return words.counted(words.deliveries(count, request.number(count)), from, request.dateTime(Math.min(until, request.now)), url)
}
