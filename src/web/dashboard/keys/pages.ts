import { type ApiKey, listActiveKeys, pageOfEndedKeys } from "../../../accounts/keys.ts"
import { type Html, html } from "../../html.ts"
import { type Area, NotAllowed } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { badge, buttonLink, empty, idText, PER_PAGE, section, table, tabs } from "../shell/pieces.ts"
import { createChange } from "./create.ts"
import { visibleKey } from "./names.ts"
import { oneKey } from "./one.ts"
import { revokeChange } from "./revoke.ts"
import { scopesOf } from "./scopes-of.ts"
import { WORDS } from "./words.ts"

const KINDS = ["secret", "restricted", "publishable"] as const

/** The API keys of an account in one mode. */
export function keyPages(area: Area): void {
  area.page("/keys", async (at) => {
    const words = at.words(WORDS)
    const keys = await listActiveKeys(at.mode.database, at.account, at.mode.clock)
    const owns = at.may("owner")
    const create = owns && html`<p class="actions">${buttonLink(at.path("/keys/new"), words.create)}</p>`
    const list =
      keys.length > 0 ? html`${activeKeys(at, keys)}${withoutParts(at, keys)}` : empty(owns ? words.none : words.noneForReaders)
    return { title: words.title, body: html`<p>${words.intro}</p>${create}${listTabs(at, false)}${list}` }
  })

  area.page("/keys/ended", async (at) => {
    const words = at.words(WORDS)
    const request = { before: at.query("before"), limit: PER_PAGE }
    const { rows, has_more } = await pageOfEndedKeys(at.mode.database, at.account, at.mode.clock, request)
    const last = rows.at(-1)
    const older =
      has_more &&
      last &&
      html`<nav class="pages" aria-label="${words.lists}"><a rel="next" href="?before=${last.id}">${words.older}</a></nav>`
    const list = rows.length > 0 ? html`${endedKeys(at, rows)}${withoutParts(at, rows)}` : empty(words.noneEnded)
    return { title: words.title, body: html`${listTabs(at, true)}${list}${older}` }
  })

  area.page("/keys/new", async (at) => {
    if (!at.may("owner")) throw new NotAllowed("owner")
    const words = at.words(WORDS)
    const kinds = KINDS.map((kind) =>
      section(
        words.kinds[kind],
        html`<p>${words.uses[kind]}</p>${buttonLink(at.path(`/keys/new/${kind}`), words.createKind[kind])}`,
      ),
    )
    return { title: words.create, body: html`<div class="key-kinds">${kinds}</div>` }
  })

  for (const kind of KINDS) area.change(`/keys/new/${kind}`, createChange(kind))
  area.page("/keys/:id", oneKey)
  area.change("/keys/:id/revoke", revokeChange)
}

function listTabs(at: At, ended: boolean): Html {
  const words = at.words(WORDS)
  return tabs(words.lists, [
    { href: at.path("/keys"), text: words.active, current: !ended },
    { href: at.path("/keys/ended"), text: words.ended, current: ended },
  ])
}

function activeKeys(at: At, keys: ApiKey[]): Html {
  const words = at.words(WORDS)
  const revoke = ({ id }: ApiKey) =>
    at.may("owner") && html`<a href="${at.path(`/keys/${id}/revoke`)}" aria-label="${words.revoke} ${id}">${words.revoke}</a>`
  return table({
    caption: words.active,
    columns: [words.key, words.scopes, words.created, words.lastUsed, words.expires, ""],
    rows: keys.map((key) => [
      named(at, key),
      scopesOf(at, key),
      at.when(key.created),
      key.last_used_at === null ? words.neverUsed : at.when(key.last_used_at),
      key.expires_at === null ? words.never : at.when(key.expires_at),
      revoke(key),
    ]),
  })
}

function endedKeys(at: At, keys: ApiKey[]): Html {
  const words = at.words(WORDS)
  const ended = ({ revoked_at, expires_at }: ApiKey) => {
    const seconds = revoked_at ?? expires_at
    return seconds !== null && at.when(seconds)
  }
  const state = (key: ApiKey) => badge("calm", key.revoked_at === null ? words.expired : words.revoked)
  return table({
    caption: words.ended,
    columns: [words.key, words.scopes, words.state, words.at, words.created, words.lastUsed],
    rows: keys.map((key) => [
      named(at, key),
      scopesOf(at, key),
      state(key),
      ended(key),
      at.when(key.created),
      key.last_used_at === null ? words.neverUsed : at.when(key.last_used_at),
    ]),
  })
}

function named(at: At, key: ApiKey): Html {
  const { id, kind, name } = key
  const kindName = at.words(WORDS).kinds[kind]
  const visible = visibleKey(key)
  return html`<a href="${at.path(`/keys/${id}`)}">${name ?? kindName}</a>${name !== null && html` <span class="hint">${kindName}</span>`}
${visible && html`<br>${visible}`}<br>${idText(id)}`
}

/** Says why some keys have no visible parts. */
const withoutParts = (at: At, keys: ApiKey[]): Html | false =>
  keys.some(({ prefix }) => prefix === null) && html`<p class="hint">${at.words(WORDS).noVisibleParts}</p>`
