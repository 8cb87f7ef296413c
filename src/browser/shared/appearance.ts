// The parts of the card fields' look that a merchant's page may set. vintem.js checks them to help its caller, and the frame checks them to
// protect itself.
import type { Appearance, AppearanceVariables } from "../../sdk/browser/types.ts"

/** What `funding` may be. */
export const FUNDINGS = ["credit", "debit", "choice"] as const

type Check = { accepts: (value: string) => boolean; form: string }

/** These forms exclude `url()`, `var()`, escapes and semicolons. */
const COLOR = /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(rgb|hsl)a?\([\d.,%/ ]{3,40}\))$/i
const FONTS = /^[\w'" -]{1,60}(,[\w'" -]{1,60}){0,9}$/
const LENGTH = /^(\d{1,2}(?:\.\d{1,3})?)(px|rem)$/

const PX_OF_REM = 16

const color: Check = {
  accepts: (value) => COLOR.test(value) && CSS.supports("color", value),
  form: "a color such as #1f5f4a, navy or rgb(31 95 74)",
}
const fonts: Check = {
  accepts: (value) => FONTS.test(value) && CSS.supports("font-family", value),
  form: "names of fonts, separated by commas",
}
const between = (min: number, max: number): Check => ({
  accepts: (value) => {
    const [, amount, unit] = LENGTH.exec(value) ?? []
    const px = Number(amount) * (unit === "rem" ? PX_OF_REM : 1)
    return px >= min && px <= max
  },
  form: `a length from ${min}px to ${max}px`,
})

export const VARIABLES: Record<keyof AppearanceVariables, Check> = {
  colorText: color,
  colorLabel: color,
  colorPlaceholder: color,
  colorBackground: color,
  colorBorder: color,
  colorPrimary: color,
  colorDanger: color,
  fontFamily: fonts,
  fontSize: between(12, 32),
  borderRadius: between(0, 32),
  spacing: between(4, 32),
}

const THEMES = ["auto", "light", "dark"] as const
export const LOCALES = ["pt-BR", "en", "es"] as const

/** Returns whether an object has the member itself. Inherited members do not count, because other code may extend prototypes. */
export const has = (object: object, name: PropertyKey): boolean => Object.hasOwn(object, name)

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** Returns the error of an appearance, or undefined. */
export function flawOfAppearance(appearance: unknown): string | undefined {
  if (!isObject(appearance)) return "appearance must be an object."
  const unknown = Object.keys(appearance).find((name) => name !== "theme" && name !== "variables")
  if (unknown) return `appearance has no member '${unknown}'. It has theme and variables.`
  const { theme, variables } = appearance as Appearance
  if (theme !== undefined && !THEMES.includes(theme)) return `appearance.theme must be one of ${THEMES.join(", ")}.`
  return variables === undefined ? undefined : flawOfVariables(variables)
}

function flawOfVariables(variables: unknown): string | undefined {
  if (!isObject(variables)) return "appearance.variables must be an object."
  for (const [name, value] of Object.entries(variables)) {
    if (!has(VARIABLES, name))
      return `appearance.variables has no '${name.slice(0, 40)}'. It has ${Object.keys(VARIABLES).join(", ")}.`
    const { accepts, form } = VARIABLES[name as keyof AppearanceVariables]
    if (value !== undefined && (typeof value !== "string" || !accepts(value)))
      return `appearance.variables.${name} must be ${form}.`
  }
}
