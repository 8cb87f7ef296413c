import { expect } from "chai"
import { statement } from "../../src/db/statement.ts"
import { CARDS, expectStatus, newCustomer, newIntent, newToken } from "../support/payments.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const cardOfToken = statement<{ sealed_number: string; sealed_cvc: string | null }>((k, p) =>
  k("cards").join("tokens", "tokens.card", "cards.id").where({ "tokens.id": p.token }).select("sealed_number", "sealed_cvc"),
)

describe("The CVC of a card", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const vaulted = async (token: string) => {
    const card = await vintem.server.modes.test.database.one(cardOfToken, { token })
    return { number: card?.sealed_number !== undefined, cvc: card?.sealed_cvc !== null }
  }
  const confirm = async (number: string) => {
    const intent = await newIntent(vintem)
    const token = await newToken(vintem, number)
    expect(await vaulted(token.id)).to.deep.equal({ number: true, cvc: true })
    const { status } = await vintem.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
    return { status, token: token.id as string }
  }

  it("is erased when the token is used up, by a card that is approved or refused", async () => {
    for (const number of [CARDS.approved, CARDS.declined, CARDS.processing]) {
      const { status, token } = await confirm(number)
      expect(status).to.equal(200)
      expect(await vaulted(token)).to.deep.equal({ number: true, cvc: false })
    }
  })

  it("is erased when the card is saved, or cannot be", async () => {
    const { id: customer } = await newCustomer(vintem)
    for (const [number, status] of [
      [CARDS.approved, 201],
      [CARDS.declined, 402],
    ] as const) {
      const token = await newToken(vintem, number)
      const saved = await vintem.request("POST", "/v1/payment_methods", { token: token.id, customer })
      expect(saved.status).to.equal(status)
      expect(await vaulted(token.id)).to.deep.equal({ number: true, cvc: false })
    }
  })

  it("is kept while the token can still be used, after an acquirer that was not reached", async () => {
    const { status, token } = await confirm(CARDS.unreachable)
    expect(status).to.equal(503)
    expect(await vaulted(token)).to.deep.equal({ number: true, cvc: true })
  })

  it("is erased when the token expires unused", async () => {
    const account = await vintem.newAccount()
    const { key } = await vintem.newKey({ account })
    const body = { type: "card", card: { number: CARDS.approved, expMonth: 12, expYear: 2034, cvc: "123" } }
    const token = expectStatus(await vintem.request("POST", "/v1/tokens", body, { key }), 201).id
    const advance = (seconds: number) => vintem.request("POST", "/v1/test_helpers/clock/advance", { seconds }, { key })
    expectStatus(await advance(14 * 60), 200)
    expect(await vaulted(token)).to.deep.equal({ number: true, cvc: true })
    expectStatus(await advance(2 * 60), 200)
    expect(await vaulted(token)).to.deep.equal({ number: true, cvc: false })
  })
})
