import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { findIntentAnywhere } from "../../src/payments/intents/store.ts"
import type { Json, Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm, confirmWith, help, newBareToken, newPayer, retrieve } from "../support/merchants/rails.ts"

const refusalOf = ({ status, body }: Response): string => `${status} ${body.error?.code} ${body.error?.param}`

describe("Confirming a payment intent", () => {
  let vintem: Running
  let live: Merchant
  let faults: Faults
  before(async () => {
    // There is no scheduler, so nothing happens in the background.
    vintem = await startVintem({}, { live: true, role: "api" })
    live = await newMerchant(vintem, "live")
    faults = vintem.server.modes.test.config.mockFaults
  })
  afterEach(() => {
    delete faults.authorize
  })
  after(() => vintem.close())

  const newWallet = async (): Promise<Json> => {
    const wallet = { type: "wallet", wallet: { provider: "apple_pay", payload: "abc" } }
    return expectStatus(await vintem.request("POST", "/v1/tokens", wallet), 201)
  }
  const saveCard = async (customer: string): Promise<Json> => {
    const { id: token } = await newToken(vintem)
    return expectStatus(await vintem.request("POST", "/v1/payment_methods", { customer, token }), 201)
  }

  describe("checks the request in order", () => {
    it("the state before the payment method", async () => {
      const used = (await newToken(vintem)).id
      const succeeded = await newIntent(vintem)
      expectStatus(await confirm(vintem, succeeded.id, used), 200)
      const canceled = await newIntent(vintem)
      expectStatus(await vintem.request("POST", `/v1/payment_intents/${canceled.id}/cancel`), 200)
      const expired = await newIntent(vintem)
      expectStatus(await help(vintem, expired.id, "expire"), 200)
      for (const method of [used, "tok_none", "pm_none", "src_none"]) {
        const of = async ({ id }: Json) => refusalOf(await confirm(vintem, id, method))
        expect(await of(succeeded)).to.equal("400 payment_intent_unexpected_state undefined")
        expect(await of(canceled)).to.equal("400 payment_intent_canceled undefined")
        expect(await of(expired)).to.equal("400 payment_intent_expired undefined")
      }
      expect(refusalOf(await confirm(vintem, "pi_none", used))).to.equal("404 payment_intent_not_found undefined")
    })

    it("the payment method before its type", async () => {
      const { id: customer } = await newPayer(vintem)
      const { id } = await newIntent(vintem, { customer, payment_method_types: ["boleto"] })
      const used = (await newToken(vintem)).id
      expectStatus(await confirm(vintem, (await newIntent(vintem)).id, used), 200)
      const of = async (method: string) => refusalOf(await confirm(vintem, id, method))
      expect(await of(used)).to.equal("400 token_unusable payment_method")
      expect(await of("tok_none")).to.equal("400 token_unusable payment_method")
      expect(await of("pm_none")).to.equal("404 payment_method_not_found payment_method")
      expect(await of("src_none")).to.equal("400 parameter_invalid payment_method")
      expect(await of((await newWallet()).id)).to.equal("400 unsupported_token_type payment_method")
      expect(await of((await saveCard((await newPayer(vintem)).id)).id)).to.equal("404 payment_method_not_found payment_method")
      // The customer's own card, but the payment intent takes no cards.
      expect(await of((await saveCard(customer)).id)).to.equal("400 parameter_invalid payment_method")
      expect(await of((await newToken(vintem)).id)).to.equal("400 parameter_invalid payment_method")
    })

    it("the type before the customer's data", async () => {
      const bare = expectStatus(await vintem.request("POST", "/v1/customers", { email: "a@example.com" }), 201)
      const token = await newBareToken(vintem, "boleto")
      const of = async (payment_method_types: string[]) => {
        const { id } = await newIntent(vintem, { customer: bare.id, payment_method_types })
        return refusalOf(await confirm(vintem, id, token.id))
      }
      expect(await of(["card", "pix"])).to.equal("400 parameter_invalid payment_method")
      expect(await of(["card", "boleto"])).to.equal("400 parameter_missing customer.name")
    })

    it("the state, the payment method and the customer's data before a missing acquirer; a card needs no customer data", async () => {
      const customer = (await newCustomer(live)).id
      const { id } = await newIntent(live, { customer, payment_method_types: ["card", "pix"] })
      const [card, pix, boleto] = [await newToken(live), await newBareToken(live, "pix"), await newBareToken(live, "boleto")]
      const of = async (method: Json) => refusalOf(await confirm(live, id, method.id))
      expect(await of(boleto)).to.equal("400 parameter_invalid payment_method")
      expect(await of(pix)).to.equal("400 parameter_missing customer.document")
      expect(await of(card)).to.equal("503 not_ready undefined")
      expectStatus(await live.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
      expect(await of(card)).to.equal("400 payment_intent_canceled undefined")
    })
  })

  it("does not save a 503 not_ready: the same key tries again", async () => {
    const { id } = await newIntent(live)
    const { id: payment_method } = await newToken(live)
    const idempotencyKey = newIdempotencyKey()
    const path = `/v1/payment_intents/${id}/confirm`
    for (let i = 0; i < 2; i++) {
      const response = await live.request("POST", path, { payment_method }, { idempotencyKey })
      expect(refusalOf(response)).to.equal("503 not_ready undefined")
      expect(response.headers["service-should-retry"]).to.equal("true")
      expect(response.headers).not.to.have.property("idempotent-replayed")
    }
    expectStatus(await live.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    const after = await live.request("POST", path, { payment_method }, { idempotencyKey })
    expect(refusalOf(after)).to.equal("400 payment_intent_canceled undefined")
  })

  describe("return_url", () => {
    const refused = "400 parameter_invalid return_url"
    const EVERYWHERE = ["https://shop.example/thanks", "https://localhost/back", "https://shop.example:8443/?a=b#c"]
    const LOCAL = ["http://localhost/", "http://localhost:8080/back", "http://127.0.0.1:3000/", "http://[::1]:3000/"]
    const NOWHERE = [
      ...["http://shop.example/", "http://localhost.shop.example/", "http://mylocalhost/", "http://127.0.0.1.shop.example/"],
      ...["http://shop.example/?localhost", "http://localhost@shop.example/", "http://10.0.0.1/", "http://[::2]/"],
      ...["ftp://localhost/", "javascript:alert(1)", "data:text/html,x", "ws://localhost/", "//localhost/", "/back", "localhost"],
    ]

    it("must be https, or http on localhost with a test key", async () => {
      for (const return_url of [...EVERYWHERE, ...LOCAL]) {
        const { id } = await newIntent(vintem)
        const { next_action } = await confirmWith(vintem, id, CARDS.threeDs, { return_url })
        expect(next_action.return_url).to.equal(return_url)
      }
      const { id } = await newIntent(vintem)
      const { id: token } = await newToken(vintem)
      for (const return_url of NOWHERE)
        expect(refusalOf(await confirm(vintem, id, token, { return_url })), return_url).to.equal(refused)
      // The rejected requests did not use the token. `null` means no return_url.
      expect(expectStatus(await confirm(vintem, id, token, { return_url: null }), 200).status).to.equal("succeeded")
    })

    it("must be https with a live key", async () => {
      const { id } = await newIntent(live)
      const { id: token } = await newToken(live)
      for (const return_url of [...LOCAL, ...NOWHERE])
        expect(refusalOf(await confirm(live, id, token, { return_url })), return_url).to.equal(refused)
      for (const return_url of EVERYWHERE)
        expect(refusalOf(await confirm(live, id, token, { return_url })), return_url).to.equal("503 not_ready undefined")
    })
  })

  it("makes other requests for the payment wait for a slow acquirer, whose verdict stands", async () => {
    const { id } = await newIntent(vintem)
    const { id: payment_method } = await newToken(vintem)
    const path = `/v1/payment_intents/${id}`
    const idempotencyKey = newIdempotencyKey()
    const cancel = () => vintem.request("POST", `${path}/cancel`, undefined, { idempotencyKey })
    const own = { idempotencyKey: newIdempotencyKey() }
    faults.authorize = "slow:3000"
    const confirming = vintem.request("POST", `${path}/confirm`, { payment_method }, own)
    await until(
      async () => (await vintem.server.modes.test.database.one(findIntentAnywhere, { id }))?.running_attempt ?? undefined,
    )

    // A different request with the same key is rejected without waiting.
    const another = await vintem.request("POST", `${path}/confirm`, { payment_method, off_session: true }, own)
    expect(refusalOf(another)).to.equal("422 idempotency_key_in_use undefined")
    expect((await retrieve(vintem, id)).status).to.equal("requires_payment_method")
    // Requests of another account with the same key are independent, whether they fail or succeed.
    const stranger = await newMerchant(vintem)
    const { id: customer } = await newCustomer(stranger)
    const { id: token } = await newToken(stranger, CARDS.unreachable)
    expectStatus(await stranger.request("POST", "/v1/payment_methods", { customer, token }, own), 503)
    expectStatus(await stranger.request("POST", "/v1/customers", { email: "b@example.com" }, own), 201)
    const others = [
      confirm(vintem, id, payment_method),
      confirm(vintem, id, "tok_none"),
      cancel(),
      ...(["succeed", "fail", "expire"] as const).map((what) => help(vintem, id, what)),
    ]

    const confirmed = await confirming
    expect(expectStatus(confirmed, 200).status).to.equal("succeeded")
    const repeated = await vintem.request("POST", `${path}/confirm`, { payment_method }, own)
    expect([repeated.text, repeated.headers["idempotent-replayed"]]).to.deep.equal([confirmed.text, "true"])
    for (const response of await Promise.all(others))
      expect(refusalOf(response)).to.equal("400 payment_intent_unexpected_state undefined")
    // The final response of the cancellation was saved under its key.
    const again = await cancel()
    expect(refusalOf(again)).to.equal("400 payment_intent_unexpected_state undefined")
    expect(again.headers["idempotent-replayed"]).to.equal("true")
  })
})
