import type { ApiKey } from "../../../accounts/keys.ts"
import type { User } from "../../../accounts/users/users.ts"
import type { Entry } from "../../../audit/log.ts"
import { type Html, html } from "../../html.ts"
import { findKeys, keyName, keyOr } from "../keys/names.ts"
import type { At } from "../shell/at.ts"
import { idText } from "../shell/pieces.ts"
import { usersIn } from "./search.ts"
import { WORDS } from "./words.ts"

/** The users and the keys that entries name as actor or as target. */
export type Names = { users: Map<string, User>; keys: Map<string, ApiKey> }

export async function namesIn(at: At, entries: readonly Entry[]): Promise<Names> {
  const ids = entries.flatMap(({ actor, target }) => [actor.replace(/^api_key:/, ""), target ?? ""])
  const [users, keys] = await Promise.all([usersIn(at, entries), findKeys(at, ids)])
  return { users, keys }
}

/** How people know an actor: a user by e-mail, a key by its name. Others are shown as they are stored. */
function actorName(at: At, actor: string, { users, keys }: Names): Html | string {
  const key = keys.get(actor.replace(/^api_key:/, ""))
  if (key) return keyName(at, key)
  if (actor === "engine") return at.words(WORDS).engine
  return userName(at, users.get(actor.replace(/^user:/, ""))) ?? idText(actor)
}

/** A user of every account may have the e-mail of a user of this account. */
function userName(at: At, user: User | undefined): Html | string | undefined {
  if (user?.account !== null) return user?.email
  return html`${user.email} <span class="hint">${at.words(WORDS).ofEveryAccount}</span>`
}

/** Links an actor to all entries of the same actor. */
export function actorLink(at: At, actor: string, names: Names): Html {
  const query = { ...(at.query("of") === "none" && { of: "none" }), actor }
  return html`<a href="${at.path(`/audit?${new URLSearchParams(query)}`)}">${actorName(at, actor, names)}</a>`
}

export function targetName(at: At, target: string | null, { users, keys }: Names): Html | string | null {
  if (target === null) return null
  return userName(at, users.get(target)) ?? (target.startsWith("key_") ? keyOr(at, keys, target) : idText(target))
}
