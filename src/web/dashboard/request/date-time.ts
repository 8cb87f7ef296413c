import { DAY_ZONE } from "../../../base/day.ts"
import { dateFormat } from "../../../base/formats.ts"
import { type Html, html } from "../../shared/html.ts"
import { type Language, LOCALES } from "../../shared/language.ts"

/** Shows a time in Unix seconds as date and time in Brasília, like all days and forms of the dashboard. UTC appears on hover. */
export function dateTime(seconds: number, language: Language): Html {
  const at = new Date(seconds * 1000)
  const inZone = (timeZone: string) =>
    dateFormat(LOCALES[language], { dateStyle: "medium", timeStyle: "short", timeZone }).format(at)
  return html`<time datetime="${at.toISOString()}" title="${inZone("UTC")} UTC">${inZone(DAY_ZONE)}</time>`
}
