import { isDeepStrictEqual } from "node:util"
import { NEWEST_VERSION, type Version } from "../../../versions.ts"
import type { Check } from "../check.ts"
import { operationsAt } from "../contract/operations.ts"
import { expectEqual, expectError, expectThat, outcomeOf } from "../expect.ts"
import { pathToNothing } from "../requests.ts"

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]
const RULE = 'openapi.yaml, section "Errors"'

/** Whether a request is a preflight, which POST /v1/tokens answers (see the group cors). */
const isPreflight = (method: string, path: string) => method === "OPTIONS" && path === "/v1/tokens"

/** Returns the methods of a path in a version, sorted. Health checks also have HEAD. */
function methodsOf(path: string, version: Version): string[] {
  const methods = operationsAt(version).flatMap((operation) => (operation.path === path ? [operation.method] : []))
  return [...methods, ...(path.endsWith("z") ? ["HEAD"] : [])].sort()
}

/** Health checks share the API's port. These checks send no key, because none is needed. */
const NO_KEY = { key: null }

const unknownPath: Check = {
  id: "routing.unknown-path",
  title: "an unknown path is 404 route_not_found, also one with a slash at its end",
  rule: RULE,
  run: async ({ request }) => {
    for (const path of ["/v1/coins", "/v2/customers", "/v1/customers/", "/v1/payment_intents/pi_1/", "/"])
      expectError(await request("GET", path, undefined, NO_KEY), 404, "route_not_found")
  },
}

const health: Check = {
  id: "routing.health",
  title: "HEAD is allowed on health checks",
  rule: RULE,
  run: async ({ request }) => {
    for (const path of ["/healthz", "/readyz"]) {
      const reply = await request("HEAD", path, undefined, NO_KEY)
      expectThat(reply.status === 200, reply, "status 200", outcomeOf(reply))
    }
  },
}

export function routingChecks(version: Version): Check[] {
  const paths = new Set(operationsAt(version).map(({ path }) => path))
  return [unknownPath, ...[...paths].map((path) => methodCheck(path, version)), health]
}

/**
 * A server finds the route before the key, without which it need not know the version. So `Allow` may name the methods of later versions,
 * and these are not tried here (see versions.later).
 */
function methodCheck(path: string, version: Version): Check {
  const allow = methodsOf(path, version)
  const later = methodsOf(path, NEWEST_VERSION)
  return {
    id: `routing.${path}`,
    title: "a wrong method is 405 with Allow, and needs no key",
    rule: RULE,
    run: async ({ request }) => {
      for (const method of METHODS) {
        if (allow.includes(method) || later.includes(method) || isPreflight(method, path)) continue
        const reply = await request(method, pathToNothing({ path }), undefined, NO_KEY)
        if (method === "HEAD") expectThat(reply.status === 405, reply, "status 405", outcomeOf(reply))
        else expectError(reply, 405, "method_not_allowed")
        const named = reply.headers.allow?.split(/, ?/).sort()
        if (!isDeepStrictEqual(named, later)) expectEqual(reply, "Allow", named, allow)
      }
    },
  }
}
