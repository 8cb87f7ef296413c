import { type Html, html } from "../html.ts"

/** A time in Unix seconds, as date and time in UTC. A script may show it in the viewer's zone. */
export function whenOf(seconds: number): Html {
  const iso = new Date(seconds * 1000).toISOString()
  return html`<time datetime="${iso}" title="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`
}
