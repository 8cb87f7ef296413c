// The pages of statements, as owners, operators and viewers of an account see them.
import { expect } from "chai"
import { dateOf } from "../../src/base/day.ts"
import { allOf } from "../../src/http/mode.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { sql } from "../support/databases/sql.ts"
import { fileOf, openShop, openShops, type Shop, type Shops } from "../support/statements/shop.ts"

describe("In the dashboard, statements", function () {
  this.timeout(120_000)
  let shops: Shops
  let shop: Shop
  let operator: Visitor
  before(async () => {
    shops = await openShops()
  })
  beforeEach(async () => {
    shops.clock.ahead = 0
    shop = await openShop(shops)
    operator = await signInProved(`${shop.ec}@example.com`, "operator")
  })

  /** As with a passkey: live mode asks for one. */
  async function signInProved(email: string, role: string): Promise<Visitor> {
    const visitor = await signIn(shops.vintem, email, role, shop.account)
    for (const { database } of allOf(shops.vintem.server.modes))
      await database.transaction((tx) => tx.run(sql<void>(`UPDATE sessions SET proved_ms = ${Date.now()}`), {}))
    return visitor
  }
  after(() => shops.close())

  const path = (rest = "") => `/${shop.account}/live/balance/statements${rest}`
  const upload = (who: Visitor, file: Buffer) =>
    submit(who, path("/upload"), { file: new Blob([new Uint8Array(file)], { type: "text/plain" }) })

  it("are uploaded, compared to the line, and resolved with a reason", async () => {
    const [same, dearer] = [await shop.sell(10_000), await shop.sell(5000)]
    const file = fileOf(shop, "03", [same.line(), dearer.line({ commission: -150 })])
    const first = await upload(operator, file)
    expect(first.status, first.html.replace(/<[^>]+>/g, " ").slice(-900)).to.equal(303)
    await shops.work()
    const list = await operator.get(path())
    expect(list.html).to.contain(`/days/${dateOf(shop.day)}`)
    const day = await operator.get(path(`/days/${dateOf(shop.day)}`))
    expect(day.html).to.contain("150.00").and.contain(dearer.tid).and.contain(`/payments/${dearer.id}`)
    await operator.post("/language", { language: "pt", to: path() })
    const portuguese = [
      await operator.get(path(`/days/${dateOf(shop.day)}`)),
      await operator.get(`/${shop.account}/live/attention`),
    ]
    for (const { html } of portuguese) expect(html).to.match(/taxa \(parcela 1\): R\$\s?0,00 aqui, R\$\s?1,50 no extrato/)
    expect(portuguese[0]!.html).to.contain("venda no crédito").and.not.contain("sale, credit")
    expect(portuguese[1]!.html).to.not.contain("vintem statements")
    await operator.post("/language", { language: "en", to: path() })
    const resolve = /\/balance\/statements\/differences\/sdf_\w+\/resolve/.exec(day.html)![0]
    const refused = await submit(operator, `/${shop.account}/live${resolve}`, { reason: "" })
    expect(refused.status).to.equal(400)
    expect((await submit(operator, `/${shop.account}/live${resolve}`, { reason: "Taxa renegociada." })).status).to.equal(303)
    expect((await operator.get(path(`/days/${dateOf(shop.day)}`))).html)
      .to.contain("Taxa renegociada.")
      .and.not.contain(resolve)
    expect((await upload(operator, file)).status, "read before").to.equal(303)
    await shop.prove()
  })

  it("of another account change nothing, whoever uploads them", async () => {
    const other = await openShop(shops)
    const sold = await other.sell(5000)
    expect((await upload(operator, fileOf(other, "03", [sold.line({ commission: -4000 })]))).status).to.equal(303)
    await shops.work()
    expect(await other.rows()).to.deep.equal(["payment 5000 0"])
    expect((await other.show()).lines).to.deep.equal([])
    expect((await shop.show()).lines).to.deep.equal([])
  })

  it("that can't be read say where, and are taken off the list with a reason", async () => {
    const refused = await upload(operator, Buffer.from("no statement\n4111 1111 1111 1111\n"))
    expect(refused.status).to.equal(400)
    expect(refused.html).to.contain("line 1, column 1").and.not.contain("4111 1111")
    const item = (await operator.get(`/${shop.account}/live/attention`)).html
    const resolve = /\/balance\/statements\/files\/stf_\w+\/resolve/.exec(item)![0]
    expect((await submit(operator, `/${shop.account}/live${resolve}`, { reason: "Arquivo errado." })).status).to.equal(303)
    expect((await operator.get(`/${shop.account}/live/attention`)).html).to.not.contain(resolve)
  })

  it("are read by viewers, and uploaded by owners and operators only, for money that the acquirer pays out", async () => {
    const viewer = await signInProved(`v${shop.ec}@example.com`, "viewer")
    expect((await viewer.get(path())).status).to.equal(200)
    expect((await viewer.get(path())).html).to.not.contain("/upload")
    expect((await viewer.get(path("/upload"))).status).to.equal(403)
    shop = await openShop(shops, { funds: "platform" })
    const owner = await signInProved(`o${shop.ec}@example.com`, "owner")
    expect((await owner.get(path())).html).to.not.contain("/upload")
    expect((await owner.get(path("/upload"))).html)
      .to.contain("Ask the operator")
      .and.not.contain('<form class="post"')
  })

  it("of money that the platform pays out have no button that would be refused", async () => {
    shop = await openShop(shops, { funds: "platform" })
    const owner = await signInProved(`o${shop.ec}@example.com`, "owner")
    const sold = await shop.sell(5000)
    await shops.read(fileOf(shop, "03", [sold.line({ commission: -150 })]))
    await shops.work()
    const [difference] = (await shop.show()).differs
    for (const page of [
      path(`/days/${dateOf(shop.day)}`),
      `/${shop.account}/live/attention`,
      path(`/differences/${difference.id}/resolve`),
    ]) {
      const { html } = await owner.get(page)
      expect(html, page)
        .to.contain("Ask the operator")
        .and.not.contain(`href="${path(`/differences/${difference.id}/resolve`)}"`)
        .and.not.contain('<form class="post"')
    }
    const sent = { form_token: "A".repeat(22), reason: "Taxa." }
    expect((await owner.post(path(`/differences/${difference.id}/resolve`), sent)).status).to.equal(400)
  })
})
