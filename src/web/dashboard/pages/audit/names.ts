import type { ApiKey } from "../../../../accounts/keys.ts"
import type { User } from "../../../../accounts/users/tables.ts"
import type { Entry } from "../../../../audit/log.ts"
import { type Html, html } from "../../../shared/html.ts"
import { idText } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { findKeys, keyLinkOrId, keyName } from "../keys/names.ts"
import { findUsersIn } from "./search.ts"
import { WORDS } from "./words.ts"

/** The users and the keys that entries name as actor or as target. */
export type EntryNames = { users: Map<string, User>; keys: Map<string, ApiKey> }

export async function findNames(request: DashboardRequest, entries: readonly Entry[]): Promise<EntryNames> {
  const ids = entries.flatMap(({ actor, target }) => [actor.replace(/^api_key:/, ""), target ?? ""])
  const [users, keys] = await Promise.all([findUsersIn(request, entries), findKeys(request, ids)])
  return { users, keys }
}

/** How people know an actor: a user by e-mail, a key by its name. Others are shown as they are stored. */
function actorName(request: DashboardRequest, actor: string, { users, keys }: EntryNames): Html | string {
  const key = keys.get(actor.replace(/^api_key:/, ""))
  if (key) return keyName(request, key)
  if (actor === "engine") return request.words(WORDS).engine
  return userName(request, users.get(actor.replace(/^user:/, ""))) ?? idText(actor)
}

/** A user of every account may have the e-mail of a user of this account. */
function userName(request: DashboardRequest, user: User | undefined): Html | string | undefined {
  if (user?.account !== null) return user?.email
  return html`${user.email} <span class="hint">${request.words(WORDS).ofEveryAccount}</span>`
}

/** Links an actor to all entries of the same actor. */
export function actorLink(request: DashboardRequest, actor: string, names: EntryNames): Html {
  const query = { ...(request.queryParameter("of") === "none" && { of: "none" }), actor }
  return html`<a href="${request.pathTo(`/audit?${new URLSearchParams(query)}`)}">${actorName(request, actor, names)}</a>`
}

export function targetName(request: DashboardRequest, target: string | null, { users, keys }: EntryNames): Html | string | null {
  if (target === null) return null
  return userName(request, users.get(target)) ?? (target.startsWith("key_") ? keyLinkOrId(request, keys, target) : idText(target))
}
