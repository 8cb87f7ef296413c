import type { Check } from "../check.ts"
import { operations } from "../contract/operations.ts"
import { expectEqual, expectError, expectThat, outcomeOf } from "../expect.ts"
import { pathToNothing } from "../requests.ts"

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]
const RULE = 'openapi.yaml, section "Errors"'

/** Whether a request is a preflight, which POST /v1/tokens answers (see the group cors). */
const isPreflight = (method: string, path: string) => method === "OPTIONS" && path === "/v1/tokens"

/** The methods of each path. Health checks also have HEAD. */
const paths = Map.groupBy(operations, ({ path }) => path)
  .entries()
  .map(([path, found]) => ({
    path,
    target: pathToNothing({ path }),
    allow: [...found.map(({ method }) => method), ...(path.endsWith("z") ? ["HEAD"] : [])].sort(),
  }))
  .toArray()

/** Health checks share the API's port. These checks send no key, because none is needed. */
const NO_KEY = { key: null }

export const routingChecks: Check[] = [
  {
    id: "routing.unknown-path",
    title: "an unknown path is 404 route_not_found, also one with a slash at its end",
    rule: RULE,
    run: async ({ request }) => {
      for (const path of ["/v1/coins", "/v2/customers", "/v1/customers/", "/v1/payment_intents/pi_1/", "/"])
        expectError(await request("GET", path, undefined, NO_KEY), 404, "route_not_found")
    },
  },
  ...paths.map(
    ({ path, target, allow }): Check => ({
      id: `routing.${path}`,
      title: "a wrong method is 405 with Allow, and needs no key",
      rule: RULE,
      run: async ({ request }) => {
        for (const method of METHODS) {
          if (allow.includes(method) || isPreflight(method, path)) continue
          const reply = await request(method, target, undefined, NO_KEY)
          if (method === "HEAD") expectThat(reply.status === 405, reply, "status 405", outcomeOf(reply))
          else expectError(reply, 405, "method_not_allowed")
          expectEqual(reply, "Allow", reply.headers.allow?.split(/, ?/).sort(), allow)
        }
      },
    }),
  ),
  {
    id: "routing.health",
    title: "HEAD is allowed on health checks",
    rule: RULE,
    run: async ({ request }) => {
      for (const path of ["/healthz", "/readyz"]) {
        const reply = await request("HEAD", path, undefined, NO_KEY)
        expectThat(reply.status === 200, reply, "status 200", outcomeOf(reply))
      }
    },
  },
]
