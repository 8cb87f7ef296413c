import type { ApiKey } from "../../../accounts/keys.ts"
import { isId } from "../../../base/ids.ts"
import { presentRequest } from "../../../requests/find.ts"
import { pageOfRequests, type RequestPage, type Search } from "../../../requests/search.ts"
import { findRequest, type RequestRow } from "../../../requests/store.ts"
import { type Html, html } from "../../html.ts"
import { findKeys, keyName, keyOr } from "../keys/names.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { codeBlock } from "../shell/code.ts"
import { dateField, datesOf, filterForm } from "../shell/filters.ts"
import { textField } from "../shell/form.ts"
import { idLink } from "../shell/links.ts"
import { badge, empty, facts, PER_PAGE, section, type Tone, table, tabs } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"
import { curlOfKept, withheldIn } from "./curl.ts"
import { WORDS } from "./words.ts"

/** The log of API requests, and the page of a request. */
export function requestPages(area: Area): void {
  area.page("/requests", async (at) => {
    const words = at.words(WORDS)
    const page = await readPage(at)
    const none = page.next === undefined ? words.none : words.nonePart
    const list = page.rows.length === 0 ? empty(none) : requestTable(at, page.rows, await keysIn(at, page.rows))
    return { title: words.requests, body: html`${filters(at)}${list}${neighbors(at, page)}${realTimes(at)}` }
  })

  area.page("/requests/:request", async (at) => {
    const row = await find(at, at.param("request"))
    if (!row) throw new NoSuchPage()
    const body = html`${one(at, row, await keysIn(at, [row]))}${realTimes(at)}`
    return { title: `${row.method} ${row.route ?? row.path}`, body }
  })
}

/** The log has real time, unlike what the account's other pages show. */
function realTimes(at: At): Html | false {
  return at.isAhead && html`<p class="hint">${at.words(WORDS).realTimes}</p>`
}

/** The keys of requests. */
const keysIn = (at: At, rows: readonly RequestRow[]) =>
  findKeys(
    at,
    rows.map(({ key }) => key ?? ""),
  )

/** Finds a request with the account's own keys. A request may contain ids of another account, so these do not decide whose log it is in. */
async function find(at: At, id: string): Promise<RequestRow | undefined> {
  const row = await findRequest(at.mode.database.requests(), id)
  return row?.account === at.account ? row : undefined
}

async function readPage(at: At): Promise<RequestPage> {
  const about = at.query("about")
  if (about.startsWith("req_")) {
    const row = await find(at, about)
    return { rows: row ? [row] : [], next: undefined }
  }
  const before = at.fitting("before", isId)
  return pageOfRequests(at.mode.database.requests(), wantedOf(at), { ...(before && { before }), count: PER_PAGE })
}

/** Reads the search from the query. Invalid filters are ignored. */
function wantedOf(at: At): Search {
  const { created_gte, created_lt } = datesOf(at)
  const about = at.fitting("about", isId)
  const key = at.fitting("key", isId)
  const status = at.fitting("status", (text) => /^[1-5](\d\d|xx)$/.test(text))
  const operation = at.fitting("operation", (text) => /^[a-z]{1,60}$/i.test(text))
  return {
    account: at.account,
    ...(about && { about }),
    ...(key && { key }),
    ...(status && { status }),
    ...(operation && { operation }),
    ...(created_gte !== undefined && { since: created_gte * 1000 }),
    ...(created_lt !== undefined && { until: created_lt * 1000 }),
  }
}

function filters(at: At): Html {
  const words = at.words(WORDS)
  const { before: _, status: __, ...kept } = at.ctx.query as Record<string, string>
  const { status: current = "", operation = "" } = wantedOf(at)
  const link = (status: string, text: string) => ({
    href: `${at.ctx.path}?${new URLSearchParams({ ...kept, ...(status && { status }) })}`,
    text,
    current: status === current,
  })
  const classes = tabs(words.status, [
    link("", words.all),
    ...Object.entries(words.classes).map(([status, text]) => link(status, text)),
  ])
  // A value that is not an id may be a secret, so it is not shown again.
  const shown = (name: string) => (isId(at.query(name)) ? at.query(name) : "")
  const fields = html`${textField(at, { name: "about", label: words.find, value: shown("about"), placeholder: "req_…, pi_…" })}
${textField(at, { name: "key", label: words.key, value: shown("key"), placeholder: "key_…" })}
${textField(at, { name: "operation", label: words.operation, value: operation, placeholder: "createPaymentIntent" })}
${dateField(at, "from", words.from)}${dateField(at, "to", words.to)}`
  return html`${classes}${filterForm(at, fields, current ? { status: current } : {})}`
}

