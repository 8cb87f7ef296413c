// What holds for every request: idempotency keys, and the classes of errors.
import { equal, match, ok, rejects } from "node:assert/strict"
import type { Steps } from "./world.ts"

export const requests: Steps = {
  "an idempotency key runs one operation once": async ({ vintem }) => {
    const idempotencyKey = globalThis.crypto?.randomUUID() ?? "0c2f4b3e-6a58-4d07-8a9e-2f3f6f7b9d10"
    const first = await vintem.customers.create({ email: "once@example.com" }, { idempotencyKey })
    const second = await vintem.customers.create({ email: "once@example.com" }, { idempotencyKey })
    equal(second.id, first.id)
    equal(first.lastResponse.headers.get("idempotent-replayed"), null)
    equal(second.lastResponse.headers.get("idempotent-replayed"), "true")
    await rejects(vintem.customers.create({ email: "twice@example.com" }, { idempotencyKey }), {
      name: "IdempotencyError",
      code: "idempotency_key_in_use",
      status: 422,
    })
  },

  "errors have the class of their type": async ({ sdk, vintem, baseUrl }) => {
    const wrongKey = { apiKey: "zsk_test_00000000000000000000000000000000" }
    await rejects(vintem.customers.list({}, wrongKey), { name: "AuthenticationError", code: "api_key_invalid", status: 401 })
    await rejects(vintem.customers.retrieve("cus_none"), (error) => {
      ok(error instanceof sdk.NotFoundError && error instanceof sdk.VintemError && error instanceof Error)
      equal(error.requestId, error.headers?.get("request-id"))
      match(error.message, /./)
      return true
    })
    await rejects(vintem.customers.create({ email: "" }), {
      name: "InvalidRequestError",
      code: "parameter_invalid",
      param: "email",
    })
    await rejects(vintem.customers.list({}, { version: "1999-01-01" }), {
      name: "InvalidRequestError",
      code: "parameter_invalid",
    })
    await rejects(vintem.request({ method: "GET", path: "/v1/nothing" }), { name: "NotFoundError", code: "route_not_found" })
    const unreachable = new sdk.Vintem("zsk_test_a", { baseUrl: "http://127.0.0.1:9", maxRetries: 0 })
    await rejects(unreachable.balance.retrieve(), { name: "ConnectionError" })
    const hasty = new sdk.Vintem("zsk_test_a", { baseUrl, maxRetries: 0, timeout: 1, fetch: (_, { signal }) => slow(signal) })
    await rejects(hasty.balance.retrieve(), { name: "TimeoutError" })
  },
}

const slow = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
