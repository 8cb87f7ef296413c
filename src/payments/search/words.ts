import { searchTerms } from "../../accounts/search-terms.ts"
import { MIN_SEARCH, termsFrom } from "../../base/search-terms.ts"
import { integer, text } from "../../db/columns.ts"
import type { Marker, Markers, Rows } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import type { Looking } from "./looking.ts"
import { between, eachOrder, endsOf, type Place, RANGE } from "./places.ts"

type Kind = "name" | "description"

/** Of several words, these many of the longest are looked up. The others are compared. */
const MAX_LOOKED_UP = 4

/** The terms that begin with a text, and those that begin with another one. */
const BEGINNING = { from: text(), to: text() } as const
const OTHER = { other_from: text(), other_to: text() } as const
type Terms = { account: string; term: string; created: number; id: string }
type Beginning = { account: string; from: string; to: string }
/** An INTERSECT is hashed or sorted whatever the statistics say. For an IN, Postgres may run through one word for each row of the other. */
const BOTH = `SELECT id, created FROM search_terms WHERE account = ? AND term >= ? AND term < ?
  INTERSECT SELECT id, created FROM search_terms WHERE account = ? AND term >= ? AND term < ?`

type Both = Beginning & { other_from: string; other_to: string }

const ofWord = searchTerms.statement(["account", { ...BEGINNING, limit: integer() }], (rows, p) =>
  beginning(rows, p).select("id", "created").limit(LIMIT),
)
const ofTwoWords = searchTerms.statement(["account", { ...BEGINNING, ...OTHER, limit: integer() }], (_, p, k) =>
  k.raw<Place>(`${BOTH} LIMIT ?`, [...bothOf(p), LIMIT]),
)
const newestOfWord = eachOrder((order) =>
  searchTerms.statement(["account", BEGINNING, RANGE], (rows, p) =>
    between(beginning(rows, p).select("id", "created"), p, order),
  ),
)
const newestOfTwoWords = eachOrder((order) =>
  searchTerms.statement(["account", { ...BEGINNING, ...OTHER, ...RANGE }], (_, p, k) =>
    k.raw<Place>(
      `SELECT id, created FROM (${BOTH}) AS found WHERE (created, id) > (?, ?) AND (created, id) < (?, ?)
       ORDER BY created ${order}, id ${order} LIMIT ?`,
      [...bothOf(p), p.from_created, p.from_id, p.to_created, p.to_id, LIMIT],
    ),
  ),
)

function beginning(rows: Rows<Terms>, p: Markers<Beginning>): Rows<Terms> {
  return rows.where({ account: p.account }).where("term", ">=", p.from).where("term", "<", p.to)
}

function bothOf({ account, from, to, other_from, other_to }: Markers<Both>): Marker<string>[] {
  return [account, from, to, account, other_from, other_to]
}

/**
 * Looks up what has a word for each of the words: payments by their descriptions, or customers by their names. Returns undefined if each of
 * the words begins terms of more than `most`.
 */
export async function byWords(kind: Kind, words: readonly string[], looking: Looking): Promise<Place[] | undefined> {
  const { db, account, most, isThorough } = looking
  const read = async (word: string) => ({
    word,
    places: await db.all(ofWord, { account, ...termsFrom(kind, word), limit: most + 1 }),
  })
  const lists = await Promise.all(longest(words).map(read))
  if (lists.length === 0) return []
  const [fewest, ...others] = lists
    .filter(({ places }) => places.length <= most)
    .sort((a, b) => a.places.length - b.places.length)
  const common = lists.find(({ places }) => places.length > most)
  if (!fewest) return undefined
  // Comparing thousands of candidates with a word that many have takes longer than looking up both words.
  const both = common && isThorough && (await byTwoWords(kind, [fewest.word, common.word], looking))
  const sets = others.map(({ places }) => new Set(places.map(({ id }) => id)))
  return (both || fewest.places).filter(({ id }) => sets.every((ids) => ids.has(id)))
}

/** What has the two longest words. Undefined if it is more than `most`, or if there is only one word. */
export async function byTwoWords(
  kind: Kind,
  words: readonly string[],
  { db, account, most }: Looking,
): Promise<Place[] | undefined> {
  const [word, other] = longest(words)
  if (word === undefined || other === undefined) return undefined
  const found = await db.all(ofTwoWords, { account, ...termsFrom(kind, word), ...othersFrom(kind, other), limit: most + 1 })
  return found.length > most ? undefined : found
}

/** The newest payments whose descriptions have the two longest words. There may be many, so the database sorts them. */
export async function newestByWords(words: readonly string[], looking: Looking): Promise<Place[]> {
  const { db, account, wanted, order, mostInOrder } = looking
  const [word = "", other] = longest(words)
  const range = { account, ...termsFrom("description", word), ...endsOf(wanted, looking), limit: mostInOrder + 1 }
  if (other === undefined) return db.all(newestOfWord[order], range)
  return db.all(newestOfTwoWords[order], { ...range, ...othersFrom("description", other) })
}

function othersFrom(kind: Kind, word: string) {
  const { from: other_from, to: other_to } = termsFrom(kind, word)
  return { other_from, other_to }
}

function longest(words: readonly string[]): string[] {
  const long = words.filter((word) => [...word].length >= MIN_SEARCH)
  return long.sort((a, b) => b.length - a.length).slice(0, MAX_LOOKED_UP)
}
