import { type ApiKey, revokeKey } from "../../../accounts/keys.ts"
import { html } from "../../html.ts"
import type { Change } from "../shell/area.ts"
import { facts } from "../shell/pieces.ts"
import { visibleKey } from "./names.ts"
import { mustFindKey } from "./one.ts"
import { WORDS } from "./words.ts"

/** Revokes a key. A key that is already revoked stays unchanged. */
export const revokeChange: Change<ApiKey> = {
  role: "owner",
  proof: "live",
  find: mustFindKey,
  ask: (at, key) => {
    const { id, kind, name, created, last_used_at } = key
    const words = at.words(WORDS)
    const known = facts([
      [words.name, name],
      [words.key, visibleKey(key)],
      [words.kind, words.kinds[kind]],
      [words.created, at.when(created)],
      [words.lastUsed, last_used_at === null ? words.neverUsed : at.when(last_used_at)],
    ])
    return {
      title: words.revokeTitle,
      text: html`${words.revokeText(id)} ${words.stops[kind]} ${words.whatStays}`,
      fields: known,
      button: words.revokeButton,
      tone: "danger",
      back: at.path("/keys"),
    }
  },
  make: async (at, key) => {
    const { id } = key
    await at.act({ action: "key.revoke", target: id }, async (tx, { mode }) => (await revokeKey(tx, mode.clock, id)) ?? key)
    return { to: at.path("/keys"), notice: at.words(WORDS).revokedNotice(id) }
  },
}
