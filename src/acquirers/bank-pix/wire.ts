// Values in a bank's answers and notifications.
import { NoAnswer } from "../wire/request.ts"

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Some banks write texts as numbers. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value)
  return typeof value === "string" && value !== "" ? value : undefined
}

/** Cents of an amount such as "37.00". Undefined for what is none. */
export function centsOf(value: unknown): number | undefined {
  const text = textOf(value)
  if (text === undefined || !/^\d{1,10}(\.\d{1,2})?$/.test(text)) return undefined
  const [reais = "", cents = ""] = text.split(".")
  return Number(reais) * 100 + Number(cents.padEnd(2, "0"))
}

/** An amount as the contract writes it. */
export function reaisOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`
}

/** Milliseconds of a time. Undefined for what is none. */
export function millisOf(value: unknown): number | undefined {
  const millis = Date.parse(textOf(value) ?? "")
  return Number.isNaN(millis) ? undefined : millis
}

/** A value that an answer must have. Throws NoAnswer, whose message has its name alone. */
export function must<T>(value: T | undefined, call: string, name: string): T {
  if (value === undefined) throw new NoAnswer(`${call}: the answer has no ${name} that can be read`)
  return value
}
