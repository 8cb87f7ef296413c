import { must } from "../../../base/must.ts"
import type { Version } from "../../../versions.ts"
import type { Check } from "../check.ts"
import { type Json, resolve } from "../contract/document.ts"
import { keyedOperationsAt, type Operation } from "../contract/operations.ts"
import { expectEqual, expectError, expectStatus, expectThat, NotTried, type Reply } from "../expect.ts"
import {
  newEndpoint,
  newEvent,
  newIntent,
  newPayer,
  newProduct,
  newSubscription,
  paid,
  post,
  savedCard,
  uniqueEmail,
} from "../objects.ts"
import { NOBODY } from "../requests.ts"
import type { Session } from "../session.ts"

const RULE = 'openapi.yaml, section "Lists"'
const DEFAULT_LIMIT = 10
/** Two pages of two items, and one more item. */
const ITEMS = 5

const listsAt = (version: Version): Operation[] =>
  keyedOperationsAt(version).filter(({ parameters }) => parameters.some(({ name }) => name === "starting_after"))

/** The path of a list with at least five items. If known, their ids, newest first. */
type Prepared = { path: string; query?: string; ids?: string[] }

async function several(make: () => Promise<Json>): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < ITEMS; i++) ids.unshift((await make()).id)
  return ids
}

/** Functions that fill a list. If a filter allows it, the list has no other items. */
const PREPARE: Record<string, (session: Session) => Promise<Prepared>> = {
  listPaymentIntents: async (session) => {
    const { id: customer } = await newPayer(session)
    return {
      path: "/v1/payment_intents",
      query: `customer=${customer}`,
      ids: await several(() => newIntent(session, { customer })),
    }
  },
  listPaymentMethods: async (session) => {
    const { id } = await newPayer(session)
    return { path: "/v1/payment_methods", query: `customer=${id}`, ids: await several(() => savedCard(session, id)) }
  },
  listRefunds: async (session) => ({
    path: "/v1/refunds",
    ids: await several(async () => post(session, "/v1/refunds", { payment_intent: (await paid(session)).id }, 201)),
  }),
  listCustomers: async (session) => {
    const email = uniqueEmail()
    return { path: "/v1/customers", query: `email=${email}`, ids: await several(() => newPayer(session, { email })) }
  },
  listProducts: async (session) => ({
    path: "/v1/products",
    ids: await several(() => post(session, "/v1/products", { name: "Conformance" }, 201)),
  }),
  listPaymentLinks: async (session) => {
    const product = await newProduct(session)
    return { path: "/v1/payment_links", ids: await several(() => post(session, "/v1/payment_links", { product }, 201)) }
  },
  listCustomerSubscriptions: async (session) => ({
    path: "/v1/customer_subscriptions",
    ids: await several(() => newSubscription(session)),
  }),
  listEvents: async (session) => {
    await several(() => newEvent(session))
    return { path: "/v1/events" }
  },
  listWebhookEndpoints: async (session) => ({ path: "/v1/webhook_endpoints", ids: await several(() => newEndpoint(session)) }),
  listWebhookDeliveries: async (session) => {
    const { id } = await newEndpoint(session)
    await several(() => newEvent(session))
    return { path: `/v1/webhook_endpoints/${id}/deliveries` }
  },
}

type Filter = { query: string; fits: (item: Json) => boolean }

/** Returns the filters of a list that need no object of their own: by an enum, and by date, before `moment` and from it on. */
function filtersOf({ parameters }: Operation, moment: number): Filter[] {
  const dates: Record<string, Filter> = {
    created_gte: { query: `created_gte=${moment}`, fits: ({ created }) => created >= moment },
    created_lt: { query: `created_lt=${moment}`, fits: ({ created }) => created < moment },
  }
  const inQuery = parameters.filter(({ in: place }) => place === "query")
  if (inQuery.some(({ required }) => required)) return []
  return inQuery.flatMap(({ name, schema }) => {
    const values: string[] = resolve(schema).enum ?? []
    const equal = values.map((value): Filter => ({ query: `${name}=${value}`, fits: (item) => String(item[name]) === value }))
    return dates[name] ?? equal
  })
}

