// A service of a later date. Its responses are the contract's examples with additions that no client knows yet: members, a status, an event
// type with its resource, an error type and an error code.
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Json } from "./json.ts"
import { contract } from "./openapi.ts"

/** The additions that a tolerant client can read from this service: a status, an event type and an error code. */
export const FUTURE = { status: "settling", type: "customer.renamed", code: "too_rainy" }

/** Adds a member to every object in a value, except to metadata, which holds the merchant's own strings. */
const withAdditions = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withAdditions)
  if (value === null || typeof value !== "object") return value
  const members = Object.entries(value).map(([name, member]) => [name, name === "metadata" ? member : withAdditions(member)])
  return { ...Object.fromEntries(members), weather: { sky: "blue" } }
}

const example = (name: string): Json => contract.components.examples[name].value

const intent = { ...example("payment_intent_succeeded"), status: FUTURE.status }
const renamed = { ...example("event_succeeded"), type: FUTURE.type, data: { object: example("customer") } }
const RESPONSES: Record<string, [number, Json]> = {
  retrieve: [200, intent],
  cancel: [400, { error: { ...example("payment_intent_unexpected_state").error, type: "weather_error", code: FUTURE.code } }],
  events: [200, { ...example("event_list"), data: [renamed, example("event_succeeded"), example("event_dispute")] }],
}

const operationOf = (url: string) => (url.includes("/events") ? "events" : url.endsWith("/cancel") ? "cancel" : "retrieve")

/** Starts the service on a free port. */
export const startFuture = async () => {
  const server = createServer((request, response) => {
    const [status, body] = RESPONSES[operationOf(request.url!.split("?")[0]!)]!
    response.writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "request-id": "req_1",
      "service-version": "2099-01-01",
      "service-should-retry": "false",
      "ratelimit-remaining": "499",
      "ratelimit-reset": "4070908800",
    })
    response.end(JSON.stringify(withAdditions(body)))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, "close")
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
