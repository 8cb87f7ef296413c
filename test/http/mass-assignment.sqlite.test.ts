import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { keyedOperations, type Operation } from "../support/contract/examples.ts"
import { contract, resolve } from "../support/contract/openapi.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

/** Columns and members that only Vintém sets, on whatever object. */
const NEVER_TAKEN = [
  "id",
  "object",
  "account",
  "livemode",
  "created",
  "status",
  "amount_refunded",
  "clock_offset",
  "scopes",
  "kind",
]

/** The members of any branch of a schema. */
const membersOf = (node: Json): string[] => {
  const { properties = {}, oneOf = [], allOf = [] } = resolve(node) ?? {}
  return [...Object.keys(properties), ...[...oneOf, ...allOf].flatMap(membersOf)]
}

const rawOf = ({ path, method }: Operation): Json => contract.paths[path][method.toLowerCase()]
const schemaIn = (part: Json): Json => resolve(part)?.content?.["application/json"]?.schema

describe("A member that only Vintém sets", () => {
  let vintem: Vintem
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  for (const operation of keyedOperations.filter(({ method }) => method === "POST")) {
    it(`is refused by ${operation.id}`, async () => {
      const { requestBody, responses } = rawOf(operation)
      const taken = membersOf(schemaIn(requestBody))
      const shown = Object.entries<Json>(responses).flatMap(([status, response]) =>
        status.startsWith("2") ? membersOf(schemaIn(response)) : [],
      )
      const path = operation.path.replace(/\{\w+\}/g, "x")
      const { body = {} } = operation.examples[0]!
      for (const name of new Set([...shown, ...NEVER_TAKEN].filter((each) => !taken.includes(each)))) {
        const response = await merchant.request(operation.method, path, { ...body, [name]: "x" })
        expect([response.status, response.body.error?.code, response.body.error?.param], name).to.deep.equal([
          400,
          "parameter_unknown",
          name,
        ])
      }
    })
  }
})
