// What the contract can say comes from one file, and the rules do not depend on the database, so SQLite is enough.
import { Ajv } from "ajv"
import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { contract } from "../support/contract/openapi.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus } from "../support/merchants/payments.ts"
import { newOpenIntent } from "../support/merchants/rails.ts"
import { newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

const ajv = new Ajv({ strict: false, unicodeRegExp: true, validateFormats: false })
ajv.addSchema(contract, "openapi.yaml")

const ALL = "payment_intent.succeeded"
const YEAR_2100 = 4_102_444_800
const shop = (url: string) => ({ url, events: ["*"] })
const to = (events: string[]) => ({ url: "https://shop.example/", events })

type Case = { schema: string; taken: object[]; refused: object[]; send(merchant: Merchant, body: object): Promise<number> }

describe("What the service refuses, the contract refuses too", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const post = (path: string) => async (merchant: Merchant, body: object) => (await merchant.request("POST", path, body)).status

  const cases: Record<string, Case> = {
    "email addresses": {
      schema: "CustomerCreateParams",
      taken: ["a@b", "ana.maria+x@example.com.br", "josé@são.example", "a@[127.0.0.1]"].map((email) => ({ email })),
      refused: [".@.", ".a@b", "a.@b", "a..b@c", "a@.b", "a@b.", "a@b..c", "a@", "@b", "a b@c", "a@b@c", "a@b\n"].map(
        (email) => ({
          email,
        }),
      ),
      send: post("/v1/customers"),
    },
    "origins of pages": {
      schema: "MerchantOriginCreateParams",
      taken: [
        ..."https://a.example https://A.Example:443 HTTPS://b.example https://são.example https://[::1]:8443".split(" "),
        ..."http://localhost http://LOCALHOST:3000 http://localhost:5173 http://127.0.0.1:80".split(" "),
      ].map((origin) => ({ origin })),
      refused: [
        ..."https://a.example/ https://a.example?x https://u@a.example https://*.example https://a;b https://a,b".split(" "),
        ..."http://a.example https:// https://a: https://a..b ftp://a a.example null * http://127.1".split(" "),
        "https://a b",
        " https://a",
        "https://a\n",
      ].map((origin) => ({ origin })),
      send: post("/merchant-origins"),
    },
    "return URLs": {
      schema: "PaymentIntentConfirmParams",
      taken: [
        "https://shop.example",
        "https://shop.example/thanks?order=1#top;a,b@c",
        "https://são.example:8443/obrigado",
        "https://[::1]/",
        "http://localhost:3000/x",
        "http://127.0.0.1?x",
        "http://[::1]:80/",
        "HTTPS://shop.example/x",
        "http://LOCALHOST:3000/",
        "https://shop.example/?q=José da Silva",
      ].map((return_url) => ({ payment_method: "tok_x", return_url })),
      refused: [
        ..."http://shop.example/ https://a;b/ https://a,b/ https://u:p@shop.example/ https://*.example/ javascript:alert(1)".split(
          " ",
        ),
        ..."//shop.example /thanks https:///x https:shop.example shop.example ftp://a/".split(" "),
        " https://shop.example/",
        "https://shop .example/",
      ].map((return_url) => ({ payment_method: "tok_x", return_url })),
      send: async (merchant, body) => {
        const { id } = await newOpenIntent(merchant)
        const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(CARDS.threeDs)), 201)
        return post(`/v1/payment_intents/${id}/confirm`)(merchant, { ...body, payment_method: token.id })
      },
    },
    "URLs of webhook endpoints": {
      schema: "WebhookEndpointCreateParams",
      taken: ["https://shop.example", "https://shop.example:8443/a?b=c@d", "https://[::1]/"].map(shop),
      refused: [
        ..."http://a.example https:// https:///a https://?a https://u:p@a.example https://u@a.example https:\\\\a".split(" "),
        "https://a b/",
        "https://a/ b",
        " https://a/",
      ].map(shop),
      send: post("/v1/webhook_endpoints"),
    },
    "the event types of webhook endpoints": {
      schema: "WebhookEndpointCreateParams",
      taken: [to(["*"]), to([ALL]), to([ALL, "payment_intent.canceled"])],
      refused: [to([]), to(["*", ALL]), to([ALL, "*"]), to(["*", "*"]), to([ALL, ALL]), to(["customer.renamed"])],
      send: post("/v1/webhook_endpoints"),
    },
    "the time of a cancellation": {
      schema: "CustomerSubscriptionCancelParams",
      taken: [
        {},
        { cancel_at: YEAR_2100 },
        { cancel_at_period_end: true },
        { cancel_at: YEAR_2100, cancel_at_period_end: false },
        { cancel_at: YEAR_2100, cancel_at_period_end: null, reason: "x" },
        { cancel_at: null, cancel_at_period_end: true },
      ],
      refused: [
        { cancel_at: YEAR_2100, cancel_at_period_end: true },
        { cancel_at: YEAR_2100, cancel_at_period_end: true, reason: "x" },
      ],
      send: async (merchant, body) => {
        const { id } = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
        return post(`/v1/customer_subscriptions/${id}/cancel`)(merchant, body)
      },
    },
    "the target of the test clock": {
      schema: "TestClockAdvanceParams",
      taken: [{ seconds: 1 }, { seconds: 1, to: null }],
      refused: [{}, { to: YEAR_2100, seconds: 1 }],
      send: post("/v1/test_helpers/clock/advance"),
    },
  }

  for (const [name, { schema, taken, refused, send }] of Object.entries(cases)) {
    it(name, async () => {
      const validate = ajv.getSchema(`openapi.yaml#/components/schemas/${schema}`)!
      const merchant = await newMerchant(vintem)
      for (const body of taken) {
        const verdict = [validate(body), (await send(merchant, body)) < 300]
        expect(verdict, JSON.stringify(body)).to.deep.equal([true, true])
      }
      for (const body of refused) {
        const verdict = [validate(body), await send(merchant, body)]
        expect(verdict, JSON.stringify(body)).to.deep.equal([false, 400])
      }
    })
  }

  const errorOf = async (path: string, body: object) => (await vintem.request("POST", path, body)).body.error.message

  it("the errors say what is wrong in words", async () => {
    expect(await errorOf("/v1/customers", { email: ".@." })).to.contain("'email' has the wrong form. Send `name@host`")
    expect(await errorOf("/v1/webhook_endpoints", to(["*", ALL]))).to.contain('Send "*" without other event types')
    expect(await errorOf("/v1/webhook_endpoints", shop("http://localhost:4242"))).to.contain("`vintem listen`")
    expect(await errorOf("/v1/tokens", { type: "paypal" })).to.equal(
      "'type' must be one of card, pix, boleto, wallet, pix_automatico.",
    )
  })

  const payment = { amount: 4990, currency: "brl", customer: "cus_x" }
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" }
  const meant: [string, object, string][] = [
    ["/v1/payment_intents", { ...payment, amout: 4990 }, "amount"],
    ["/v1/payment_intents", { ...payment, Amount: 4990 }, "amount"],
    ["/v1/payment_intents", { ...payment, paymentMethodTypes: ["card"] }, "payment_method_types"],
    ["/v1/payment_intents", { ...payment, utm: { source: "x" } }, "utm.utm_source"],
    ["/v1/tokens", { type: "card", card: { ...card, exp_month: 12 } }, "card.expMonth"],
    ["/v1/tokens", { type: "card", card: { ...card, name: "Ana" } }, "card.holderName"],
    ["/v1/webhook_endpoints", { ...to([ALL]), enabled_events: [ALL] }, "events"],
  ]
  for (const [path, body, name] of meant) {
    it(`an unknown parameter is told apart from '${name}': ${Object.keys(body).at(-1)}`, async () =>
      expect(await errorOf(path, body)).to.match(new RegExp(`is not a parameter of this endpoint\\. Did you mean '${name}'\\?$`)))
  }

  it("an unknown parameter of the query is told apart too", async () => {
    const { body } = await vintem.request("GET", "/v1/events?startingAfter=evt_1")
    expect(body.error.message).to.contain("Did you mean 'starting_after'?")
  })

  it("a required parameter that was sent under a similar name is said to be missing, with that name", async () => {
    const { amount, ...rest } = payment
    expect(await errorOf("/v1/payment_intents", { ...rest, amout: amount })).to.equal(
      "'amount' is required. You sent 'amout' instead.",
    )
    for (const others of [{}, { [`amount${"s".repeat(1000)}`]: 1 }])
      expect(await errorOf("/v1/payment_intents", { ...rest, ...others })).to.equal("'amount' is required.")
  })

  it("nothing is suggested for a name that resembles no other", async () => {
    for (const name of ["a", "foo", "zzzzzzzzzz", "amount".repeat(20)]) {
      expect(await errorOf("/v1/payment_intents", { ...payment, [name]: 1 }), name).to.match(/of this endpoint\.$/)
    }
  })
})
