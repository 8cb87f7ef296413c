import { ACTIONS } from "../../../../audit/actions.ts"
import type { Entry } from "../../../../audit/log.ts"
import { type Search, searchEntries } from "../../../../audit/search.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, emptyList, idText, tabs } from "../../components/basics.ts"
import { selectField, textField } from "../../forms/fields.ts"
import { dateField } from "../../lists/filters.ts"
import { PER_PAGE, pageRequest, pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { sendEntries } from "./csv.ts"
import { actorLink, type EntryNames, findNames, targetName } from "./names.ts"
import { databasesOf, isFiltered, readSearch } from "./search.ts"
import { WORDS } from "./words.ts"

/**
 * The audit log of the account. For users who see every account, it includes entries that belong to no account. Every user of the
 * account may read it.
 */
export function auditPages(routes: PageRoutes): void {
  routes.page("/audit", async (request) => {
    const words = request.words(WORDS)
    const search = await readSearch(request)
    const page = await searchEntries(await databasesOf(request, search), search, { ...pageRequest(request), limit: PER_PAGE })
    const found =
      page.rows.length > 0
        ? entryTable(request, page.rows, await findNames(request, page.rows))
        : emptyList(isFiltered(search) ? words.noneFound : words.none)
    return {
      title: words.title,
      body: html`${request.user.account === null && accountTabs(request)}${filters(request, search)}${found}${pager(request, page)}`,
    }
  })
  routes.file("/audit.csv", sendEntries)
}

function accountTabs(request: DashboardRequest): Html {
  const words = request.words(WORDS)
  const ofNone = request.queryParameter("of") === "none"
  return tabs(words.account, [
    { href: request.pathTo("/audit"), text: words.ofThis, current: !ofNone },
    { href: request.pathTo("/audit?of=none"), text: words.ofNone, current: ofNone },
  ])
}

function filters(request: DashboardRequest, search: Search): Html {
  const words = request.words(WORDS)
  const { before: _before, after: _after, ...query } = request.ctx.query as Record<string, string>
  const text = (name: "actor" | "target", placeholder: string) =>
    textField(request, { name, label: words[name], value: request.queryParameter(name), placeholder })
  const actions = ACTIONS.map((action) => [action, words.actions[action] ?? action] as const)
  const action = selectField(request, {
    name: "action",
    label: words.action,
    value: request.queryParameter("action"),
    options: [["", words.any], ...actions],
  })
  return html`<form class="filters card" action="${request.pathTo("/audit")}">
${request.queryParameter("of") === "none" && html`<input type="hidden" name="of" value="none">`}
${action}${text("actor", words.actorHint)}${text("target", words.targetHint)}${dateField(request, "from", words.from)}${dateField(request, "to", words.to)}
<p class="actions"><button>${words.filter}</button>${isFiltered(search) && html`<a class="button quiet" href="${request.pathTo("/audit")}">${words.clear}</a>`}
<a class="button quiet" href="${request.pathTo(`/audit.csv?${new URLSearchParams(query)}`)}">${words.download}</a></p></form>`
}

function entryTable(request: DashboardRequest, entries: Entry[], names: EntryNames): Html {
  const words = request.words(WORDS)
  const several = request.location.hasLive
  return table({
    caption: words.title,
    columns: [words.when, words.actor, words.action, words.target, ...(several ? [words.mode] : []), words.outcome, words.source],
    rows: entries.map((entry) => [
      request.dateTime(Math.floor(entry.at_ms / 1000)),
      actorLink(request, entry.actor, names),
      html`${words.actions[entry.action] ?? entry.action}${entry.reason && html`<br><span class="hint">${words.reason}: ${entry.reason}</span>`}${changesText(request, entry)}`,
      targetName(request, entry.target, names),
      ...(several ? [entry.livemode ? words.live : words.test] : []),
      outcomeCell(request, entry),
      html`<span class="id">${entry.source}</span>`,
    ]),
  })
}

/** A line for each member that an action changed. */
function changesText(request: DashboardRequest, { changes }: Entry): Html[] {
  const words = request.words(WORDS)
  const text = (value: unknown) => {
    if (typeof value === "boolean") return words.truth(value)
    return typeof value === "object" ? JSON.stringify(value) : String(value)
  }
  return Object.entries(changes?.after ?? {}).map(
    ([name, after]) =>
      html`<br><span class="hint">${words.members[name] ?? name}: ${text(changes?.before[name])} → ${text(after)}</span>`,
  )
}

function outcomeCell(request: DashboardRequest, { outcome }: Entry): Html {
  const words = request.words(WORDS)
  if (outcome === "done") return badge("good", words.done)
  return html`${badge("bad", words.refused)} ${idText(outcome.replace(/^refused: /, ""))}`
}
