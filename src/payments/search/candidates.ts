import { searchTerms } from "../../accounts/search-terms.ts"
import { customers } from "../../accounts/tables.ts"
import { termOfWhole } from "../../base/search-terms.ts"
import { listCustomers } from "../../customers/customers.ts"
import { integer, json, text } from "../../db/columns.ts"
import { isOneOf, isPostgres } from "../../db/dialect.ts"
import type { Sql } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import { type IntentRow, paymentIntents } from "../intents/table.ts"
import { type IntentsWanted, readListed } from "./listed.ts"
import type { Looking } from "./looking.ts"
import { between, eachOrder, endsOf, type From, inOrder, type Order, type Place, RANGE } from "./places.ts"
import type { SearchQuery } from "./query.ts"
import { byTwoWords, byWords, newestByWords } from "./words.ts"

/** The places of payments that may be found, in order. If they are not complete, others may follow after the last one. */
export type Candidates = { places: Place[]; complete: boolean }

/** The card of a payment, as its index has it (src/db/migrations/search-terms.ts). */
const LAST4 = { postgres: "payment_method_details::json #>> '{card,last4}'", sqlite: "payment_method_details ->> '$.card.last4'" }

const ofTerm = eachOrder((order) =>
  searchTerms.statement(["account", "term", RANGE], (rows, p) =>
    between(rows.select("id", "created").where({ account: p.account, term: p.term }), p, order),
  ),
)
const ofCard = eachOrder((order) =>
  paymentIntents.statement(["account", { last4: text() }, RANGE], (rows, p, k) =>
    between(
      rows
        .select("id", "created")
        .where({ account: p.account })
        .whereRaw(`${isPostgres(k) ? LAST4.postgres : LAST4.sqlite} = ?`, [p.last4]),
      p,
      order,
    ),
  ),
)
const withEmail = customers.statement(["account", { from: text(), to: text(), limit: integer() }], (rows, p, k) =>
  rows
    .select("id")
    .where({ account: p.account })
    .whereRaw(`${emailOf(k)} >= ? AND ${emailOf(k)} < ?`, [p.from, p.to])
    .limit(LIMIT),
)
const ofCustomers = paymentIntents.statement(["account", { customers: json<string[]>(), limit: integer() }], (rows, p, k) =>
  rows.select("id", "created").where({ account: p.account }).whereRaw(isOneOf(k, "customer"), [p.customers]).limit(LIMIT),
)

/** Sorts after every e-mail that begins with the text before it. */
const LAST = "\u{10ffff}"

/** A range of texts is that of their bytes. In Postgres, this column has the order of a locale. */
function emailOf(k: Sql): string {
  return isPostgres(k) ? 'email_lower COLLATE "C"' : "email_lower"
}

/**
 * Looks up the payments that may be found, by the indexes of all meanings. Returns undefined if a meaning whose index has no order of dates
 * has more than `most` of them.
 */
export async function candidatesOf(query: SearchQuery, looking: Looking): Promise<Candidates | undefined> {
  const found = await Promise.all([
    byId(query, looking),
    byAmount(query, looking),
    byTerm(query, looking),
    byCard(query, looking),
    byDescription(query, looking),
    byCustomers(query, looking),
  ])
  const known = found.filter((each) => each !== undefined)
  return known.length < found.length ? undefined : joined(known, looking.order)
}

type Found = Promise<Candidates | undefined>

const NONE: Candidates = { places: [], complete: true }

/** Payments in order, of which one more than `mostInOrder` was read to tell whether there are more. */
function inPart(places: readonly Place[], { mostInOrder }: Looking): Candidates {
  return { places: places.slice(0, mostInOrder), complete: places.length <= mostInOrder }
}

async function byId({ id }: SearchQuery, { db, account, ...looking }: Looking): Found {
  const row = id === undefined ? undefined : await db.one(placeOf, { account, id })
  return row ? withinRange([row], looking) : NONE
}

