import type { ApiKey } from "../../../../accounts/keys.ts"
import { isId } from "../../../../base/ids.ts"
import { pageOfRequests, type RequestPage, type Search } from "../../../../requests/search.ts"
import { findRequest } from "../../../../requests/store.ts"
import type { RequestRow } from "../../../../requests/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, emptyList, facts, type Tone, tabs, titledCard } from "../../components/basics.ts"
import { codeBlock } from "../../components/code-block.ts"
import { idLink } from "../../components/id-link.ts"
import { textField } from "../../forms/fields.ts"
import { dateField, datesInQuery, filterForm } from "../../lists/filters.ts"
import { PER_PAGE } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import { findKeys, keyLinkOrId, keyName } from "../keys/names.ts"
import type { PageRoutes } from "../page-routes.ts"
import { curlOfLoggedRequest, withheldParameters } from "./curl.ts"
import { WORDS } from "./words.ts"

/** The log of API requests, and the page of a request. */
export function requestPages(routes: PageRoutes): void {
  routes.page("/requests", async (request) => {
    const words = request.words(WORDS)
    const page = await readPage(request)
    const none = page.next === undefined ? words.none : words.nonePart
    const list = page.rows.length === 0 ? emptyList(none) : requestTable(request, page.rows, await findKeysOf(request, page.rows))
    return { title: words.requests, body: html`${filters(request)}${list}${pageLinks(request, page)}${realTimeHint(request)}` }
  })

  routes.page("/requests/:request", async (request) => {
    const row = await findOwnRequest(request, request.pathParameter("request"))
    if (!row) throw new PageNotFound()
    const body = html`${requestFacts(request, row, await findKeysOf(request, [row]))}${realTimeHint(request)}`
    return { title: `${row.method} ${row.route ?? row.path}`, body }
  })
}

/** The log has real time, unlike what the account's other pages show. */
function realTimeHint(request: DashboardRequest): Html | false {
  return request.isClockAhead && html`<p class="hint">${request.words(WORDS).realTimes}</p>`
}

/** The keys of requests. */
const findKeysOf = (request: DashboardRequest, rows: readonly RequestRow[]) =>
  findKeys(
    request,
    rows.map(({ key }) => key ?? ""),
  )

/** Finds a request with the account's own keys. A request may contain ids of another account, so these do not decide whose log it is in. */
async function findOwnRequest(request: DashboardRequest, id: string): Promise<RequestRow | undefined> {
  const row = await findRequest(request.mode.database.requests(), id)
  return row?.account === request.account ? row : undefined
}

async function readPage(request: DashboardRequest): Promise<RequestPage> {
  const about = request.queryParameter("about")
  if (about.startsWith("req_")) {
    const row = await findOwnRequest(request, about)
    return { rows: row ? [row] : [], next: undefined }
  }
  const before = request.validQueryParameter("before", isId)
  return pageOfRequests(request.mode.database.requests(), readSearch(request), { ...(before && { before }), count: PER_PAGE })
}

/** Reads the search from the query. Invalid filters are ignored. */
function readSearch(request: DashboardRequest): Search {
  const { created_gte, created_lt } = datesInQuery(request)
  const about = request.validQueryParameter("about", isId)
  const key = request.validQueryParameter("key", isId)
  const status = request.validQueryParameter("status", (text) => /^[1-5](\d\d|xx)$/.test(text))
  const operation = request.validQueryParameter("operation", (text) => /^[a-z]{1,60}$/i.test(text))
  return {
    account: request.account,
    ...(about && { about }),
    ...(key && { key }),
    ...(status && { status }),
    ...(operation && { operation }),
    ...(created_gte !== undefined && { since: created_gte * 1000 }),
    ...(created_lt !== undefined && { until: created_lt * 1000 }),
  }
}

function filters(request: DashboardRequest): Html {
  const words = request.words(WORDS)
  const { before: _, status: __, ...kept } = request.ctx.query as Record<string, string>
  const { status: current = "", operation = "" } = readSearch(request)
  const link = (status: string, text: string) => ({
    href: `${request.ctx.path}?${new URLSearchParams({ ...kept, ...(status && { status }) })}`,
    text,
    current: status === current,
  })
  const classes = tabs(words.status, [
    link("", words.all),
    ...Object.entries(words.classes).map(([status, text]) => link(status, text)),
  ])
  // A value that is not an id may be a secret, so it is not shown again.
  const shown = (name: string) => (isId(request.queryParameter(name)) ? request.queryParameter(name) : "")
  const fields = html`${textField(request, { name: "about", label: words.find, value: shown("about"), placeholder: "req_…, pi_…" })}
${textField(request, { name: "key", label: words.key, value: shown("key"), placeholder: "key_…" })}
${textField(request, { name: "operation", label: words.operation, value: operation, placeholder: "createPaymentIntent" })}
${dateField(request, "from", words.from)}${dateField(request, "to", words.to)}`
  return html`${classes}${filterForm(request, fields, current ? { status: current } : {})}`
}

