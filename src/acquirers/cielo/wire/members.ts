// The members of Cielo's answers. The spelling differs between versions, so they are found regardless of case.
import { type Json, objectOf } from "../../wire/json.ts"
import type { Answer } from "../../wire/request.ts"

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a GUID. All of Cielo's ids are GUIDs. */
export function isGuid(text: string): boolean {
  return GUID.test(text)
}

/** The codes of a response with status 400: `[{"Code": 126, "Message": …}]`. */
export function readErrorCodes(answer: Answer): string[] {
  return errorsOf(answer)
    .map((each) => codeOf(membersOf(each).code))
    .filter((code) => code !== undefined)
}

/** The errors of such a response: a list, or one object. */
export function errorsOf({ body }: Answer): unknown[] {
  return Array.isArray(body) ? body : [body]
}

/** The members of an object, by their names in lower case. Any other value has no members. */
export function membersOf(value: unknown): Json {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([name, member]) => [name.toLowerCase(), member]))
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "string" && value !== "" ? value : undefined
}

/** A code of a few letters and digits. Other texts must not reach messages and logs, because they may repeat parts of the request. */
export function codeOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^[0-9A-Za-z]{1,8}$/.test(text) ? text : undefined
}

/** A number that is not negative. It may be written as text. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** A code in the form of the tables: upper case, without leading zeros. */
export function normalCode(code: string): string {
  return code
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, "")
}
