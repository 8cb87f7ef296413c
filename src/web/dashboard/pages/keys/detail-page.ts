import { type ApiKey, findKey } from "../../../../accounts/keys.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, facts, idText } from "../../components/basics.ts"
import type { Page } from "../../layout/account-page.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import { visibleKey } from "./names.ts"
import { scopeList } from "./scope-list.ts"
import { WORDS } from "./words.ts"

/** Finds the key of a page. Throws PageNotFound. */
export async function mustFindKey(request: DashboardRequest): Promise<ApiKey> {
  const key = await findKey(request.mode.database, request.account, request.pathParameter("id"))
  if (!key) throw new PageNotFound()
  return key
}

/** The page of a key: what is known of it, what it did, and the way to revoke it. */
export async function keyPage(request: DashboardRequest): Promise<Page> {
  const words = request.words(WORDS)
  const key = await mustFindKey(request)
  const { id, kind, name, prefix, service_version, created, last_used_at, expires_at, revoked_at } = key
  const about = facts([
    [words.state, stateOf(request, key)],
    [words.kind, words.kinds[kind]],
    [words.key, visibleKey(key)],
    [words.scopes, scopeList(request, key)],
    [words.version, service_version],
    [words.created, request.dateTime(created)],
    [words.lastUsed, last_used_at === null ? words.neverUsed : request.dateTime(last_used_at)],
    [words.expires, expires_at === null ? words.never : request.dateTime(expires_at)],
    [words.at, revoked_at !== null && request.dateTime(revoked_at)],
    [words.id, idText(id)],
  ])
  const mayChange = request.may("owner") && !hasEnded(request, key)
  const links = html`<p class="actions">${mayChange && buttonLink(request.pathTo(`/keys/${id}/edit`), words.change)}
${mayChange && buttonLink(request.pathTo(`/keys/${id}/revoke`), words.revoke, "danger")}
${buttonLink(request.pathTo(`/requests?key=${id}`), words.itsRequests, "quiet")}
${buttonLink(request.pathTo(`/audit?${new URLSearchParams({ actor: `api_key:${id}` })}`), words.itsEntries, "quiet")}</p>`
  return {
    title: name ?? words.kinds[kind],
    body: html`${links}${about}${prefix === null && html`<p class="hint">${words.noVisibleParts}</p>`}`,
  }
}

const hasEnded = (request: DashboardRequest, { revoked_at, expires_at }: ApiKey): boolean =>
  revoked_at !== null || (expires_at !== null && expires_at * 1000 <= request.mode.clock.now())

function stateOf(request: DashboardRequest, key: ApiKey): Html {
  const words = request.words(WORDS)
  if (key.revoked_at !== null) return badge("calm", words.revoked)
  return hasEnded(request, key) ? badge("calm", words.expired) : badge("good", words.works)
}
