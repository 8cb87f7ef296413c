// Anybody may type any address on the page of a payment link. Nothing is mailed to it before a payment has succeeded.
import { expect } from "chai"
import { load, send } from "../checkout/payer.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command } from "../support/dashboard/dashboard.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { ADDRESS, confirm, confirmWith, help } from "../support/merchants/rails.ts"
import { advance, DAY, newPlan } from "../support/merchants/subscriptions.ts"

const CPF = { type: "cpf", number: "529.982.247-25" }

describe("A payer of a payment link", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let product: string
  let link: Json
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    product = expectStatus(await merchant.request("POST", "/v1/products", { name: "Livro" }), 201).id
    expectStatus(await merchant.request("POST", `/v1/products/${product}/price`, { amount: 4990, currency: "brl" }), 201)
    link = expectStatus(await merchant.request("POST", "/v1/payment_links", { product }), 201)
  })
  after(() => vintem.close())

  const kinds = async (): Promise<string[]> =>
    (await command<Json[]>(vintem, ["mail", "list", "--mode", "test", "--account", merchant.account])).map(({ kind }) => kind)
  /** Sends the form of the link. Returns the payment intent, whose customer then has all that a boleto needs. */
  const buy = async (): Promise<Json> => {
    expect((await send(await load(link.url), { name: "Joana Dias", email: "victim@example.com" })).status).to.equal(303)
    const [intent] = expectStatus(await merchant.request("GET", "/v1/payment_intents?limit=1"), 200).data
    const known = { document: CPF, address: ADDRESS }
    expectStatus(await merchant.request("POST", `/v1/customers/${intent.customer}`, known), 200)
    return intent
  }

  it("is mailed nothing of a boleto that is not paid, not even on request", async () => {
    const { id } = await buy()
    await confirmWith(merchant, id, "boleto")
    const asked = await vintem.cli("mail", "send", id)
    expect([asked.status, asked.stderr.includes("Anybody could have typed the address")]).to.deep.equal([1, true])
    await advance(merchant, { seconds: 5 * DAY })
    expect(await kinds()).to.deep.equal([])
  })

  it("is mailed a receipt, and from then on what others are mailed", async () => {
    const { id, customer } = await buy()
    await confirmWith(merchant, id, "pix")
    expectStatus(await help(merchant, id, "succeed"), 200)
    await until(async () => (await kinds()).includes("receipt"))
    const terms = { amount: 1000, currency: "brl", customer, payment_method_types: ["boleto"] }
    const second = expectStatus(await merchant.request("POST", "/v1/payment_intents", terms), 201)
    await confirmWith(merchant, second.id, "boleto")
    expect(await kinds()).to.have.members(["receipt", "boleto_reminder"])
  })

  it("is mailed nothing of a subscription whose first charge is refused", async () => {
    await newPlan(vintem, merchant, product, {})
    const { id } = await buy()
    expectStatus(await confirm(merchant, id, (await newToken(merchant, CARDS.declined)).id), 200)
    await advance(merchant, { seconds: 30 * DAY })
    expect((await kinds()).filter((kind) => kind !== "receipt")).to.deep.equal([])
  })
})
