import { listAttention } from "../../../attention/list.ts"
import { dayOf } from "../../../base/day.ts"
import { pageOfIntents } from "../../../payments/intents/store.ts"
import { countSubscriptions, readSums, readTotals } from "../../../payments/totals/read.ts"
import { countOf, currenciesOf, summarize } from "../../../payments/totals/summary.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { buttonLink, empty, tabs } from "../shell/pieces.ts"
import { declines, outcomes } from "./breakdowns.ts"
import { chartsOf, type Span } from "./figures.ts"
import { attentionCard, lastPayments, subscriptionsCard } from "./lists.ts"
import { WORDS } from "./words.ts"

const RANGES = [7, 30, 90]
const MAX_ATTENTION = 100
const LAST_PAYMENTS = 6

/** The home page: sales, refused payments, and items that wait for a person. */
export function homePages(area: Area): void {
  area.page("/home", async (at) => {
    const { database } = at.mode
    const words = at.words(WORDS)
    const last = await pageOfIntents(database, at.account, { limit: LAST_PAYMENTS })
    const [newest] = last.rows
    if (!newest) return { title: words.home, body: begin(at) }
    const span = spanOf(at)
    const { days, from, to } = span
    const before = { from: from - days, to: from - 1 }
    const [totals, sums, subscriptions, attention] = await Promise.all([
      readTotals(database, at.account, span),
      readSums(database, at.account, before),
      countSubscriptions(database, at.account),
      listAttention(at.mode, { account: at.account, limit: MAX_ATTENTION }),
    ])
    const currencies = currenciesOf([...totals, ...sums])
    const currency = currencies.find((each) => each === at.query("currency")) ?? currencies[0] ?? newest.currency
    const now = summarize(totals, { currency, from, to })
    const earlier = summarize(sums, { currency, ...before })
    const moves = {
      started: countOf(totals, "subscription_started", span),
      canceled: countOf(totals, "subscription_canceled", span),
    }
    const quiet = now.succeeded + now.failed + now.expired === 0
    const body = html`${choices(at, span, currency, currencies)}
${attentionCard(at, attention)}
${quiet ? empty(html`${words.quietTime} ${buttonLink(at.path("/payments"), words.payments, "quiet")}`) : chartsOf(at, { span, currency, now, earlier })}
<div class="tiles">${outcomes(at, words.byMethod, words.method, now.methods, words.methods)}${outcomes(at, words.byBrand, words.brand, now.brands, words.brands)}
${declines(at, now)}${subscriptionsCard(at, { days, subscriptions, ...moves })}</div>
${lastPayments(at, last.rows)}`
    return { title: words.home, body }
  })
}

/** Returns the days that the query asks for, up to today in the account's time. */
function spanOf(at: At): Span {
  const to = dayOf(at.now)
  const days = RANGES.find((each) => String(each) === at.query("days")) ?? 30
  return { days, from: to - days + 1, to }
}

function choices(at: At, { days }: Span, currency: string, currencies: string[]): Html {
  const words = at.words(WORDS)
  const href = (query: Record<string, string>) => at.path(`/home?${new URLSearchParams(query)}`)
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
function begin(at: At): Html {
  const { key, guide, play } = at.words(WORDS).beginSteps
  const words = at.words(WORDS)
  const steps = [
    at.may("owner") && html`<li><a href="${at.path("/keys")}">${key}</a></li>`,
    html`<li><a href="${at.mode.baseUrl}/v1/docs">${guide}</a></li>`,
    at.place.mode === "test" && at.may("operator") && html`<li><a href="${at.path("/test-tools")}">${play}</a></li>`,
  ]
  return html`<section class="card begin"><h2>${words.begin}</h2><p>${words.beginText}</p><ol>${steps}</ol></section>`
}
