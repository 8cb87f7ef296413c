import { expect } from "chai"
import { tokenSource } from "../../src/accounts/card-tests.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"

const ORIGIN = "https://shop.example"

describe("A card tester with a publishable key", () => {
  let now = Math.floor(Date.now() / 1000) * 1000
  let vintem: Running
  before(async () => {
    const limits = { RATE_LIMIT_CARDS: "8", RATE_LIMIT_CARDS_ADDRESS: "3", TRUST_PROXY: "true" }
    vintem = await startVintem(limits, { clock: { now: () => now } })
  })
  after(() => vintem.close())

  let lastAddress = 0
  const newAddress = () => `192.0.2.${++lastAddress}`

  /** A shop whose payers send their cards from their browsers, and which confirms with its secret key. */
  async function newShop(on = vintem) {
    const merchant = await newMerchant(on)
    expectStatus(await merchant.request("POST", "/merchant-origins", { origin: ORIGIN }), 201)
    const { key } = await on.newKey({ account: merchant.account, kind: "publishable" })
    const customer = (await newCustomer(merchant)).id
    const tokenize = (address: string, number?: string) => {
      const headers = { origin: ORIGIN, "x-forwarded-for": address }
      return merchant.request("POST", "/v1/tokens", cardBody(number), { key, headers })
    }
    const pay = async (address: string, number?: string) => {
      const token = expectStatus(await tokenize(address, number), 201)
      const intent = await newIntent(merchant, { customer })
      const path = `/v1/payment_intents/${intent.id}/confirm`
      return expectStatus(await merchant.request("POST", path, { payment_method: token.id }), 200)
    }
    const save = async (address: string, number?: string) => {
      const token = expectStatus(await tokenize(address, number), 201)
      return merchant.request("POST", "/v1/payment_methods", { token: token.id, customer })
    }
    return { ...merchant, tokenize, pay, save }
  }

  it("gets 429 from an address with too many refused cards, until ten minutes have passed, and nobody else does", async () => {
    const shop = await newShop()
    const address = newAddress()
    for (const card of [CARDS.declined, CARDS.insufficientFunds, CARDS.wrongCvc]) await shop.pay(address, card)
    const refused = await shop.tokenize(address)
    expect(expectStatus(refused, 429).error).to.include({ type: "rate_limit_error", code: "rate_limit_exceeded" })
    expect(refused.body.error.message).to.match(/^Too many cards from this address were refused or verified\./)
    expect(Number(refused.headers["retry-after"])).to.be.within(500, 600)
    expect(refused.headers["access-control-allow-origin"]).to.equal(ORIGIN)
    // Not with the key of another shop either.
    expectStatus(await (await newShop()).tokenize(address), 429)
    await shop.pay(newAddress())
    const metrics = await (await fetch(vintem.metricsUrl)).text()
    expect(metrics).to.contain('vintem_card_testing_refused_total{mode="test",by="address"} 2')
    now += 600_000
    await shop.pay(address)
  })

  it("gets 429 from any address when too many cards of the key were refused, and a shop with another key does not", async () => {
    const shop = await newShop()
    for (let i = 0; i < 4; i++) {
      const address = newAddress()
      await shop.pay(address, CARDS.declined)
      expectStatus(await shop.save(address, CARDS.declined), 402)
    }
    const address = newAddress()
    expect(expectStatus(await shop.tokenize(address), 429).error.message).to.match(
      /^Too many cards of this publishable key were refused\./,
    )
    expectStatus(await (await newShop()).tokenize(address), 201)
  })

  it("cannot verify many cards from one address either, but a shop may save any number of cards", async () => {
    const shop = await newShop()
    const address = newAddress()
    for (let i = 0; i < 3; i++) expectStatus(await shop.save(address), 201)
    expectStatus(await shop.tokenize(address), 429)
    for (let i = 0; i < 6; i++) expectStatus(await shop.save(newAddress()), 201)
    expectStatus(await shop.tokenize(newAddress()), 201)
  })

  it("is no payer whose cards are charged, nor a server that sends cards with its secret key", async () => {
    const shop = await newShop()
    const address = newAddress()
    for (let i = 0; i < 5; i++) await shop.pay(address)
    for (let i = 0; i < 10; i++) {
      const token = expectStatus(await shop.request("POST", "/v1/tokens", cardBody(CARDS.declined)), 201)
      const intent = await newIntent(shop)
      await shop.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
    }
    expectStatus(await shop.tokenize(address), 201)
  })

  it("leaves no address in the database, and no count when its window has ended", async () => {
    const shop = await newShop()
    const address = newAddress()
    await shop.pay(address, CARDS.declined)
    const { database } = vintem.server.modes.test
    const dump = async (table: string) => JSON.stringify(await database.all(sql(`SELECT * FROM ${table}`), {}))
    expect(await dump("card_tests")).not.to.equal("[]")
    expect((await dump("card_tests")) + (await dump("tokens"))).not.to.contain("192.0.2.")
    now += 600_000
    await vintem.server.tick()
    expect(await dump("card_tests")).to.equal("[]")
  })

  it("shares no count with other payers whose address a proxy hides", async () => {
    const behindProxy = await startVintem({ RATE_LIMIT_CARDS_ADDRESS: "1" }, { role: "api" })
    const shop = await newShop(behindProxy)
    await shop.pay(newAddress(), CARDS.declined)
    expectStatus(await shop.tokenize(newAddress()), 201)
    await behindProxy.close()
    const { ring } = vintem.server.modes.test
    expect(tokenSource(ring, "key_1", null)).to.deep.equal({ publishable_key: "key_1", payer_address: null })
    const [one, two] = ["192.0.2.1", "192.0.2.2"].map((address) => tokenSource(ring, "key_1", address).payer_address)
    expect(one)
      .to.match(/^[0-9a-f]{64}$/)
      .and.not.equal(two)
  })
})
