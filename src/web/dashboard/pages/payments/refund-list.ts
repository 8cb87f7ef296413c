import { pageOfRefundsByStatus } from "../../../../payments/refunds/store.ts"
import { sumUpRefundsOf } from "../../../../payments/refunds/sums.ts"
import type { RefundRow, RefundStatus } from "../../../../payments/refunds/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, idText, titledCard } from "../../components/basics.ts"
import { selectField } from "../../forms/fields.ts"
import type { Page } from "../../layout/account-page.ts"
import { dateField, datesInQuery } from "../../lists/filters.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { quickDays } from "../../lists/quick-days.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { DETAIL_WORDS } from "./detail-words.ts"
import { paymentTabs } from "./list.ts"
import { REFUND_TONES, WORDS } from "./words.ts"

const STATUSES: readonly RefundStatus[] = ["pending", "succeeded", "failed"]

/** The refunds of some days, newest first, and their sum in each currency. */
export async function refundList(request: DashboardRequest): Promise<Page> {
  const words = request.words(WORDS)
  const { database } = request.mode
  const status = request.queryChoice("status", STATUSES)
  const dates = datesInQuery(request)
  const hasDates = Object.keys(dates).length > 0
  const page = await pageOfRefundsByStatus(database, request.account, { ...pageRequest(request), ...dates, status })
  const none = emptyList(status || hasDates ? words.noRefundsLikeThis : words.noRefunds)
  const found = page.rows.length === 0 ? none : refundTable(request, page.rows)
  const body = html`${paymentTabs(request, "refunds")}${quickDays(request)}${filterForm(request, status)}
${hasDates && page.rows.length > 0 && (await refundSums(request, dates, status))}${found}${pager(request, page)}`
  return { title: words.refunds, body }
}

function filterForm(request: DashboardRequest, status: RefundStatus | undefined): Html {
  const words = request.words(WORDS)
  const statuses = [["", words.all], ...STATUSES.map((name) => [name, words.refundStatuses[name]] as const)] as const
  const isFiltered = ["status", "from", "to"].some((name) => request.queryParameter(name) !== "")
  return html`<form class="filters" action="${request.ctx.path}">
${selectField(request, { name: "status", label: words.status, value: status ?? "", options: statuses })}
${dateField(request, "from", words.from)}${dateField(request, "to", words.to)}
<p class="actions"><button title="${words.dates}">${words.filter}</button>
${isFiltered && buttonLink(request.ctx.path, words.clear, "quiet")}</p></form>`
}

async function refundSums(
  request: DashboardRequest,
  dates: ReturnType<typeof datesInQuery>,
  status: RefundStatus | undefined,
): Promise<Html | false> {
  const words = request.words(WORDS)
  const found = await sumUpRefundsOf(request.mode.database, request.account, dates, status)
  if (found.length === 0) return false
  const lines = found.map(({ currency, count, amount, pending, disputed }) => {
    const parts = [
      words.refundCount(count, request.number(count)),
      pending > 0 && pending < amount && words.ofThemPending(request.money(pending, currency)),
      disputed > 0 && words.ofThemDisputed(request.money(disputed, currency)),
    ].filter((part) => part !== false)
    return html`<p class="figure">${request.money(amount, currency)}</p><p class="hint">${parts.join(" · ")}</p>`
  })
  return titledCard(status === "failed" ? words.sumOfFailed : words.sum, html`${lines}`)
}

function refundTable(request: DashboardRequest, rows: RefundRow[]): Html {
  const words = request.words(WORDS)
  const settle = (id: string) =>
    buttonLink(request.pathTo(`/payments/refunds/${id}/settle`), request.words(DETAIL_WORDS).settle, "quiet")
  return table({
    caption: words.refunds,
    columns: [{ name: words.amount, class: "amount" }, words.status, words.reason, words.payment, words.date, ""],
    rows: rows.map((row) => [
      request.money(row.amount, row.currency),
      badge(REFUND_TONES[row.status], words.refundStatuses[row.status]),
      row.reason && words.reasons[row.reason],
      html`<a href="${request.pathTo(`/payments/${row.payment_intent}`)}">${idText(row.payment_intent)}</a>`,
      request.dateTime(row.created),
      row.status === "pending" && request.may("operator") && settle(row.id),
    ]),
  })
}
