import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { operations } from "../support/contract/contract.ts"
import { resolve } from "../support/contract/openapi.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

const intent = { amount: 4990, currency: "brl", customer: "cus_x" }
const card = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" }
const customer = { email: "ana@example.com" }
const endpoint = { url: "https://shop.example", events: ["*"] }

const pay = (change: Json): Refused => ["/v1/payment_intents", { ...intent, ...change }]
const tokenize = (change: Json): Refused => ["/v1/tokens", { type: "card", card: { ...card, ...change } }]
const register = (change: Json): Refused => ["/v1/customers", { ...customer, ...change }]
const listen = (change: Json): Refused => ["/v1/webhook_endpoints", { ...endpoint, ...change }]
const confirm = (change: Json): Refused => ["/v1/payment_intents/pi_x/confirm", { payment_method: "tok_x", ...change }]

type Refused = [path: string, body?: Json]

/** For each keyword of the contract's requests: what is refused by it, and what the client reads. */
const MESSAGES: Record<string, [Refused, string][]> = {
  type: [
    [pay({ amount: "4990" }), "'amount' must be a whole number, without quotes and without a decimal point."],
    [pay({ amount: 49.9 }), "'amount' must be a whole number, without quotes and without a decimal point."],
    [pay({ description: 5 }), "'description' must be a string, in double quotes."],
    [pay({ payment_method_types: "card" }), "'payment_method_types' must be an array, in square brackets."],
    [pay({ utm: "x" }), "'utm' must be an object, in braces."],
    [confirm({ off_session: "true" }), "'off_session' must be true or false, without quotes."],
  ],
  minimum: [[pay({ amount: -1 }), "'amount' must be from 0 to 99999999999."]],
  maximum: [[["/v1/customers?limit=101"], "'limit' must be from 1 to 100."]],
  minLength: [
    [pay({ customer: "" }), "'customer' is empty. Send 1 to 255 characters."],
    [pay({ description: "" }), "'description' is empty. Send 1 to 255 characters, or null for none."],
    [
      tokenize({ number: "4242" }),
      "'card.number' has the wrong form. Send all digits of the card number, with or without spaces.",
    ],
  ],
  maxLength: [[pay({ statement_descriptor: "x".repeat(23) }), "'statement_descriptor' is too long. Send at most 22 characters."]],
  pattern: [
    [pay({ currency: "BRL" }), "'currency' has the wrong form. Send an ISO 4217 code in lower case, such as brl."],
    [
      ["/v1/products/prd_x/price", { amount: 1, currency: "" }],
      "'currency' has the wrong form. Send an ISO 4217 code in lower case, such as brl.",
    ],
    [tokenize({ cvc: "12a" }), "'card.cvc' has the wrong form. Send three digits, or four for amex."],
    [
      register({ email: "ana" }),
      "'email' has the wrong form. Send `name@host`, such as ana@example.com, without spaces and invisible characters, and without a dot at the " +
        "start or the end of a part or beside another dot.",
    ],
    [
      register({ name: "5" }),
      "'name' has the wrong form. Send a name with at least one letter, and without control or invisible characters.",
    ],
    [register({ phone: "119" }), "'phone' has the wrong form. Send a number in E.164 format, such as +5511987654321."],
    [
      register({ document: { type: "cpf", number: "529_982_247_25" } }),
      "'document.number' has the wrong form. Send all digits and letters of the number, with or without punctuation.",
    ],
    [
      register({ address: { line1: "Rua A", city: "Recife", state: "PE", postal_code: "50000-000", country: "Brasil" } }),
      "'address.country' has the wrong form. Send a two-letter ISO 3166-1 code in upper case, such as BR.",
    ],
    [
      listen({ url: "http://shop.example" }),
      "'url' has the wrong form. Send an https URL without a user name or password. In test mode, `vintem listen` brings events to your " +
        "own machine.",
    ],
    [
      confirm({ return_url: "ftp://shop.example" }),
      "'return_url' has the wrong form. Send an https URL without a user name or password. With a test key, http on localhost works too.",
    ],
    [
      ["/merchant-origins", { origin: "shop.example" }],
      "'origin' has the wrong form. Send `https://host[:port]`, as browsers send it. With a test key, http on localhost and 127.0.0.1 " +
        "works too.",
    ],
  ],
  enum: [
    [["/v1/products", { name: "x", status: "active" }], "'status' must be one of ACTIVE, INACTIVE. Did you mean 'ACTIVE'?"],
    [["/v1/payment_methods?customer=cus_x&type=paypal"], "'type' must be one of card, pix_automatico."],
    [
      pay({ payment_method_types: ["card", "paypal"] }),
      "'payment_method_types.1' must be one of card, pix, boleto, pix_automatico.",
    ],
  ],
  minItems: [[listen({ events: [] }), "'events' is empty. Send at least one value."]],
  uniqueItems: [[listen({ events: ["*", "*"] }), "'events' has the same value twice. Send each value once."]],
  maxProperties: [
    [
      pay({ metadata: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`name${i}`, "x"])) }),
      "'metadata' has too many members. Send at most 100.",
    ],
  ],
  required: [[["/v1/customers", {}], "'email' is required."]],
  additionalProperties: [[pay({ colour: "red" }), "'colour' is not a parameter of this endpoint."]],
  discriminator: [[["/v1/tokens", { type: "paypal" }], "'type' must be one of card, pix, boleto, wallet, pix_automatico."]],
}

