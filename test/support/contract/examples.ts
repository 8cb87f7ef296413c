// Makes requests from the examples of openapi.yaml. Their ids are replaced by those of existing objects.

import * as contracted from "../../../src/cli/conformance/contract/operations.ts"
import * as requests from "../../../src/cli/conformance/requests.ts"
import type { Json } from "../app/client.ts"
import type { Running } from "../app/vintem.ts"
import { type Merchant, newEndpoint, payOne } from "../merchants/merchant.ts"
import { newPaymentLink } from "../merchants/payment-links.ts"
import { expectStatus, newIntent, newToken } from "../merchants/payments.ts"
import { newPayer, newRecurringProduct, saveNewCard, subscribe } from "../merchants/subscriptions.ts"
import { resolve } from "./openapi.ts"

export type Operation = contracted.Operation & {
  hasBody: boolean
  /** The dotted paths of the members that a body must have. */
  requiredIn(body: Json): string[]
  statuses: string[]
  /** The example bodies of a status in the contract. */
  shown(status: number): Json[]
}

/** Every operation of the contract. An operation without a request body has one example with an undefined body. */
export const operations: Operation[] = contracted.operations.map((operation) => ({
  ...operation,
  hasBody: operation.requestBody !== undefined,
  requiredIn: (body) => contracted.requiredIn(contracted.bodySchema(operation), body),
  statuses: Object.keys(operation.responses),
  shown: (status) => {
    const { content } = resolve(operation.responses[status])
    return Object.values<Json>(content["application/json"].examples).map((example) => resolve(example).value)
  },
}))

export { EXAMPLE_ID, type Makers } from "../../../src/cli/conformance/requests.ts"

/** Returns an error without the parts that differ between requests. */
export const withoutRequest = ({ error }: Json): Json => ({ ...error, request_id: undefined })

/** The operations that need an API key. */
export const keyedOperations = operations.filter(({ keyed }) => keyed)

export function makersInTestMode(vintem: Running, merchant: Merchant): requests.Makers {
  let payer: Promise<string> | undefined
  const customer = () => (payer ??= newPayer(merchant))
  const refund = async () =>
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: (await payOne(merchant)).id }), 201)
  return {
    cus: customer,
    prd: () => newRecurringProduct(vintem, merchant),
    tok: async () => (await newToken(merchant)).id,
    pm: async () => saveNewCard(merchant, await customer()),
    pi: async ({ id }) => {
      if (id === "createRefund") return (await payOne(merchant)).id
      if (id === "capturePaymentIntent") return authorizeOne(merchant, await customer())
      if (id === "listRefunds") return (await refund()).payment_intent
      return (await newIntent(merchant, { customer: await customer() })).id
    },
    re: async () => (await refund()).id,
    csub: async ({ id: operation }) => {
      const product = await newRecurringProduct(vintem, merchant)
      const { id } = await subscribe(merchant, product, { customer: await customer() })
      const isResumed = operation === "resumeCustomerSubscription"
      if (isResumed) expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${id}/pause`, {}), 200)
      return id
    },
    evt: async () => {
      await payOne(merchant)
      return (await merchant.request("GET", "/v1/events?limit=1")).body.data[0].id
    },
    plink: async () => newPaymentLink(merchant, await newRecurringProduct(vintem, merchant)),
    we: async () => (await newEndpoint(merchant, "https://shop.example/webhooks/vintem")).id,
  }
}

async function authorizeOne(merchant: Merchant, customer: string): Promise<string> {
  const { id } = await newIntent(merchant, { customer, capture_method: "manual" })
  const { id: payment_method } = await newToken(merchant)
  expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method }), 200)
  return id
}

/**
 * Makes requests from examples for one merchant. The objects in an example are created anew for each request, in a state that the operation
 * accepts.
 */
export function fillIn(vintem: Running, merchant: Merchant, make = makersInTestMode(vintem, merchant)) {
  return requests.fillIn(merchant.request, make)
}
