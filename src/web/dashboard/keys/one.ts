import { type ApiKey, retrieveKey } from "../../../accounts/keys.ts"
import { type Html, html } from "../../html.ts"
import type { At } from "../shell/at.ts"
import type { Page } from "../shell/layout.ts"
import { badge, buttonLink, facts, idText } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"
import { visibleKey } from "./names.ts"
import { scopesOf } from "./scopes-of.ts"
import { WORDS } from "./words.ts"

/** Finds the key of a page. Throws NoSuchPage. */
export async function mustFindKey(at: At): Promise<ApiKey> {
  const key = await retrieveKey(at.mode.database, at.param("id"))
  if (key?.account !== at.account) throw new NoSuchPage()
  return key
}

/** The page of a key: what is known of it, what it did, and the way to revoke it. */
export async function oneKey(at: At): Promise<Page> {
  const words = at.words(WORDS)
  const key = await mustFindKey(at)
  const { id, kind, name, prefix, created, last_used_at, expires_at, revoked_at } = key
  const about = facts([
    [words.state, stateOf(at, key)],
    [words.kind, words.kinds[kind]],
    [words.key, visibleKey(key)],
    [words.scopes, scopesOf(at, key)],
    [words.created, at.when(created)],
    [words.lastUsed, last_used_at === null ? words.neverUsed : at.when(last_used_at)],
    [words.expires, expires_at === null ? words.never : at.when(expires_at)],
    [words.at, revoked_at !== null && at.when(revoked_at)],
    [words.id, idText(id)],
  ])
  const mayRevoke = at.may("owner") && !hasEnded(at, key)
  const links = html`<p class="actions">${mayRevoke && buttonLink(at.path(`/keys/${id}/revoke`), words.revoke, "danger")}
${buttonLink(at.path(`/requests?key=${id}`), words.itsRequests, "quiet")}
${buttonLink(at.path(`/audit?${new URLSearchParams({ actor: `api_key:${id}` })}`), words.itsEntries, "quiet")}</p>`
  return {
    title: name ?? words.kinds[kind],
    body: html`${links}${about}${prefix === null && html`<p class="hint">${words.noVisibleParts}</p>`}`,
  }
}

const hasEnded = (at: At, { revoked_at, expires_at }: ApiKey): boolean =>
  revoked_at !== null || (expires_at !== null && expires_at * 1000 <= at.mode.clock.now())

function stateOf(at: At, key: ApiKey): Html {
  const words = at.words(WORDS)
  if (key.revoked_at !== null) return badge("calm", words.revoked)
  return hasEnded(at, key) ? badge("calm", words.expired) : badge("good", words.works)
}
