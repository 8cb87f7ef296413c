const MEMBERS = /^(number|cvc|payload|secret|key|api_?key)$/i
const HEADERS = /authorization|cookie|secret|token|api-?key/i
const REDACTED = "[redacted]"

/** Returns a copy for the log, without API keys, card numbers, document numbers, security codes and secrets. */
export const redact = (value: unknown): unknown => {
  if (typeof value === "string") {
    return value
      .replace(/\b(z(?:sk|rk|k)_(?:test|live)_|whsec_(?:test_)?)\w+/g, `$1${REDACTED}`)
      .replace(/(?<!\w)(?:\d[ -]?){12,18}\d(?!\w)/g, REDACTED)
  }
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, MEMBERS.test(name) && member != null ? REDACTED : redact(member)]),
  )
}

/** Returns a copy of the headers for the log. Headers with a secret are redacted. */
export const redactHeaders = (headers: Record<string, string>): object =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, HEADERS.test(name) ? REDACTED : redact(value)]))
