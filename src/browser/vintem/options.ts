import type { Appearance, CardOptions } from "../../sdk/browser/types.ts"
import { FUNDINGS, flawOfAppearance, has, isObject, LOCALES } from "../shared/appearance.ts"
import type { FrameOptions } from "../shared/protocol.ts"

/** Returns the given options. Throws a TypeError if one is invalid or unknown. */
export function checkOptions(options: unknown, known: readonly (keyof CardOptions)[]): CardOptions {
  if (options === undefined) return {}
  if (!isObject(options)) throw new TypeError("Vintem: options must be an object.")
  const checked: CardOptions = {}
  for (const name of Object.keys(options)) {
    if (!(known as string[]).includes(name))
      throw new TypeError(`Vintem: there is no option '${name}'. There are ${known.join(", ")}.`)
    if (options[name] !== undefined) Object.assign(checked, { [name]: options[name] })
  }
  const flaw = flawOf(checked)
  if (flaw) throw new TypeError(`Vintem: ${flaw}`)
  return checked
}

function flawOf(options: CardOptions): string | undefined {
  if (has(options, "locale") && !LOCALES.some((known) => known === options.locale))
    return `locale must be one of ${LOCALES.join(", ")}.`
  if (has(options, "disabled") && typeof options.disabled !== "boolean") return "disabled must be true or false."
  if (has(options, "funding") && !FUNDINGS.some((known) => known === options.funding))
    return `funding must be one of ${FUNDINGS.join(", ")}.`
  return has(options, "appearance") ? flawOfAppearance(options.appearance) : undefined
}

/** Returns the options for the frame. The theme depends on the element around it. */
export function frameOptions({ locale, appearance = {}, disabled, funding }: CardOptions, place: Element): FrameOptions {
  const variables = { ...appearance.variables } as Record<string, string>
  return { locale, disabled, funding, variables, theme: themeOf(appearance, place) }
}

export const darkPreference = matchMedia("(prefers-color-scheme: dark)")

/** Dark fields would look broken in a page that is always light. So the page must declare a dark scheme. */
function themeOf({ theme = "auto" }: Appearance, place: Element): "light" | "dark" {
  if (theme !== "auto") return theme
  const schemes = schemesOf(place).split(" ")
  return schemes.includes("dark") && (darkPreference.matches || !schemes.includes("light")) ? "dark" : "light"
}

/** A page may declare its schemes in its style, or in a meta element, which does not affect the computed style. */
function schemesOf(place: Element): string {
  const { colorScheme } = getComputedStyle(place)
  if (colorScheme !== "normal") return colorScheme
  return document.querySelector<HTMLMetaElement>("meta[name=color-scheme]")?.content.trim().toLowerCase() ?? ""
}
