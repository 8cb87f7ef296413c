import { dateOf, dayOf } from "../../../../base/day.ts"
import { dateFormat } from "../../../../base/formats.ts"
import { balanceOf } from "../../../../ledger/balance.ts"
import { type DayChange, readChanges } from "../../../../ledger/totals/read.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, idText, type Tone, tabs } from "../../components/basics.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { LOCALES } from "../../request/language.ts"
import type { PageRoutes } from "../page-routes.ts"
import { sendMovements } from "./csv.ts"
import { type ListedMovement, pageOfMovements } from "./movements.ts"
import { MAX_DAYS, type Range, readRange } from "./range.ts"
import { WORDS } from "./words.ts"

const TONES: Record<ListedMovement["kind"], Tone> = { charge: "good", refund: "waiting", dispute: "bad", refund_failed: "calm" }

/** The balance of an account, and every movement that led to it. */
export function balancePages(routes: PageRoutes): void {
  routes.page("/balance", async (request) => {
    const words = request.words(WORDS)
    const balance = await balanceOf(request.mode.database, request)
    if (balance.available.length === 0) return { title: words.balance, body: emptyList(words.empty) }
    const currencies = balance.available.map(({ currency }) => currency)
    const currency = request.queryChoice("currency", currencies)
    const range = readRange(request)
    const body = html`${amounts(request, balance)}<h2>${words.movements}</h2><p>${words.movementsText}</p>
${choices(request, currencies, currency, range)}${range ? await movements(request, currency, range) : html`<p class="error" role="alert">${words.wrongDates(MAX_DAYS)}</p>`}`
    return { title: words.balance, body }
  })

  routes.file("/balance/movements.csv", sendMovements)
}

function amounts(request: DashboardRequest, { available, pending }: Awaited<ReturnType<typeof balanceOf>>): Html {
  const words = request.words(WORDS)
  const list = (all: typeof available) =>
    all.map(({ amount, currency }) => html`<p class="figure">${request.money(amount, currency)}</p>`)
  const processing =
    pending.some(({ amount }) => amount > 0) &&
    html` <a href="${request.pathTo("/payments?status=processing")}">${words.pendingLink}</a>`
  return html`<div class="tiles"><section class="card"><h2>${words.available}</h2>${list(available)}<p class="hint">${words.availableText}</p></section>
<section class="card"><h2>${words.pending}</h2>${list(pending)}<p class="hint">${words.pendingText}${processing}</p></section></div>`
}

function choices(request: DashboardRequest, currencies: string[], currency: string | undefined, range: Range | undefined): Html {
  const words = request.words(WORDS)
  const { from, to } = range ?? {}
  const days = { ...(from !== undefined && { from: dateOf(from) }), ...(to !== undefined && { to: dateOf(to) }) }
  const link = (each: string | undefined, text: string) => ({
    href: request.pathTo(`/balance?${new URLSearchParams({ ...days, ...(each && { currency: each }) })}`),
    text,
    current: each === currency,
  })
  const csv = request.pathTo(`/balance/movements.csv?${new URLSearchParams({ ...days, ...(currency && { currency }) })}`)
  const day = (name: "from" | "to") =>
    html`<p class="field"><label for="${name}">${words[name]}</label><input type="date" id="${name}" name="${name}" value="${days[name] ?? request.queryParameter(name)}"></p>`
  return html`${currencies.length > 1 && tabs(words.currency, [link(undefined, words.all), ...currencies.map((each) => link(each, each.toUpperCase()))])}
<form class="filter" action="${request.pathTo("/balance")}">${currency && html`<input type="hidden" name="currency" value="${currency}">`}${day("from")}${day("to")}
<p class="actions"><button class="quiet">${words.show}</button>${buttonLink(csv, words.download, "quiet")}</p></form>
<p class="hint">${words.downloadHint(MAX_DAYS)}</p>`
}

async function movements(request: DashboardRequest, currency: string | undefined, range: Range): Promise<Html> {
  const words = request.words(WORDS)
  const page = await pageOfMovements(request.mode.database, request.account, pageRequest(request), { ...range, currency })
  if (page.rows.length === 0)
    return emptyList(range.from === undefined && range.to === undefined ? words.none : words.noneInRange)
  const days = Map.groupBy(page.rows, (row) => dayOf(row.at))
  // The days of a page may be years apart.
  const changes = await readChanges(request.mode.database, request.account, [...days.keys()])
  const groups = [...days].map(([day, rows]) => dayGroup(request, day, rows, changesOf(changes, day, currency)))
  return html`${groups}${pager(request, page)}`
}

/** Returns the changes of a whole day, even if the page shows only a part of it. */
function changesOf(changes: DayChange[], day: number, currency: string | undefined): DayChange[] {
  return changes.filter((change) => change.day === day && (currency ?? change.currency) === change.currency)
}

function dayGroup(request: DashboardRequest, day: number, rows: ListedMovement[], changes: DayChange[]): Html {
  const words = request.words(WORDS)
  const name = dateFormat(LOCALES[request.language], { dateStyle: "full", timeZone: "UTC" }).format(day * 86_400_000)
  const sum = changes.map(({ amount, currency }) => signed(request, amount, currency)).join(" · ")
  const list = table({
    caption: `${words.movements}: ${name}`,
    columns: [{ name: words.amount, class: "amount" }, words.kind, words.payment, words.date],
    rows: rows.map((row) => [
      signed(request, row.amount, row.currency),
      badge(TONES[row.kind], words.kinds[row.kind]),
      html`<a href="${request.pathTo(`/payments/${row.payment_intent}`)}">${row.description ?? idText(row.payment_intent)}</a>`,
      request.dateTime(row.at),
    ]),
  })
  return html`<section class="day-group"><h3>${name} <span class="hint">${words.daySum}: <span class="amount">${sum}</span></span></h3>${list}</section>`
}

const signed = (request: DashboardRequest, cents: number, currency: string): string =>
  `${cents > 0 ? "+" : ""}${request.money(cents, currency)}`
