// A live account whose cards go to Cielo, and to Adyen where Cielo cannot make a sale: docs/decisions/0033-fallback.md. Live mode is on Postgres.
import { expect } from "chai"
import { type Adyen, startAdyen } from "../adyen/adyen.ts"
import { type Cielo, startCielo } from "../cielo/cielo.ts"
import { cardFor } from "../cielo/outcomes.ts"
import { type Environment, type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { payWith, refundsOf } from "../support/merchants/rails.ts"
import { membersFor } from "./adyen/at-adyen.ts"

const PATIENCE_MS = 120_000
const CARDS_ONLY = { payment_method_types: ["card"] }

describe("Cards at Cielo, with Adyen as the fallback", function () {
  this.timeout(300_000)
  let cielo: Cielo
  let adyen: Adyen
  let databases: Databases
  let vintem: Running
  let merchant: Merchant
  let env: Environment
  before(async () => {
    adyen = await startAdyen({ testCvc: false })
    cielo = await startCielo({ split: true })
    databases = await freshDatabases({ live: true })
    const { url: CIELO_API_URL, queryUrl: CIELO_QUERY_URL } = cielo
    const addresses = { CIELO_API_URL, CIELO_QUERY_URL, ADYEN_CHECKOUT_URL: adyen.urls.checkout }
    vintem = await startVintem(addresses, { live: true, databases })
    merchant = await newMerchant(vintem, "live")
    env = { ...databases.env, ...addresses, BASE_URL: vintem.url }
    const { merchant_id, merchant_key } = cielo.merchant
    await set("cielo", { merchant_id, merchant_key })
    const { notification_url: url } = await set("adyen", membersFor(adyen), "--fallback-for", "card")
    await adyen.control.setWebhook({ url })
  })
  after(async () => {
    await vintem.close()
    await databases.remove()
    await adyen.close()
    await cielo.close()
  })

  async function set(name: string, members: object, ...more: string[]) {
    const args = ["acquirer", "set", "--account", merchant.account, "--name", name, "--credentials-file", "-", "--json", ...more]
    const { status, stderr, json } = await runCommand(args, env, JSON.stringify(members))
    expect(status, stderr).to.equal(0)
    return json
  }
  const takenAtAdyen = async (amount: number) => (await adyen.control.ledger()).filter((one) => one.captured === amount)
  const takenAtCielo = async (amount: number) => (await cielo.control.ledger()).filter(({ captured }) => captured === amount)

  it("are charged at Cielo as long as it can", async () => {
    expect((await payWith(merchant, cardFor("Visa"), { ...CARDS_ONLY, amount: 2001 })).status).to.equal("succeeded")
    expect([(await takenAtCielo(2001)).length, (await takenAtAdyen(2001)).length]).to.deep.equal([1, 0])
  })

  it("are charged at Adyen if Cielo could not process the sale, and refunded there", async () => {
    const { id, status } = await payWith(merchant, cardFor("Visa", "99"), { ...CARDS_ONLY, amount: 2002 })
    expect(status).to.equal("succeeded")
    expect([(await takenAtCielo(2002)).length, (await takenAtAdyen(2002)).length]).to.deep.equal([0, 1])
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    await until(async () => (await refundsOf(merchant, id)).some((one) => one.status === "succeeded"), PATIENCE_MS)
  })

  it("are not charged at Adyen after a refusal of the issuer", async () => {
    const { last_payment_error } = await payWith(merchant, cardFor("Visa", "05"), { ...CARDS_ONLY, amount: 2003 })
    expect(last_payment_error.code).to.equal("card_declined")
    expect(await takenAtAdyen(2003)).to.deep.equal([])
  })

  it("are charged at Adyen while Cielo is down", async () => {
    await cielo.close()
    const paid = await Promise.all(
      [2004, 2005, 2006].map((amount) => payWith(merchant, cardFor("Visa"), { ...CARDS_ONLY, amount })),
    )
    expect(paid.map(({ status }) => status)).to.deep.equal(["succeeded", "succeeded", "succeeded"])
    for (const amount of [2004, 2005, 2006]) expect(await takenAtAdyen(amount)).to.have.lengthOf(1)
  })
})
