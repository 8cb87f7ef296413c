import { type Html, html } from "../../shared/html.ts"

/** Shows a text unchanged, such as JSON or a command. It scrolls, and a click selects all of it. */
export function codeBlock(label: string, text: string): Html {
  return html`<pre class="code" role="region" aria-label="${label}" tabindex="0"><code>${text}</code></pre>`
}

/** Formats JSON on several lines. A text that is not JSON stays unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
