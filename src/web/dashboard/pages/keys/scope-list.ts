import type { ApiKey } from "../../../../accounts/keys.ts"
import { type Html, html } from "../../../shared/html.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { WORDS } from "./words.ts"

/** Summarizes the permissions of a key. */
export function scopeList(request: DashboardRequest, { kind, scopes }: Pick<ApiKey, "kind" | "scopes">): Html | string {
  const words = request.words(WORDS)
  if (kind === "secret") return words.everything
  if (kind === "publishable") return words.tokensOnly
  return html`<span class="scope-list">${scopes.map((scope) => html`<code>${scope}</code> `)}</span>`
}
