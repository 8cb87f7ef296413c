// Requests made from the examples of openapi.yaml, with their ids replaced by ids of objects that exist.

import type { Json } from "./client.ts"
import { type Merchant, newEndpoint, payOne } from "./merchant.ts"
import { contract, resolve } from "./openapi.ts"
import { expectStatus, newIntent, newToken } from "./payments.ts"
import { newPayer, newRecurringProduct, saveNewCard, subscribe } from "./subscriptions.ts"
import type { Running } from "./vintem.ts"

export type Operation = {
  id: string
  method: string
  path: string
  keyed: boolean
  testOnly: boolean
  scope: string | undefined
  hasBody: boolean
  /** The dotted paths of the members that this body must have. */
  requiredIn(body: Json): string[]
  statuses: string[]
  /** The bodies that the contract shows for a status. */
  shown(status: number): Json[]
  parameters: Json[]
  examples: { name: string; body: Json }[]
}

function requiredIn(node: Json, body: Json): string[] {
  const { discriminator, ...schema } = resolve(node) ?? {}
  if (discriminator) return requiredIn({ $ref: discriminator.mapping[body[discriminator.propertyName]] }, body)
  const inside = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, member]) =>
    body[name] instanceof Object ? requiredIn(member, body[name]).map((path) => `${name}.${path}`) : [],
  )
  return [...(schema.required ?? []), ...inside]
}

/** Every operation of the contract. An operation without a request body has one example with an undefined body. */
export const operations: Operation[] = Object.entries<Json>(contract.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, value]) => ({
    id: value.operationId,
    method: method.toUpperCase(),
    path,
    keyed: (value.security ?? contract.security).length > 0,
    testOnly: value["x-test-only"] === true,
    scope: value["x-scope"],
    hasBody: value.requestBody !== undefined,
    requiredIn: (body) => requiredIn(value.requestBody?.content["application/json"].schema, body),
    statuses: Object.keys(value.responses),
    shown: (status) => {
      const { content } = resolve(value.responses[status])
      return Object.values<Json>(content["application/json"].examples).map((example) => resolve(example).value)
    },
    parameters: (value.parameters ?? []).map(resolve),
    examples: Object.entries<Json>(value.requestBody?.content["application/json"].examples ?? { plain: {} }).map(
      ([name, example]) => ({ name, body: resolve(example).value }),
    ),
  })),
)

/** An error without what differs between two requests. */
export const withoutRequest = ({ error }: Json): Json => ({ ...error, request_id: undefined })

/** The operations that need an API key. */
export const keyedOperations = operations.filter(({ keyed }) => keyed)

/** An id in the contract: its prefix is the group. */
export const EXAMPLE_ID = /\b([a-z]+)_[0-9A-Za-z]{25}\b/g

/** Create an object of each kind (by id prefix) in a state that the operation accepts. They return its id or name. */
export type Makers = Record<string, (operation: Pick<Operation, "id">) => Promise<string>>

export function makersInTestMode(vintem: Running, merchant: Merchant): Makers {
  let payer: Promise<string> | undefined
  const customer = () => (payer ??= newPayer(merchant))
  const refund = async () =>
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: (await payOne(merchant)).id }), 201)
  return {
    cus: customer,
    prd: () => newRecurringProduct(vintem, merchant),
    tok: async () => (await newToken(merchant)).id,
    pm: async () => saveNewCard(merchant, await customer()),
    pi: async ({ id }) => {
      if (id === "createRefund") return (await payOne(merchant)).id
      if (id === "listRefunds") return (await refund()).payment_intent
      return (await newIntent(merchant, { customer: await customer() })).id
    },
    re: async () => (await refund()).id,
    csub: async () => (await subscribe(merchant, await newRecurringProduct(vintem, merchant), { customer: await customer() })).id,
    evt: async () => {
      await payOne(merchant)
      return (await merchant.request("GET", "/v1/events?limit=1")).body.data[0].id
    },
    we: async () => (await newEndpoint(merchant, "https://shop.example/webhooks/vintem")).id,
  }
}

/**
 * Makes requests from examples for one merchant. The objects that an example names are created anew for each request, in a state
 * that the operation accepts.
 */
export function fillIn(vintem: Running, merchant: Merchant, make = makersInTestMode(vintem, merchant)) {
  async function withRealIds(text: string, operation: Operation): Promise<string> {
    const real = new Map<string, string>()
    for (const [id, prefix] of text.matchAll(EXAMPLE_ID)) if (!real.has(id)) real.set(id, await make[prefix!]!(operation))
    return text.replace(EXAMPLE_ID, (id) => real.get(id)!)
  }

  /** Returns method, path with query, and body of one request. */
  return async (operation: Operation, body?: Json): Promise<{ method: string; path: string; body: Json }> => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path")
    const needed = operation.parameters.filter((parameter) => parameter.in === "query" && parameter.required)
    const query = new URLSearchParams(needed.map(({ name, example }): [string, string] => [name, example]))
    if (operation.id === "deleteMerchantOrigin")
      await merchant.request("POST", "/merchant-origins", { origin: query.get("origin") })
    const template = inPath.reduce((path, { name, example }) => path.replace(`{${name}}`, example), operation.path)
    const target = query.size > 0 ? `${template}?${query}` : template
    const advanced = operation.id === "advanceTestClock" && body?.to ? { to: (await testTime(merchant)) + 60 } : body
    const scheduled = body?.cancel_at ? { ...body, cancel_at: (await testTime(merchant)) + 3600 } : advanced
    return {
      method: operation.method,
      path: await withRealIds(target, operation),
      body: scheduled === undefined ? undefined : JSON.parse(await withRealIds(JSON.stringify(scheduled), operation)),
    }
  }
}

async function testTime(merchant: Merchant): Promise<number> {
  return expectStatus(await merchant.request("GET", "/v1/test_helpers/clock"), 200).now
}
