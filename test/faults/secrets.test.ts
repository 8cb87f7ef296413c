import { expect } from "chai"
import { type Spawned, spawnVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { CARDS, cardBody, expectStatus, newCustomer, newIdempotencyKey, newIntent } from "../support/merchants/payments.ts"

/** Strings that never occur by chance. If one is found, a secret was stored or logged in clear text. */
const CVC_AND_NAME = { cvc: "739", holderName: "CANARIO DA SILVA" }
const NUMBERS = { paid: "4916338506082832", refused: CARDS.declined, unused: "5425233430109903", wrong: "4916338506082833" }
const groupsOf = (number: string, gap: string): string => number.replace(/(\d{4})(?=\d)/g, `$1${gap}`)
const GROUPED = groupsOf(NUMBERS.paid, " ")
const HYPHENS = groupsOf(NUMBERS.paid, "-")

/** Requests with a card number in a text that is not for one. Each is refused. */
const IN_TEXTS: [method: string, path: string, body?: object][] = [
  ["POST", "/v1/tokens", cardBody(CARDS.approved, { holderName: NUMBERS.paid })],
  ["POST", "/v1/tokens", cardBody(CARDS.approved, { holderName: `ANA ${HYPHENS}` })],
  ["POST", "/v1/customers", { email: "ana@example.com", name: `Ana ${NUMBERS.paid}` }],
  ["POST", "/v1/products", { name: GROUPED }],
  ["POST", "/v1/products", { name: "Club", description: GROUPED }],
  ["POST", "/v1/payment_intents", { amount: 1, currency: "brl", customer: NUMBERS.paid }],
  ["POST", "/v1/payment_intents", { amount: 1, currency: "brl", customer: "cus_1", description: `paid with ${HYPHENS}` }],
  ["POST", "/v1/payment_intents", { amount: 1, currency: "brl", customer: "cus_1", statement_descriptor: GROUPED }],
  ["POST", "/v1/payment_intents", { amount: 1, currency: "brl", customer: "cus_1", utm: { utm_source: GROUPED } }],
  ["POST", `/v1/payment_intents/${NUMBERS.paid}/cancel`, { cancellation_reason: GROUPED }],
  ["POST", `/v1/payment_intents/${NUMBERS.paid}/confirm`, { payment_method: NUMBERS.paid }],
  ["POST", "/v1/payment_methods", { token: NUMBERS.paid, customer: NUMBERS.paid }],
  ["POST", "/v1/refunds", { payment_intent: NUMBERS.paid }],
  ["POST", "/v1/refunds", { payment_intent: "pi_1", reason: GROUPED }],
  ["POST", "/v1/customers", { [GROUPED]: 1 }],
  ["GET", `/v1/customers?starting_after=${NUMBERS.paid}`],
  ["GET", `/v1/customers?${NUMBERS.paid}=1`],
  ["GET", `/v1/events?type=${NUMBERS.paid}`],
  ["GET", `/v1/${NUMBERS.paid}`],
  ["DELETE", `/merchant-origins?origin=https://${NUMBERS.paid}.example`],
]

describe("Secrets in clear text", () => {
  let vintem: Spawned
  const secrets: string[] = []
  const errors: string[] = []
  before(async () => {
    vintem = await spawnVintem({ LOG_LEVEL: "trace" })
    secrets.push(vintem.key)
    const tokenize = (number: string, card: object = {}) =>
      vintem.request("POST", "/v1/tokens", cardBody(number, { ...CVC_AND_NAME, ...card }), {
        idempotencyKey: newIdempotencyKey(),
      })

    // Every text of a request in which a person may have put a card.
    const sendInTexts = (method: string, path: string, body?: object) =>
      vintem.request(method, path, body, {
        ...(method === "POST" && { idempotencyKey: newIdempotencyKey() }),
        headers: { "user-agent": `shop ${NUMBERS.paid} (${GROUPED})` },
      })

    // A payment that succeeds, one that is refused, and a token that is never used.
    for (const [index, number] of [NUMBERS.paid, NUMBERS.refused].entries()) {
      const intent = await newIntent(vintem, { amount: 100 + index })
      const token = expectStatus(await tokenize(number), 201)
      const confirm = await vintem.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
      expectStatus(confirm, 200)
    }
    expectStatus(await tokenize(NUMBERS.unused), 201)

    // An error about a card must not repeat the card.
    const wrong = [
      await tokenize(NUMBERS.wrong),
      await tokenize(NUMBERS.paid, { cvc: "73" }),
      await tokenize(NUMBERS.paid, { expYear: 1999 }),
      await tokenize(NUMBERS.paid, { [NUMBERS.paid]: 1 }),
      await vintem.request("POST", "/v1/tokens", { type: "card", card: NUMBERS.paid }),
      await vintem.request("POST", "/v1/tokens", undefined, {
        raw: `{"card": {"number": "${NUMBERS.paid}", "cvc": "739"`,
        headers: { "content-type": "application/json" },
      }),
      await vintem.request("GET", `/v1/customers/${NUMBERS.paid}?number=${NUMBERS.paid}`),
      ...(await Promise.all(IN_TEXTS.map(([method, path, body]) => sendInTexts(method, path, body)))),
    ]
    for (const { status, text } of wrong) {
      expect(status).to.be.within(400, 499)
      errors.push(text)
    }

    for (const kind of ["secret", "publishable", "restricted"] as const) secrets.push((await vintem.newKey({ kind })).key)
    const created = await vintem.cli(
      "keys",
      "create",
      "--mode",
      "test",
      "--kind",
      "secret",
      "--account",
      vintem.account,
      "--json",
    )
    secrets.push(created.json.key)
    for (const key of secrets) await vintem.request("GET", "/v1/customers", undefined, { key })
    await vintem.request("GET", "/v1/customers", undefined, { key: `${vintem.key}x` })
    const webhook = await vintem.request("POST", "/v1/webhook_endpoints", { url: "https://loja.example/hook", events: ["*"] })
    if (webhook.status === 201) secrets.push(webhook.body.secret)
    await newCustomer(vintem)
  })
  after(() => vintem.close())

  const numbers = Object.values(NUMBERS)
  const grouped = numbers.flatMap((number) => [" ", "-"].map((gap) => groupsOf(number, gap)))

  it("card numbers and API secrets are in no database, database log or service log", async () => {
    const found = await findCanaries([...numbers, ...grouped, ...secrets], vintem.databases, { log: vintem.output() })
    expect(found).to.deep.equal([])
  })

  it("card numbers are in no error response", async () => {
    const repeated = [...numbers, ...grouped].filter((number) => errors.join().includes(number))
    expect(repeated).to.deep.equal([])
  })

  it("a card's CVC is neither stored nor logged", async () => {
    const places = await findCanaries(['"739"', "cvc=739", "cvc:739", "'739'"], vintem.databases, { log: vintem.output() })
    expect(places).to.deep.equal([])
  })

  it("the search of this test finds strings that are stored", async () => {
    const found = await findCanaries(["ana@example.com"], vintem.databases, { log: `x ${vintem.account} y` })
    expect(found).not.to.deep.equal([])
  })
})
