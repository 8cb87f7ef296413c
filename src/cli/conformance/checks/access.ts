// Access: other kinds of keys, pages of other origins, and the rate limit. Also the contract that the server publishes.
import { randomUUID } from "node:crypto"
import type { Check } from "../check.ts"
import { differences } from "../contract/differences.ts"
import { documentAt } from "../contract/document.ts"
import { keyedOperationsAt } from "../contract/operations.ts"
import { expectEqual, expectError, expectStatus, expectThat, NotTried, type Reply } from "../expect.ts"
import { pathToNothing } from "../requests.ts"
import type { Session } from "../session.ts"

const ELSEWHERE = "https://elsewhere.example"
const ALLOW_ORIGIN = "access-control-allow-origin"
const WINDOW_SECONDS = 60

/** Registers an origin, which is deleted after the check. */
async function newOrigin({ request }: Session): Promise<string> {
  const origin = `https://${randomUUID()}.example`
  expectStatus(await request("POST", "/merchant-origins", { origin }), 201)
  return origin
}

function publishableKey({ keys }: Session): string {
  if (!keys.publishable) throw new NotTried("needs --publishable-key")
  return keys.publishable
}

const keyChecks: Check[] = [
  {
    id: "keys.basic",
    title: "HTTP Basic with the key as user name and an empty password is the same as Bearer",
    rule: 'openapi.yaml, section "Keys"',
    run: async ({ request, key }) => {
      const authorization = `Basic ${Buffer.from(`${key}:`).toString("base64")}`
      expectStatus(await request("GET", "/v1/balance", undefined, { key: null, headers: { authorization } }), 200)
    },
  },
  {
    id: "keys.publishable",
    title: "a publishable key may create tokens, from a registered origin, and nothing else",
    rule: 'openapi.yaml, section "Keys"',
    run: async (session) => {
      const key = publishableKey(session)
      const origin = await newOrigin(session)
      const call = (method: string, path: string, from: string) =>
        session.request(method, path, method === "POST" ? { type: "pix" } : undefined, { key, headers: { origin: from } })
      for (const operation of keyedOperationsAt(session.version)) {
        const path = pathToNothing(operation)
        expectError(await call(operation.method, path, ELSEWHERE), 403, "origin_not_allowed")
        if (operation.id === "createToken") expectStatus(await call("POST", path, origin), 201)
        else expectError(await call(operation.method, path, origin), 403, "key_not_allowed")
      }
    },
  },
  {
    id: "keys.restricted",
    title: "a restricted key may call what its scopes name, and no test helper",
    rule: 'openapi.yaml, section "Keys"',
    run: async ({ request, version, keys: { restricted: key } }) => {
      if (!key) throw new NotTried("needs --restricted-key-file, a key with the scope balance:read alone")
      for (const { id, method, path, testOnly } of keyedOperationsAt(version)) {
        const reply = await request(method, pathToNothing({ path }), undefined, { key })
        if (id === "retrieveBalance") expectStatus(reply, 200)
        else expectError(reply, 403, testOnly ? "key_not_allowed" : "scope_missing")
      }
    },
  },
]

function expectAllowed(reply: Reply, origin: string | undefined): void {
  expectEqual(reply, "Access-Control-Allow-Origin", reply.headers[ALLOW_ORIGIN], origin)
  expectEqual(reply, "Access-Control-Allow-Credentials", reply.headers["access-control-allow-credentials"], undefined)
}

const corsChecks: Check[] = [
  {
    id: "cors.document",
    title: "a page of any origin can read the API description",
    rule: "openapi.yaml, retrieveOpenapi",
    run: async ({ request }) => {
      const reply = await request("GET", "/v1/openapi.json", undefined, { key: null, headers: { origin: ELSEWHERE } })
      const allowed = reply.headers[ALLOW_ORIGIN]
      expectThat(allowed === ELSEWHERE || allowed === "*", reply, `Access-Control-Allow-Origin: ${ELSEWHERE}`, allowed)
    },
  },
  {
    id: "cors.others",
    title: "no page can read what other operations return",
    rule: "openapi.yaml, createToken",
    run: async ({ request }) => {
      for (const path of ["/v1/balance", "/v1/customers", "/v1/events"])
        expectAllowed(await request("GET", path, undefined, { headers: { origin: ELSEWHERE } }), undefined)
    },
  },
  {
    id: "cors.preflight",
    title: "a preflight of POST /v1/tokens allows registered origins, with the headers that a page sends",
    rule: "openapi.yaml, createToken",
    run: async (session) => {
      const origin = await newOrigin(session)
      const asked = { "access-control-request-method": "POST", "access-control-request-headers": "authorization" }
      const preflight = (from: string) =>
        session.request("OPTIONS", "/v1/tokens", undefined, { key: null, version: null, headers: { origin: from, ...asked } })
      const allowed = await preflight(origin)
      expectStatus(allowed, 204)
      expectAllowed(allowed, origin)
      const headers = (allowed.headers["access-control-allow-headers"] ?? "").toLowerCase()
      for (const header of ["authorization", "content-type", "idempotency-key", "service-version"])
        expectThat(headers.includes(header), allowed, `Access-Control-Allow-Headers with ${header}`, headers)
      expectAllowed(await preflight(ELSEWHERE), undefined)
    },
  },
  {
    id: "cors.registered-twice",
    title: "an origin that is registered again is the same one, with 200",
    rule: "openapi.yaml, createMerchantOrigin",
    run: async (session) => {
      const origin = await newOrigin(session)
      const again = await session.request("POST", "/merchant-origins", { origin: origin.toUpperCase() })
      expectEqual(again, "origin", expectStatus(again, 200).origin, origin)
    },
  },
  {
    id: "cors.tokens",
    title: "a page of a registered origin can read the token, and an error too",
    rule: "openapi.yaml, createToken",
    run: async (session) => {
      const key = publishableKey(session)
      const origin = await newOrigin(session)
      for (const type of ["pix", "nothing"])
        expectAllowed(await session.request("POST", "/v1/tokens", { type }, { key, headers: { origin } }), origin)
    },
  },
]

const limitChecks: Check[] = [
  {
    id: "limits.quota",
    title: "every response to a key says how much of its quota is left, and when the window of 60 seconds ends",
    rule: 'openapi.yaml, section "Limits"',
    run: async ({ request }) => {
      const replies = [await request("GET", "/v1/balance"), await request("GET", "/v1/customers/cus_nobody")]
      for (const reply of replies) {
        const now = Date.parse(reply.headers.date ?? "") / 1000
        const left = Number(reply.headers["ratelimit-reset"]) - now
        expectThat(left >= -1 && left <= WINDOW_SECONDS + 2, reply, `Ratelimit-Reset within ${WINDOW_SECONDS} s`, `in ${left} s`)
      }
    },
  },
]

const documentChecks: Check[] = [
  {
    id: "document.same",
    title: "the server's own description of the API is the contract that these checks know",
    rule: "openapi.yaml, retrieveOpenapi",
    run: async ({ request, version }) => {
      const reply = await request("GET", `/v1/openapi.json?version=${version}`, undefined, { key: null })
      const { servers: _, ...served } = reply.body
      const { servers: __, ...known } = documentAt(version)
      const found = differences(known, served)
      const more = found.length > 10 ? `, and ${found.length - 10} more` : ""
      expectThat(found.length === 0, reply, "no difference", `differences at ${found.slice(0, 10).join(", ")}${more}`)
    },
  },
]

export const accessChecks: Check[] = [...keyChecks, ...corsChecks, ...limitChecks, ...documentChecks]
