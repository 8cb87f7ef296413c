import { readDocument } from "../accounts/document.ts"
import { type MetadataInput, mergeMetadata } from "../accounts/metadata.ts"
import { checkEmail, checkName } from "../accounts/names.ts"
import type { Scope } from "../accounts/scope.ts"
import { addTerms, replaceTerms } from "../accounts/search-terms.ts"
import { type Address, type CustomerRow, customers, type Document, type Locale } from "../accounts/tables.ts"
import { asciiLower } from "../base/ascii-lower.ts"
import { ApiError, notFound } from "../base/errors.ts"
import { foldedName, namesFrom } from "../base/folded-name.ts"
import { newId } from "../base/ids.ts"
import { termsOf, wordsIn } from "../base/search-terms.ts"
import { findAnywhere } from "../db/anywhere.ts"
import { integer, json, text } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { isOneOf } from "../db/dialect.ts"
import { type Exactly, type PageRequest, pages } from "../db/page.ts"
import { LIMIT } from "../db/statement.ts"
import { recordEvent, recordUpdate } from "../events/record.ts"
import type { EventScope } from "../events/webhooks/mode.ts"

type Required = "line1" | "city" | "state" | "postal_code"
type AddressInput = Pick<Address, Required> & Partial<Nullable<Omit<Address, Required>>>
type Nullable<T> = { [Name in keyof T]: T[Name] | null }

export type CustomerInput = {
  email?: string
  name?: string | null
  phone?: string | null
  document?: Document | null
  address?: AddressInput | null
  locale?: Locale
  metadata?: MetadataInput
}

export type CustomerRequest = PageRequest & { email?: string; document?: Document }

const CHANGED = [
  "email",
  "email_lower",
  "name",
  "name_folded",
  "name_in_terms",
  "phone",
  "document",
  "address",
  "locale",
  "metadata",
  "link_unpaid_since",
] as const
const insertCustomer = customers.insert(["id", "account", "created", ...CHANGED], (rows) => rows.returning("*"))
const customerById = customers.find(["account", "id"])
const customerAnywhere = findAnywhere(customers)
const customersByIds = customers.find(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows.whereRaw(isOneOf(k, "id"), [p.ids]),
)
const lockCustomer = customers.find(["account", "id"], (rows, _, k) => rows.update({ created: k.ref("created") }).returning("*"))
const updateRow = customers.update(["account", "id"], CHANGED, (rows) => rows.returning("*"))
const keep = customers.update(["account", "id"], ["link_unpaid_since"])
const pageOfCustomers = pages(customers, { filters: ["email_lower", "document"] })
const customersNamed = customers.find(["account", { from: text(), to: text(), limit: integer() }], (rows, p) =>
  rows.where("name_folded", ">=", p.from).where("name_folded", "<", p.to).orderBy("name_folded").orderBy("id").limit(LIMIT),
)

/**
 * Creates a customer. Pass `id` to choose the customer's id, and `link_unpaid_since` for one whom the page of a payment link makes. Throws parameter_invalid if the name or the e-mail address has invisible
 * characters, the name has no letter, the document's length or check digits are wrong, or the metadata is over a limit.
 */
export async function createCustomer(
  tx: Transaction,
  scope: EventScope,
  input: CustomerInput & { email: string },
  { id = newId("cus"), link_unpaid_since = null }: { id?: string; link_unpaid_since?: number | null } = {},
): Promise<CustomerRow> {
  const nothing = {
    email: input.email,
    name: null,
    phone: null,
    document: null,
    address: null,
    metadata: {},
    locale: "pt-BR" as const,
  }
  const row = { id, account: scope.account, created: scope.now, link_unpaid_since, ...columns(nothing, input) }
  addTerms(tx, row, termsOfName(row.name))
  const customer = await tx.only(insertCustomer, row)
  recordEvent(tx, scope, "customer.created", presentCustomer(customer, tx.livemode))
  return customer
}

/**
 * Changes the given members. Null clears a member. An address replaces the whole old one, and metadata is merged.
 * `by` is who changes it: a customer that its merchant has changed is kept, also if it did not pay. Throws customer_not_found and
 * parameter_invalid.
 */
export async function updateCustomer(
  tx: Transaction,
  scope: EventScope,
  id: string,
  input: CustomerInput,
  by: "merchant" | "payer" = "merchant",
): Promise<CustomerRow> {
  const { account } = scope
  const row = await mustLockCustomer(tx, scope, id)
  const changed = columns(row, input)
  const link_unpaid_since = by === "payer" ? row.link_unpaid_since : null
  replaceTerms(tx, row, termsOfName(row.name_in_terms), termsOfName(changed.name))
  const customer = await tx.only(updateRow, { account, id, link_unpaid_since, ...changed })
  const [before, after] = [presentCustomer(row, tx.livemode), presentCustomer(customer, tx.livemode)]
  recordUpdate(tx, scope, "customer.updated", { before, after })
  return customer
}