function requestTable(request: DashboardRequest, rows: readonly RequestRow[], keys: Map<string, ApiKey>): Html {
  const words = request.words(WORDS)
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
      html`<a href="${request.pathTo(`/requests/${row.id}`)}">${row.method} ${breakable(row.route ?? row.path)}</a>${keyHint(request, keys.get(row.key ?? ""))}`,
      html`${statusBadge(row)} ${row.error && html`<span class="hint">${row.error}</span>`}`,
      aboutOf(request, row),
      words.ms(request.number(Math.round(row.ms))),
      request.dateTime(Math.floor(row.at_ms / 1000)),
    ]),
  })
}

/** Names the key of a request. A key without a name says nothing to people. */
const keyHint = (request: DashboardRequest, key: ApiKey | undefined): Html | undefined | false =>
  key && key.name !== null && html` <span class="hint">${keyName(request, key)}</span>`

/** Lets a path wrap after each slash. */
const breakable = (path: string): Html => html`${path.split(/(?<=\/)/).map((part, i) => html`${i > 0 && html`<wbr>`}${part}`)}`

/** Returns the resource of the request, or else the payment that it names. */
function aboutOf(request: DashboardRequest, { resource, payment_intent }: RequestRow): Html | undefined {
  const id = resource ?? payment_intent
  return id ? idLink(request, id) : undefined
}

function statusBadge({ status }: RequestRow): Html {
  const tone: Tone = status < 300 ? "good" : status < 400 ? "calm" : status < 500 ? "waiting" : "bad"
  return badge(tone, String(status))
}

function pageLinks(request: DashboardRequest, { next }: RequestPage): Html | false {
  const words = request.words(WORDS)
  const { before, ...kept } = request.ctx.query as Record<string, string>
  const to = (cursor: Record<string, string>) => `${request.ctx.path}?${new URLSearchParams({ ...kept, ...cursor })}`
  const newest = before && html`<a href="${to({})}">${words.newest}</a>`
  const older = next !== undefined && html`<a rel="next" href="${to({ before: next })}">${words.older}</a>`
  return (newest || older) && html`<nav class="pages" aria-label="${words.pages}">${newest} ${older}</nav>`
}

function requestFacts(request: DashboardRequest, row: RequestRow, keys: Map<string, ApiKey>): Html {
  const words = request.words(WORDS)
  const link = (name: string, value: string) =>
    html`<a href="${request.pathTo(`/requests?${new URLSearchParams({ [name]: value })}`)}">${value}</a>`
  return html`${facts([
    [words.status, html`${statusBadge(row)} ${row.error}`],
    [words.param, row.param],
    [words.operation, row.operation && link("operation", row.operation)],
    [words.path, html`<code>${row.method} ${row.path}</code>`],
    [words.date, request.dateTime(Math.floor(row.at_ms / 1000))],
    [words.duration, words.ms(request.number(Math.round(row.ms * 10) / 10))],
    [words.payment, row.payment_intent && idLink(request, row.payment_intent)],
    [words.about, row.resource && row.resource !== row.payment_intent && idLink(request, row.resource)],
    [words.names, namesOf(request, row)],
    [words.key, row.key && html`${keyLinkOrId(request, keys, row.key)} · ${link("key", row.key)}`],
    [words.version, row.version],
    [words.idempotency, row.idempotency_key],
    [words.replayed, row.replayed && words.replayedText],
    [words.address, row.address],
    [words.agent, row.user_agent],
    [words.id, row.id],
  ])}${details(request, row)}`
}

/** Shows the other ids in the request and its response. */
function namesOf(request: DashboardRequest, { resources, resource, payment_intent }: RequestRow): Html | false {
  const others = (resources ?? []).filter((id) => id !== resource && id !== payment_intent)
  return others.length > 0 && html`${others.map((id) => html`${idLink(request, id)} `)}`
}

function details(request: DashboardRequest, row: RequestRow): Html {
  const words = request.words(WORDS)
  const { parameters } = row
  const withheld = withheldParameters(parameters).join(", ")
  const kept = parameters
    ? codeBlock(words.parameters, JSON.stringify(parameters, null, 2))
    : html`<p class="hint">${words.noParameters}</p>`
  const curl = html`<p class="hint">${words.curlHint} ${withheld && words.fillIn(withheld)} ${row.path.includes("…") && words.pathNotKept}</p>${codeBlock(words.curl, curlOfLoggedRequest(request.mode.baseUrl, row))}`
  return html`${titledCard(words.parameters, html`${withheld && html`<p class="hint">${words.notKept(withheld)}</p>`}${kept}`)}${titledCard(words.curl, curl)}`
}
