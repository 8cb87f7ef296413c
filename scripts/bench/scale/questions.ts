// The measured reads of the API: each list of the contract with each of its filters and from several positions, and each resource.
import { must } from "../../../src/base/must.ts"
import { type Operation, operations } from "../../../test/support/contract/contract.ts"
import type { FullAccount } from "../../../test/support/merchants/full-account.ts"

const DAY = 86_400
/** How many pages of a hundred items precede the position from which a list is read. */
const DEEP_PAGES = 10
/** Parameters that are not filters, or are the same for every list. */
const PLACES = ["limit", "starting_after", "ending_before", "created_gte", "created_lt"]

/** The last four digits of the card that most payments have. */
const MANY_HAVE = "4242"

type Shop = Pick<FullAccount, "request" | "customer">
type Item = { id: string; customer?: string | null; payment_intent?: string | null; email?: string }

/** Returns the paths to read in one account. */
export async function questionsOf(shop: Shop): Promise<string[]> {
  const paths = ["/v1/balance"]
  for (const operation of operations.filter(isPagedList)) paths.push(...(await pathsOfList(shop, operation)))
  return paths
}

const isPagedList = ({ method, parameters }: Operation) => method === "GET" && parameters.some(({ name }) => name === "limit")

async function pathsOfList(shop: Shop, { path, parameters }: Operation): Promise<string[]> {
  const list = path.includes("{") ? await ofFirst(shop, path) : path
  const needed = parameters.filter(({ in: place, required }) => place === "query" && required).map(({ name }) => name)
  const always = needed.map((name) => `${name}=${shop[name as "customer"]}`)
  const items = await itemsOf(shop, list, always)
  const dated = parameters.some(({ name }) => name === "created_gte")
  const now = Date.now() / 1000
  const dates = [`created_gte=${Math.floor(now - 75 * DAY)}`, `created_lt=${Math.floor(now - 60 * DAY)}`]
  const filters = parameters
    .filter(({ in: place, name }) => place === "query" && ![...PLACES, ...needed].includes(name))
    .flatMap(({ name, schema }) => valuesOf(name, schema, items).map((value) => `${name}=${encodeURIComponent(value)}`))
  const queries = [
    "",
    "limit=100",
    ...["starting_after", "ending_before"].map((name) => `${name}=${items.at(-1)!.id}`),
    ...filters,
    ...(dated ? [...dates, dates.join("&"), ...filters.map((filter) => [filter, ...dates].join("&"))] : []),
  ]
  const lists = queries.map((query) => pathOf(list, [...always, query]))
  const one = operations.some(({ method, path }) => method === "GET" && path === `${list}/{id}`)
  return one ? [...lists, `${list}/${items.at(-1)!.id}`] : lists
}

/** Returns the path of a list that belongs to one resource: the first of its kind. */
async function ofFirst(shop: Shop, path: string): Promise<string> {
  const [parent, rest] = path.split(/\/\{\w+\}/) as [string, string]
  const { body } = await shop.request("GET", `${parent}?limit=100`)
  return `${parent}/${body.data.at(-1).id}${rest}`
}

/** Returns the items of the first page and of a later one. A short list ends earlier. */
async function itemsOf(shop: Shop, list: string, always: string[]): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 0; page < DEEP_PAGES; page++) {
    const after = items.length > 0 ? `starting_after=${items.at(-1)!.id}` : ""
    const { body } = await shop.request("GET", pathOf(list, [...always, "limit=100", after]))
    items.push(...body.data)
    if (!body.has_more) break
  }
  return items
}

function pathOf(list: string, queries: string[]): string {
  const query = queries.filter((each) => each !== "").join("&")
  return query ? `${list}?${query}` : list
}

/** Returns the values to filter by: each value of the contract, or that of a new item and that of an old one. */
function valuesOf(name: string, schema: { enum?: string[] }, items: Item[]): string[] {
  if (schema.enum) return schema.enum
  if (name === "query") return [MANY_HAVE, must(items.at(-1), "an item").id]
  const values = [items[0], items.at(-1)].map((item) => item?.[name as keyof Item])
  const known = [...new Set(values.filter((value) => typeof value === "string"))]
  if (known.length === 0) throw new Error(`scripts/bench/scale/questions.ts finds no value for the filter '${name}'`)
  return known
}
