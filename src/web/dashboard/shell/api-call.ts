import { type Html, html } from "../../html.ts"
import type { At } from "./at.ts"
import type { Words } from "./language.ts"

type Call = { method: "GET" | "POST"; path: string; body?: object }

/** The call of the API that does the same as a page, as a curl command to copy. It names the key, and does not have it. */
export function apiCall(at: At, call: Call): Html {
  return html`<details class="api-call"><summary>${at.words(WORDS).api}</summary><pre class="copyable"><code>${curlOf(call)}</code></pre></details>`
}

function curlOf({ method, path, body }: Call): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$VINTEM_BASE_URL${path}"`,
    `-H "Authorization: Bearer $VINTEM_KEY"`,
    ...(method === "POST" ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body ? [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`] : []),
  ]
  return lines.join(" \\\n  ")
}

const WORDS: Words<{ api: string }> = { en: { api: "The same by the API" }, pt: { api: "O mesmo pela API" } }
