import { type Html, html } from "../../shared/html.ts"
import type { Words } from "../../shared/language.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"
import { curlCommand } from "./curl.ts"

type Call = { method: "GET" | "POST"; path: string; body?: object }

/** Shows the API call that corresponds to a page, as a curl command to copy. */
export function apiCall(request: DashboardRequest, call: Call): Html {
  return html`<details class="api-call"><summary>${request.words(WORDS).api}</summary><pre class="copyable" tabindex="0"><code>${curlCommand(request.mode.baseUrl, call)}</code></pre></details>`
}

const WORDS: Words<{ api: string }> = { en: { api: "Do the same with the API" }, pt: { api: "Fazer o mesmo pela API" } }
