import { findDocument } from "../../accounts/document.ts"
import type { CustomerRow, Document } from "../../accounts/tables.ts"
import { asciiLower } from "../../base/ascii-lower.ts"
import { readAmount } from "../../base/read-amount.ts"
import { beginWords, MAX_SEARCH, MIN_SEARCH, wholeText, wordsIn } from "../../base/search-terms.ts"
import { referencesIn } from "../attempts/references.ts"
import type { IntentRow } from "../intents/table.ts"

/** The meanings of a text that is searched for. A payment is found by any of them. */
export type SearchQuery = {
  id: string | undefined
  /** In cents, of any currency. */
  amount: number | undefined
  /** The last four digits of a card. */
  last4: string | undefined
  /** A value of `metadata` or a reference of an acquirer, folded. */
  value: string | undefined
  /** Each begins a word of the description, or each begins a word of the customer's name. */
  words: readonly string[]
  /** The customer's data. Undefined if the caller may not read customers. */
  customer: { email: string | undefined; document: Document | undefined; words: readonly string[] } | undefined
}

/** What an e-mail address that is written as usual has. */
const EMAIL_BEGINNING = /^[^\s,;:<>()[\]"\\]+$/
const WITH_DECIMALS = /\d[.,]\d\d$/
const FOUR_DIGITS = /^\d{4}$/

/** Reads a text of MIN_SEARCH to MAX_SEARCH characters. `readsCustomers`: whether the caller may find payments by the data of customers. */
export function readSearch(text: string, readsCustomers: boolean): SearchQuery | undefined {
  const wanted = text.trim()
  const length = [...wanted].length
  if (length < MIN_SEARCH || length > MAX_SEARCH) return undefined
  const words = searchedWords(wanted)
  const email = EMAIL_BEGINNING.test(wanted) ? asciiLower(wanted) : undefined
  return {
    id: wanted.startsWith("pi_") ? wanted : undefined,
    amount: WITH_DECIMALS.test(wanted) ? readAmount(wanted) : undefined,
    last4: FOUR_DIGITS.test(wanted) ? wanted : undefined,
    value: wholeText(wanted),
    words,
    customer: readsCustomers ? { email, document: findDocument(wanted), words } : undefined,
  }
}

/** A word of one character finds nothing alone, because it begins a word of nearly every text. */
function searchedWords(text: string): string[] {
  const words = wordsIn(text)
  return words.some((word) => [...word].length >= MIN_SEARCH) ? words : []
}

/** Whether a payment or its customer has one of the meanings. `customer` is needed only if the query asks for customers. */
export function isFound(query: SearchQuery, row: IntentRow, customer: CustomerRow | undefined): boolean {
  return isIntentFound(query, row) || (customer !== undefined && isCustomerFound(query, customer))
}

function isIntentFound({ id, amount, last4, value, words }: SearchQuery, row: IntentRow): boolean {
  if (row.id === id || row.amount === amount) return true
  if (last4 !== undefined && row.payment_method_details?.card?.last4 === last4) return true
  if (value !== undefined && wholesOf(row).includes(value)) return true
  return haveWords(words, row.description)
}

function wholesOf({ metadata, payment_method_details: details }: IntentRow): string[] {
  const values = Object.values(metadata).flatMap((each) => wholeText(each) ?? [])
  return details?.acquirer ? [...values, ...referencesIn(details.acquirer)] : values
}

function isCustomerFound({ customer: wanted }: SearchQuery, { email_lower, document, name }: CustomerRow): boolean {
  if (wanted === undefined) return false
  if (wanted.email !== undefined && email_lower.startsWith(wanted.email)) return true
  if (wanted.document !== undefined && wanted.document.number === document?.number) return true
  return haveWords(wanted.words, name)
}

function haveWords(words: readonly string[], text: string | null): boolean {
  return words.length > 0 && text !== null && beginWords(words, wordsIn(text))
}
