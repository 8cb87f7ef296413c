import { expect } from "chai"
import { expireTokens } from "../../src/payments/tokens/chores.ts"
import type { OpenCard } from "../../src/vault/cards.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { holdCalls, replaceAcquirer } from "../support/banks/acquirer.ts"
import { statement } from "../support/databases/statement.ts"
import { CARDS, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"
import { scopeOfAccount } from "../support/merchants/rails.ts"

const cardOfToken = statement<{ sealed_cvc: string | null }>((k, p) =>
  k("cards").join("tokens", "tokens.card", "cards.id").where({ "tokens.id": p.token }).select("sealed_cvc"),
)

describe("The CVC of a card", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  let restore = () => {}
  afterEach(() => restore())

  const isKept = async (token: string) =>
    (await vintem.server.modes.test.database.one(cardOfToken, { token }))!.sealed_cvc !== null
  const confirm = async (number: string) => {
    const intent = await newIntent(vintem)
    const token = await newToken(vintem, number)
    expect(await isKept(token.id)).to.equal(true)
    const { status } = await vintem.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
    return { status, token: token.id as string }
  }

  /** Records every card that is sent to the bank. `meanwhile` runs before the bank answers. */
  function watchBank(meanwhile = async () => {}): OpenCard[] {
    const sent: OpenCard[] = []
    const record = async (card: OpenCard) => {
      sent.push(card)
      await meanwhile()
    }
    restore = replaceAcquirer(vintem, vintem, (bank) => ({
      ...bank,
      authorize: async (sale, signal) => {
        await record(sale.card)
        return bank.authorize(sale, signal)
      },
      verify: async (account, card, signal) => {
        await record(card)
        return bank.verify(account, card, signal)
      },
    })).restore
    return sent
  }

  it("is erased when the token is used, whether the card is approved or refused", async () => {
    for (const number of [CARDS.approved, CARDS.declined, CARDS.processing]) {
      const { status, token } = await confirm(number)
      expect(status).to.equal(200)
      expect(await isKept(token)).to.equal(false)
    }
  })

  it("is kept while the token is usable, after the acquirer was unreachable", async () => {
    const { status, token } = await confirm(CARDS.unreachable)
    expect(status).to.equal(503)
    expect(await isKept(token)).to.equal(true)
  })

  it("is erased when the card is saved or the issuer refuses it", async () => {
    const { id: customer } = await newCustomer(vintem)
    for (const [number, status] of [
      [CARDS.approved, 201],
      [CARDS.declined, 402],
      [CARDS.wrongCvc, 402],
    ] as const) {
      const token = (await newToken(vintem, number)).id
      expect(await isKept(token)).to.equal(true)
      expectStatus(await vintem.request("POST", "/v1/payment_methods", { customer, token }), status)
      expect(await isKept(token)).to.equal(false)
    }
  })

  it("is kept while the card can still be saved, after the acquirer was unreachable", async () => {
    const { id: customer } = await newCustomer(vintem)
    const token = (await newToken(vintem, CARDS.unreachable)).id
    expectStatus(await vintem.request("POST", "/v1/payment_methods", { customer, token }), 503)
    expect(await isKept(token)).to.equal(true)
  })

  it("is sent once with the number, and a saved card is charged without it", async () => {
    const sent = watchBank()
    const { id: customer } = await newCustomer(vintem)
    const token = (await newToken(vintem)).id
    const saved = expectStatus(await vintem.request("POST", "/v1/payment_methods", { customer, token }), 201)
    const { id } = await newIntent(vintem, { customer })
    expectStatus(await vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: saved.id }), 200)
    const visa = { number: CARDS.approved, brand: "visa", funding: "credit", exp_month: 12, exp_year: 2034, holder_name: null }
    expect(sent.map(({ id: _, ...card }) => card)).to.deep.equal([
      { ...visa, cvc: "123" },
      { ...visa, cvc: undefined },
    ])
    expect(sent[1]?.id).to.equal(sent[0]?.id)
  })

  it("is sent to the bank with a payment that was in progress when its token expired", async () => {
    const { id } = await newIntent(vintem)
    const token = (await newToken(vintem)).id
    const [reached, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const sent = watchBank(() => {
      reached.resolve()
      return letGo.promise
    })
    const confirming = vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token })
    await reached.promise
    await expireTokens.sweepAccount(await scopeOfAccount(vintem, vintem.account, 16 * 60))
    letGo.resolve()
    expect(expectStatus(await confirming, 200).status).to.equal("succeeded")
    expect(sent[0]?.cvc).to.equal("123")
    expect(await isKept(token)).to.equal(false)
  })

  it("is sent to the bank with a payment that began before its token expired, and was not sent yet", async () => {
    const { id } = await newIntent(vintem)
    const token = (await newToken(vintem)).id
    const sent = watchBank()
    const { reached, letGo } = holdCalls(vintem, id)
    const confirming = vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token })
    await reached
    await expireTokens.sweepAccount(await scopeOfAccount(vintem, vintem.account, 16 * 60))
    letGo()
    expect(expectStatus(await confirming, 200).status).to.equal("succeeded")
    expect(sent.map(({ cvc }) => cvc)).to.deep.equal(["123"])
    expect(await isKept(token)).to.equal(false)
  })

  it("is erased when the token expires unused", async () => {
    const account = await vintem.newAccount()
    const { key } = await vintem.newKey({ account })
    const body = { type: "card", card: { number: CARDS.approved, expMonth: 12, expYear: 2034, cvc: "123" } }
    const token = expectStatus(await vintem.request("POST", "/v1/tokens", body, { key }), 201).id
    const advance = (seconds: number) => vintem.request("POST", "/v1/test_helpers/clock/advance", { seconds }, { key })
    expectStatus(await advance(14 * 60), 200)
    expect(await isKept(token)).to.equal(true)
    expectStatus(await advance(2 * 60), 200)
    expect(await isKept(token)).to.equal(false)
  })
})
