import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, newIntent } from "../support/merchants/payments.ts"
import { retrieve } from "../support/merchants/rails.ts"
import { newRecurringProduct } from "../support/merchants/subscriptions.ts"
import { challengeOn, load, payBy } from "./payer.ts"

describe("Debit cards on a pay page", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    await offer("--debit")
  })
  after(() => vintem.close())

  const offer = (option: "--debit" | "--no-debit") =>
    vintem.cli("accounts", "update", "--account", merchant.account, option, "--json")
  const formOf = async ({ hosted_url }: Json) => (await load(`${hosted_url}?method=card`)).html
  const isOffered = async (intent: Json) => (await formOf(intent)).includes('data-funding="choice"')

  /** Makes a token as the card fields of the page do. */
  async function tokenize(intent: Json, number: string, more: object = { funding: "debit" }): Promise<Response> {
    const [, origin = "", session = ""] = /data-frame="([^"]+)" data-session="([^"]+)"/.exec(await formOf(intent)) ?? []
    return fetch(`${origin}/v1/frame/tokens`, {
      method: "POST",
      headers: { Authorization: `Bearer ${session}`, "Content-Type": "application/json" },
      body: JSON.stringify(cardBody(number, more)),
    })
  }
  const tokenOf = async (intent: Json, number: string) => ((await (await tokenize(intent, number)).json()) as Json).id

  it("are offered once the account says so", async () => {
    const intent = await newIntent(merchant)
    expect(await isOffered(intent)).to.equal(true)
    await offer("--no-debit")
    expect(await isOffered(intent)).to.equal(false)
    expect(await isOffered(await newIntent(await newMerchant(vintem)))).to.equal(false)
  })

  it("pay, after the bank's challenge where it asks", async () => {
    const easy = await newIntent(merchant)
    const token = await tokenOf(easy, CARDS.frictionless)
    expect((await payBy(easy.hosted_url, "card", { token, installments: "1" })).status).to.equal(303)
    const paid = await retrieve(merchant, easy.id)
    expect([paid.status, paid.payment_method_details.card.funding]).to.deep.equal(["succeeded", "debit"])
    const asked = await newIntent(merchant)
    await payBy(asked.hosted_url, "card", { token: await tokenOf(asked, CARDS.approved), installments: "1" })
    expect(challengeOn(await load(asked.hosted_url))).to.include("/pay/")
  })

  it("are not offered where they could not pay", async () => {
    const never = { card: { request_three_d_secure: "never" } }
    const product = await newRecurringProduct(vintem, merchant)
    for (const details of [
      { currency: "usd" },
      { capture_method: "manual" },
      { payment_method_options: never },
      { product },
    ] as Json[])
      expect(await isOffered(await newIntent(merchant, details)), JSON.stringify(details)).to.equal(false)
    const intent = await newIntent(merchant)
    const without = replaceAcquirer(vintem, merchant, ({ hasThreeDSecure: _, ...bank }) => bank)
    expect(await isOffered(intent)).to.equal(false)
    without.restore()
    expect(await isOffered(intent)).to.equal(true)
  })

  it("are not taken where the account does not offer them, nor in installments", async () => {
    const intent = await newIntent(merchant)
    const token = await tokenOf(intent, CARDS.frictionless)
    expect((await payBy(intent.hosted_url, "card", { token, installments: "3" })).status).to.equal(409)
    expect((await retrieve(merchant, intent.id)).status).to.equal("requires_payment_method")
    await offer("--no-debit")
    expect((await tokenize(intent, CARDS.frictionless)).status).to.equal(400)
    expect((await tokenize(intent, CARDS.frictionless, { funding: "credit" })).status).to.equal(201)
    expect((await tokenize(intent, CARDS.frictionless, { funding: "prepaid" })).status).to.equal(400)
  })
})
