// The parameters that the request log keeps. Only those named here are kept.
import { isId } from "../base/ids.ts"
import { isVersion } from "../versions.ts"

/** Members of bodies and queries whose value is kept if its form rules out a secret. */
export const KEPT = new Set([
  ...["amount", "currency", "customer", "product", "payment_method_types", "payment_intent", "payment_method", "token", "type"],
  ...[
    "capture_method",
    "amount_to_capture",
    "installments",
    "off_session",
    "return_url",
    "cancellation_reason",
    "reason",
    "cancel_at",
    "cancel_at_period_end",
    "resumes_at",
  ],
  ...["active", "max_installments", "max_payments", "expires_at", "after_payment_url"],
  ...["status", "code", "seconds", "to", "url", "origin", "events", "expire_old_in", "service_version", "version"],
  ...["limit", "starting_after", "ending_before", "created_gte", "created_lt"],
])

/** For these members, the log keeps only that they were sent: cards, data about payers, free text of the merchant, and objects. */
export const NOT_KEPT = new Set([
  ...["card", "wallet", "document", "address", "email", "phone", "name", "locale"],
  ...["description", "statement_descriptor", "metadata", "utm", "query", "payment_method_options"],
])

/** Stands for a value that is not kept. */
export const WITHHELD = "[not kept]"

/** The longest JSON that is kept, in characters. */
const MAX_LENGTH = 2000
const MAX_ITEMS = 20
/** The contract has no larger number, and every card number is larger. */
const MAX_NUMBER = 99_999_999_999
/** Members that are numbers. Elsewhere, as in place of a customer's id, a number may be a document or a telephone number. */
const NUMBERS = new Set([
  ...["amount", "amount_to_capture", "installments", "seconds", "to", "cancel_at", "resumes_at", "expire_old_in"],
  ...["max_installments", "max_payments", "expires_at"],
  ...["limit", "created_gte", "created_lt"],
])
/** Words of the contract, such as `brl`, `ACTIVE` or `payment_intent.succeeded`. Keys, numbers and e-mails have other characters. */
const WORD = /^[A-Za-z_.*]{1,40}$/
const URLS = new Set(["url", "origin", "return_url", "after_payment_url"])
const HEADERS = new Set(["Idempotency-Key", "Service-Version"])

/** Returns the kept parameters, or null if there are none. */
export function keptParameters(sent: Record<string, unknown>): Record<string, unknown> | null {
  const kept: Record<string, unknown> = {}
  let some = false
  for (const name in sent) {
    if (KEPT.has(name)) kept[name] = keptValue(name, sent[name])
    else if (NOT_KEPT.has(name)) kept[name] = WITHHELD
    else continue
    some = true
  }
  if (!some) return null
  return JSON.stringify(kept).length <= MAX_LENGTH ? kept : withoutLists(kept)
}

/** Returns the name of a parameter from an error if all of its parts are names of the contract. Callers choose all other names. */
export function keptName(param: unknown): string | null {
  if (typeof param !== "string") return null
  const isKnown = (part: string) => KEPT.has(part) || NOT_KEPT.has(part) || INSIDE.has(part) || /^\d{1,3}$/.test(part)
  return HEADERS.has(param) || param.split(".").every(isKnown) ? param : null
}

/** Members inside of objects that are not kept. Errors may name them. */
export const INSIDE = new Set([
  ...["number", "cvc", "expMonth", "expYear", "holderName", "funding", "provider", "payload"],
  ...["line1", "line2", "district", "city", "state", "postal_code", "country"],
  ...["card", "pix", "boleto", "request_three_d_secure", "max_installments", "expires_after_seconds", "expires_after_days"],
  ...["src", "sck", "utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "utm_referrer", "utm_landing_page"],
])

function keptValue(name: string, value: unknown): unknown {
  if (typeof value === "string") return URLS.has(name) ? originOf(value) : keptText(value)
  if (typeof value === "number") return NUMBERS.has(name) && Math.abs(value) <= MAX_NUMBER ? value : WITHHELD
  if (typeof value === "boolean" || value === null) return value
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => (typeof item === "string" ? keptText(item) : WITHHELD))
  return WITHHELD
}

function keptText(text: string): string {
  return WORD.test(text) || isId(text) || isVersion(text) ? text : WITHHELD
}

/** Keeps only the origin, because paths and queries of URLs often have secrets. */
function originOf(text: string): string {
  const origin = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : WITHHELD
  return origin.length <= 255 ? origin : WITHHELD
}

function withoutLists(kept: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, Array.isArray(value) ? WITHHELD : value]))
}
