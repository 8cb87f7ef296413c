import { chmod, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { payWith } from "../support/merchants/rails.ts"
import { startUtmify, type Utmify } from "../support/utmify/server.ts"

const TOKEN = "Tok3nThatNobodySees"

describe("An integration of UTMify", () => {
  let utmify: Utmify
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  before(async () => {
    utmify = await startUtmify([TOKEN])
    vintem = await startVintem({ UTMIFY_URL: utmify.url })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    owner = await signIn(vintem, `${merchant.account}@example.com`, "owner", merchant.account)
  })
  after(async () => {
    await vintem.close()
    await utmify.close()
  })

  const path = (rest = "") => `/${merchant.account}/test/settings/integrations${rest}`
  const connect = async () => String((await submit(owner, path("/new-utmify"), { token: TOKEN, platform: "MinhaLoja" })).location)

  it("is connected by an owner, and its page shows what was told of which payment and what was refused, with the answer", async () => {
    const page = await connect()
    expect(page).to.match(/\/settings\/integrations\/int_\w+$/)
    expect((await owner.get(page)).html)
      .to.include("MinhaLoja")
      .and.include("It has been told of nothing yet")
    const { id: pix } = await payWith(merchant, "pix")
    await until(async () => utmify.orders.has(pix))
    utmify.fault = () => ({ status: 400, body: `{"message":"orderId is strange, ${TOKEN}"}` })
    const { id: card } = await payOne(merchant)
    await until(async () => (await owner.get(`${page}?status=dead_letter`)).html.includes(card))
    utmify.fault = undefined
    const all = (await owner.get(page)).html
    expect(all).to.include(`${pix}: waits for payment`).and.include(`${card}: paid`).and.include("HTTP 400")
    const refused = (await owner.get(`${page}?status=dead_letter`)).html
    expect(refused).to.include(card).and.not.include(pix)
    const [delivery] = /\/webhooks\/deliveries\/wd_\w+/.exec(refused)!
    const shown = (await owner.get(`/${merchant.account}/test${delivery}`)).html
    expect(shown).to.include("orderId is strange").and.include("x-api-token: [not kept]").and.include("totalPriceInCents")
    const viewer = await signIn(vintem, `viewer-${merchant.account}@example.com`, "viewer", merchant.account)
    expect((await viewer.get(path("/new-utmify"))).status).to.equal(403)
    expect((await viewer.get(page)).html).to.include(card)
    const pages = [all, refused, shown, (await owner.get(path())).html].join()
    expect(pages).to.not.include(TOKEN)
  })

  it("shows no token again after a wrong name of the shop", async () => {
    const page = await submit(owner, path("/new-utmify"), { token: TOKEN, platform: "minha loja" })
    expect(page.status).to.equal(400)
    expect(page.html).to.include("MinhaLoja").and.not.include(TOKEN)
  })

  it("is made by the command line from a file that others cannot open", async function () {
    this.timeout(120_000)
    const file = join(vintem.databases.directory, `${merchant.account}.token`)
    await writeFile(file, `${TOKEN}\n`, { mode: 0o600 })
    const mine = ["--mode", "test", "--account", merchant.account]
    const create = (...args: string[]) => vintem.cli("integrations", "create", ...mine, ...args)
    const made = await create("--kind", "utmify", "--token-file", file, "--platform", "MinhaLoja", "--json")
    const { id } = made.json
    expect(made.json).to.deep.equal({
      ...{ id, kind: "utmify", active: true, platform: "MinhaLoja" },
      url: `${utmify.url}/api-credentials/orders`,
    })
    const { id: payment } = await payOne(merchant)
    await until(async () => utmify.orders.has(payment))
    const audited = await vintem.cli("audit", "list", ...mine, "--json")
    expect(audited.json[0]).to.include({ action: "integration.create", target: id })
    expect(audited.stdout).to.not.include(TOKEN)
    for (const wrong of [
      ["--kind", "utmify"],
      ["--kind", "utmify", "--token-file", file, "--url", "https://tool.example/"],
      ["--url", "https://tool.example/", "--token-file", file],
      ["--kind", "other", "--token-file", file],
      [],
    ])
      expect((await create(...wrong)).status, wrong.join(" ")).to.equal(2)
    expect((await create("--kind", "utmify", "--token-file", file, "--platform", "minha loja")).status).to.equal(1)
    await chmod(file, 0o604)
    expect((await create("--kind", "utmify", "--token-file", file)).stderr).to.contain("chmod")
  })
})