function requestTable(at: At, rows: readonly RequestRow[], keys: Map<string, ApiKey>): Html {
  const words = at.words(WORDS)
  return table({
    caption: words.requests,
    columns: [
      words.request,
      words.status,
      { name: words.about, class: "nowrap" },
      { name: words.duration, class: "amount" },
      words.date,
    ],
    rows: rows.map((row) => [
      html`<a href="${at.path(`/requests/${row.id}`)}">${row.method} ${breakable(row.route ?? row.path)}</a>${keyHint(at, keys.get(row.key ?? ""))}`,
      html`${statusBadge(row)} ${row.error && html`<span class="hint">${row.error}</span>`}`,
      aboutOf(at, row),
      words.ms(at.number(Math.round(row.ms))),
      at.when(Math.floor(row.at_ms / 1000)),
    ]),
  })
}

/** Names the key of a request. A key without a name says nothing to people. */
const keyHint = (at: At, key: ApiKey | undefined): Html | undefined | false =>
  key && key.name !== null && html` <span class="hint">${keyName(at, key)}</span>`

/** Lets a path wrap after each slash. */
const breakable = (path: string): Html => html`${path.split(/(?<=\/)/).map((part, i) => html`${i > 0 && html`<wbr>`}${part}`)}`

/** Returns the resource of the request, or else the payment that it names. */
function aboutOf(at: At, { resource, payment_intent }: RequestRow): Html | undefined {
  const id = resource ?? payment_intent
  return id ? idLink(at, id) : undefined
}

function statusBadge({ status }: RequestRow): Html {
  const tone: Tone = status < 300 ? "good" : status < 400 ? "calm" : status < 500 ? "waiting" : "bad"
  return badge(tone, String(status))
}

function neighbors(at: At, { next }: RequestPage): Html | false {
  const words = at.words(WORDS)
  const { before, ...kept } = at.ctx.query as Record<string, string>
  const to = (cursor: Record<string, string>) => `${at.ctx.path}?${new URLSearchParams({ ...kept, ...cursor })}`
  const newest = before && html`<a href="${to({})}">${words.newest}</a>`
  const older = next !== undefined && html`<a rel="next" href="${to({ before: next })}">${words.older}</a>`
  return (newest || older) && html`<nav class="pages" aria-label="${words.pages}">${newest} ${older}</nav>`
}

function one(at: At, row: RequestRow, keys: Map<string, ApiKey>): Html {
  const words = at.words(WORDS)
  const link = (name: string, value: string) =>
    html`<a href="${at.path(`/requests?${new URLSearchParams({ [name]: value })}`)}">${value}</a>`
  return html`${facts([
    [words.status, html`${statusBadge(row)} ${row.error}`],
    [words.param, row.param],
    [words.operation, row.operation && link("operation", row.operation)],
    [words.path, html`<code>${row.method} ${row.path}</code>`],
    [words.date, at.when(Math.floor(row.at_ms / 1000))],
    [words.duration, words.ms(at.number(Math.round(row.ms * 10) / 10))],
    [words.payment, row.payment_intent && idLink(at, row.payment_intent)],
    [words.about, row.resource && row.resource !== row.payment_intent && idLink(at, row.resource)],
    [words.names, namesOf(at, row)],
    [words.key, row.key && html`${keyOr(at, keys, row.key)} · ${link("key", row.key)}`],
    [words.version, row.version],
    [words.idempotency, row.idempotency_key],
    [words.replayed, Boolean(row.replayed) && words.replayedText],
    [words.address, row.address],
    [words.agent, row.user_agent],
    [words.id, row.id],
  ])}${details(at, row)}`
}

/** Shows the other ids in the request and its response. */
function namesOf(at: At, row: RequestRow): Html | false {
  const { resources } = presentRequest(row, at.mode.database)
  const others = resources.filter((id) => id !== row.resource && id !== row.payment_intent)
  return others.length > 0 && html`${others.map((id) => html`${idLink(at, id)} `)}`
}

function details(at: At, row: RequestRow): Html {
  const words = at.words(WORDS)
  const { parameters } = presentRequest(row, at.mode.database)
  const withheld = withheldIn(parameters).join(", ")
  const kept = parameters
    ? codeBlock(words.parameters, JSON.stringify(parameters, null, 2))
    : html`<p class="hint">${words.noParameters}</p>`
  const curl = html`<p class="hint">${words.curlHint} ${withheld && words.fillIn(withheld)} ${row.path.includes("…") && words.pathNotKept}</p>${codeBlock(words.curl, curlOfKept(at.mode.baseUrl, { ...row, parameters }))}`
  return html`${section(words.parameters, html`${withheld && html`<p class="hint">${words.notKept(withheld)}</p>`}${kept}`)}${section(words.curl, curl)}`
}
