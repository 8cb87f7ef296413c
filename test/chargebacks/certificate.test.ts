import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { merchantCertificate } from "../support/cielo-chargebacks/certificates.ts"
import { signIn } from "../support/dashboard/dashboard.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { attention, DAY, giveDesk, openShop, type Shop } from "./shop.ts"

describe("The certificate with which chargebacks are answered", function () {
  this.timeout(120_000)
  let shop: Shop
  let web: Running
  before(async () => {
    shop = await openShop()
    const { env, clock, vintem } = shop
    web = await startVintem(env, { role: "dashboard", databases: vintem.databases, clock })
  })
  after(async () => {
    await web.close()
    await shop.close()
  })

  it("is on the attention list from 30 days before its end on, until a new one is set", async () => {
    const merchant = await newMerchant(shop.vintem)
    const set = async (days: number) => {
      const { cert: certificate, key } = await merchantCertificate({ days })
      await giveDesk(shop, merchant, { certificate, key })
    }
    const kinds = async () => (await attention(shop, merchant)).map(({ kind }) => kind)
    await set(40)
    expect(await kinds()).to.deep.equal([])
    shop.clock.ahead = 11 * DAY
    const [item, ...others] = await attention(shop, merchant)
    expect([item!.kind, others]).to.deep.equal(["certificate_expiring", []])
    const end = new Date(Date.now() + 40 * DAY * 1000 - 3 * 3_600_000).toISOString().slice(0, 10)
    expect(item!.message)
      .to.contain(`ends on ${end}`)
      .and.contain(`'vintem acquirer chargebacks set --account ${merchant.account} `)
    const viewer = await signIn(web, "certificates@example.com", "viewer")
    const { html } = await viewer.get(`/${merchant.account}/test/attention`, { "accept-language": "pt-BR" })
    expect(html).to.contain("O certificado é válido até").and.not.contain("vintem acquirer")
    shop.clock.ahead = 41 * DAY
    expect((await attention(shop, merchant))[0]!.message).to.contain(`has ended on ${end}`)
    await set(90)
    expect(await kinds()).to.deep.equal([])
  })
})
