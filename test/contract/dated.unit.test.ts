import { readFileSync } from "node:fs"
import { expect } from "chai"
import { load } from "js-yaml"
import { CONTRACT_FILE, compileContract } from "../../src/contract/contract.ts"
import { contractOf, membersSince } from "../../src/contract/dated.ts"
import { NEWEST_VERSION, VERSIONS } from "../../src/versions.ts"
import { NEWEST } from "../support/contract/dated.ts"

/** The same contract as it was before. */
const BEFORE = `
openapi: 3.0.3
info: { title: Shop, version: "2026-04-27" }
paths:
  /v1/orders:
    get:
      operationId: listOrders
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { "200": { description: Orders. } }
    post:
      operationId: createOrder
      requestBody:
        content:
          application/json:
            schema: { $ref: "#/components/schemas/OrderParams" }
            examples: { plain: { value: { item: bread } } }
      responses: { "201": { description: The order., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
x-webhooks:
  order.made: { post: { responses: {} } }
components:
  parameters: {}
  schemas:
    OrderParams:
      type: object
      additionalProperties: false
      required: [item]
      properties:
        item: { type: string }
        day: { type: string, x-since: "2026-11-21" }
        count: { type: integer, minimum: 1 }
        events: { type: array, items: { type: string, enum: [order.made] } }
    Order:
      type: object
      description: What somebody ordered.
      required: [object, status]
      properties:
        object: { type: string, enum: [order] }
        status: { type: string, x-extensible-enum: [made], x-enumDescriptions: { made: Made. } }
        baker: { $ref: "#/components/schemas/Baker" }
        gift: { type: string }
    Baker: { type: object, properties: { name: { type: string } } }
  examples:
    order: { value: { object: order, status: made, baker: { name: Ana } } }
`

const parsed = (text: string) => load(text) as object

describe("The contract of an older version", () => {
  it("lacks all that x-since dates after it, and what only that refers to", () => {
    expect(contractOf(parsed(NEWEST), "2026-04-27")).to.deep.equal(parsed(BEFORE))
  })

  it("is the same for both dates before the first gate, but for its own date", () => {
    const [older, newer] = (["2026-04-25", "2026-04-27"] as const).map((date) => contractOf(parsed(NEWEST), date))
    expect({ ...older, info: undefined }).to.deep.equal({ ...newer, info: undefined })
    expect(older).to.deep.include({ info: { title: "Shop", version: "2026-04-25" } })
  })

  it("is openapi.yaml itself for the newest version", () => {
    const document = parsed(readFileSync(CONTRACT_FILE, "utf8"))
    expect(contractOf(document, NEWEST_VERSION)).to.deep.equal(JSON.parse(JSON.stringify(document)))
  })

  it("decides which routes there are, and which members a request may have", async () => {
    const contract = await compileContract(NEWEST)
    const older = contract.at("2026-04-27")
    expect(contract.match("POST", "/v1/orders/1/wrap").found).to.equal("operation")
    expect(older.match("POST", "/v1/orders/1/wrap")).to.deep.equal({ found: "nothing" })
    expect(older.match("PUT", "/v1/orders")).to.deep.equal({ found: "path", allow: ["GET", "POST"] })
    const problem = (dated: typeof older, requestBody: object) => {
      const [operation] = dated.operations.filter(({ operationId }) => operationId === "createOrder")
      return dated.check(operation as NonNullable<typeof operation>, { path: {}, query: {}, header: {}, requestBody })?.keyword
    }
    for (const [body, here, before] of [
      [{ item: "bread", day: "today", events: ["order.made"] }, undefined, undefined],
      [{ item: "bread", wrap: true }, undefined, "additionalProperties"],
      [{ item: "bread", events: ["order.wrapped"] }, undefined, "enum"],
    ] as const)
      expect([problem(contract, body), problem(older, body)], JSON.stringify(body)).to.deep.equal([here, before])
  })

  it("shares the operations whose requests did not change", async () => {
    const contract = await compileContract(readFileSync(CONTRACT_FILE, "utf8"))
    const shared = contract.at("2026-04-25").find("createProduct")
    expect(shared).to.equal(contract.find("createProduct"))
  })
})

describe("The members that versions added to a resource", () => {
  it("are found with their dates, also inside of other objects", () => {
    expect(membersSince(parsed(NEWEST))).to.deep.equal({ order: { paper: "2026-12-01", baker: { hat: "2026-12-01" } } })
  })
})

describe("The dates of versions", () => {
  it("rise", () => {
    const dates = VERSIONS.map(({ date }) => date)
    expect(dates).to.deep.equal([...dates].sort())
  })
})
