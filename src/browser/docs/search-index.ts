import MiniSearch from "minisearch"
import { language, TEXTS } from "./texts.ts"

/** `names` and `words` are those of other languages. */
export type Entry = { path: string; title: string; kind: string; text: string; names?: string; words?: string }

type Found = (query: string) => Entry[]

const MAX_RESULTS = 12

let index: Promise<Found> | undefined

/** Loads the index once. Returns a function that finds the best entries for a query. After a failure, loads again. */
export function searchIndex(): Promise<Found> {
  index ??= load().catch((error) => {
    index = undefined
    throw error
  })
  return index
}

async function load(): Promise<Found> {
  const response = await fetch(`/v1/docs/${language}/search.json`)
  if (!response.ok) throw new Error(TEXTS.notLoaded(response.status))
  const entries = (await response.json()) as Entry[]
  const search = new MiniSearch<Entry & { id: number }>({
    fields: ["title", "names", "kind", "text", "words"],
    tokenize: words,
    searchOptions: {
      boost: { title: 4, names: 3, kind: 1.5 },
      // The beginning of a guide ranks above its parts.
      boostDocument: (id) => (isGuide(entries[id as number]) ? 2 : 1),
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  search.addAll(entries.map((entry, id) => ({ ...entry, id })))
  return (query) => {
    const all = search.search(query, { combineWith: "AND" })
    const results = all.length > 0 ? all : search.search(query)
    return results.slice(0, MAX_RESULTS).flatMap(({ id }) => entries[id as number] ?? [])
  }
}

const isGuide = (entry?: Entry) => entry !== undefined && /^\/v1\/docs\/guides\/[^#]*$/.test(entry.path)

/** Each word of `createToken` and `card_declined` is searchable, and accents do not matter. */
function words(text: string): string[] {
  return withoutAccents(text)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** A text in Latin letters keeps its length. */
export function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "")
}
