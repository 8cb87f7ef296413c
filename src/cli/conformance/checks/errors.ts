// Every error that a caller can cause, for every operation. The errors occur before any look-up, so the ids in the paths need not exist.
import { isLater, VERSIONS, type Version } from "../../../versions.ts"
import type { Check } from "../check.ts"
import type { RequestOptions } from "../client.ts"
import type { Json } from "../contract/document.ts"
import { bodySchema, type Operation, operationsAt, requiredIn } from "../contract/operations.ts"
import { expectError, expectThat, type Reply } from "../expect.ts"
import { AMOUNT, newToken } from "../objects.ts"
import { NOBODY, pathToNothing } from "../requests.ts"
import type { Session } from "../session.ts"
import { changed, closedObjects, textsWithoutCardNumbers, wrongMembers, wrongValues } from "../wrong-values.ts"

/** The limit of a body is 64 KiB. */
const TOO_LARGE = 70_000
/** A card as people copy it. A name must also have a letter. */
const CARD = "A 4242 4242 4242 4242"

type Probe = {
  name: string
  title: string
  section: string
  /** Whether the operation can have this error. */
  has?: (operation: Operation) => boolean
  run: (operation: Operation, send: Send, session: Session) => Promise<void>
}
type Send = (body?: Json, options?: RequestOptions & { query?: string }) => Promise<Reply>

const changes = ({ method }: Operation) => method !== "GET"
const posts = ({ method }: Operation) => method === "POST"
/**
 * A few operations try every wrong value, and all others only the first two, because all operations share the code that reads keys and
 * bodies.
 */
const some = <T>({ id }: Operation, ways: T[]): T[] => (/^(create|update)Customer$/.test(id) ? ways : ways.slice(0, 2))
const raw = (text: string, type = "application/json"): RequestOptions => ({ raw: text, headers: { "content-type": type } })
const inQuery = ({ parameters }: Operation) => parameters.filter((parameter) => parameter.in === "query")

const KEYS: Probe[] = [
  {
    name: "no-key",
    title: "is refused without a key",
    section: "Keys",
    run: async (_, send) => expectError(await send(undefined, { key: null }), 401, "api_key_missing"),
  },
  {
    name: "wrong-key",
    title: "is refused with a key that does not exist, and with a password beside the key",
    section: "Keys",
    run: async (operation, send, { key }) => {
      const unknown = (kind: string) => `Bearer ${kind}_${"0".repeat(32)}`
      const withPassword = `Basic ${Buffer.from(`${key}:password`).toString("base64")}`
      const keys = [unknown("zsk_test"), withPassword, unknown("zk_test"), unknown("zrk_test"), unknown("zsk_live"), "Bearer x"]
      for (const authorization of some(operation, keys))
        expectError(await send(undefined, { key: null, headers: { authorization } }), 401, "api_key_invalid")
    },
  },
]

const HEADERS: Probe[] = [
  {
    name: "version",
    title: "refuses a version that does not exist",
    section: "Versions",
    // Such a request has the version of its key, which may lack what later ones added.
    has: ({ id }) => operationsAt(VERSIONS[0].date).some((operation) => operation.id === id),
    run: async (_, send) =>
      expectError(await send(undefined, { version: "2020-01-01" }), 400, "parameter_invalid", "Service-Version"),
  },
  {
    name: "idempotency-key",
    title: "refuses an Idempotency-Key that is not a UUIDv4",
    section: "Idempotency",
    has: changes,
    run: async (_, send) => {
      for (const idempotencyKey of ["00000000-0000-1000-8000-000000000000", "1"])
        expectError(await send(undefined, { idempotencyKey }), 400, "parameter_invalid", "Idempotency-Key")
    },
  },
]

const UNKNOWN_PARAMETER: Probe = {
  name: "unknown-parameter",
  title: "refuses a query parameter that the contract does not name",
  section: "Requests",
  run: async (_, send) => expectError(await send(undefined, { query: "colour=blue" }), 400, "parameter_unknown", "colour"),
}

const QUERY: Probe[] = [
  UNKNOWN_PARAMETER,
  {
    name: "query",
    title: "refuses every query parameter that breaks a rule of its schema",
    section: "Requests",
    has: (operation) => inQuery(operation).length > 0,
    run: async (operation, send) => {
      const needed = inQuery(operation).filter(({ required }) => required)
      for (const { name, schema } of inQuery(operation))
        for (const { value } of [{ value: "" }, ...wrongValues(schema, ["no such value"])]) {
          const query = new URLSearchParams(needed.map((each): [string, string] => [each.name, each.example]))
          query.set(name, String(value))
          expectError(await send(undefined, { query: String(query) }), 400, "parameter_invalid", name)
        }
      for (const { name } of needed) expectError(await send(), 400, "parameter_missing", name)
    },
  },
]

