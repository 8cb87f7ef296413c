// Where the money of payouts goes.
import { findDocument } from "../accounts/document.ts"
import { Refusal } from "../base/errors.ts"

/** A bank account as an operator or an owner names it: by a PIX key, or by its numbers at the bank. */
export type Target = { type: "pix"; pix_key: string } | { type: "transfer"; bank: string; branch: string; account: string }

/** A bank account with its holder. Only the bank learns it whole. */
export type Destination = Target & { holder_name: string; holder_document: string }

/** What people, events and logs see of a destination: of each member the last two characters. */
export type ShownDestination = {
  type: Target["type"] | "acquirer"
  pix_key: string | null
  bank: string | null
  branch: string | null
  account: string | null
  holder: string | null
}

const EMAIL = /^[a-z0-9._%+-]{1,64}@[a-z0-9.-]{1,190}$/
const PHONE = /^\+55\d{10,11}$/
const RANDOM_KEY = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/
const MAX_EMAIL = 77

/** Reads a PIX key in the form that the Central Bank's directory has. Throws Refusal if it is none. */
export function readPixKey(text: string): Target {
  const key = text.trim()
  const lower = key.toLowerCase()
  const document = findDocument(key)
  if (document) return { type: "pix", pix_key: document.number }
  if (RANDOM_KEY.test(lower) || (lower.length <= MAX_EMAIL && EMAIL.test(lower))) return { type: "pix", pix_key: lower }
  if (PHONE.test(key)) return { type: "pix", pix_key: key }
  throw invalid("The PIX key is none of these: a CPF, a CNPJ, an e-mail address, a phone such as +5511912345678, a random key.")
}

/** Reads the numbers of an account at a bank. Throws Refusal and names what is wrong. */
export function readAccountNumbers({ bank, branch, account }: { bank: string; branch: string; account: string }): Target {
  if (!/^(?:\d{3}|\d{8})$/.test(bank)) throw invalid("The bank must have 3 digits, or the 8 digits of its ISPB.")
  if (!/^\d{1,5}(?:-[\dX])?$/.test(branch))
    throw invalid("The branch must have 1 to 5 digits, and may have a check digit: 1234-5.")
  if (!/^\d{1,19}-[\dX]$/.test(account)) throw invalid("The account must have 1 to 19 digits and its check digit: 123456-7.")
  return { type: "transfer", bank, branch, account }
}

/** The name is in the file for the bank, which people open in spreadsheets: it must not begin as a formula does. */
export function readHolderName(name: string): string {
  if (!/^[=+\-@]/.test(name) && !/\p{Cc}/u.test(name) && [...name].length <= 255) return name
  throw invalid(
    "The name of the holder must not begin with =, +, - or @, and must be one line of at most 255 characters. Give another name.",
  )
}

export function showDestination({ holder_document, ...target }: Destination): ShownDestination {
  const { bank, branch, account } = target.type === "transfer" ? target : { bank: null, branch: null, account: null }
  const pix_key = target.type === "pix" ? target.pix_key : null
  return {
    type: target.type,
    ...{ pix_key: masked(pix_key), bank: masked(bank), branch: masked(branch), account: masked(account) },
    holder: masked(holder_document),
  }
}

/** A text of which people see the last two characters. */
export function masked(text: string | null): string | null {
  return text === null ? null : "*".repeat(Math.max(0, text.length - 2)) + text.slice(-2)
}

function invalid(message: string): Refusal {
  return new Refusal("bank_account_invalid", message)
}
