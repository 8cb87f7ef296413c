import { type Html, html } from "../../html.ts"
import type { At } from "../shell/at.ts"

/** The curl command of a call to the API, to be copied. The key is in the environment, never on the page. */
export function curl(at: At, path: string, body?: object): Html {
  const lines = [`curl "${at.mode.baseUrl}${path}"`, `-H "Authorization: Bearer $VINTEM_KEY"`]
  if (body) lines.push(`-H "Idempotency-Key: $(uuidgen)"`, `-H "Content-Type: application/json"`, `-d '${JSON.stringify(body)}'`)
  return html`<pre class="copyable" tabindex="0"><code>${lines.join(" \\\n  ")}</code></pre>`
}
