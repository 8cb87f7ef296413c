import type { Locale } from "../../sdk/browser/types.ts"

/** The language of the card fields: the one that is asked for, or that of the browser. */
export function localeOf(asked: Locale | undefined): Locale {
  if (asked) return asked
  const [language] = navigator.language.split("-")
  return language === "en" || language === "es" ? language : "pt-BR"
}