/** What refuses nothing by itself, or is checked by the operations (src/contract/contract.ts). */
const SILENT = ["nullable", "default", "format", "properties", "items", "oneOf", "not", "minProperties"]
const OF_READERS = ["description", "example", "$ref"]

describe("The message of a refused parameter", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  for (const [keyword, messages] of Object.entries(MESSAGES)) {
    for (const [[path, body], message] of messages) {
      it(`${keyword}: ${message}`, async () => {
        const response = await merchant.request(body ? "POST" : "GET", path, body)
        expect([response.status, response.body.error?.message]).to.deep.equal([400, message])
      })
    }
  }

  it("a query that is wrong by itself", async () => {
    const messages = {
      "limit=ten": "'limit' must be a whole number in plain digits, such as 10.",
      "limit=1&limit=2": "'limit' was sent more than once. Send it once.",
      "email=": "'email' is empty. Send a value, or leave it out.",
      "email=%FF": "'email' has a NUL character or is not UTF-8. Send text in UTF-8.",
    }
    for (const [query, message] of Object.entries(messages)) {
      expect((await merchant.request("GET", `/v1/customers?${query}`)).body.error.message).to.equal(message)
    }
  })

  it("is in words of its own for each keyword of the contract, and says what each pattern expects", () => {
    const schemas = operations.flatMap(({ parameters, requestBody }) => [
      ...parameters.filter((each) => each.in !== "path").map(({ schema }) => schema),
      ...(requestBody ? [requestBody.content["application/json"].schema] : []),
    ])
    const found = schemas.flatMap(within)
    const keywords = found.flatMap((schema) => Object.keys(schema).filter((name) => !name.startsWith("x-")))
    const expected = [...Object.keys(MESSAGES), ...SILENT, ...OF_READERS]
    expect([...new Set(keywords)].filter((keyword) => !expected.includes(keyword))).to.deep.equal([])
    for (const schema of found) if (schema.pattern) expect(schema, schema.description).to.have.property("x-expected")
  })
})

/** A schema and all those in it. */
function within(node: Json): Json[] {
  const schema = resolve(node)
  const inside = [...Object.values(schema.properties ?? {}), ...(schema.oneOf ?? []), schema.items, schema.additionalProperties]
  return [schema, ...inside.filter((each) => typeof each === "object").flatMap(within)]
}
