import { dayOf } from "../../../../base/day.ts"
import { dateFormat } from "../../../../base/formats.ts"
import { type Html, html } from "../../../shared/html.ts"
import { LOCALES, type Words } from "../../../shared/language.ts"
import { facts, titledCard } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { transactionsOfPayment } from "../balance/transactions/table.ts"
import type { PaymentHistory } from "./payment-history.ts"

/** What a payment cost, what is left of it, and when that comes. */
export function moneyCard(request: DashboardRequest, { intent, transactions }: PaymentHistory): Html | false {
  if (transactions.length === 0) return false
  const words = request.words(WORDS)
  const money = (cents: number) => request.money(cents, intent.currency)
  const sum = (rows: typeof transactions) => rows.reduce((all, { net }) => all + net, 0)
  const gross = transactions.reduce((all, { type, amount }) => all + (type === "fee" ? 0 : amount), 0)
  const [net, toCome] = [sum(transactions), sum(transactions.filter(({ available_on }) => isToCome(request, available_on)))]
  const rows = [...transactions].sort((a, b) => a.available_on - b.available_on || (a.id < b.id ? -1 : 1))
  const lastDay = Math.max(...transactions.map(({ available_on }) => available_on))
  return titledCard(
    words.money,
    html`${facts([
      [words.fees, money(gross - net)],
      [words.net, money(net)],
      [words.arrived, money(net - toCome)],
      [words.toCome, toCome !== 0 && html`${money(toCome)} <span class="hint">${words.until(dateText(request, lastDay))}</span>`],
    ])}${transactionsOfPayment(request, rows)}`,
  )
}

/** Money is available from the beginning of its day. */
const isToCome = (request: DashboardRequest, time: number): boolean => dayOf(time) > dayOf(request.now)

function dateText(request: DashboardRequest, time: number): string {
  return dateFormat(LOCALES[request.language], { dateStyle: "medium", timeZone: "UTC" }).format(dayOf(time) * 86_400_000)
}

const en = {
  money: "Money",
  fees: "Fees",
  net: "Net",
  arrived: "Available",
  toCome: "To come",
  until: (day: string) => `until ${day}`,
}
const pt: typeof en = {
  money: "Dinheiro",
  fees: "Taxas",
  net: "Líquido",
  arrived: "Disponível",
  toCome: "A receber",
  until: (day) => `até ${day}`,
}
const WORDS: Words<typeof en> = { en, pt }
