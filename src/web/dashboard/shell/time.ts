import { dateFormat } from "../../../formats.ts"
import { type Html, html } from "../../html.ts"
import { type Language, LOCALES } from "./language.ts"

/** Shows a time in Unix seconds as date and time in UTC. The script shows the viewer's zone instead, with UTC on hover. */
export function whenOf(seconds: number, language: Language): Html {
  const at = new Date(seconds * 1000)
  const utc = `${dateFormat(LOCALES[language], { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`
  return html`<time datetime="${at.toISOString()}" title="${utc}">${utc}</time>`
}