/** Stores what a payer has filled in, only where the customer has nothing. */
export async function completeCustomer(
  tx: Transaction,
  scope: EventScope,
  id: string,
  details: Partial<CustomerInput>,
): Promise<void> {
  const given = Object.entries(details).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  const customer = await mustLockCustomer(tx, scope, id)
  const lacking = given.filter(([name]) => customer[name as keyof CustomerRow] === null)
  if (lacking.length > 0) await updateCustomer(tx, scope, id, Object.fromEntries(lacking), "payer")
}

/** The terms by which a customer's payments are found. */
export function termsOfName(name: string | null): string[] {
  return name === null ? [] : termsOf("name", wordsIn(name))
}

/** Locks a customer before it is read, so that concurrent updates do not overwrite each other. Throws customer_not_found. */
export async function mustLockCustomer(tx: Transaction, { account }: Pick<Scope, "account">, id: string): Promise<CustomerRow> {
  const row = await tx.one(lockCustomer, { account, id })
  if (!row) throw notFound("customer", id)
  return row
}

/** Keeps a customer that the merchant uses, also if it did not pay on the page of a payment link. */
export async function keepCustomer(
  tx: Transaction,
  { account, id, link_unpaid_since }: Pick<CustomerRow, "account" | "id" | "link_unpaid_since">,
): Promise<void> {
  if (link_unpaid_since !== null) await tx.run(keep, { account, id, link_unpaid_since: null })
}

/** Throws customer_not_found. */
export async function mustFindCustomer(
  db: Queries,
  scope: Pick<Scope, "account">,
  id: string,
  param?: string,
): Promise<CustomerRow> {
  const row = await db.one(customerById, { account: scope.account, id })
  if (!row) throw notFound("customer", id, param)
  return row
}

/** Finds a customer of the account. */
export function findCustomer(db: Queries, account: string, id: string): Promise<CustomerRow | undefined> {
  return db.one(customerById, { account, id })
}

/** Finds a customer of any account, for the operator. */
export function findCustomerAnywhere(db: Queries, id: string): Promise<CustomerRow | undefined> {
  return db.one(customerAnywhere, { id })
}

/** Returns the customers with these ids, by their ids. An id without a customer is left out. */
export async function customersOfIds(
  db: Queries,
  { account }: Pick<Scope, "account">,
  ids: readonly string[],
): Promise<Map<string, CustomerRow>> {
  const rows = await db.all(customersByIds, { account, ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.id, row]))
}

/** `email` must match exactly, except for the case of A to Z. */
export function listCustomers<Given extends CustomerRequest>(
  db: Queries,
  scope: Pick<Scope, "account">,
  request: Exactly<CustomerRequest, Given>,
) {
  const { email, document, ...page }: CustomerRequest = request
  const filters = { email_lower: email && asciiLower(email), document: document && storedDocument(document) }
  return pageOfCustomers(db, scope.account, { ...page, ...filters })
}

/** Lists at most `limit` customers whose name begins with the text, in the order of their names. Case and accents do not matter. */
export function listCustomersNamed(db: Queries, { account }: Pick<Scope, "account">, text: string, limit: number) {
  return db.all(customersNamed, { account, ...namesFrom(text), limit })
}

export function presentCustomer(row: CustomerRow, livemode: boolean) {
  return {
    id: row.id,
    object: "customer" as const,
    livemode,
    email: row.email,
    name: row.name,
    phone: row.phone,
    document: row.document,
    address: row.address,
    locale: row.locale,
    metadata: row.metadata,
    created: row.created,
  }
}

type Columns = Pick<CustomerRow, "email" | "name" | "phone" | "document" | "address" | "locale" | "metadata">

type Derived = Pick<CustomerRow, "email_lower" | "name_folded" | "name_in_terms">

function columns(before: Columns, input: CustomerInput): Columns & Derived {
  if (input.email !== undefined) checkEmail(input.email)
  if (input.name) checkName(input.name, "name")
  const email = input.email ?? before.email
  const name = input.name === undefined ? before.name : input.name
  return {
    email,
    email_lower: asciiLower(email),
    name,
    name_folded: foldedName(name),
    name_in_terms: name,
    phone: input.phone === undefined ? before.phone : input.phone,
    document: input.document === undefined ? before.document : documentColumn(input.document),
    address: input.address === undefined ? before.address : addressColumn(input.address),
    locale: input.locale ?? before.locale,
    metadata: mergeMetadata(before.metadata, input.metadata),
  }
}

function documentColumn(document: Document | null): Document | null {
  if (document === null) return null
  const number = readDocument(document.type, document.number)
  if (number) return storedDocument({ type: document.type, number })
  throw new ApiError(
    "parameter_invalid",
    `The ${document.type.toUpperCase()} is invalid: check its length and its check digits.`,
    "document.number",
  )
}

/** A document as it is stored, without punctuation. The order of the members matters, because documents are found by their JSON. */
function storedDocument({ type, number }: Document): Document {
  return { type, number }
}

function addressColumn(input: AddressInput | null): Address | null {
  if (input === null) return null
  const { line1, number = null, line2 = null, district = null, city, state, postal_code } = input
  return { line1, number, line2, district, city, state, postal_code, country: input.country ?? "BR" }
}
