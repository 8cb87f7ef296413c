import { dateOf, dayOfDate } from "../../../../../base/day.ts"
import { STATEMENT_CURRENCY } from "../../../../../statements/acquirer.ts"
import { readDay, readLines, type ShownLine } from "../../../../../statements/days/day.ts"
import { payerOfStatements } from "../../../../../statements/funds.ts"
import type { Detail, DifferenceRow, ShownDifference } from "../../../../../statements/tables.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { badge, buttonLink, emptyList, facts, idText, titledCard } from "../../../components/basics.ts"
import { operatorOnlyOf } from "../../../forms/platform-money.ts"
import type { Page } from "../../../layout/account-page.ts"
import { table } from "../../../lists/table.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { PageNotFound } from "../../../request/errors.ts"
import { balanceTabs } from "../shared/tabs.ts"
import { dayName } from "./list.ts"
import { STATEMENT_WORDS } from "./words.ts"

const LINES = 500

/** A day's sales: what was sold here, what the statements say, and what differs, down to the lines. */
export async function statementDayPage(request: DashboardRequest): Promise<Page> {
  const words = request.words(STATEMENT_WORDS)
  const day = dayOfDate(request.pathParameter("day"))
  if (day === undefined || !request.mode.livemode) throw new PageNotFound()
  const { database } = request.mode
  const [found, lines, payer] = await Promise.all([
    readDay(database, request.account, day),
    readLines(database, request.account, day, LINES),
    payerOfStatements(database, request.account),
  ])
  const sum = ({ count, amount }: { count: number; amount: number }) =>
    html`${money(request, amount)} <span class="hint">${words.sales(request.number(count))}</span>`
  const differences = [...found.only_here, ...found.only_there, ...found.differs]
  const why = operatorOnlyOf(request, payer)
  const isOpen = differences.some(({ resolved_at }) => resolved_at === null)
  const shown = html`${differenceTable(request, differences, why === undefined)}${isOpen && why && html`<p class="hint">${why}</p>`}`
  const summary = facts([
    [words.sold, sum(found.sold)],
    [words.told, sum(found.told)],
    [words.difference, money(request, found.told.amount - found.sold.amount)],
    [words.matched, request.number(found.matched)],
  ])
  const body = html`${balanceTabs(request, "statements")}<p class="actions">${buttonLink(request.pathTo("/balance/statements"), words.back, "quiet")}</p>${summary}
${titledCard(words.differences, differences.length === 0 ? html`<p>${words.noDifferences}</p>` : shown)}
${titledCard(words.linesOfDay, lines.length === 0 ? emptyList(words.noLines) : lineTable(request, lines))}
${lines.length === LINES && html`<p class="hint">${words.moreLines(LINES)}</p>`}`
  return { title: dayName(request, day), body }
}

export function money(request: DashboardRequest, cents: number): string {
  return request.money(cents, STATEMENT_CURRENCY)
}

function differenceTable(request: DashboardRequest, rows: readonly DifferenceRow[], mayResolve: boolean): Html {
  const words = request.words(STATEMENT_WORDS)
  return table({
    caption: words.differences,
    columns: [words.payment, { name: words.amount, class: "amount" }, { name: words.differences, class: "long" }, words.state],
    rows: rows.map((row) => [
      html`<strong>${words.kinds[row.kind]}</strong><br>${paymentLink(request, row)}`,
      row.amount !== null && money(request, row.amount),
      html`${row.details.map((detail) => html`<p>${detailText(request, detail)}</p>`)}`,
      stateOf(request, row, mayResolve),
    ]),
  })
}

function paymentLink(request: DashboardRequest, { payment_intent, id }: Pick<DifferenceRow, "payment_intent" | "id">): Html {
  if (payment_intent === null) return idText(id)
  return html`<a href="${request.pathTo(`/payments/${payment_intent}`)}">${payment_intent}</a>`
}

/** What a difference is, on which day, and what differs. */
export function differenceText(request: DashboardRequest, { kind, day, details }: ShownDifference): string {
  const { kinds } = request.words(STATEMENT_WORDS)
  const title = day === null ? kinds[kind] : `${kinds[kind]}, ${dayName(request, day)}`
  return `${title}: ${details.map((detail) => detailText(request, detail)).join("; ")}.`
}

/** What differs, with both values. */
export function detailText(request: DashboardRequest, { what, installment = null, here = null, there = null }: Detail): string {
  const words = request.words(STATEMENT_WORDS)
  const shown = (value: number) => {
    if (what === "date") return dayName(request, value)
    return what === "entries" ? request.number(value) : money(request, value)
  }
  const sides = [here === null ? null : `${shown(here)} ${words.here}`, there === null ? null : `${shown(there)} ${words.there}`]
  const of = installment === null ? "" : ` (${words.installment} ${installment})`
  const values = sides.filter((side) => side !== null).join(", ")
  return `${words.what[what] ?? what}${of}${values && `: ${values}`}`
}

function stateOf(request: DashboardRequest, { id, resolved_at, reason }: DifferenceRow, mayResolve: boolean): Html {
  const words = request.words(STATEMENT_WORDS)
  if (resolved_at !== null) return html`${badge("calm", words.isResolved)}<br><span class="hint">${reason}</span>`
  const path = request.pathTo(`/balance/statements/differences/${id}/resolve`)
  return html`${badge("waiting", words.isOpen)} ${mayResolve && request.may("operator") && buttonLink(path, words.resolve, "quiet")}`
}

function lineTable(request: DashboardRequest, lines: readonly ShownLine[]): Html {
  const words = request.words(STATEMENT_WORDS)
  const cents = (value: number | null) => value !== null && money(request, value)
  const amount = (name: string) => ({ name, class: "amount" })
  return table({
    caption: words.linesOfDay,
    columns: [words.line, words.about, amount(words.gross), amount(words.fee), amount(words.net), words.paidOn],
    rows: lines.map((line) => [
      html`${line.file_type} ${line.record} <span class="hint">${request.number(line.line)}</span>`,
      html`${[line.type && (words.lineTypes[line.type] ?? line.type), line.brand, line.installment && `${words.installment} ${line.installment}`].filter(Boolean).join(", ")}
${line.tid && html`<br><code>${line.tid}</code>`}`,
      ...[cents(line.gross), cents(line.fee), cents(line.net)],
      line.due_on !== null && dayName(request, dayOfDate(line.due_on) ?? 0),
    ]),
  })
}

/** The path of a day's page. */
export function dayPath(request: DashboardRequest, day: number | null): string {
  return request.pathTo(day === null ? "/balance/statements" : `/balance/statements/days/${dateOf(day)}`)
}
