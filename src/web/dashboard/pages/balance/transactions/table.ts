import type { TransactionType } from "../../../../../ledger/parts/kinds.ts"
import type { TransactionRow } from "../../../../../ledger/table.ts"
import { intentsOfIds } from "../../../../../payments/intents/store.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { badge, idText, type Tone } from "../../../components/basics.ts"
import { idLink } from "../../../components/id-link.ts"
import { table } from "../../../lists/table.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { dayText } from "../shared/day.ts"
import { MONEY_WORDS } from "../shared/words.ts"
import { TRANSACTION_WORDS } from "./words.ts"

const TONES: Record<TransactionType, Tone> = {
  payment: "good",
  refund: "waiting",
  refund_failed: "calm",
  dispute: "bad",
  dispute_reversed: "calm",
  fee: "calm",
  payout: "calm",
  payout_failed: "bad",
  adjustment: "calm",
}

/** Transactions with the payments and payouts that they are about. */
export async function transactionTable(request: DashboardRequest, rows: readonly TransactionRow[]): Promise<Html> {
  const words = request.words(TRANSACTION_WORDS)
  const ids = rows.flatMap(({ payment_intent }) => payment_intent ?? [])
  const intents = await intentsOfIds(request.mode.database, request.account, ids)
  const about = ({ payment_intent: id, source }: TransactionRow) => {
    if (id !== null) return html`<a href="${request.pathTo(`/payments/${id}`)}">${intents.get(id)?.description ?? idText(id)}</a>`
    return source.startsWith("po_") && idLink(request, source)
  }
  return table({
    caption: request.words(MONEY_WORDS).transactions,
    columns: [
      words.type,
      words.about,
      ...NUMBERS.map((name) => ({ name: words[name], class: "amount" })),
      words.availableOn,
      words.date,
    ],
    rows: rows.map((row) => [
      typeCell(request, row),
      about(row),
      ...numbersOf(request, row),
      availableCell(request, row),
      request.dateTime(row.created),
    ]),
  })
}

const NUMBERS = ["amount", "fee", "net"] as const

/** The transactions of one payment, in a narrow table. */
export function transactionsOfPayment(request: DashboardRequest, rows: readonly TransactionRow[]): Html {
  const words = request.words(TRANSACTION_WORDS)
  const netCell = ({ amount, fee, net, currency }: TransactionRow) => {
    const parts = `${request.money(amount, currency)} ${fee > 0 ? "−" : "+"} ${request.money(Math.abs(fee), currency)}`
    return html`${request.money(net, currency)}${fee !== 0 && html` <span class="hint">${parts}</span>`}`
  }
  return table({
    caption: request.words(MONEY_WORDS).transactions,
    columns: [words.type, { name: words.net, class: "amounts" }, words.availableOn],
    rows: rows.map((row) => [typeCell(request, row), netCell(row), availableCell(request, row)]),
  })
}

function typeCell(request: DashboardRequest, { type, installment, installments }: TransactionRow): Html {
  const words = request.words(TRANSACTION_WORDS)
  const part = installment !== null && installments !== null && words.part(installment, installments)
  return html`${badge(TONES[type], words.types[type])}${part && html` <span class="hint">${part}</span>`}`
}

/** A fee is shown as what it takes. */
function numbersOf(request: DashboardRequest, { amount, fee, net, currency }: TransactionRow): [string, string, string] {
  return [request.money(amount, currency), fee === 0 ? "–" : request.money(0 - fee, currency), request.money(net, currency)]
}

/** Money of the day of its transaction was available at once. */
function availableCell(request: DashboardRequest, { created, available_on }: TransactionRow): Html | string {
  const day = dayText(request, available_on)
  const isAtOnce = available_on <= created
  return isAtOnce ? html`${day} <span class="hint">${request.words(TRANSACTION_WORDS).atOnce}</span>` : day
}
