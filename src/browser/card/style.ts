import { has, VARIABLES } from "../shared/appearance.ts"

/** The custom property of each variable, which the style sheet uses. */
const propertyOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/**
 * Applies a look. The style sheet is fixed: only values of known variables change, and only if they have a valid form. All other data from
 * the merchant's page is ignored.
 */
export function applyLook(theme: unknown, variables: unknown): void {
  const { dataset, style } = document.documentElement
  dataset.theme = theme === "dark" ? "dark" : "light"
  for (const [name, { accepts }] of Object.entries(VARIABLES)) {
    const value =
      typeof variables === "object" && variables && has(variables, name) && (variables as Record<string, unknown>)[name]
    if (typeof value === "string" && accepts(value)) style.setProperty(propertyOf(name), value)
    else style.removeProperty(propertyOf(name))
  }
}
