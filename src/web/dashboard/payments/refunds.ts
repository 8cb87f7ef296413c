import { pageOfRefundsByStatus, type RefundRow, type RefundStatus } from "../../../payments/refunds/store.ts"
import { sumUpRefundsOf } from "../../../payments/refunds/sums.ts"
import { type Html, html } from "../../html.ts"
import type { At } from "../shell/at.ts"
import { dateField, datesOf } from "../shell/filters.ts"
import { selectField } from "../shell/form.ts"
import type { Page } from "../shell/layout.ts"
import { badge, buttonLink, empty, idText, pageRequest, pager, section, table } from "../shell/pieces.ts"
import { quickDays } from "../shell/quick-days.ts"
import { moneyTabs } from "./list.ts"
import { STORY } from "./story-words.ts"
import { REFUND_TONES, WORDS } from "./words.ts"

const STATUSES: readonly RefundStatus[] = ["pending", "succeeded", "failed"]

/** The refunds of some days, newest first, and their sum in each currency. */
export async function refundList(at: At): Promise<Page> {
  const words = at.words(WORDS)
  const { database } = at.mode
  const status = at.choice("status", STATUSES)
  const dates = datesOf(at)
  const hasDates = Object.keys(dates).length > 0
  // A list by status is read in the order of dates, which its index has.
  const from = status && { created_gte: 0 }
  const page = await pageOfRefundsByStatus(database, at.account, { ...from, ...dates, ...pageRequest(at) }, { status })
  const none = empty(status || hasDates ? words.noRefundsLikeThis : words.noRefunds)
  const found = page.rows.length === 0 ? none : listed(at, page.rows)
  const body = html`${moneyTabs(at, "refunds")}${quickDays(at)}${filterForm(at, status)}
${hasDates && page.rows.length > 0 && (await sums(at, dates, status))}${found}${pager(at, page)}`
  return { title: words.refunds, body }
}

function filterForm(at: At, status: RefundStatus | undefined): Html {
  const words = at.words(WORDS)
  const statuses = [["", words.all], ...STATUSES.map((name) => [name, words.refundStatuses[name]] as const)] as const
  const isFiltered = ["status", "from", "to"].some((name) => at.query(name) !== "")
  return html`<form class="filters" action="${at.ctx.path}">
${selectField(at, { name: "status", label: words.status, value: status ?? "", options: statuses })}
${dateField(at, "from", words.from)}${dateField(at, "to", words.to)}
<p class="actions"><button title="${words.dates}">${words.filter}</button>
${isFiltered && buttonLink(at.ctx.path, words.clear, "quiet")}</p></form>`
}

async function sums(at: At, dates: ReturnType<typeof datesOf>, status: RefundStatus | undefined): Promise<Html | false> {
  const words = at.words(WORDS)
  const found = await sumUpRefundsOf(at.mode.database, at.account, dates, status)
  if (found.length === 0) return false
  const lines = found.map(({ currency, count, amount, pending, disputed }) => {
    const parts = [
      words.refundCount(count, at.number(count)),
      pending > 0 && pending < amount && words.ofThemPending(at.money(pending, currency)),
      disputed > 0 && words.ofThemDisputed(at.money(disputed, currency)),
    ].filter((part) => part !== false)
    return html`<p class="figure">${at.money(amount, currency)}</p><p class="hint">${parts.join(" · ")}</p>`
  })
  return section(status === "failed" ? words.sumOfFailed : words.sum, html`${lines}`)
}

function listed(at: At, rows: RefundRow[]): Html {
  const words = at.words(WORDS)
  const settle = (id: string) => buttonLink(at.path(`/payments/refunds/${id}/settle`), at.words(STORY).settle, "quiet")
  return table({
    caption: words.refunds,
    columns: [{ name: words.amount, class: "amount" }, words.status, words.reason, words.payment, words.date, ""],
    rows: rows.map((row) => [
      at.money(row.amount, row.currency),
      badge(REFUND_TONES[row.status], words.refundStatuses[row.status]),
      row.reason && words.reasons[row.reason],
      html`<a href="${at.path(`/payments/${row.payment_intent}`)}">${idText(row.payment_intent)}</a>`,
      at.when(row.created),
      row.status === "pending" && at.may("operator") && settle(row.id),
    ]),
  })
}
