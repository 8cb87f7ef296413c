import { expect } from "chai"
import type { Json, Response } from "../support/app/client.ts"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirmWith, eventsOf, retrieve } from "../support/merchants/rails.ts"

/** The response to another account's id is the same as to an id that does not exist. */
describe("A payment intent of another account or mode", () => {
  let vintem: Vintem
  let owner: Merchant
  let strangers: Merchant[]
  before(async () => {
    vintem = await startVintem({}, { live: true })
    owner = await newMerchant(vintem)
    const live = await vintem.newKey({ account: owner.account, mode: "live" })
    const request: Merchant["request"] = (method, path, body, options) =>
      vintem.request(method, path, body, { key: live.key, ...options })
    strangers = [await newMerchant(vintem), { ...owner, key: live.key, request }]
  })
  after(() => vintem.close())

  const generic = ({ status, body }: Response, id: string): Json => {
    const { request_id: _, ...error } = body.error
    return { status, error: JSON.parse(JSON.stringify(error).replaceAll(id, "{id}")) }
  }

  const ACTIONS: Record<string, (merchant: Merchant, id: string) => Promise<Response>> = {
    retrieve: (merchant, id) => merchant.request("GET", `/v1/payment_intents/${id}`),
    confirm: async (merchant, id) => {
      const { id: payment_method } = await newToken(merchant)
      return merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method })
    },
    cancel: (merchant, id) => merchant.request("POST", `/v1/payment_intents/${id}/cancel`),
    refund: (merchant, id) => merchant.request("POST", "/v1/refunds", { payment_intent: id }),
  }
  const HELPERS = ["succeed", "fail", "expire"]
  const unusedId = ({ id }: Json): string => `${id.slice(0, -6)}zzzzzz`

  for (const [what, act] of Object.entries(ACTIONS)) {
    it(`${what}: is not found and does not change`, async () => {
      const fresh = await newIntent(owner)
      const waiting = await confirmWith(owner, (await newIntent(owner)).id, CARDS.threeDs)
      for (const intent of [fresh, waiting]) {
        for (const stranger of strangers) {
          const response = await act(stranger, intent.id)
          const unknown = await act(stranger, unusedId(intent))
          expect(response.status).to.equal(404)
          expect(response.body.error.code).to.equal("payment_intent_not_found")
          expect(generic(response, intent.id)).to.deep.equal(generic(unknown, unusedId(intent)))
        }
        expect(await retrieve(owner, intent.id)).to.deep.equal(intent)
        expect(await eventsOf(owner, intent.id)).to.deep.equal([])
      }
    })
  }

  for (const what of HELPERS) {
    it(`the test helper '${what}' does not find it`, async () => {
      const intent = await newIntent(owner)
      const [stranger] = strangers
      for (const id of [intent.id, unusedId(intent)]) {
        const response = await stranger!.request("POST", `/v1/test_helpers/payment_intents/${id}/${what}`)
        expect([response.status, response.body.error?.code]).to.deep.equal([404, "payment_intent_not_found"])
      }
      expect(await retrieve(owner, intent.id)).to.deep.equal(intent)
    })
  }

  it("is in no list, cannot be a cursor, and its customer is not found", async () => {
    const customer = await newCustomer(owner)
    const intent = await newIntent(owner, { customer: customer.id })
    for (const stranger of strangers) {
      const list = (query: string) => stranger.request("GET", `/v1/payment_intents?${query}`)
      expect(expectStatus(await list(`customer=${customer.id}`), 200).data).to.deep.equal([])
      expect(expectStatus(await list("limit=100"), 200).data).to.deep.equal([])
      for (const cursor of ["starting_after", "ending_before"]) {
        const { body } = await list(`${cursor}=${intent.id}`)
        expect([body.error?.code, body.error?.param]).to.deep.equal(["parameter_invalid", cursor])
      }
      const body = { amount: 1, currency: "brl", customer: customer.id }
      const created = await stranger.request("POST", "/v1/payment_intents", body)
      expect([created.status, created.body.error?.code]).to.deep.equal([404, "customer_not_found"])
    }
  })

  it("a product of another account or mode is not found", async () => {
    const product = expectStatus(await owner.request("POST", "/v1/products", { name: "Café" }), 201)
    for (const stranger of strangers) {
      const { id: customer } = await newCustomer(stranger)
      const body = { amount: 1, currency: "brl", customer, product: product.id }
      const created = await stranger.request("POST", "/v1/payment_intents", body)
      expect([created.status, created.body.error?.code]).to.deep.equal([404, "product_not_found"])
    }
  })

  it("a token of another account or mode is unusable", async () => {
    const { id: payment_method } = await newToken(owner)
    for (const stranger of strangers) {
      const { id } = await newIntent(stranger)
      const { status, body } = await stranger.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method })
      expect([status, body.error?.code]).to.deep.equal([400, "token_unusable"])
    }
  })
})
