// What is left of a customer in JSON that was recorded before: docs/data-kept.md.
import { ERASED_EMAIL } from "../customers/erased-email.ts"

/** The members of a customer that say who it is, as they are afterwards. */
export const ERASED = { email: ERASED_EMAIL, name: null, phone: null, document: null, address: null, metadata: {} } as const

type Json = { readonly [name: string]: unknown }

/** Returns recorded JSON without the personal data of a customer: its own members, and the holder and metadata of its cards. */
export function withoutPerson(value: unknown, customer: string, method?: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPerson(each, customer, method))
  if (!isObject(value)) return value
  const { object, previous_attributes: before } = value
  if (value.object === "customer" && value.id === customer) return { ...value, ...ERASED }
  const isCard = value.object === "payment_method" || value.object === "token"
  if (isCard && (value.customer === customer || value.id === method)) return withoutHolder(value)
  const rest = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutPerson(each, customer, method)]))
  if (!isObject(object) || !isObject(before)) return rest
  // The old values of an update.
  const id = String(object.id)
  if (id === customer) return { ...rest, previous_attributes: onlyThose(before, ERASED) }
  if (id === method || object.customer === customer) return { ...rest, previous_attributes: onlyThose(before, { metadata: {} }) }
  return rest
}

/** Returns an order of UTMify without its customer. The country stays: it says nothing of one person. */
export function orderWithoutPerson(order: Json): Json {
  const customer = { ...(order.customer as Json), name: ERASED_EMAIL, email: ERASED_EMAIL, phone: null, document: null }
  return { ...order, customer }
}

/** Returns what a page for payers shows without the payer. */
export function pageWithoutPerson(details: Json): Json {
  if (!isObject(details.paper)) return details
  return { ...details, paper: { ...details.paper, payer: { name: "", document: "", address: [] } } }
}

/** A saved card names its holder `holder_name`, a token `holderName`. */
function withoutHolder(method: Json): Json {
  const { card } = method
  return { ...method, ...("metadata" in method && { metadata: {} }), ...(isObject(card) && { card: nameless(card) }) }
}

function nameless(card: Json): Json {
  return Object.fromEntries(Object.entries(card).map(([name, each]) => [name, name.startsWith("holder") ? null : each]))
}

/** The members of `before`, with the values of `erased` where it has them. */
function onlyThose(before: Json, erased: Json): Json {
  return Object.fromEntries(Object.entries(before).map(([name, old]) => [name, name in erased ? erased[name] : old]))
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
