import { type ApiKey, updateKey } from "../../../../accounts/keys.ts"
import { html } from "../../../shared/html.ts"
import type { Change } from "../../forms/change.ts"
import { versionField } from "../../forms/version-field.ts"
import { mustFindKey } from "./detail-page.ts"
import { nameField, readName, readVersion } from "./fields.ts"
import { WORDS } from "./words.ts"

/** Changes the name of a key, and the version of its requests that name none. */
export const updateChange: Change<ApiKey> = {
  role: "owner",
  proof: "live",
  find: mustFindKey,
  confirmation: (request, { id, name, service_version }) => {
    const words = request.words(WORDS)
    return {
      title: words.changeTitle,
      text: words.changeText,
      fields: html`${nameField(request, name)}${versionField(request, words.versionOfRequests, service_version)}`,
      button: words.changeButton,
      back: request.pathTo(`/keys/${id}`),
    }
  },
  make: async (request, key) => {
    const { id } = key
    const change = { name: readName(request), version: readVersion(request) }
    await request.runAction(
      { action: "key.update", target: id },
      async (tx, { mode }) => (await updateKey(tx, mode.clock, key, change)) ?? key,
    )
    return { to: request.pathTo(`/keys/${id}`), notice: request.words(WORDS).changedNotice }
  },
}
