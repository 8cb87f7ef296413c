import { type ApiKey, listActiveKeys, pageOfEndedKeys } from "../../../../accounts/keys.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, idText, tabs, titledCard } from "../../components/basics.ts"
import { PER_PAGE } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { NotAllowed } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { createChange } from "./create.ts"
import { keyPage } from "./detail-page.ts"
import { visibleKey } from "./names.ts"
import { revokeChange } from "./revoke.ts"
import { scopeList } from "./scope-list.ts"
import { updateChange } from "./update.ts"
import { WORDS } from "./words.ts"

const KINDS = ["secret", "restricted", "publishable"] as const

/** The API keys of an account in one mode. */
export function keyPages(routes: PageRoutes): void {
  routes.page("/keys", async (request) => {
    const words = request.words(WORDS)
    const keys = await listActiveKeys(request.mode.database, request.account, request.mode.clock)
    const owns = request.may("owner")
    const create = owns && html`<p class="actions">${buttonLink(request.pathTo("/keys/new"), words.create)}</p>`
    const list =
      keys.length > 0
        ? html`${activeKeys(request, keys)}${hintWithoutVisibleParts(request, keys)}`
        : emptyList(owns ? words.none : words.noneForReaders)
    return { title: words.title, body: html`<p>${words.intro}</p>${create}${listTabs(request, false)}${list}` }
  })

  routes.page("/keys/ended", async (request) => {
    const words = request.words(WORDS)
    const page = { before: request.queryParameter("before"), limit: PER_PAGE }
    const { rows, has_more } = await pageOfEndedKeys(request.mode.database, request.account, request.mode.clock, page)
    const last = rows.at(-1)
    const older =
      has_more &&
      last &&
      html`<nav class="pages" aria-label="${words.lists}"><a rel="next" href="?before=${last.id}">${words.older}</a></nav>`
    const list =
      rows.length > 0 ? html`${endedKeys(request, rows)}${hintWithoutVisibleParts(request, rows)}` : emptyList(words.noneEnded)
    return { title: words.title, body: html`${listTabs(request, true)}${list}${older}` }
  })

  routes.page("/keys/new", async (request) => {
    if (!request.may("owner")) throw new NotAllowed("owner")
    const words = request.words(WORDS)
    const kinds = KINDS.map((kind) =>
      titledCard(
        words.kinds[kind],
        html`<p>${words.uses[kind]}</p>${buttonLink(request.pathTo(`/keys/new/${kind}`), words.createKind[kind])}`,
      ),
    )
    return { title: words.create, body: html`<div class="key-kinds">${kinds}</div>` }
  })

  for (const kind of KINDS) routes.change(`/keys/new/${kind}`, createChange(kind))
  routes.page("/keys/:id", keyPage)
  routes.change("/keys/:id/edit", updateChange)
  routes.change("/keys/:id/revoke", revokeChange)
}

function listTabs(request: DashboardRequest, ended: boolean): Html {
  const words = request.words(WORDS)
  return tabs(words.lists, [
    { href: request.pathTo("/keys"), text: words.active, current: !ended },
    { href: request.pathTo("/keys/ended"), text: words.ended, current: ended },
  ])
}

function activeKeys(request: DashboardRequest, keys: ApiKey[]): Html {
  const words = request.words(WORDS)
  const revoke = ({ id }: ApiKey) =>
    request.may("owner") &&
    html`<a href="${request.pathTo(`/keys/${id}/revoke`)}" aria-label="${words.revoke} ${id}">${words.revoke}</a>`
  return table({
    caption: words.active,
    columns: [words.key, words.scopes, words.created, words.lastUsed, words.expires, ""],
    rows: keys.map((key) => [
      nameCell(request, key),
      scopeList(request, key),
      request.dateTime(key.created),
      key.last_used_at === null ? words.neverUsed : request.dateTime(key.last_used_at),
      key.expires_at === null ? words.never : request.dateTime(key.expires_at),
      revoke(key),
    ]),
  })
}

function endedKeys(request: DashboardRequest, keys: ApiKey[]): Html {
  const words = request.words(WORDS)
  const ended = ({ revoked_at, expires_at }: ApiKey) => {
    const seconds = revoked_at ?? expires_at
    return seconds !== null && request.dateTime(seconds)
  }
  const state = (key: ApiKey) => badge("calm", key.revoked_at === null ? words.expired : words.revoked)
  return table({
    caption: words.ended,
    columns: [words.key, words.scopes, words.state, words.at, words.created, words.lastUsed],
    rows: keys.map((key) => [
      nameCell(request, key),
      scopeList(request, key),
      state(key),
      ended(key),
      request.dateTime(key.created),
      key.last_used_at === null ? words.neverUsed : request.dateTime(key.last_used_at),
    ]),
  })
}

function nameCell(request: DashboardRequest, key: ApiKey): Html {
  const { id, kind, name } = key
  const kindName = request.words(WORDS).kinds[kind]
  const visible = visibleKey(key)
  return html`<a href="${request.pathTo(`/keys/${id}`)}">${name ?? kindName}</a>${name !== null && html` <span class="hint">${kindName}</span>`}
${visible && html`<br>${visible}`}<br>${idText(id)}`
}

/** Says why some keys have no visible parts. */
const hintWithoutVisibleParts = (request: DashboardRequest, keys: ApiKey[]): Html | false =>
  keys.some(({ prefix }) => prefix === null) && html`<p class="hint">${request.words(WORDS).noVisibleParts}</p>`
