import type { Locale } from "../../sdk/browser/types.ts"

/** Returns the language of the card fields: the requested one, or that of the browser. */
export function localeOf(asked: Locale | undefined): Locale {
  if (asked) return asked
  const [language] = navigator.language.split("-")
  return language === "en" || language === "es" ? language : "pt-BR"
}