/** Compares the result of each filter with the matching items among the newest ones. */
async function filtered({ request }: Session, operation: Operation): Promise<void> {
  const items: Json[] = expectStatus(await request("GET", `${operation.path}?limit=100`), 200).data
  if (items.length === 0) throw new NotTried(`the list is empty; run paging.${operation.id} before`)
  const middle = items[Math.floor(items.length / 2)].created
  for (const { query, fits } of filtersOf(operation, middle)) {
    const reply = await request("GET", `${operation.path}?${query}&limit=100`)
    const found: Json[] = expectStatus(reply, 200).data
    const expected = idsOf(items.filter(fits))
    expectEqual(reply, `the newest ids with ${query}`, idsOf(found).slice(0, expected.length), expected)
    expectEqual(reply, `ids that do not fit ${query}`, idsOf(found.filter((item) => !fits(item))), [])
  }
}

const idsOf = (items: Json[]): string[] => items.map(({ id }) => id)

type Page = { ids: string[]; reply: Reply }

export function pagingChecks(version: Version): Check[] {
  const lists = listsAt(version)
  return [
    ...lists.map(
      ({ id }): Check => ({
        id: `paging.${id}`,
        title: "newest first; pages in both directions have each item once; has_more follows the direction",
        rule: RULE,
        run: async (session) => walk(session, await must(PREPARE[id], id)(session)),
      }),
    ),
    ...lists.map(
      (operation): Check => ({
        id: `paging.${operation.id}.cursors`,
        title: "refuses a cursor that does not exist, and two cursors at once",
        rule: RULE,
        run: (session) => refusedCursors(session, operation),
      }),
    ),
    ...lists
      .filter((operation) => filtersOf(operation, 0).length > 0)
      .map(
        (operation): Check => ({
          id: `paging.${operation.id}.filters`,
          title: "a filter returns what fits it, and nothing else",
          rule: RULE,
          run: (session) => filtered(session, operation),
        }),
      ),
    {
      id: "paging.default-limit",
      title: "a page has 10 items unless the request says otherwise",
      rule: RULE,
      run: async (session) => {
        const email = uniqueEmail()
        for (let i = 0; i <= DEFAULT_LIMIT; i++) await newPayer(session, { email })
        const reply = await session.request("GET", `/v1/customers?email=${email}`)
        expectEqual(reply, "items", expectStatus(reply, 200).data.length, DEFAULT_LIMIT)
        expectEqual(reply, "has_more", reply.body.has_more, true)
      },
    },
  ]
}

async function walk({ request }: Session, { path, query, ids: known }: Prepared): Promise<void> {
  const page = async (more: string): Promise<Page> => {
    const reply = await request("GET", `${path}?${[query, more].filter(Boolean).join("&")}`)
    const { object, url, data } = expectStatus(reply, 200)
    expectEqual(reply, "object and url", { object, url }, { object: "list", url: path })
    return { ids: idsOf(data), reply }
  }
  const expectPage = async (more: string, ids: string[], hasMore?: boolean) => {
    const { ids: seen, reply } = await page(more)
    expectEqual(reply, "ids", seen, ids)
    if (hasMore !== undefined) expectEqual(reply, "has_more", reply.body.has_more, hasMore)
  }

  const whole = await page(`limit=${ITEMS}`)
  expectThat(whole.ids.length === ITEMS, whole.reply, `${ITEMS} items`, `${whole.ids.length}`)
  if (known) expectEqual(whole.reply, "ids, newest first", whole.ids, known)
  const [first, second, third, fourth, fifth] = whole.ids as [string, string, string, string, string]
  await expectPage("limit=2", [first, second], true)
  await expectPage(`limit=2&starting_after=${second}`, [third, fourth], true)
  await expectPage(`limit=1&starting_after=${fourth}`, [fifth])
  // Only a list without other items ends here.
  if (query) await expectPage(`limit=2&starting_after=${fourth}`, [fifth], false)
  if (query) await expectPage(`limit=2&starting_after=${fifth}`, [], false)
  await expectPage(`limit=2&ending_before=${fourth}`, [second, third], true)
  await expectPage(`limit=2&ending_before=${third}`, [first, second], false)
  await expectPage(`limit=2&ending_before=${first}`, [], false)
}

async function refusedCursors(session: Session, { id, path: list }: Operation): Promise<void> {
  const { request } = session
  const target = id === "listWebhookDeliveries" ? `/v1/webhook_endpoints/${(await newEndpoint(session)).id}/deliveries` : list
  const needed = id === "listPaymentMethods" ? `customer=${(await newPayer(session)).id}&` : ""
  for (const cursor of ["starting_after", "ending_before"])
    expectError(await request("GET", `${target}?${needed}${cursor}=${NOBODY}`), 400, "parameter_invalid", cursor)
  const both = await request("GET", `${target}?${needed}starting_after=${NOBODY}&ending_before=${NOBODY}`)
  expectError(both, 400, "parameter_invalid")
}
