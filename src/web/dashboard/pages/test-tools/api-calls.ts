import { presentIntent } from "../../../../payments/intents/present.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { curlCommand } from "../../components/curl.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { WORDS } from "./console-words.ts"

/** A call to the API, and its response. */
export type ApiCall = {
  name: "customer" | "intent" | "token" | "confirm" | "retrieve"
  method: "GET" | "POST"
  path: string
  body?: object
  status: number
  response: object
}

export function retrieveCall(request: DashboardRequest, intent: IntentRow): ApiCall {
  const response = presentIntent(intent, request.mode)
  return { name: "retrieve", method: "GET", path: `/v1/payment_intents/${intent.id}`, status: 200, response }
}

/** Shows calls in order, each as a command and with its response. */
export function callList(request: DashboardRequest, calls: ApiCall[]): Html {
  const words = request.words(WORDS)
  const steps = calls.map(
    (
      call,
      i,
    ) => html`<li><details ${i === calls.length - 1 && html`open`}><summary>${words.steps[call.name]} <code>${call.method} ${call.path}</code></summary>
<pre class="copyable"><code>${curlCommand(request.mode.baseUrl, call)}</code></pre>
<p class="hint">${words.response} ${call.status}</p><pre><code>${JSON.stringify(call.response, null, 2)}</code></pre></details></li>`,
  )
  return html`<p class="hint">${words.key}</p><ol class="steps">${steps}</ol>`
}
