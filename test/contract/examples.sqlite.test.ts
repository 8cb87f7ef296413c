// Every operation runs on both databases in test/accounts/somebody-else. Here SQLite is enough: the examples are the same.
import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { fillIn, keyedOperations, operations } from "../support/contract/examples.ts"
import { contract } from "../support/contract/openapi.ts"
import { newMerchant } from "../support/merchants/merchant.ts"

describe("The examples of the contract", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  for (const operation of keyedOperations) {
    for (const { name, body } of operation.examples) {
      it(`${operation.id} accepts ${operation.hasBody ? `"${name}"` : "a request without a body"}`, async () => {
        const merchant = await newMerchant(vintem)
        const request = await fillIn(vintem, merchant)(operation, body)
        const { status, text } = await merchant.request(request.method, request.path, request.body)
        expect(status, text).to.be.within(200, 201)
      })
    }
  }

  for (const operation of operations.filter(({ keyed }) => !keyed)) {
    it(`${operation.id} works without a key`, async () => {
      expect((await vintem.request("GET", operation.path, undefined, { key: null })).status).to.equal(200)
    })
  }

  it("retrieveOpenapi returns the repository's document with the service's own address", async () => {
    const { body } = await vintem.request("GET", "/v1/openapi.json?version=2026-12-01", undefined, { key: null })
    expect(body).to.deep.equal({ ...contract, servers: [{ url: vintem.url }] })
  })
})
