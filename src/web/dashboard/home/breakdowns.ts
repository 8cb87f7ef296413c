import { approvalRate, type Outcomes, type Summary } from "../../../payments/totals/summary.ts"
import { type Html, html } from "../../html.ts"
import { shareBar } from "../charts/line.ts"
import type { At } from "../shell/at.ts"
import { section, table } from "../shell/pieces.ts"
import { WORDS } from "./words.ts"

/** The outcomes of payments, by method or brand. */
export function outcomes(
  at: At,
  title: string,
  column: string,
  all: Map<string, Outcomes>,
  names: Record<string, string>,
): Html | false {
  const words = at.words(WORDS)
  if (all.size === 0) return false
  const rows = [...all].sort(([, a], [, b]) => b.succeeded - a.succeeded || b.failed - a.failed)
  const hasExpired = rows.some(([, { expired }]) => expired > 0)
  const number = (name: string) => ({ name, class: "amount" })
  return section(
    title,
    table({
      isCompact: true,
      caption: title,
      columns: [
        column,
        number(words.paid),
        number(words.refused),
        ...(hasExpired ? [number(words.notPaid)] : []),
        words.approval,
      ],
      rows: rows.map(([key, one]) => [
        names[key] ?? capital(key),
        at.number(one.succeeded),
        at.number(one.failed),
        ...(hasExpired ? [at.number(one.expired)] : []),
        rate(at, one),
      ]),
    }),
  )
}

function rate(at: At, one: Outcomes): Html | string {
  const share = approvalRate(one)
  return share === undefined ? "–" : html`<span class="rate">${at.percent(share)} ${shareBar(share)}</span>`
}

/** The reasons for refused payments, the most frequent first. */
export function declines(at: At, { reasons }: Summary): Html {
  const words = at.words(WORDS)
  if (reasons.length === 0) return section(words.declines, html`<p class="hint">${words.noDeclines}</p>`)
  const all = reasons.reduce((sum, [, count]) => sum + count, 0)
  return section(
    words.declines,
    table({
      isCompact: true,
      caption: words.declines,
      columns: [words.reason, { name: words.times, class: "amount" }, words.share],
      rows: reasons.map(([code, count]) => [
        words.codes[code] ?? code,
        at.number(count),
        html`<span class="rate">${at.percent(count / all)} ${shareBar(count / all, "bad")}</span>`,
      ]),
    }),
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
