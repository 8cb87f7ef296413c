import { dateOf, startOfDay } from "../../../../../base/day.ts"
import { filesOfAccount, listDays } from "../../../../../statements/days/list.ts"
import { payerOfStatements } from "../../../../../statements/funds.ts"
import { listFiles } from "../../../../../statements/importing/files.ts"
import type { AccountStatementRow, FileRow } from "../../../../../statements/tables.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { buttonLink, emptyList, idText, titledCard } from "../../../components/basics.ts"
import type { Page } from "../../../layout/account-page.ts"
import { table } from "../../../lists/table.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { dayText } from "../shared/day.ts"
import { balanceTabs } from "../shared/tabs.ts"
import { STATEMENT_WORDS } from "./words.ts"

const DAYS = 60
const FILES = 60

/** The days that statements tell of, and the files that were read. */
export async function statementList(request: DashboardRequest): Promise<Page> {
  const words = request.words(STATEMENT_WORDS)
  const title = words.statements
  const top = html`${balanceTabs(request, "statements")}<p>${words.intro}</p>`
  const { database, livemode } = request.mode
  if (!livemode) return { title, body: html`${top}${emptyList(words.testMode)}` }
  const [days, files, uploads, payer] = await Promise.all([
    listDays(database, request.account, DAYS),
    filesOfAccount(database, request.account, FILES),
    listFiles(database, request.account, FILES),
    payerOfStatements(database, request.account),
  ])
  const refused = uploads.filter(({ state, resolved_at }) => state === "refused" && resolved_at === null)
  const mayUpload = payer === "acquirer" && request.may("operator")
  const actions = html`<p class="actions">${mayUpload && buttonLink(request.pathTo("/balance/statements/upload"), words.upload)}</p>`
  const none = payer === "acquirer" ? words.none : words.nonePlatform
  const body = html`${top}${actions}${refused.length > 0 && titledCard(words.refused, refusedTable(request, refused))}
${days.length === 0 && files.length === 0 && emptyList(none)}${days.length > 0 && titledCard(words.days, dayTable(request, days))}
${files.length > 0 && titledCard(words.files, fileTable(request, files))}`
  return { title, body }
}

/** A day in Brasília, by its number. */
export function dayName(request: DashboardRequest, day: number): string {
  return dayText(request, startOfDay(day))
}

function dayTable(request: DashboardRequest, days: readonly { day: number; open: number }[]): Html {
  const words = request.words(STATEMENT_WORDS)
  return table({
    ...{ caption: words.days, isCompact: true, columns: [words.day, { name: words.open, class: "amount" }] },
    rows: days.map(({ day, open }) => [
      html`<a href="${request.pathTo(`/balance/statements/days/${dateOf(day)}`)}">${dayName(request, day)}</a>`,
      open === 0 ? words.noDifference : request.number(open),
    ]),
  })
}

function fileTable(request: DashboardRequest, files: readonly AccountStatementRow[]): Html {
  const words = request.words(STATEMENT_WORDS)
  return table({
    caption: words.files,
    columns: [words.type, words.covers, { name: words.lines, class: "amount" }, words.made, words.read],
    rows: files.map(({ file_type, covers_from, covers_to, lines, processed_on, created }) => [
      `${file_type} ${words.types[file_type] ?? ""}`,
      covers_from === covers_to
        ? dayName(request, covers_from)
        : `${dayName(request, covers_from)} ${words.to} ${dayName(request, covers_to)}`,
      request.number(lines),
      dayName(request, processed_on),
      request.dateTime(created),
    ]),
  })
}

function refusedTable(request: DashboardRequest, files: readonly FileRow[]): Html {
  const words = request.words(STATEMENT_WORDS)
  return table({
    caption: words.refused,
    columns: [words.read, { name: words.state, class: "long" }, ""],
    rows: files.map(({ id, created, problems }) => [
      html`${request.dateTime(created)}<br>${idText(id)}`,
      html`<span lang="en">${problems[0] ?? ""}</span>`,
      request.may("operator") && buttonLink(request.pathTo(`/balance/statements/files/${id}/resolve`), words.resolve, "quiet"),
    ]),
  })
}
