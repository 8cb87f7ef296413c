import { randomUUID } from "node:crypto"
import { expect } from "chai"
import type { Statement } from "../../src/db/statement.ts"
import { NEWEST_VERSION } from "../../src/versions.ts"
import type { Json, RequestOptions, Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { fillIn, keyedOperations, type Operation, operations, withoutRequest } from "../support/contract/examples.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

const SHOP = "https://shop.example"
const NOBODY = "cus_0000000000000000000000000"
const changes = ({ method }: Operation) => method !== "GET"
const posts = ({ method }: Operation) => method === "POST"

/** A path to nothing. These errors come before any lookup. */
const anyPath = ({ path }: Operation) => path.replace(/\{\w+\}/g, NOBODY)

/** The names of the members that are objects. */
/** Members with names of the merchant's choice. */
const MAPS = ["metadata"]
const objectsIn = (body: Json) => Object.keys(body).filter((name) => body[name] instanceof Object && !Array.isArray(body[name]))

/** Dotted paths of the body's members and of their members. */
const membersOf = (body: Json) => [
  ...Object.keys(body),
  ...objectsIn(body).flatMap((name) => Object.keys(body[name]).map((member) => `${name}.${member}`)),
]

/** Returns a copy with another value at a path. Undefined removes the member. */
function changed(body: Json, path: string, value: Json): Json {
  const [name, ...rest] = path.split(".")
  return { ...body, [name!]: rest.length > 0 ? changed(body[name!], rest.join("."), value) : value }
}

describe("The errors of the contract", () => {
  let vintem: Running
  let merchant: Merchant
  let publishable: string
  let expired: string
  let newest: string

  before(async () => {
    vintem = await startVintem({}, { live: true })
    merchant = await newMerchant(vintem)
    publishable = (await vintem.newKey({ account: merchant.account, kind: "publishable" })).key
    newest = (await vintem.newKey({ account: merchant.account, version: NEWEST_VERSION })).key
    expired = (await vintem.newKey({ account: merchant.account, expires_at: 1 })).key
    expect((await merchant.request("POST", "/merchant-origins", { origin: SHOP })).status).to.equal(201)
  })
  after(() => vintem.close())

  const send = (operation: Operation, options: RequestOptions = {}, body: Json = undefined, path = anyPath(operation)) =>
    merchant.request(operation.method, path, body, options)

  function expectError({ status, body, text }: Response, expected: number, code: string, param?: string): void {
    expect(`${status} ${body?.error?.code} ${body?.error?.param}`, text).to.equal(`${expected} ${code} ${param}`)
    if (param) expect(body.error.message).to.contain(param)
  }

  /** The contract shows this very error beside the operation. */
  function expectShown(operation: Operation, response: Response, status: number, code: string): void {
    expectError(response, status, code)
    expect(operation.shown(status).map(withoutRequest)).to.deep.include(withoutRequest(response.body))
  }

  for (const operation of keyedOperations) {
    describe(operation.id, () => {
      it("requires a key", async () => {
        const response = await send(operation, { key: null })
        expectShown(operation, response, 401, "api_key_missing")
        expect(response.headers["www-authenticate"]).to.equal("Bearer")
      })

      it("refuses a key that does not exist", async () => {
        const response = await send(operation, { key: `zsk_test_${"0".repeat(32)}` })
        expectShown(operation, response, 401, "api_key_invalid")
      })

      it("refuses a key that has expired", async () => {
        expectError(await send(operation, { key: expired }), 401, "api_key_expired")
      })

      it("refuses a restricted key that has every other scope", async () => {
        const others = keyedOperations.flatMap(({ scope }) => (scope && scope !== operation.scope ? [scope] : []))
        const scopes = [...new Set(others)] as never[]
        const { key } = await vintem.newKey({ account: merchant.account, kind: "restricted", scopes })
        expectError(await send(operation, { key }), 403, operation.testOnly ? "key_not_allowed" : "scope_missing")
      })

      it("refuses a publishable key from an origin that is not registered", async () => {
        const response = await send(operation, { key: publishable, headers: { origin: "https://elsewhere.example" } })
        expectShown(operation, response, 403, "origin_not_allowed")
      })

      if (operation.id !== "createToken") {
        it("refuses a publishable key from a registered origin", async () => {
          expectError(await send(operation, { key: publishable, headers: { origin: SHOP } }), 403, "key_not_allowed")
        })
      }

      if (operation.testOnly) {
        it("refuses a live key", async () => {
          const { key } = await vintem.newKey({ account: merchant.account, mode: "live" })
          expectError(await send(operation, { key }), 403, "test_mode_only")
        })
      }

      for (const { name } of operation.parameters.filter((each) => each.in === "query" && each.required)) {
        it(`names the query parameter ${name} where it is missing`, async () => {
          expectError(await send(operation), 400, "parameter_missing", name)
        })
      }

      it("refuses an unknown version", async () => {
        // The version of the key then decides which operations there are.
        const headers = { "service-version": "2020-01-01" }
        expectError(await send(operation, { key: newest, headers }), 400, "parameter_invalid", "Service-Version")
      })

      it("refuses an unknown query parameter", async () => {
        expectError(await send(operation, {}, undefined, `${anyPath(operation)}?colour=blue`), 400, "parameter_unknown", "colour")
      })

      if (changes(operation)) {
        it("refuses an Idempotency-Key that is not a UUIDv4", async () => {
          const response = await send(operation, { idempotencyKey: "00000000-0000-1000-8000-000000000000" })
          expectError(response, 400, "parameter_invalid", "Idempotency-Key")
        })
      }

      if (posts(operation)) {
        it("refuses an unknown member and names it", async () => {
          for (const { body = {} } of operation.examples) {
            const closed = objectsIn(body).filter((name) => !MAPS.includes(name))
            for (const path of ["colour", ...closed.map((name) => `${name}.colour`)]) {
              expectError(await send(operation, {}, changed(body, path, "blue")), 400, "parameter_unknown", path)
            }
          }
        })
        it("refuses a member of the wrong type and names it", async () => {
          for (const { body = {} } of operation.examples) {
            for (const path of membersOf(body)) {
              const wrong = Array.isArray(body[path]) ? {} : []
              expectError(await send(operation, {}, changed(body, path, wrong)), 400, "parameter_invalid", path)
            }
          }
        })
        it("names a required member that is missing or null", async () => {
          for (const { body = {} } of operation.examples) {
            for (const path of operation.requiredIn(body)) {
              for (const nothing of [undefined, null]) {
                expectError(await send(operation, {}, changed(body, path, nothing)), 400, "parameter_missing", path)
              }
            }
          }
        })
        it("refuses a body that is too large", async () => {
          const headers = { "content-type": "application/json" }
          const response = await send(operation, { raw: `{"a":"${"a".repeat(70_000)}"}`, headers })
          expectShown(operation, response, 413, "request_too_large")
        })
        it("refuses a body that is not sent as JSON", async () => {
          const headers = { "content-type": "application/x-www-form-urlencoded" }
          expectShown(operation, await send(operation, { raw: "a=b", headers }), 415, "unsupported_media_type")
        })
      }

      if (operation.path.includes("{")) {
        const [example] = operation.examples
        it("reports that an unknown object does not exist", async () => {
          const response = await send(operation, {}, example?.body)
          expect(response.status, response.text).to.equal(404)
          expect(response.body.error.code).to.match(/_not_found$/)
        })
      }

      const [example] = operation.examples
      if (changes(operation)) {
        it("refuses an Idempotency-Key that was used for another request", async () => {
          const idempotencyKey = randomUUID()
          await merchant.request("POST", "/v1/customers", { email: "ana@example.com" }, { idempotencyKey })
          const { path, body } = await fillIn(vintem, merchant)(operation, example?.body)
          const response = await send(operation, { idempotencyKey }, body, path)
          expectShown(operation, response, 422, "idempotency_key_in_use")
        })
      }
    })
  }

  describe("of operations without a key", () => {
    for (const operation of operations.filter(({ keyed }) => !keyed)) {
      it(`${operation.id} refuses an unknown query parameter`, async () => {
        const response = await vintem.request("GET", `${operation.path}?colour=blue`, undefined, { key: null })
        expectError(response, 400, "parameter_unknown", "colour")
      })
    }
  })

  it("report an unknown path and a wrong method without asking for a key", async () => {
    expectError(await vintem.request("GET", "/v1/coins", undefined, { key: null }), 404, "route_not_found")
    const response = await vintem.request("PATCH", "/v1/customers", undefined, { key: null })
    expectError(response, 405, "method_not_allowed")
    expect(response.headers.allow?.split(", ").sort()).to.deep.equal(["GET", "POST"])
  })
})

const deleteExpiredResponses: Statement<void> = {
  compiled: () => ({
    name: "forget-answers",
    sql: "UPDATE idempotency_keys SET status = NULL, body = NULL, expires_at = NULL, lease_until_ms = NULL",
    bind: () => [],
  }),
}

describe("An Idempotency-Key whose first request is still in progress", () => {
  let vintem: Running
  const responses = new Map<string, Response>()
  const changing = keyedOperations.filter(changes)

  before(async () => {
    vintem = await startVintem()
    const requests: { operation: Operation; again: () => Promise<Response> }[] = []
    for (const operation of changing) {
      // Each operation has its own account, because one of them moves the account's clock past the idempotency window.
      const merchant = await newMerchant(vintem)
      const { method, path, body } = await fillIn(vintem, merchant)(operation, operation.examples[0]?.body)
      const again = () => merchant.request(method, path, body, { idempotencyKey: key })
      const key = randomUUID()
      await again()
      requests.push({ operation, again })
    }
    const { database } = vintem.server.modes.test
    await database.transaction((tx) => tx.run(deleteExpiredResponses, {}))
    await Promise.all(requests.map(async ({ operation, again }) => responses.set(operation.id, await again())))
  })
  after(() => vintem.close())

  for (const { id, shown } of changing) {
    it(`makes ${id} wait, then asks the client to retry`, () => {
      const { status, headers, body } = responses.get(id)!
      expect(shown(409).map(withoutRequest)).to.deep.include(withoutRequest(body))
      expect(`${status} ${body.error?.code}`).to.equal("409 idempotency_request_in_progress")
      expect(headers["service-should-retry"]).to.equal("true")
    })
  }
})

describe("The rate limit of every operation", () => {
  let vintem: Running
  let key: string

  before(async () => {
    vintem = await startVintem({ RATE_LIMIT: "1", RATE_LIMIT_TOKENS: "1" })
    key = (await vintem.newKey()).key
    await vintem.request("GET", "/v1/customers", undefined, { key })
  })
  after(() => vintem.close())

  for (const operation of keyedOperations) {
    it(`${operation.id} says when to retry`, async () => {
      const { status, headers, body } = await vintem.request(operation.method, anyPath(operation), undefined, { key })
      expect(`${status} ${body.error.code}`).to.equal("429 rate_limit_exceeded")
      expect(operation.shown(429).map(withoutRequest)).to.deep.include(withoutRequest(body))
      expect(Number(headers["retry-after"])).to.be.within(1, 60)
      expect(headers["service-should-retry"]).to.equal("true")
    })
  }
})
