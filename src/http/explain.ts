import type { ErrorObject } from "ajv"
import { NO_CARD_NUMBER } from "../base/errors.ts"
import { nearest } from "./nearest.ts"

/** The name of each type of the contract, as a client writes it in JSON. */
const TYPES: Record<string, string> = {
  integer: "a whole number, without quotes and without a decimal point",
  string: "a string, in double quotes",
  boolean: "true or false, without quotes",
  array: "an array, in square brackets",
  object: "an object, in braces",
}

/** Returns sentences that say what is wrong with a parameter and what to send. They follow its name: "must be from 1 to 100." */
export function explain({ keyword, params, parentSchema = {}, data }: ErrorObject): string {
  const { minimum, maximum, minLength, maxLength, nullable } = parentSchema
  const expected = parentSchema["x-expected"]
  switch (keyword) {
    case "type":
      return `must be ${TYPES[params.type]}.`
    case "enum":
      return oneOf(params.allowedValues, data)
    case "minimum":
    case "maximum":
      return `must be from ${minimum} to ${maximum}.`
    case "pattern":
      return `has the wrong form. Send ${expected}.`
    case "minLength":
      if (expected) return `has the wrong form. Send ${expected}.`
      return `is empty. Send ${minLength} to ${maxLength} characters${nullable ? ", or null for none" : ""}.`
    case "maxLength":
      return `is too long. Send at most ${params.limit} characters.`
    case "minItems":
      return "is empty. Send at least one value."
    case "uniqueItems":
      return "has the same value twice. Send each value once."
    case "x-card-number":
      return NO_CARD_NUMBER
    case "maxProperties":
      return `has too many members. Send at most ${params.limit}.`
    default:
      return "is invalid. /v1/docs/reference says what to send."
  }
}

function oneOf(allowed: unknown[], sent: unknown): string {
  const values = allowed.filter((value) => value !== null).map(String)
  const meant = typeof sent === "string" ? nearest(sent, values) : undefined
  const advice = meant ? ` Did you mean '${meant}'?` : ""
  return values.length === 1 ? `must be ${values[0]}.` : `must be one of ${values.join(", ")}.${advice}`
}
