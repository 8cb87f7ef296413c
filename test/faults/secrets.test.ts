import { expect } from "chai"
import { findCanaries } from "../support/canary.ts"
import { CARDS, cardBody, expectStatus, newCustomer, newIdempotencyKey, newIntent } from "../support/payments.ts"
import { type Spawned, spawnVintem } from "../support/vintem.ts"

/** Strings that never occur by chance. If one is found, a secret was stored or logged in clear text. */
const CVC_AND_NAME = { cvc: "739", holderName: "CANARIO DA SILVA" }
const NUMBERS = { paid: "4916338506082832", refused: CARDS.declined, unused: "5425233430109903", wrong: "4916338506082833" }

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
  const spaced = numbers.map((number) => number.replace(/(\d{4})(?=\d)/g, "$1 "))

  it("card numbers and API secrets are in no database, database log or service log", async () => {
    const found = await findCanaries([...numbers, ...spaced, ...secrets], vintem.databases, { log: vintem.output() })
    expect(found).to.deep.equal([])
  })

  it("card numbers are in no error response", async () => {
    // Errors may repeat what the caller put into the path or the name of a member.
    const checked = errors.filter((text) => !text.includes("No such customer") && !text.includes("is not a parameter"))
    expect(
      await findCanaries(
        numbers,
        { directory: vintem.databases.directory, env: {}, remove: async () => {} },
        { errors: checked.join() },
      ),
    ).to.deep.equal([])
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
