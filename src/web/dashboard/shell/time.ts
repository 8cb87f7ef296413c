import { type Html, html } from "../../html.ts"
import type { Language } from "./language.ts"

const FORMATS: Record<Language, Intl.DateTimeFormat> = {
  en: formatOf("en-US"),
  pt: formatOf("pt-BR"),
}

function formatOf(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
}

/** A time in Unix seconds, as date and time in UTC. The script shows it in the viewer's zone, with UTC on hover. */
export function whenOf(seconds: number, language: Language): Html {
  const at = new Date(seconds * 1000)
  const utc = `${FORMATS[language].format(at)} UTC`
  return html`<time datetime="${at.toISOString()}" title="${utc}">${utc}</time>`
}
