import { expect } from "chai"
import { newRecording } from "../../scripts/examples/recording.ts"
import { webhooks } from "../../src/sdk/runtime/webhooks.ts"
import type { Json } from "../support/app/client.ts"
import { keyedOperations, operations } from "../support/contract/examples.ts"
import { contract } from "../support/contract/openapi.ts"

/** No operation answers these. The first two are for paths and methods that the contract does not have. */
const NOT_OF_OPERATIONS = ["route_not_found", "method_not_allowed", "authentication_failed"]

const responsesOf = (path: string, method: string): [string, Json][] => Object.entries(contract.paths[path][method].responses)

describe("The examples of the contract", () => {
  it("show a response beside every request", () => {
    for (const { id, path, method, hasBody, examples } of keyedOperations) {
      const successes = responsesOf(path, method.toLowerCase()).filter(([status]) => status.startsWith("2"))
      const shown = successes.flatMap(([, { content }]) => Object.keys(content["application/json"].examples))
      if (hasBody) expect([...new Set(shown)], id).to.have.members(examples.map(({ name }) => name))
    }
  })

  it("are recorded, but for the shortened documents", () => {
    const byHand = operations.filter(({ path, method }) =>
      responsesOf(path, method.toLowerCase()).some(([, { content = {} }]) =>
        Object.values<Json>(content).some(({ examples = {} }) => Object.values<Json>(examples).some(({ $ref }) => !$ref)),
      ),
    )
    expect(byHand.map(({ id }) => id)).to.deep.equal(["retrieveOpenapi", "showDocs"])
  })

  it("are recorded with every operation that shows them, in the same words", () => {
    const id = "pi_1"
    const answer = (message: string) => ({ error: { code: "payment_intent_canceled", message } })
    const record = (operation: string, message: string) =>
      recording.keepResponse(operation, 400, "payment_intent_canceled", answer(message))
    const recording = newRecording(contract)
    record("succeedPaymentIntent", `The payment intent ${id} is canceled.`)
    expect(() => record("failPaymentIntent", `The payment intent ${id} is already canceled.`)).to.throw(
      "payment_intent_canceled is not the same at failPaymentIntent",
    )
    expect(() => recording.values()).to.throw("expirePaymentIntent 400 payment_intent_canceled")
  })

  it("show every error code that an operation can answer", () => {
    const shown = keyedOperations.flatMap(({ statuses, shown }) =>
      statuses.filter((status) => status >= "400").flatMap((status) => shown(Number(status)).map(({ error }) => error.code)),
    )
    expect([...new Set([...shown, ...NOT_OF_OPERATIONS])]).to.have.members(
      Object.keys(contract.components.schemas.ErrorCode["x-errors"]),
    )
  })

  it("show a webhook whose signature its endpoint's secret verifies", () => {
    const { event_succeeded, webhook_endpoint_with_secret } = contract.components.examples
    const { example: signature } = contract.components.parameters.ServiceSignature
    const body = JSON.stringify(event_succeeded.value)
    const { secret } = webhook_endpoint_with_secret.value
    expect(webhooks.constructEvent(body, signature, secret, Number.MAX_SAFE_INTEGER)).to.deep.equal(event_succeeded.value)
  })
})
