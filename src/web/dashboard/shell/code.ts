import { type Html, html } from "../../html.ts"

/** A text as it is, such as JSON or a command. It scrolls, and a click selects it whole. */
export function codeBlock(label: string, text: string): Html {
  return html`<pre class="code" role="region" aria-label="${label}" tabindex="0"><code>${text}</code></pre>`
}

/** JSON on several lines. A text that is no JSON stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
