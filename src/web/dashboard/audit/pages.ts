import { ACTIONS, type Entry } from "../../../audit/log.ts"
import { type Search, searchEntries } from "../../../audit/search.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { dateField } from "../shell/filters.ts"
import { selectField, textField } from "../shell/form.ts"
import { badge, empty, idText, PER_PAGE, pageRequest, pager, table, tabs } from "../shell/pieces.ts"
import { sendEntries } from "./csv.ts"
import { actorLink, type Names, namesIn, targetName } from "./names.ts"
import { databasesOf, isFiltered, searchOf } from "./search.ts"
import { WORDS } from "./words.ts"

/**
 * The audit log of the account. For users who see every account, it includes entries that belong to no account. Every user of the
 * account may read it.
 */
export function auditPages(area: Area): void {
  area.page("/audit", async (at) => {
    const words = at.words(WORDS)
    const search = await searchOf(at)
    const page = await searchEntries(databasesOf(at), search, { ...pageRequest(at), limit: PER_PAGE })
    const found =
      page.rows.length > 0
        ? list(at, page.rows, await namesIn(at, page.rows))
        : empty(isFiltered(search) ? words.noneFound : words.none)
    return {
      title: words.title,
      body: html`${at.user.account === null && reaches(at)}${filters(at, search)}${found}${pager(at, page)}`,
    }
  })
  area.file("/audit.csv", sendEntries)
}

function reaches(at: At): Html {
  const words = at.words(WORDS)
  const ofNone = at.query("of") === "none"
  return tabs(words.account, [
    { href: at.path("/audit"), text: words.ofThis, current: !ofNone },
    { href: at.path("/audit?of=none"), text: words.ofNone, current: ofNone },
  ])
}

function filters(at: At, search: Search): Html {
  const words = at.words(WORDS)
  const { before: _before, after: _after, ...query } = at.ctx.query as Record<string, string>
  const text = (name: "actor" | "target", placeholder: string) =>
    textField(at, { name, label: words[name], value: at.query(name), placeholder })
  const actions = ACTIONS.map((action) => [action, words.actions[action] ?? action] as const)
  const action = selectField(at, {
    name: "action",
    label: words.action,
    value: at.query("action"),
    options: [["", words.any], ...actions],
  })
  return html`<form class="filters card" action="${at.path("/audit")}">
${at.query("of") === "none" && html`<input type="hidden" name="of" value="none">`}
${action}${text("actor", words.actorHint)}${text("target", words.targetHint)}${dateField(at, "from", words.from)}${dateField(at, "to", words.to)}
<p class="actions"><button>${words.filter}</button>${isFiltered(search) && html`<a class="button quiet" href="${at.path("/audit")}">${words.clear}</a>`}
<a class="button quiet" href="${at.path(`/audit.csv?${new URLSearchParams(query)}`)}">${words.download}</a></p></form>`
}

function list(at: At, entries: Entry[], names: Names): Html {
  const words = at.words(WORDS)
  const several = at.place.hasLive
  return table({
    caption: words.title,
    columns: [words.when, words.actor, words.action, words.target, ...(several ? [words.mode] : []), words.outcome, words.source],
    rows: entries.map((entry) => [
      at.when(Math.floor(entry.at_ms / 1000)),
      actorLink(at, entry.actor, names),
      html`${words.actions[entry.action] ?? entry.action}${entry.reason && html`<br><span class="hint">${words.reason}: ${entry.reason}</span>`}`,
      targetName(at, entry.target, names),
      ...(several ? [entry.livemode ? words.live : words.test] : []),
      outcomeCell(at, entry),
      html`<span class="id">${entry.source}</span>`,
    ]),
  })
}

function outcomeCell(at: At, { outcome }: Entry): Html {
  const words = at.words(WORDS)
  if (outcome === "done") return badge("good", words.done)
  return html`${badge("bad", words.refused)} ${idText(outcome.replace(/^refused: /, ""))}`
}
