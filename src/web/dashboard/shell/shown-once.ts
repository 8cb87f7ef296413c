import { type Html, html } from "../../html.ts"

/** A text to be copied: a click selects it whole, and the script adds a button that copies it. */
export const copyable = (text: string): Html => html`<code class="copyable">${text}</code>`

/** A new secret, on the page that made it and on no other. `text` says that it is not shown again. */
export const shownOnce = (text: string, secret: string): Html =>
  html`<section class="card once"><p><strong>${text}</strong></p><p>${copyable(secret)}</p></section>`
