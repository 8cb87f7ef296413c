import { type Html, html } from "../../shared/html.ts"

/** A text to copy: a click selects all of it, and the script adds a copy button. */
export const copyable = (text: string): Html => html`<code class="copyable">${text}</code>`

/** Shows a new secret, on this page only. `text` says that it is not shown again. */
export const shownOnce = (text: string, secret: string): Html =>
  html`<section class="card once"><p><strong>${text}</strong></p><p>${copyable(secret)}</p></section>`
