import type { ApiKey } from "../../../accounts/keys.ts"
import type { User } from "../../../accounts/users/users.ts"
import { ACTIONS, type Entry } from "../../../audit/log.ts"
import { type Search, searchEntries } from "../../../audit/search.ts"
import { type Html, html } from "../../html.ts"
import { findKeys, keyName, keyOr } from "../keys/names.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { dateField } from "../shell/filters.ts"
import { selectField, textField } from "../shell/form.ts"
import { badge, empty, idText, PER_PAGE, pageRequest, pager, table, tabs } from "../shell/pieces.ts"
import { sendEntries } from "./csv.ts"
import { databasesOf, isFiltered, searchOf, usersIn } from "./search.ts"
import { WORDS } from "./words.ts"

/**
 * The audit log of the account. For users who see every account, it includes entries that belong to no account. Everybody with access to
 * the account may read it.
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

/** The users and the keys that the entries name as actor or as target. */
type Names = { users: Map<string, User>; keys: Map<string, ApiKey> }

async function namesIn(at: At, entries: readonly Entry[]): Promise<Names> {
  const ids = entries.flatMap(({ actor, target }) => [actor.replace(/^api_key:/, ""), target ?? ""])
  const [users, keys] = await Promise.all([usersIn(at, entries), findKeys(at, ids)])
  return { users, keys }
}

function list(at: At, entries: Entry[], names: Names): Html {
  const words = at.words(WORDS)
  const several = at.place.hasLive
  return table({
    caption: words.title,
    columns: [words.when, words.actor, words.action, words.target, ...(several ? [words.mode] : []), words.outcome, words.source],
    rows: entries.map((entry) => [
      at.when(Math.floor(entry.at_ms / 1000)),
      actorCell(at, entry, names),
      words.actions[entry.action] ?? entry.action,
      targetCell(at, entry, names),
      ...(several ? [entry.livemode ? words.live : words.test] : []),
      outcomeCell(at, entry),
      html`<span class="id">${entry.source}</span>`,
    ]),
  })
}

/** Links an actor to all entries of the same actor. */
function actorCell(at: At, { actor }: Entry, { users, keys }: Names): Html {
  const key = keys.get(actor.replace(/^api_key:/, ""))
  const name = users.get(actor.replace(/^user:/, ""))?.email ?? (key && keyName(at, key))
  const query = { ...(at.query("of") === "none" && { of: "none" }), actor }
  return html`<a href="${at.path(`/audit?${new URLSearchParams(query)}`)}">${name ?? idText(actor)}</a>`
}

function targetCell(at: At, { target }: Entry, { users, keys }: Names): Html | string | null {
  if (target === null) return null
  return users.get(target)?.email ?? (target.startsWith("key_") ? keyOr(at, keys, target) : idText(target))
}

function outcomeCell(at: At, { outcome }: Entry): Html {
  const words = at.words(WORDS)
  if (outcome === "done") return badge("good", words.done)
  return html`${badge("bad", words.refused)} ${idText(outcome.replace(/^refused: /, ""))}`
}
