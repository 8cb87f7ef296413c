import type { ErrorObject } from "ajv"
import { load, YAMLException } from "js-yaml"
import { Refusal } from "../../base/errors.ts"
import { DECIMALS } from "../../base/iso-4217.ts"
import { lines } from "../../base/yaml-lines.ts"
import { explain } from "../../http/explain.ts"
import { nearest } from "../../http/nearest.ts"
import { uncovered } from "./complete.ts"
import { checkForm } from "./schema.ts"
import type { Terms } from "./terms.ts"

/** What is wrong in a file, and where: the keys that lead there. */
export type Mistake = { at: string[]; what: string }

/**
 * Reads the terms of a currency from a file, which is YAML or JSON. Members that are left out get their defaults. `acquirers` are the names
 * that an entry may have. Throws Refusal with the line of each mistake, so a file is never taken in part.
 */
export function readTerms(text: string, acquirers: readonly string[]): Terms {
  const value = parse(text)
  const form = checkForm(value, acquirers)
  const mistakes = form.length > 0 ? form.map(mistakeOf) : mistakesOf(value as Terms)
  if (mistakes.length > 0) throw refusal(mistakes, lines(text))
  return value as Terms
}

function parse(text: string): unknown {
  try {
    return load(text)
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { reason, mark } = error
    throw new Refusal("terms_invalid", `Line ${(mark?.line ?? 0) + 1}: this is neither YAML nor JSON: ${reason}.`)
  }
}

function refusal(mistakes: readonly Mistake[], lineOf: (at: string[]) => number): Refusal {
  const found = mistakes.map(({ at, what }) => ({ line: lineOf(at), what }))
  found.sort((a, b) => a.line - b.line)
  return new Refusal("terms_invalid", [...new Set(found.map(({ line, what }) => `Line ${line}: ${what}`))].join("\n"))
}

function mistakeOf(error: ErrorObject): Mistake {
  const { keyword, params, instancePath, parentSchema = {} } = error
  const at = instancePath.split("/").slice(1)
  const name = at.length === 0 ? "the file" : at.join(".")
  const inside = (member: string) => [...at, member].join(".")
  switch (keyword) {
    case "additionalProperties": {
      const { additionalProperty: unknown } = params
      const meant = nearest(unknown, Object.keys(parentSchema.properties ?? {}))
      return { at: [...at, unknown], what: `${inside(unknown)} is unknown.${meant ? ` Did you mean '${meant}'?` : ""}` }
    }
    case "required":
      return { at, what: `${inside(params.missingProperty)} is missing.` }
    case "minItems":
    case "maxItems":
      if (parentSchema.maxItems) return { at, what: `${name} must be the first and the last number, such as [1, 6].` }
  }
  return { at, what: `${name} ${explain(error)}` }
}

/** What the form cannot say. */
function mistakesOf(terms: Terms): Mistake[] {
  const { currency, card } = terms
  const mistakes: Mistake[] = []
  if (!DECIMALS.has(currency)) mistakes.push({ at: ["currency"], what: `currency '${currency}' is unknown.` })
  for (const [index, { installments }] of card.entries())
    if (installments[0] > installments[1])
      mistakes.push({ at: ["card", `${index}`, "installments"], what: `card.${index}.installments must rise, such as [1, 6].` })
  for (const method of ["pix", "boleto"] as const) {
    if (currency === "brl" && !terms[method]) mistakes.push({ at: [], what: `${method} is missing.` })
    if (currency !== "brl" && terms[method]) mistakes.push({ at: [method], what: `${method} exists in brl only.` })
  }
  return mistakes.length > 0 ? mistakes : uncovered(terms).map((what) => ({ at: ["card"], what }))
}