export const placeOf = paymentIntents.find(["account", "id"], (rows) => rows.select("id", "created"))

async function byAmount({ amount }: SearchQuery, looking: Looking): Found {
  const { db, account, wanted, mostInOrder: limit } = looking
  if (amount === undefined || (wanted.amount !== undefined && wanted.amount !== amount)) return NONE
  return inPart(await readListed(db, account, { ...wanted, amount }, { ...looking, limit }), looking)
}

async function byTerm({ value }: SearchQuery, looking: Looking): Found {
  if (value === undefined) return NONE
  const { db, order } = looking
  return inPart(await db.all(ofTerm[order], { ...rangeOf(looking), term: termOfWhole(value) }), looking)
}

async function byCard({ last4 }: SearchQuery, looking: Looking): Found {
  if (last4 === undefined) return NONE
  const { db, order } = looking
  return inPart(await db.all(ofCard[order], { ...rangeOf(looking), last4 }), looking)
}

function rangeOf(looking: Looking) {
  const { account, wanted, mostInOrder } = looking
  return { account, ...endsOf(wanted, looking), limit: mostInOrder + 1 }
}

async function byDescription({ words }: SearchQuery, looking: Looking): Found {
  const places = await byWords("description", words, looking)
  if (places) return withinRange(places, looking)
  return looking.isThorough ? inPart(await newestByWords(words, looking), looking) : undefined
}

async function byCustomers({ customer }: SearchQuery, looking: Looking): Found {
  if (customer === undefined) return NONE
  const { db, account, most } = looking
  const { email, document, words } = customer
  const limit = most + 1
  const [named, addressed, documented] = await Promise.all([
    byName(words, looking),
    email === undefined ? [] : db.all(withEmail, { account, from: email, to: email + LAST, limit }),
    document === undefined ? [] : (await listCustomers(db, { account }, { document, limit })).rows,
  ])
  if (named === undefined || addressed.length > most || documented.length > most) return undefined
  const ids = [...new Set([...named, ...addressed, ...documented].map(({ id }) => id))]
  if (ids.length === 0) return NONE
  if (ids.length > most) return undefined
  const places = await db.all(ofCustomers, { account, customers: ids, limit })
  return places.length > most ? undefined : withinRange(places, looking)
}

async function byName(words: readonly string[], looking: Looking): Promise<Place[] | undefined> {
  const named = await byWords("name", words, looking)
  return named || !looking.isThorough ? named : byTwoWords("name", words, looking)
}

/** The places that are left to read, in order. */
function withinRange(places: readonly Place[], looking: From & { wanted: IntentsWanted }): Candidates {
  const { wanted, order } = looking
  const { from_created, from_id, to_created, to_id } = endsOf(wanted, looking)
  const compare = inOrder("asc")
  const from = { created: from_created, id: from_id }
  const to = { created: to_created, id: to_id }
  const left = places.filter((place) => compare(place, from) > 0 && compare(place, to) < 0)
  return { places: left.sort(inOrder(order)), complete: true }
}

/** All places in order, each once, as far as all meanings were read. */
function joined(found: readonly Candidates[], order: Order): Candidates {
  const compare = inOrder(order)
  const ends = found.flatMap(({ places, complete }) => (complete ? [] : places.slice(-1))).sort(compare)
  const places = new Map(found.flatMap((each) => each.places).map((place) => [place.id, place]))
  const all = [...places.values()].sort(compare)
  const [end] = ends
  return end ? { places: all.filter((place) => compare(place, end) <= 0), complete: false } : { places: all, complete: true }
}

/** The rows of payments, in the order of their places. */
export async function rowsAt({ db, account }: Looking, places: readonly Place[]): Promise<IntentRow[]> {
  const rows = await db.all(ofIds, { account, ids: places.map(({ id }) => id) })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return places.flatMap(({ id }) => byId.get(id) ?? [])
}

const ofIds = paymentIntents.find(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows.whereRaw(isOneOf(k, "id"), [p.ids]),
)
