import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"
import { confirmWith } from "../support/merchants/rails.ts"

const UTM = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "utm_referrer",
  "utm_landing_page",
  "src",
  "sck",
]
const utmOf = (given: object): object => ({ ...Object.fromEntries(UTM.map((key) => [key, null])), ...given })

describe("Creating a payment intent", () => {
  let vintem: Vintem
  let customer: string
  before(async () => {
    vintem = await startVintem()
    customer = (await newCustomer(vintem)).id
  })
  after(() => vintem.close())

  const create = (details: object) =>
    vintem.request("POST", "/v1/payment_intents", { amount: 4990, currency: "brl", customer, ...details })
  const refusalOf = async (details: object) => {
    const { status, body } = await create(details)
    return `${status} ${body.error?.code} ${body.error?.param}`
  }
  const newProduct = async (details: object = {}): Promise<string> =>
    expectStatus(await vintem.request("POST", "/v1/products", { name: "Café", ...details }), 201).id
  const listed = async (): Promise<Json[]> =>
    expectStatus(await vintem.request("GET", `/v1/payment_intents?customer=${customer}`), 200).data

  it("returns the given members, and null for the others", async () => {
    const { id, created, hosted_url, ...bare } = expectStatus(await create({}), 201)
    expect(bare).to.deep.equal({
      ...{
        object: "payment_intent",
        livemode: false,
        amount: 4990,
        currency: "brl",
        status: "requires_payment_method",
        customer,
      },
      ...{ product: null, subscription: null, description: null, statement_descriptor: null, payment_method_types: ["card"] },
      ...{ last_payment_error: null, charges: { latest: null }, next_action: null, cancellation_reason: null },
      ...{ utm: null, metadata: {}, payment_method_details: null, amount_refunded: 0 },
      ...{ capture_method: "automatic", amount_capturable: 0, amount_received: 0, capture_before: null },
      ...{ payment_link: null, replaces: null, replaced_by: null },
      payment_method_options: { card: { request_three_d_secure: null, max_installments: null }, pix: null, boleto: null },
    })
    expect(id).to.match(/^pi_/)
    expect(hosted_url).to.contain(`/pay/${id.slice(3)}`)
    expect(created).to.be.within(Date.now() / 1000 - 60, Date.now() / 1000 + 1)
    const details = {
      product: await newProduct(),
      description: "Pedido 1042",
      statement_descriptor: "PADARIA DO ZE",
      payment_method_types: ["boleto", "card"],
    }
    expect(expectStatus(await create(details), 201)).to.deep.include(details)
  })

  it("treats null as absent", async () => {
    const nothing = { product: null, payment_method_types: null, description: null, statement_descriptor: null, utm: null }
    const expected = { ...nothing, payment_method_types: ["card"] }
    expect(expectStatus(await create(nothing), 201)).to.deep.include(expected)
  })

  it("rejects an inactive product, and accepts it once it is active again", async () => {
    const product = await newProduct({ status: "INACTIVE" })
    expect(await refusalOf({ product })).to.equal("400 parameter_invalid product")
    expectStatus(await vintem.request("POST", `/v1/products/${product}`, { status: "ACTIVE" }), 200)
    expect(expectStatus(await create({ product }), 201).product).to.equal(product)
  })

  it("reports which of customer and product does not exist", async () => {
    expect(await refusalOf({ customer: "cus_none" })).to.equal("404 customer_not_found customer")
    expect(await refusalOf({ product: "prd_none" })).to.equal("404 product_not_found product")
  })

  it("accepts ISO 4217 currencies, and only brl for PIX and boleto", async () => {
    expect(await refusalOf({ currency: "zzz" })).to.equal("400 parameter_invalid currency")
    for (const types of [["pix"], ["boleto"], ["card", "boleto"]])
      expect(await refusalOf({ currency: "usd", payment_method_types: types })).to.equal("400 parameter_invalid currency")
    expect(expectStatus(await create({ currency: "usd", payment_method_types: ["card"] }), 201).currency).to.equal("usd")
  })

  it("limits the length of texts in code points", async () => {
    const of = (length: number) => "😀".repeat(length)
    for (const [param, max, body] of [
      ["description", 255, (text: string) => ({ description: text })],
      ["statement_descriptor", 22, (text: string) => ({ statement_descriptor: text })],
      ["utm.src", 500, (text: string) => ({ utm: { src: text } })],
    ] as const) {
      const kept = expectStatus(await create(body(of(max))), 201)
      expect(param === "utm.src" ? kept.utm.src : kept[param]).to.equal(of(max))
      expect(await refusalOf(body(of(max + 1)))).to.equal(`400 parameter_invalid ${param}`)
      expect(await refusalOf(body(""))).to.equal(`400 parameter_invalid ${param}`)
    }
  })

  it("accepts amounts from 1 to 99999999999, in whole cents", async () => {
    for (const amount of [1, 99_999_999_999]) expect(expectStatus(await create({ amount }), 201).amount).to.equal(amount)
    for (const amount of [0, -1, 100_000_000_000, 1.5, "5", null])
      expect(await refusalOf({ amount }), String(amount)).to.match(/^400 parameter_(invalid|missing) amount$/)
  })

  it("requires at least one payment method, without duplicates", async () => {
    for (const payment_method_types of [[], ["card", "card"], ["cash"], "card"])
      expect(await refusalOf({ payment_method_types })).to.match(/^400 parameter_invalid payment_method_types/)
  })

  describe("attribution", () => {
    it("has all nine keys if one is given, and is null otherwise", async () => {
      for (const key of UTM) {
        const { utm } = expectStatus(await create({ utm: { [key]: "x" } }), 201)
        expect(utm).to.deep.equal(utmOf({ [key]: "x" }))
      }
      for (const utm of [{}, utmOf({})]) expect(expectStatus(await create({ utm }), 201).utm).to.equal(null)
    })

    it("is returned by retrieve, confirm and cancel, but not by lists", async () => {
      const utm = utmOf({ utm_source: "instagram", sck: "story-3" })
      const paid = await newIntent(vintem, { customer, utm: { utm_source: "instagram", sck: "story-3" } })
      expect((await confirmWith(vintem, paid.id, "4242424242424242")).utm).to.deep.equal(utm)
      const canceled = expectStatus(await create({ utm }), 201)
      const cancel = await vintem.request("POST", `/v1/payment_intents/${canceled.id}/cancel`)
      expect(expectStatus(cancel, 200).utm).to.deep.equal(utm)
      for (const { id } of [paid, canceled]) {
        const retrieved = expectStatus(await vintem.request("GET", `/v1/payment_intents/${id}`), 200)
        expect(retrieved.utm).to.deep.equal(utm)
        // Lists leave out nothing else.
        expect((await listed()).find((intent) => intent.id === id)).to.deep.equal({ ...retrieved, utm: null })
      }
    })
  })
})
