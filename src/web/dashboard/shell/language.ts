import type { ParameterizedContext } from "koa"

/** The languages of the dashboard. */
export const LANGUAGES = { en: "English", pt: "Português" } as const

export type Language = keyof typeof LANGUAGES

/** In which numbers and dates are written. */
export const LOCALES: Record<Language, string> = { en: "en-US", pt: "pt-BR" }

/** The texts of a part of the dashboard, with the same names in every language. English has them all. */
export type Words<Texts> = Record<Language, Texts>

const COOKIE = "vintem_language"
const YEAR_SECONDS = 365 * 86400

export const isLanguage = (text: string | undefined): text is Language => text !== undefined && Object.hasOwn(LANGUAGES, text)

/** The language that the viewer chose, or else the one that the browser asks for. */
export function languageOf(ctx: ParameterizedContext): Language {
  const chosen = ctx.cookies.get(COOKIE)
  if (isLanguage(chosen)) return chosen
  return ctx.get("Accept-Language") && ctx.acceptsLanguages(["en", "pt"]) === "pt" ? "pt" : "en"
}

/** Remembers the viewer's choice in the browser. */
export function keepLanguage(ctx: ParameterizedContext, language: Language): void {
  ctx.append("Set-Cookie", `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`)
}
