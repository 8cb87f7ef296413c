import { msOfMinute } from "../../../base/day.ts"
import { ApiError, Refusal } from "../../../base/errors.ts"
import { type EndpointRow, mustFindEndpoint } from "../../../events/webhooks/endpoints.ts"
import { countReplayable, ENDED_STATUSES, MAX_REPLAYED, replayBatch, type Wanted } from "../../../events/webhooks/replay-many.ts"
import { type Html, html } from "../../html.ts"
import { type Area, NotAllowed } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { selectField, textField } from "../shell/form.ts"
import { CHANGE_WORDS } from "./change-words.ts"

/** Sends several deliveries of an endpoint again: the page to choose them, and the question, which says how many there are. */
export function replayPages(area: Area): void {
  area.page("/webhooks/:endpoint/replay", async (at) => {
    if (!at.may("operator")) throw new NotAllowed("operator")
    const row = await findEndpoint(at)
    const words = at.words(CHANGE_WORDS).many
    const options = ENDED_STATUSES.map((status) => [status, words.statuses[status]] as const)
    const body = html`<section class="card question"><p>${words.intro}</p>
<form method="get" action="${at.path(`/webhooks/${row.id}/replay/confirm`)}">${selectField(at, { name: "status", label: words.status, options })}
${textField(at, { name: "since", label: words.since, type: "datetime-local", hint: words.zone })}
${textField(at, { name: "until", label: words.until, type: "datetime-local" })}<button>${words.next}</button></form></section>`
    return { title: words.title, body }
  })

  area.change("/webhooks/:endpoint/replay/confirm", {
    role: "operator",
    proof: "never",
    find: async (at) => {
      const row = await findEndpoint(at)
      return { row, wanted: wantedOf(at, row) }
    },
    ask: async (at, { row, wanted }) => {
      const words = at.words(CHANGE_WORDS).many
      const found = await countReplayable(at.mode.database, at.account, wanted)
      const count = Math.min(found, MAX_REPLAYED)
      return {
        title: words.confirm,
        text:
          found === 0
            ? words.none
            : html`${textOf(at, row, wanted, count)} ${found > MAX_REPLAYED && words.more(at.number(count))}`,
        fields: hidden(wanted),
        button: words.button(at.number(count)),
        back: at.path(`/webhooks/${row.id}`),
      }
    },
    make: async (at, { row, wanted }) => {
      const words = at.words(CHANGE_WORDS).many
      const { count, more } = await replay(at, wanted)
      const notice = `${words.done(words.deliveries(count, at.number(count)))} ${more ? words.rest : ""}`.trim()
      return { to: at.path(`/webhooks/${row.id}`), notice }
    },
  })
}

const findEndpoint = (at: At) => mustFindEndpoint(at.mode.database, { account: at.account }, at.param("endpoint"))

/** The form is marked as sent with the first batch. If the process dies before the last batch, a new form sends only the rest. */
async function replay(at: At, wanted: Wanted): Promise<{ count: number; more: boolean }> {
  const first = await at.act({ action: "delivery.replay_many", target: wanted.target }, async (tx, scope) => {
    const done = await replayBatch(tx, scope, wanted)
    if (done.count === 0 && !done.more) throw new Refusal("nothing_to_replay", at.words(CHANGE_WORDS).many.none)
    return done
  })
  let { count, last, more } = first
  while (more && count < MAX_REPLAYED) {
    const scope = await at.scope()
    const place = { after: last, limit: MAX_REPLAYED - count }
    const next = await at.mode.database.transaction((tx) => replayBatch(tx, scope, wanted, place))
    count += next.count
    last = next.last
    more = next.more
  }
  return { count, more }
}

/**
 * Reads the choice from the query of the question, or from the form. The form keeps the time of the question, so it includes nothing newer.
 */
function wantedOf(at: At, { id }: EndpointRow): Wanted {
  const words = at.words(CHANGE_WORDS).many
  const text = (name: string) => (at.ctx.method === "POST" ? (at.form.get(name) ?? "") : at.query(name))
  const status = ENDED_STATUSES.find((name) => name === text("status"))
  if (!status) throw new ApiError("parameter_invalid", words.notStatus, "status")
  const timeOf = (name: "since" | "until", otherwise: number) => {
    const ms = text(name) === "" ? otherwise * 1000 : readTime(text(name))
    if (ms === undefined) throw new ApiError("parameter_invalid", words.notTime(text(name).slice(0, 40)), name)
    return Math.ceil(ms / 1000)
  }
  const now = at.mode.clock.now()
  const askedMs = Math.min(readTime(at.form.get("asked") ?? "") ?? now, now)
  // Includes the whole current second.
  const end = at.now + 1
  return { target: id, status, since: timeOf("since", 0), until: Math.min(timeOf("until", end), end), askedMs }
}

/** Parses a time of the first form, in Brasília, or of the question's hidden fields, in milliseconds. Returns milliseconds. */
function readTime(text: string): number | undefined {
  const ms = /^\d{1,14}$/.test(text) ? Number(text) : msOfMinute(text)
  return ms === undefined || ms < 0 ? undefined : ms
}

function hidden({ status, since, until, askedMs }: Wanted): Html {
  const field = (name: string, value: string | number) => html`<input type="hidden" name="${name}" value="${value}">`
  return html`${field("status", status)}${field("since", since * 1000)}${field("until", until * 1000)}${field("asked", askedMs)}`
}

function textOf(at: At, { url }: EndpointRow, { since, until }: Wanted, count: number): Html {
  const words = at.words(CHANGE_WORDS).many
  const from = since === 0 ? words.beginning : at.when(since)
  return words.counted(words.deliveries(count, at.number(count)), from, at.when(Math.min(until, at.now)), url)
}
