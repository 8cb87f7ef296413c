import { pageOfRefundsByStatus, type RefundRow, type RefundStatus } from "../../../payments/refunds/store.ts"
import { type Html, html } from "../../html.ts"
import type { At } from "../shell/at.ts"
import type { Page } from "../shell/layout.ts"
import { badge, buttonLink, empty, idText, pageRequest, pager, table, tabs } from "../shell/pieces.ts"
import { moneyTabs } from "./list.ts"
import { STORY } from "./story-words.ts"
import { REFUND_TONES, WORDS } from "./words.ts"

const STATUSES: readonly RefundStatus[] = ["pending", "succeeded", "failed"]

/** The list of refunds, newest first. */
export async function refundList(at: At): Promise<Page> {
  const words = at.words(WORDS)
  const status = at.choice("status", STATUSES)
  const page = await pageOfRefundsByStatus(at.mode.database, at.account, pageRequest(at), { status })
  const none = empty(status ? words.noRefundsWithStatus : words.noRefunds)
  const body = html`${moneyTabs(at, "refunds")}${statusTabs(at, status)}${page.rows.length === 0 ? none : listed(at, page.rows)}${pager(at, page)}`
  return { title: words.refunds, body }
}

function statusTabs(at: At, status: RefundStatus | undefined): Html {
  const words = at.words(WORDS)
  const link = (name: RefundStatus | undefined, text: string) => ({
    href: at.path(`/payments/refunds${name ? `?status=${name}` : ""}`),
    text,
    current: name === status,
  })
  return tabs(words.status, [link(undefined, words.all), ...STATUSES.map((name) => link(name, words.refundStatuses[name]))])
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
