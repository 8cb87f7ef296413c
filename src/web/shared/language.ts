import type { ParameterizedContext } from "koa"

/** The languages of the dashboard and of the documentation. */
export const LANGUAGES = { en: "English", pt: "Português" } as const

export type Language = keyof typeof LANGUAGES

/** The locale of numbers and dates. */
export const LOCALES: Record<Language, string> = { en: "en-US", pt: "pt-BR" }

/** The language of a page, as HTML names it. */
export const LANGUAGE_TAGS: Record<Language, string> = { en: "en", pt: "pt-BR" }

/** The texts of a part of the pages. Every language has the same names. English has all of them. */
export type Words<Texts> = Record<Language, Texts>

const COOKIE = "vintem_language"
const YEAR_SECONDS = 365 * 86400

export const isLanguage = (text: string | undefined): text is Language => text !== undefined && Object.hasOwn(LANGUAGES, text)

/** Returns the language that the viewer chose, or else the one that the browser asks for. */
export function languageOf(ctx: ParameterizedContext): Language {
  const chosen = ctx.cookies.get(COOKIE)
  if (isLanguage(chosen)) return chosen
  return ctx.get("Accept-Language") && ctx.acceptsLanguages(["en", "pt"]) === "pt" ? "pt" : "en"
}

/** Stores the viewer's choice in the browser. */
export function keepLanguage(ctx: ParameterizedContext, language: Language): void {
  ctx.append("Set-Cookie", `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`)
}