const BODIES: Probe[] = [
  {
    name: "unknown-member",
    title: "refuses a member that the contract does not name, at every level",
    section: "Requests",
    has: posts,
    run: async (operation, send) => {
      for (const { body = {} } of operation.examples)
        for (const path of bodySchema(operation) ? closedObjects(operation, body) : [""]) {
          const member = path ? `${path}.colour` : "colour"
          expectError(await send(changed(body, member, "blue")), 400, "parameter_unknown", member)
        }
    },
  },
  {
    name: "members",
    title: "refuses every member that breaks a rule of its schema",
    section: "Requests",
    has: (operation) => bodySchema(operation) !== undefined,
    run: async (operation, send) => {
      const tried = new Set<string>()
      for (const { body } of operation.examples)
        for (const { path, value, breaks } of wrongMembers(operation, body)) {
          // The other branches of the contract have other members.
          if (path === "type" || tried.has(`${path} ${breaks}`)) continue
          tried.add(`${path} ${breaks}`)
          expectError(await send(changed(body, path, value)), 400, "parameter_invalid", path)
        }
    },
  },
  {
    name: "card-number",
    title: "refuses a card number in a text that is not for one, and does not repeat it",
    section: "Requests",
    has: (operation) => operation.examples.some(({ body = {} }) => textsWithoutCardNumbers(operation, body).length > 0),
    run: async (operation, send) => {
      for (const { body } of operation.examples)
        for (const path of textsWithoutCardNumbers(operation, body)) {
          const reply = await send(changed(body, path, CARD))
          expectError(reply, 400, "parameter_invalid", path)
          expectThat(!/4242/.test(reply.text), reply, "an error without the card number", reply.text)
        }
    },
  },
  {
    name: "required",
    title: "names a required member that is missing or null",
    section: "Requests",
    has: (operation) => operation.examples.some(({ body = {} }) => requiredIn(bodySchema(operation), body).length > 0),
    run: async (operation, send) => {
      for (const { body } of operation.examples)
        for (const path of requiredIn(bodySchema(operation), body))
          for (const nothing of [undefined, null])
            expectError(await send(changed(body, path, nothing)), 400, "parameter_missing", path)
    },
  },
  {
    name: "not-json",
    title: "refuses a body that is not a JSON object",
    section: "Requests",
    has: posts,
    run: async (operation, send) => {
      const deep = `${'{"a":'.repeat(40)}1${"}".repeat(40)}`
      for (const text of some(operation, ['{"a":', "[]", '"a"', "null", '{"a":"\\u0000"}', '{"a":"\\ud800"}', deep]))
        expectError(await send(undefined, raw(text)), 400, "parameter_invalid")
    },
  },
  {
    name: "media-type",
    title: "refuses a body that is not sent as application/json in UTF-8",
    section: "Requests",
    has: posts,
    run: async (operation, send) => {
      for (const type of some(operation, ["application/x-www-form-urlencoded", "application/json; charset=latin1", "text/plain"]))
        expectError(await send(undefined, raw('{"a":1}', type)), 415, "unsupported_media_type")
    },
  },
  {
    name: "too-large",
    title: "refuses a body of more than 64 KiB",
    section: "Requests",
    has: posts,
    run: async (_, send) =>
      expectError(await send(undefined, raw(JSON.stringify({ a: "a".repeat(TOO_LARGE) }))), 413, "request_too_large"),
  },
]

const IDS: Probe[] = [
  {
    name: "unknown-id",
    title: "answers 404 for an id that does not exist, whatever its form",
    section: "Errors",
    has: ({ path }) => path.includes("{"),
    run: async (operation, _, { request }) => {
      for (const id of some(operation, [NOBODY, "x", "%00", "%ff", "a".repeat(300)])) {
        const target = operation.path.replace(/\{\w+\}/g, id)
        expectError(await request(operation.method, target, operation.examples[0]?.body), 404, /_not_found$/)
      }
    },
  },
]

const PROBES = [...KEYS, ...HEADERS, ...QUERY, ...BODIES, ...IDS]

/** Ids in a body or a query. */
const namedIds: Check = {
  id: "errors.named-ids",
  title: "an id that a body or a query names, and that does not exist, is 404",
  rule: 'openapi.yaml, section "Errors"',
  run: async (session) => {
    const { request } = session
    const intent = { amount: AMOUNT, currency: "brl" }
    const customer = await session.make.cus()
    const create = (details: object) => request("POST", "/v1/payment_intents", { ...intent, ...details })
    expectError(await create({ customer: NOBODY }), 404, "customer_not_found")
    expectError(await create({ customer, product: "prd_nothing" }), 404, "product_not_found")
    const saved = { token: await newToken(session), customer: NOBODY }
    expectError(await request("POST", "/v1/payment_methods", saved), 404, "customer_not_found")
    const origin = await request("DELETE", "/merchant-origins?origin=https://nobody.example")
    expectError(origin, 404, "merchant_origin_not_found")
    if (isLater("2026-12-01", session.version)) return
    expectError(await request("POST", "/v1/payment_links", { product: "prd_nothing" }), 404, "product_not_found")
  },
}

export function errorChecks(version: Version): Check[] {
  const probesOf = (operation: Operation) =>
    operation.keyed ? PROBES.filter(({ has }) => has?.(operation) ?? true) : [UNKNOWN_PARAMETER]
  return [
    namedIds,
    ...operationsAt(version).flatMap((operation) => probesOf(operation).map((probe) => checkOf(operation, probe))),
  ]
}

function checkOf(operation: Operation, { name, title, section, run }: Probe): Check {
  return {
    id: `errors.${operation.id}.${name}`,
    title,
    rule: `openapi.yaml, section "${section}"`,
    run: async (session) => {
      const send: Send = (body, { query, ...options } = {}) =>
        session.request(operation.method, pathToNothing(operation) + (query ? `?${query}` : ""), body, options)
      await run(operation, send, session)
    },
  }
}
