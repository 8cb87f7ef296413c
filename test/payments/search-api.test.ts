import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"

// test/payments/search.test.ts has what each text finds.
describe("The list of payment intents that a text finds", () => {
  let vintem: Running
  let shop: Merchant
  let ana: string
  /** The oldest first. */
  const ids: string[] = []

  before(async () => {
    vintem = await startVintem()
    shop = await newMerchant(vintem)
    ana = (await newCustomer(shop, { name: "Ana Conceição", email: "ana@example.com" })).id
    for (let i = 0; i < 3; i++)
      ids.push((await newIntent(shop, { customer: ana, metadata: { order: "PED-77" }, description: `Caixa ${i}` })).id)
    expectStatus(await shop.request("POST", `/v1/payment_intents/${ids[1]}/cancel`, {}), 200)
  })
  after(() => vintem.close())

  const list = (parameters: Record<string, string>, options = {}) =>
    shop.request("GET", `/v1/payment_intents?${new URLSearchParams(parameters)}`, undefined, options)
  const found = async (parameters: Record<string, string>, options = {}) =>
    expectStatus(await list(parameters, options), 200).data.map(({ id }: { id: string }) => id)

  it("is filtered and paged as every list is, newest first", async () => {
    expect(await found({ query: "conceicao" })).to.deep.equal([...ids].reverse())
    expect(await found({ query: "ped-77", status: "canceled" })).to.deep.equal([ids[1]])
    expect(await found({ query: "ped-77", customer: "cus_none" })).to.deep.equal([])
    const { has_more, data } = expectStatus(await list({ query: "ana@", limit: "2" }), 200)
    expect([has_more, data.map(({ id }: { id: string }) => id)]).to.deep.equal([true, [ids[2], ids[1]]])
    expect(await found({ query: "ana@", limit: "2", starting_after: String(ids[1]) })).to.deep.equal([ids[0]])
  })

  it("finds payments by their customers only for a key that may read customers", async () => {
    const keyWith = async (...scopes: string[]) =>
      (await vintem.newKey({ account: shop.account, kind: "restricted", scopes: scopes as never })).key
    const payments = await keyWith("payment_intents:read")
    expect(await found({ query: "conceicao" }, { key: payments })).to.deep.equal([])
    expect(await found({ query: "PED-77" }, { key: payments })).to.have.length(3)
    const both = await keyWith("payment_intents:read", "customers:read")
    expect(await found({ query: "conceicao" }, { key: both })).to.have.length(3)
  })

  it("is for 2026-12-01 and later versions", async () => {
    const headers = { "service-version": "2026-04-27" }
    const { error } = expectStatus(await list({ query: "ped-77" }, { headers }), 400)
    expect(error).to.deep.include({ code: "parameter_unknown", param: "query" })
  })

  it("leaves the text out of the log of requests", async () => {
    const { headers } = await list({ query: "conceicao" })
    const show = () => vintem.cli("logs", "show", String(headers["request-id"]), "--json")
    const logged = await until(async () => (await show()).stdout || undefined)
    expect(logged).to.contain("[not kept]").and.not.contain("conceicao")
  })
})
