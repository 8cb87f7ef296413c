import { listAttention } from "../../../../attention/list.ts"
import { dayOf } from "../../../../base/day.ts"
import { countSubscriptions, readSums, readTotals } from "../../../../ledger/totals/read.ts"
import { countOf, currenciesOf, summarize } from "../../../../ledger/totals/summary.ts"
import { pageOfIntents } from "../../../../payments/intents/store.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink, emptyList, tabs } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { declines, outcomes } from "./breakdowns.ts"
import { chartsOf, type Period } from "./day-charts.ts"
import { attentionCard, lastPayments, subscriptionsCard } from "./summary-cards.ts"
import { WORDS } from "./words.ts"

const RANGES = [7, 30, 90]
const MAX_ATTENTION = 100
const LAST_PAYMENTS = 6

/** The home page: sales, refused payments, and items that wait for a person. */
export function homePages(routes: PageRoutes): void {
  routes.page("/home", async (request) => {
    const { database } = request.mode
    const words = request.words(WORDS)
    const last = await pageOfIntents(database, request.account, { limit: LAST_PAYMENTS })
    const [newest] = last.rows
    if (!newest) return { title: words.home, body: firstSteps(request) }
    const span = readPeriod(request)
    const { days, from, to } = span
    const before = { from: from - days, to: from - 1 }
    const [totals, sums, subscriptions, attention] = await Promise.all([
      readTotals(database, request.account, span),
      readSums(database, request.account, before),
      countSubscriptions(database, request.account),
      listAttention(request.mode, { account: request.account, limit: MAX_ATTENTION }),
    ])
    const currencies = currenciesOf([...totals, ...sums])
    const currency = currencies.find((each) => each === request.queryParameter("currency")) ?? currencies[0] ?? newest.currency
    const now = summarize(totals, { currency, from, to })
    const earlier = summarize(sums, { currency, ...before })
    const moves = {
      started: countOf(totals, "subscription_started", span),
      canceled: countOf(totals, "subscription_canceled", span),
    }
    const quiet = now.succeeded + now.failed + now.expired === 0
    const body = html`${periodAndCurrencyTabs(request, span, currency, currencies)}
${attentionCard(request, attention)}
${quiet ? emptyList(html`${words.quietTime} ${buttonLink(request.pathTo("/payments"), words.payments, "quiet")}`) : chartsOf(request, { span, currency, now, earlier })}
<div class="tiles">${outcomes(request, words.byMethod, words.method, now.methods, words.methods)}${outcomes(request, words.byBrand, words.brand, now.brands, words.brands)}
${declines(request, now)}${subscriptionsCard(request, { days, subscriptions, ...moves })}</div>
${lastPayments(request, last.rows)}`
    return { title: words.home, body }
  })
}

/** Returns the days that the query asks for, up to today in the account's time. */
function readPeriod(request: DashboardRequest): Period {
  const to = dayOf(request.now)
  const days = RANGES.find((each) => String(each) === request.queryParameter("days")) ?? 30
  return { days, from: to - days + 1, to }
}

function periodAndCurrencyTabs(request: DashboardRequest, { days }: Period, currency: string, currencies: string[]): Html {
  const words = request.words(WORDS)
  const href = (query: Record<string, string>) => request.pathTo(`/home?${new URLSearchParams(query)}`)
  const ranges = RANGES.map((each) => ({
    href: href({ days: String(each), ...(currencies.length > 1 && { currency }) }),
    text: words.days(each),
    current: each === days,
  }))
  const others = currencies.map((each) => ({
    href: href({ days: String(days), currency: each }),
    text: each.toUpperCase(),
    current: each === currency,
  }))
  return html`<div class="choices">${tabs(words.range, ranges)}${currencies.length > 1 && tabs(words.currency, others)}</div>`
}

/** The first steps of an account without payments. */
function firstSteps(request: DashboardRequest): Html {
  const { key, guide, play } = request.words(WORDS).beginSteps
  const words = request.words(WORDS)
  const steps = [
    request.may("owner") && html`<li><a href="${request.pathTo("/keys")}">${key}</a></li>`,
    html`<li><a href="${request.mode.baseUrl}/v1/docs">${guide}</a></li>`,
    request.location.mode === "test" &&
      request.may("operator") &&
      html`<li><a href="${request.pathTo("/test-tools")}">${play}</a></li>`,
  ]
  return html`<section class="card begin"><h2>${words.begin}</h2><p>${words.beginText}</p><ol>${steps}</ol></section>`
}
