// Which members may be null comes from the contract and not from the database, so SQLite is enough.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { fillIn, type Operation, operations } from "../support/contract/examples.ts"
import { bodyWith } from "../support/contract/limits.ts"
import { contract, resolve } from "../support/contract/openapi.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const creates = operations.filter(({ hasBody, statuses }) => hasBody && statuses.includes("201"))

/** What an example needs beyond its schema. */
const NEEDED: Record<string, string[]> = { "createPaymentIntent pix_automatico": ["product"] }

/** The dotted paths of all members that the schema names, in any of its branches. Of nested ones, those whose parent is in `body`. */
function membersOf(node: Json, body: Json, path: string[] = []): string[] {
  const { properties = {}, oneOf = [] } = resolve(node)
  const own = Object.entries<Json>(properties).flatMap(([name, member]) => {
    const inside = body[name] instanceof Object ? membersOf(member, body[name], [...path, name]) : []
    return [[...path, name].join("."), ...inside]
  })
  return [...new Set([...own, ...oneOf.flatMap((branch: Json) => membersOf(branch, body, path))])]
}

describe("On create, null means absent", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const schemaOf = ({ path }: Operation) => contract.paths[path].post.requestBody.content["application/json"].schema

  for (const operation of creates) {
    for (const { name, body } of operation.examples) {
      const required = operation.requiredIn(body)
      const needed = NEEDED[`${operation.id} ${name}`] ?? []
      const members = membersOf(schemaOf(operation), body).filter((member) => !needed.includes(member))

      it(`${operation.id} "${name}" with null for each optional member: ${members.filter((each) => !required.includes(each)).join(", ") || "none"}`, async () => {
        for (const member of members) {
          const merchant = await newMerchant(vintem)
          const request = await fillIn(vintem, merchant)(operation, body)
          const raw = bodyWith(request.body, member, null)
          const headers = { "content-type": "application/json" }
          const response = await merchant.request("POST", request.path, undefined, { raw, headers })
          const { status, text } = response
          if (!required.includes(member)) expect(status, `${member}: ${text}`).to.equal(201)
          else expect(response.body.error, member).to.include({ code: "parameter_missing", param: member })
        }
      })
    }
  }

  it("covers every operation that creates something", () => {
    expect(creates.map(({ id }) => id)).to.include.members(["createToken", "createPaymentIntent", "createWebhookEndpoint"])
    expect(creates.flatMap((operation) => membersOf(schemaOf(operation), {})).length).to.be.at.least(30)
  })

  const card = { number: "4242424242424242", expMonth: 12, expYear: 2034, cvc: "123" }

  it("a member of another type may be null, but not something else", async () => {
    const create = (body: object) => vintem.request("POST", "/v1/tokens", body)
    expectStatus(await create({ type: "card", card, wallet: null }), 201)
    expectStatus(await create({ type: "pix", card: null, wallet: null }), 201)
    expect(expectStatus(await create({ type: "pix", card }), 400).error).to.include({ code: "parameter_unknown", param: "card" })
  })

  it("an unknown member is refused, also if it is null, and an item of a list is not left out", async () => {
    const create = (path: string, body: object) => vintem.request("POST", path, body)
    for (const unknown of ["wallets", "toString", "constructor"]) {
      const response = await create("/v1/tokens", { type: "pix", [unknown]: null })
      expect(expectStatus(response, 400).error, unknown).to.include({ code: "parameter_unknown", param: unknown })
    }
    const nested = await create("/v1/tokens", { type: "card", card: { ...card, pin: null } })
    expect(expectStatus(nested, 400).error).to.include({ code: "parameter_unknown", param: "card.pin" })
    const items = await create("/v1/webhook_endpoints", { url: "https://shop.example/", events: [null] })
    expect(expectStatus(items, 400).error.code).to.equal("parameter_invalid")
  })

  it("a body with a null is still another body for the Idempotency-Key", async () => {
    const idempotencyKey = randomUUID()
    const create = (body: object) => vintem.request("POST", "/v1/products", body, { idempotencyKey })
    const token = { body: { type: "pix", card: null }, idempotencyKey: randomUUID() }
    const tokenize = () => vintem.request("POST", "/v1/tokens", token.body, { idempotencyKey: token.idempotencyKey })
    expect(expectStatus(await tokenize(), 201)).to.deep.equal(expectStatus(await tokenize(), 201))
    const first = await create({ name: "Café", description: null })
    expect((await create({ description: null, name: "Café" })).body).to.deep.equal(first.body)
    expect(expectStatus(await create({ name: "Café" }), 422).error.code).to.equal("idempotency_key_in_use")
  })
})
