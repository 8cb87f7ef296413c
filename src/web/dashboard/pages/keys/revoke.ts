import { type ApiKey, revokeKey } from "../../../../accounts/keys.ts"
import { html } from "../../../shared/html.ts"
import { facts } from "../../components/basics.ts"
import type { Change } from "../../forms/change.ts"
import { mustFindKey } from "./detail-page.ts"
import { visibleKey } from "./names.ts"
import { WORDS } from "./words.ts"

/** Revokes a key. A key that is already revoked stays unchanged. */
export const revokeChange: Change<ApiKey> = {
  role: "owner",
  proof: "live",
  find: mustFindKey,
  confirmation: (request, key) => {
    const { id, kind, name, created, last_used_at } = key
    const words = request.words(WORDS)
    const known = facts([
      [words.name, name],
      [words.key, visibleKey(key)],
      [words.kind, words.kinds[kind]],
      [words.created, request.dateTime(created)],
      [words.lastUsed, last_used_at === null ? words.neverUsed : request.dateTime(last_used_at)],
    ])
    return {
      title: words.revokeTitle,
      text: html`${words.revokeText(id)} ${words.stops[kind]} ${words.whatStays}`,
      fields: known,
      button: words.revokeButton,
      tone: "danger",
      back: request.pathTo("/keys"),
    }
  },
  make: async (request, key) => {
    const { id } = key
    await request.runAction(
      { action: "key.revoke", target: id },
      async (tx, { mode }) => (await revokeKey(tx, mode.clock, key)) ?? key,
    )
    return { to: request.pathTo("/keys"), notice: request.words(WORDS).revokedNotice(id) }
  },
}
