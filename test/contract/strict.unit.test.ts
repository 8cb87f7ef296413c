import { expect } from "chai"
import { operations, schemaViolations, valueViolations, violations, webhookNames } from "../support/contract/contract.ts"
import type { Json } from "../support/contract/json.ts"
import { contract, resolve } from "../support/contract/openapi.ts"

/** Every body with examples, in requests, responses and webhooks. */
const bodies: { title: string; node: Json }[] = [
  ...operations.flatMap(({ id, requestBody, responses }) => [
    { title: `${id} request`, node: requestBody },
    ...Object.entries<Json>(responses).map(([status, response]) => ({ title: `${id} ${status}`, node: response })),
  ]),
  ...webhookNames.map((name) => ({ title: `webhook ${name}`, node: contract["x-webhooks"][name].post.requestBody })),
]

describe("The contract, by a strict validator of OpenAPI 3.0", () => {
  it("has only valid examples", () => {
    let checked = 0
    for (const { title, node } of bodies) {
      const { schema, examples } = resolve(node)?.content?.["application/json"] ?? {}
      for (const [name, example] of Object.entries<Json>(examples ?? {})) {
        expect(valueViolations(`${title} example ${name}`, schema, resolve(example).value)).to.deep.equal([])
        checked++
      }
    }
    expect(checked).to.be.above(500)
  })

  it("takes null where a member can be null, and nowhere else", () => {
    const intent = structuredClone(contract.components.examples.payment_intent_pix.value)
    expect(schemaViolations("PaymentIntent", { ...intent, next_action: null })).to.deep.equal([])
    expect(schemaViolations("PaymentIntent", { ...intent, status: null })).not.to.deep.equal([])
    expect(schemaViolations("PaymentIntent", { ...intent, charges: null })).not.to.deep.equal([])
  })
})

describe("The judge of responses", () => {
  const intent = contract.components.examples.payment_intent_pix.value
  const { event_succeeded: event } = contract.components.examples

  it("finds members and values that the contract does not name, though clients must bear them", () => {
    expect(schemaViolations("PaymentIntent", intent)).to.deep.equal([])
    expect(schemaViolations("PaymentIntent", { ...intent, color: "blue" })).not.to.deep.equal([])
    expect(schemaViolations("PaymentIntent", { ...intent, charges: { latest: null, first: null } })).not.to.deep.equal([])
    expect(schemaViolations("PaymentIntent", { ...intent, status: "asleep" })).not.to.deep.equal([])
    expect(schemaViolations("PaymentIntent", { ...intent, next_action: { ...intent.next_action, color: 1 } })).not.to.deep.equal(
      [],
    )
    expect(schemaViolations("Event", event.value)).to.deep.equal([])
    const { data } = event.value
    expect(schemaViolations("Event", { ...event.value, data: { object: { ...data.object, color: 1 } } })).not.to.deep.equal([])
    expect(
      schemaViolations("Event", { ...event.value, data: { object: { object: "customer", id: "cus_1" } } }),
    ).not.to.deep.equal([])
  })

  it("finds an error code that the contract does not list for the operation and the status", () => {
    const body = contract.components.examples.customer_not_found.value
    const headers = { "content-type": "application/json", "request-id": body.error.request_id, "service-should-retry": "false" }
    const counted = { ...headers, "ratelimit-remaining": "499", "ratelimit-reset": "1777300860" }
    const response = { status: 404, headers: counted, body, text: JSON.stringify(body) }
    expect(violations("GET", "/v1/customers/cus_1", response)).to.deep.equal([])
    expect(violations("GET", "/v1/refunds/re_1", response)).to.deep.equal([
      "retrieveRefund 404 does not document the error code customer_not_found",
    ])
  })
})
