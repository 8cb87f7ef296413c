// Values in an acquirer's answers and notifications. Members that are not known are ignored: an acquirer may add some at any time.

export type Json = { readonly [name: string]: unknown }

/** The members of an object. Any other value has none. */
export function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {}
}
