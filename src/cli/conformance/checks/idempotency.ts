import { randomUUID } from "node:crypto"
import type { Version } from "../../../versions.ts"
import type { Check } from "../check.ts"
import type { Json } from "../contract/document.ts"
import { keyedOperationsAt } from "../contract/operations.ts"
import { expectEqual, expectError, expectStatus, expectThat, type Reply } from "../expect.ts"
import { get, uniqueEmail } from "../objects.ts"
import type { Session } from "../session.ts"

const RULE = 'openapi.yaml, section "Idempotency"'
const WINDOW_SECONDS = 86_400

/** An advance of the clock may pass the window in which keys are kept. */
const keepsTheTime = ({ id }: { id: string }) => id !== "advanceTestClock"

const operationChecks = (version: Version): Check[] =>
  keyedOperationsAt(version)
    .filter(({ method }) => method !== "GET")
    .map(
      (operation): Check => ({
        id: `idempotency.${operation.id}`,
        title: "runs once for a key, returns the same bytes again, and refuses the key for another request",
        rule: RULE,
        run: async (session) => {
          const example = keepsTheTime(operation) ? operation.examples[0]?.body : { seconds: 1 }
          const { method, path, body } = await session.fill(operation, example)
          const idempotencyKey = randomUUID()
          const send = () => session.request(method, path, body, { idempotencyKey })
          const reply = await send()
          expectEqual(reply, "Idempotent-Replayed", reply.headers["idempotent-replayed"], undefined)
          expectReplay(reply, await send())
          const used = randomUUID()
          await post(session, { email: uniqueEmail() }, used)
          expectInUse(await session.request(method, path, body, { idempotencyKey: used }))
        },
      }),
    )

const requestChecks: Check[] = [
  {
    id: "idempotency.same-request",
    title: "the order of members does not matter, but their values, the query and the path do",
    rule: RULE,
    run: async (session) => {
      const key = randomUUID()
      const email = uniqueEmail()
      const first = await post(session, { email, name: "Ana" }, key)
      expectReplay(first, await post(session, { name: "Ana", email }, key))
      expectInUse(await post(session, { email, name: "Bia" }, key))
      expectInUse(await post(session, { email, name: "Ana", phone: null }, key))
    },
  },
  {
    id: "idempotency.at-once",
    title: "requests with the same key that arrive together make one object",
    rule: RULE,
    run: async (session) => {
      const key = randomUUID()
      const email = uniqueEmail()
      const replies = await Promise.all(Array.from({ length: 5 }, () => post(session, { email }, key)))
      const [first] = replies as [Reply]
      for (const reply of replies) expectEqual(reply, "id", expectStatus(reply, 201).id, first.body.id)
      const fresh = replies.filter(({ headers }) => headers["idempotent-replayed"] === undefined)
      expectThat(fresh.length === 1, first, "one response without Idempotent-Replayed", `${fresh.length}`)
      const { data } = await get(session, `/v1/customers?email=${email}`)
      expectThat(data.length === 1, first, "one customer", `${data.length}`)
    },
  },
  {
    id: "idempotency.corrected",
    title: "a key of a request that was refused for its parameters can be used for the corrected one",
    rule: RULE,
    run: async (session) => {
      const key = randomUUID()
      expectError(await post(session, { email: "nobody" }, key), 400, "parameter_invalid", "email")
      expectStatus(await post(session, { email: uniqueEmail() }, key), 201)
    },
  },
  {
    id: "idempotency.saved-error",
    title: "a 404 that the operation returns is saved, and replayed with a new request id",
    rule: RULE,
    run: async ({ request }) => {
      const idempotencyKey = randomUUID()
      const send = () => request("POST", "/v1/refunds", { payment_intent: "pi_nothing" }, { idempotencyKey })
      expectError(await send(), 404, "payment_intent_not_found")
      const again = await send()
      expectError(again, 404, "payment_intent_not_found")
      expectEqual(again, "Idempotent-Replayed", again.headers["idempotent-replayed"], "true")
    },
  },
  {
    id: "idempotency.window",
    title: "a key is free again after 24 hours of the account's time",
    rule: RULE,
    run: async (session) => {
      const key = randomUUID()
      const body = { email: uniqueEmail() }
      const first = await post(session, body, key)
      expectStatus(await session.request("POST", "/v1/test_helpers/clock/advance", { seconds: WINDOW_SECONDS - 60 }), 200)
      expectReplay(first, await post(session, body, key))
      expectStatus(await session.request("POST", "/v1/test_helpers/clock/advance", { seconds: 120 }), 200)
      const late = await post(session, body, key)
      expectThat(expectStatus(late, 201).id !== first.body.id, late, "a new customer", "the one of the first request")
    },
  },
]

export const idempotencyChecks = (version: Version): Check[] => [...operationChecks(version), ...requestChecks]

function post({ request }: Session, customer: Json, idempotencyKey: string): Promise<Reply> {
  return request("POST", "/v1/customers", customer, { idempotencyKey })
}

function expectReplay(first: Reply, again: Reply): void {
  expectEqual(again, "the response to the same request", `${again.status} ${again.text}`, `${first.status} ${first.text}`)
  expectEqual(again, "Idempotent-Replayed", again.headers["idempotent-replayed"], "true")
}

function expectInUse(reply: Reply): void {
  expectError(reply, 422, "idempotency_key_in_use")
}
