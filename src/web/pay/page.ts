import { ancestorSources } from "../../accounts/origins.ts"
import { money } from "../../base/currency.ts"
import { dateFormat } from "../../base/formats.ts"
import { escapeHtml } from "../shared/html.ts"
import { type Language, LOCALES } from "./messages.ts"
import { colorStyle, hashOf, STYLE, STYLE_HASH } from "./style.ts"

/** The path of the payer pages' script. */
export const SCRIPT_PATH = "/pay/pay.js"

/** English dates name the month, because 11/12 could be in November or in December. */
const dayIn = (language: Language) =>
  ({ day: "2-digit", month: language === "en" ? "short" : "2-digit", year: "numeric" }) as const

/** `data` are the data attributes for the script, without `data-`. Null ones are left out. */
export type Page = {
  language: Language
  title: string
  body: string
  data?: Record<string, string | number | null>
  /** The account's color of buttons. */
  color?: string | null
  /** Nothing on the page moves. Such pages are also sent by origins that do not serve the script. */
  isStill?: boolean
}

/**
 * Renders a whole page without resources of other hosts. `body` is HTML. Without the script, only the copy buttons and the countdown do not
 * work.
 */
export function renderPage({ language, title, body, data = {}, color = null, isStill = false }: Page): string {
  const attributes = Object.entries(data).map(([name, value]) =>
    value === null ? "" : ` data-${name}="${escapeHtml(String(value))}"`,
  )
  return `<!doctype html>
<html lang="${LOCALES[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
${isStill ? "" : `<script src="${SCRIPT_PATH}" defer></script>\n`}<style>${STYLE}</style>
${color === null ? "" : `<style>${colorStyle(color)}</style>\n`}</head>
<body>
<main${attributes.join("")}>
${body}
</main>
</body>
</html>
`
}

export type Policy = {
  /** The redirect target after a form. */
  redirectUrl?: string | null
  /** The origins that may show the page in a frame. */
  ancestors?: string[]
  /** The origins that the page shows in frames: that of the card fields, or that of a challenge. */
  frames?: readonly string[]
  /** The color of the page. */
  color?: string | null
}

/**
 * Returns the Content-Security-Policy of a page. Browsers also apply `form-action` to every redirect after a form, and a shop may redirect
 * the payer to another host. So the policy allows the whole scheme of `redirectUrl`. All forms are our own, because no text in a page can
 * add one.
 */
export function pagePolicy({ redirectUrl = null, ancestors = [], frames = [], color = null }: Policy = {}): string {
  const scheme = redirectUrl === null ? "" : ` ${new URL(redirectUrl).protocol}`
  return [
    "default-src 'none'",
    "img-src 'self' data:",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src ${STYLE_HASH}${color === null ? "" : ` ${hashOf(colorStyle(color))}`}`,
    `form-action 'self'${scheme}`,
    "base-uri 'none'",
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(" ")}`]),
    `frame-ancestors ${ancestorSources(ancestors)}`,
  ].join("; ")
}

/** Formats Unix seconds as the date and time in São Paulo. */
export function saoPauloTime(seconds: number, language: Language): string {
  const format = dateFormat(LOCALES[language], {
    ...dayIn(language),
    hour: "2-digit",
    minute: "2-digit",
    hour12: language === "en",
    timeZone: "America/Sao_Paulo",
  })
  return format.format(new Date(seconds * 1000))
}

/** Formats an ISO date. */
export function longDate(date: string, language: Language): string {
  return dateFormat(LOCALES[language], { ...dayIn(language), timeZone: "UTC" }).format(new Date(date))
}

/** Formats an amount in cents. Reais are written as in Brazil, because Spanish would write `BRL`. */
export function price(cents: number, currency: string, language: Language): string {
  return money(cents, currency, language === "es" && currency === "brl" ? LOCALES.pt : LOCALES[language])
}
