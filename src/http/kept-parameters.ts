// Which parameters of a request the log of requests keeps. Whatever is not named here is not kept.
import { isId } from "../ids.ts"

/** Members of bodies and of queries whose value is kept if it has a form that no secret has. */
export const KEPT = new Set([
  ...["amount", "currency", "customer", "product", "payment_method_types", "payment_intent", "payment_method", "token", "type"],
  ...["installments", "off_session", "return_url", "cancellation_reason", "reason", "cancel_at", "cancel_at_period_end"],
  ...["status", "code", "seconds", "to", "url", "origin", "events", "expire_old_in"],
  ...["limit", "starting_after", "ending_before", "created_gte", "created_lt"],
])

/** Members of which only the presence is kept: cards, data about payers, and texts that a merchant writes freely. */
export const NOT_KEPT = new Set([
  ...["card", "wallet", "document", "address", "email", "phone", "name"],
  ...["description", "statement_descriptor", "metadata", "utm"],
])

/** Stands for a value that is not kept. */
export const WITHHELD = "[not kept]"

/** The longest JSON that is kept, in characters. */
const MAX_LENGTH = 2000
const MAX_ITEMS = 20
/** The contract has no larger number. A card number is larger. */
const MAX_NUMBER = 99_999_999_999
/** Members that are numbers. In the place of another, such as a customer's id, a number may be that of a document or a telephone. */
const NUMBERS = new Set([
  ...["amount", "installments", "seconds", "to", "cancel_at", "expire_old_in"],
  ...["limit", "created_gte", "created_lt"],
])
/** Words of the contract, such as `brl`, `ACTIVE` or `payment_intent.succeeded`. Keys, numbers and e-mails have other characters. */
const WORD = /^[A-Za-z_.*]{1,40}$/
const URLS = new Set(["url", "origin", "return_url"])
const HEADERS = new Set(["Idempotency-Key", "Service-Version"])

/** Returns the parameters that are kept, as JSON, or null where there are none. */
export function keptParameters(sent: Record<string, unknown>): string | null {
  const kept: Record<string, unknown> = {}
  let some = false
  for (const name in sent) {
    if (KEPT.has(name)) kept[name] = keptValue(name, sent[name])
    else if (NOT_KEPT.has(name)) kept[name] = WITHHELD
    else continue
    some = true
  }
  if (!some) return null
  const text = JSON.stringify(kept)
  return text.length <= MAX_LENGTH ? text : JSON.stringify(withoutLists(kept))
}

/** Returns the name of a parameter, as an error names it, where all of it is a name of the contract. Callers choose the names of others. */
export function keptName(param: unknown): string | null {
  if (typeof param !== "string") return null
  const isKnown = (part: string) => KEPT.has(part) || NOT_KEPT.has(part) || INSIDE.has(part) || /^\d{1,3}$/.test(part)
  return HEADERS.has(param) || param.split(".").every(isKnown) ? param : null
}

/** Members of objects that are not kept. Errors may name them. */
export const INSIDE = new Set([
  ...["number", "cvc", "expMonth", "expYear", "holderName", "provider", "payload"],
  ...["line1", "line2", "district", "city", "state", "postal_code", "country"],
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
  return WORD.test(text) || isId(text) ? text : WITHHELD
}

/** Paths and queries of URLs often have secrets. */
function originOf(text: string): string {
  const origin = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : WITHHELD
  return origin.length <= 255 ? origin : WITHHELD
}

function withoutLists(kept: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, Array.isArray(value) ? WITHHELD : value]))
}
