import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { keyedOperations } from "../support/contract/examples.ts"
import { contract, resolve } from "../support/contract/openapi.ts"
import { recordedOf } from "../support/databases/requests.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { cardBody, expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"

const CARD = "5425233430109903"
const GROUPED = "5425 2334 3010 9903"
/** It has the check digit and the first digits of a card, by chance. */
const ORDER = "4000001234567899"

describe("A card number in a text that is not for one", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const expectRefused = async (path: string, body: object, param: string) => {
    const { status, body: answer, text } = await merchant.request("POST", path, body)
    expect([status, answer.error?.code, answer.error?.param]).to.deep.equal([400, "parameter_invalid", param])
    expect(answer.error.message).to.include("contains a card number")
    expect(text).not.to.match(/\d{4}[ -]?\d{4}/)
  }

  it("is refused in names, however it is grouped", async () => {
    const { id } = await newCustomer(merchant)
    for (const number of [`Ana ${CARD}`, `${GROUPED} ANA`, `Ana ${CARD} Silva`, "Ana 5425-2334-3010-9903"]) {
      await expectRefused("/v1/tokens", cardBody(undefined, { holderName: number }), "card.holderName")
      await expectRefused("/v1/customers", { email: "ana@example.com", name: number }, "name")
      await expectRefused(`/v1/customers/${id}`, { name: number }, "name")
      await expectRefused("/v1/products", { name: number }, "name")
    }
    expect((await merchant.request("GET", `/v1/customers/${id}`)).body.name).not.to.match(/\d/)
  })

  it("is refused in descriptions, reasons, descriptors and utm, if it is grouped as on a card", async () => {
    const intent = await newIntent(merchant)
    const create = { amount: 100, currency: "brl", customer: intent.customer }
    await expectRefused("/v1/payment_intents", { ...create, description: `Paid with ${GROUPED}.` }, "description")
    await expectRefused("/v1/payment_intents", { ...create, statement_descriptor: GROUPED }, "statement_descriptor")
    await expectRefused("/v1/payment_intents", { ...create, utm: { src: GROUPED } }, "utm.src")
    await expectRefused(`/v1/payment_intents/${intent.id}/cancel`, { cancellation_reason: GROUPED }, "cancellation_reason")
    const found = await merchant.request("GET", `/v1/payment_intents/${intent.id}`)
    expect(found.body.status).to.equal("requires_payment_method")
  })

  it("is no order number, id of an advertisement, CNPJ or part of a URL", async () => {
    const { id: customer } = await newCustomer(merchant, { name: "ANA SILVA 36123463000198" })
    const url = "https://loja.example/5425-2334-3010-9903"
    const texts = {
      description: `Pedido ${ORDER}, ${url}`,
      statement_descriptor: ORDER,
      utm: { utm_content: ORDER, utm_landing_page: url, utm_referrer: url, src: url },
    }
    const intent = await newIntent(merchant, { customer, ...texts })
    expect(intent).to.deep.include({ description: texts.description, statement_descriptor: ORDER })
    expect(intent.utm).to.include(texts.utm)
  })

  it("is stored in metadata and addresses, which are the merchant's own", async () => {
    const address = { line1: GROUPED, city: "Recife", state: "PE", postal_code: "50030230" }
    const customer = await newCustomer(merchant, { metadata: { card: GROUPED }, address })
    expect([customer.metadata.card, customer.address.line1]).to.deep.equal([GROUPED, GROUPED])
  })

  it("is masked in the log of requests", async () => {
    const path = `/v1/customers/cus_${CARD}${"a".repeat(9)}`
    const headers = { "user-agent": `${"x ".repeat(94)}${GROUPED}` }
    const response = await merchant.request("GET", path, undefined, { headers })
    expectStatus(response, 404)
    const row = await recordedOf(vintem, response)
    expect(JSON.stringify(row)).not.to.match(/5425/)
    expect(row.user_agent).to.match(/\[card number]?$|\[card numb?/)
    const origin = await merchant.request("POST", "/v1/webhook_endpoints", { url: `https://${CARD}.example/`, events: ["*"] })
    expect((await recordedOf(vintem, origin)).parameters).to.deep.include({ url: "https://[card number].example" })
  })

  /** The texts of requests in which a card number is not refused: ids, forms that no card number has, URLs, and the merchant's own data. */
  const TAKEN = new Set([
    ...["currency", "customer", "product", "token", "payment_method", "payment_intent", "to", "type"],
    ...["number", "cvc", "payload", "email", "phone", "url", "origin", "return_url", "after_payment_url"],
    ...["utm_referrer", "utm_landing_page"],
    ...["line1", "line2", "district", "city", "state", "postal_code", "country", "metadata"],
  ])

  it("is refused in every other text: whoever adds one decides which card numbers it may have", () => {
    const texts = (node: Json, name: string): [string, Json][] => {
      const schema = resolve(node)
      const { properties = {}, oneOf = [], allOf = [], items, additionalProperties } = schema
      if (schema.type === "string" && !schema.enum) return [[name, schema]]
      return [
        ...Object.entries<Json>(properties).flatMap(([member, each]) => texts(each, member)),
        ...[...oneOf, ...allOf, ...(items ? [items] : []), ...(additionalProperties?.type ? [additionalProperties] : [])].flatMap(
          (each) => texts(each, name),
        ),
      ]
    }
    const undecided = keyedOperations.flatMap(({ path, method, id }) => {
      const schema = resolve(contract.paths[path][method.toLowerCase()].requestBody)?.content["application/json"].schema
      return (schema ? texts(schema, "") : []).flatMap(([name, text]) =>
        TAKEN.has(name) === (text["x-card-number"] !== undefined) ? [`${id}: ${name}`] : [],
      )
    })
    expect(undecided).to.deep.equal([])
  })
})
