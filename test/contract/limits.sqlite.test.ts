import { expect } from "chai"
import { specified } from "../../scripts/spec/specified.ts"
import type { Json, Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { fillIn, type Operation, operations } from "../support/contract/examples.ts"
import { bodyWith, flag, idOf, metadata, nameOf, personName, type Rule, text, values, whole } from "../support/contract/limits.ts"
import { contract, resolve } from "../support/contract/openapi.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"

// What the specification says is written in scripts/spec/specification.ts. The rest is written here a second time.
const MAX_CENTS: number = specified("createPaymentIntent body amount maximum")
const MAX_TEXT: number = specified("createCustomer body name maxLength")
const MAX_PAYLOAD: number = specified("createToken body wallet.payload maxLength")
const TWO_YEARS = (365 + 366) * 86_400
const REFUSALS = ["card_declined", "insufficient_funds", "expired_card", "incorrect_cvc", "authentication_failed"]
const EVENTS: string[] = specified("listEvents query type enum")
const STATUSES: string[] = specified("retrievePaymentIntent 200 status enum")
const DATES = ["2026-04-25", "2026-04-27", "2026-12-01"]
const UTM: string[] = specified("retrievePaymentIntent 200 utm required")
const ADDRESS = ["line1", "number", "line2", "district", "city", "state", "postal_code"]

const each = (names: string[], rule: Rule) => Object.fromEntries(names.map((name) => [name, rule]))

const amount = whole(1, MAX_CENTS)
const currency = values(["brl", "usd", "eur"], ["BRL", "br", "brll", "xyz", ""])
const customer = {
  email: values([`${"😀".repeat(243)}@example.com`, "a@b"], [`${"a".repeat(244)}@example.com`, "a", "a@", "@b", "a b@c", ""]),
  name: personName(MAX_TEXT),
  phone: values(
    ["+5511987654321", "+123456789012345"],
    ["+1234567890123456", "5511987654321", "+0511987654321", "+55 11 9876", "+", ""],
  ),
  "document.type": values(["cpf"], ["CPF", "rg", ""]),
  "document.number": values(["529.982.247-25", "52998224725"], ["529.982.247-26", "5299822472", "", "5".repeat(19)]),
  ...each(
    ADDRESS.map((name) => `address.${name}`),
    text(MAX_TEXT),
  ),
  "address.country": values(["BR", "US"], ["br", "BRA", "B", ""]),
  locale: values(["pt-BR", "en"], ["pt", "EN", "es", ""]),
  metadata,
}
const product = {
  ...each(["name", "description"], text(MAX_TEXT)),
  status: values(["ACTIVE", "INACTIVE"], ["active", "RETIRED", ""]),
  metadata,
}
const endpoint = {
  url: text(2048, "https://loja.example/"),
  events: values(
    [...EVENTS.map((type) => [type]), EVENTS, ["*"]],
    [[], [EVENTS[0], EVENTS[0]], ["*", EVENTS[0]], ["customer.renamed"]],
  ),
  description: text(MAX_TEXT),
}

/** The limits of every body member, so that no one changes them in the contract by accident. */
const BODIES: Record<string, Record<string, Rule>> = {
  createToken: {
    type: { ...values(["pix", "boleto"], ["paypal", "PIX", ""]), example: "pix" },
    "card.number": values(
      ["4242 4242 4242 4242", "5555555555554444"],
      ["4242424242424241", "42424242424242", "4242-4242-4242-4242", "", `4242424242424242${" ".repeat(240)}`],
    ),
    "card.expMonth": whole(1, 12),
    "card.expYear": { ...whole(1000, 9999), taken: [9999] },
    "card.cvc": values(["123", "000"], ["12", "1234", "12345", "12a", ""]),
    "card.holderName": personName(MAX_TEXT),
    "card.funding": values(["credit", "debit"], ["prepaid", "DEBIT", ""]),
    "wallet.provider": { ...values(["apple_pay", "google_pay"], ["samsung_pay", ""]), example: "wallet" },
    "wallet.payload": { ...values(["x".repeat(MAX_PAYLOAD)], ["x".repeat(MAX_PAYLOAD + 1), ""]), example: "wallet" },
  },
  createPaymentIntent: {
    amount,
    currency,
    customer: idOf("cus", "404 customer_not_found customer"),
    product: idOf("prd", "404 product_not_found product"),
    payment_method_types: values(
      [["card"], ["pix"], ["boleto"], ["card", "pix", "boleto"]],
      [[], ["card", "card"], ["wallet"], "card"],
    ),
    description: text(MAX_TEXT),
    statement_descriptor: text(specified("createPaymentIntent body statement_descriptor maxLength")),
    ...each(
      UTM.map((name) => `utm.${name}`),
      text(specified("createPaymentIntent body utm.src maxLength")),
    ),
    metadata,
    capture_method: values(["automatic", "manual"], ["later", "MANUAL", ""]),
    "payment_method_options.card.request_three_d_secure": values(["automatic", "any", "never"], ["always", "ANY", ""]),
    "payment_method_options.card.max_installments": whole(1, 12),
    "payment_method_options.pix.expires_after_seconds": { ...whole(60, 2_592_000), taken: [60, 86_400], example: "attributed" },
    "payment_method_options.boleto.expires_after_days": { ...whole(0, 60), example: "attributed" },
    return_url: text(2048, "https://loja.example/"),
  },
  confirmPaymentIntent: {
    payment_method: idOf("tok", "400 token_unusable payment_method"),
    off_session: flag,
    installments: whole(1, 12),
    return_url: text(2048, "https://loja.example/"),
  },
  createPaymentLink: {
    product: idOf("prd", "404 product_not_found product"),
    payment_method_types: values([["card"], ["card", "pix"], ["card", "boleto"]], [[], ["card", "card"], ["wallet"], "card"]),
    max_installments: whole(1, 12),
    max_payments: whole(1, 1_000_000),
    expires_at: { ...whole(1, 253_402_300_799), taken: [] },
    metadata,
    after_payment_url: text(2048, "https://loja.example/"),
  },
  updatePaymentLink: { active: flag, metadata },
  capturePaymentIntent: { amount_to_capture: { ...whole(1, MAX_CENTS), taken: [1, 3990] } },
  cancelPaymentIntent: { cancellation_reason: text(specified("cancelPaymentIntent body cancellation_reason maxLength")) },
  createPaymentMethod: {
    token: idOf("tok", "400 token_unusable token"),
    customer: idOf("cus", "404 customer_not_found customer"),
  },
  pauseCustomerSubscription: { resumes_at: { ...whole(0, MAX_CENTS), taken: [], example: "until" } },
  updatePaymentMethod: { metadata },
  updateCustomerSubscription: { payment_method: idOf("pm", "404 payment_method_not_found payment_method"), metadata },
  createRefund: {
    payment_intent: idOf("pi", "404 payment_intent_not_found payment_intent"),
    amount,
    reason: values(specified("createRefund body reason enum"), ["dispute", ""]),
    metadata,
  },
  createCustomer: customer,
  updateCustomer: customer,
  createProduct: product,
  updateProduct: product,
  setProductPrice: { amount, currency },
  cancelCustomerSubscription: {
    reason: { ...text(MAX_TEXT), example: "now" },
    cancel_at_period_end: flag,
    cancel_at: { ...whole(0, MAX_CENTS), taken: [MAX_CENTS], example: "at_a_time" },
  },
  createWebhookEndpoint: endpoint,
  updateWebhookEndpoint: { ...endpoint, service_version: values(DATES, ["2026-04-26", "v1", ""]) },
  rotateWebhookEndpointSecret: { expire_old_in: whole(0, 86_400) },
  createMerchantOrigin: {
    origin: values([`https://${"loja.".repeat(48)}example`], [`https://${"loja.".repeat(48)}examples`, ""]),
  },
  failPaymentIntent: { code: values([...REFUSALS, "processing_error"], ["payment_intent_expired", ""]) },
  advanceTestClock: {
    to: { ...whole(0, MAX_CENTS), taken: [], example: "moment" },
    seconds: whole(1, TWO_YEARS),
  },
}

const MAX_PAGE: number = specified("listEvents query limit maximum")
const limit: Rule = { taken: [1, MAX_PAGE], refused: [0, MAX_PAGE + 1, -1, 1.5, "1e1", "ten", ""] }
const named = (taken: string[], refused: string[]): Rule => ({ taken, refused: [...refused, ""] })
const time: Rule = { taken: [0, MAX_CENTS], refused: [-1, MAX_CENTS + 1, 1.5, "1e1", "+1", "2026-04-27", ""] }
const dates = { created_gte: time, created_lt: time }
const search: Rule = { taken: ["😀".repeat(255)], refused: ["😀".repeat(256), ""] }

/** The same for every query parameter. */
const QUERIES: Record<string, Record<string, Rule>> = {
  listPaymentIntents: {
    customer: search,
    status: named(STATUSES, ["SUCCEEDED", "paid", "*"]),
    query: { taken: ["😀".repeat(2), "😀".repeat(100)], refused: ["😀", "😀".repeat(101), "  a ", ""] },
    ...dates,
    limit,
  },
  listPaymentMethods: { customer: search, type: named(["card"], ["pix"]), limit },
  listRefunds: { payment_intent: search, ...dates, limit },
  listCustomers: { email: search, limit },
  listPaymentLinks: { active: named(["true", "false"], ["TRUE", "1"]), limit },
  listProducts: { status: named(specified("listProducts query status enum"), ["active"]), limit },
  listCustomerSubscriptions: {
    customer: search,
    status: named(specified("listCustomerSubscriptions query status enum"), ["active", "PAUSED"]),
    limit,
  },
  listEvents: { type: named(EVENTS, ["*", "customer.renamed"]), ...dates, limit },
  listWebhookEndpoints: { limit },
  listWebhookDeliveries: { limit },
  retrieveOpenapi: { version: named(DATES, ["2026-04-26", "v1"]) },
  deleteMerchantOrigin: {
    origin: {
      taken: [`https://${"nobody.".repeat(34)}example`.padEnd(255, "s")],
      refused: [`https://${"nobody.".repeat(34)}example`.padEnd(256, "s"), ""],
      outcome: "404 merchant_origin_not_found undefined",
    },
  },
}

/** Returns the dotted path and the schema of every leaf member. */
function leaves(node: Json, path: string[] = []): [path: string, schema: Json][] {
  const schema = resolve(node)
  if (schema.oneOf) return schema.oneOf.flatMap((branch: Json) => leaves(branch, path))
  if (!schema.properties) return [[path.join("."), schema]]
  return Object.entries(schema.properties).flatMap(([name, member]) => leaves(member, [...path, name]))
}

describe("The limits of the contract", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let fill: ReturnType<typeof fillIn>

  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
    fill = fillIn(vintem, merchant)
  })
  after(() => vintem.close())

  const operationOf = (id: string) => operations.find((operation) => operation.id === id) as Operation

  const exampleOf = ({ examples }: Operation, example?: string) =>
    (examples.find(({ name }) => name === example) ?? examples[0])?.body

  async function requestLike(operation: Operation, example?: string) {
    // Advancing the clock by years must not affect the other tests' account.
    const whose = operation.id === "advanceTestClock" ? await newMerchant(vintem) : merchant
    const request = await (whose === merchant ? fill : fillIn(vintem, whose))(operation, exampleOf(operation, example))
    if (operation.id === "createRefund")
      request.body.payment_intent = (await payOne(merchant, undefined, { amount: MAX_CENTS })).id
    // The full customer, so that there is an address to put a member into.
    if (operation.id.endsWith("Customer")) request.body = exampleOf(operationOf("createCustomer"), "full")
    return { whose, ...request }
  }

  function outcomeOf({ status, body }: Response): string {
    if (status < 300) return "taken"
    const { code, param, message } = body.error
    // The validator's own words are no sentences.
    expect(message).to.match(/^['A-Z].*[.?]$/s)
    expect(message).not.to.match(/must (not|NOT|match)|[<>]=|be (string|integer|boolean|array|object)\b/)
    return `${status} ${code} ${param?.replace(/\.\d+$/, "")}`
  }

  describe("in bodies", () => {
    for (const [id, members] of Object.entries(BODIES)) {
      for (const [member, { taken, refused, outcome = "taken", example }] of Object.entries(members)) {
        it(`hold for ${member} of ${id}`, async () => {
          const operation = operationOf(id)
          const send = async ({ whose, method, path, body }: Awaited<ReturnType<typeof requestLike>>, value: unknown) => {
            const headers = { "content-type": "application/json" }
            return whose.request(method, path, undefined, { raw: bodyWith(body, member, value), headers })
          }
          const reused = await requestLike(operation, example)
          for (const value of refused) {
            expect(outcomeOf(await send(reused, value)), nameOf(value)).to.equal(`400 parameter_invalid ${member}`)
          }
          for (const value of taken) {
            expect(outcomeOf(await send(await requestLike(operation, example), value)), nameOf(value)).to.equal(outcome)
          }
        })
      }
    }

    it("are tested for every body member", () => {
      const inContract = operations.flatMap(({ id, path, method }) => {
        const body = contract.paths[path][method.toLowerCase()].requestBody
        return body ? leaves(body.content["application/json"].schema).map(([member]) => `${id} ${member}`) : []
      })
      const tried = Object.entries(BODIES).flatMap(([id, members]) => Object.keys(members).map((member) => `${id} ${member}`))
      expect([...new Set(inContract)].sort()).to.deep.equal(tried.sort())
    })
  })

  describe("in queries", () => {
    for (const [id, parameters] of Object.entries(QUERIES)) {
      it(`hold for ${Object.keys(parameters).join(", ")} of ${id}`, async () => {
        const { method, path } = await requestLike(operationOf(id))
        for (const [name, { taken, refused, outcome = "taken" }] of Object.entries(parameters)) {
          const list = (value: unknown) => {
            const url = new URL(path, vintem.url)
            url.searchParams.set(name, String(value))
            return merchant.request(method, `${url.pathname}${url.search}`)
          }
          for (const value of refused) {
            expect(outcomeOf(await list(value)), `${name} ${nameOf(value)}`).to.equal(`400 parameter_invalid ${name}`)
          }
          for (const value of taken) expect(outcomeOf(await list(value)), `${name} ${nameOf(value)}`).to.equal(outcome)
        }
      })
    }

    it("are tested for every query parameter except cursors, which are ids", () => {
      const inContract = operations.flatMap(({ id, parameters }) =>
        parameters
          .filter((each) => each.in === "query" && !/_(after|before)$/.test(each.name))
          .map(({ name }) => `${id} ${name}`),
      )
      const tried = Object.entries(QUERIES).flatMap(([id, names]) => Object.keys(names).map((name) => `${id} ${name}`))
      expect(inContract.sort()).to.deep.equal(tried.sort())
    })
  })

  it("hold for the header with the origin of the frame's parent", async () => {
    const create = (origin: string) =>
      merchant.request("POST", "/v1/tokens", { type: "pix" }, { headers: { "service-parent-origin": origin } })
    expect(outcomeOf(await create("https://".padEnd(255, "a")))).to.equal("taken")
    expect(outcomeOf(await create("https://".padEnd(256, "a")))).to.equal("400 parameter_invalid Service-Parent-Origin")
  })
})
