import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { unescapeHtml } from "../support/bytes/html.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { attention, cases, chargeBack, disputes, expectClean, openShop, PDF, type Shop, sell, worksOf } from "./shop.ts"

describe("A case of the acquirer in the dashboard", function () {
  this.timeout(120_000)
  let shop: Shop
  let web: Running
  let operator: Visitor
  before(async () => {
    shop = await openShop()
    // A process of its own, because the other one has no scheduler.
    const { env, clock, vintem } = shop
    web = await startVintem(env, { role: "dashboard", databases: vintem.databases, clock })
    operator = await signIn(web, "cases@example.com", "operator")
  })
  afterEach(() => {
    shop.clock.ahead = 0
    expectClean(shop)
  })
  after(async () => {
    await web.close()
    await shop.close()
  })

  /** What an open page would hear of, and what it listens to. */
  const marksIn = (html: string) => {
    const [marks = "", of = ""] = ["marks", "of"].map((name) => new RegExp(`data-${name}="([^"]+)"`).exec(html)?.[1])
    return { ...JSON.parse(unescapeHtml(marks)), of: of.split(" ") }
  }
  const file = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: "application/pdf" })

  it("shows its deadline, its life and the issuer's documents, and is refused with a document", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run } = worksOf(shop, merchant)
    const at = (rest: string) => `/${merchant.account}/test${rest}`
    const one = await chargeBack(shop, sale, { documents: [{ name: "carta.pdf", bytes: PDF }] })
    await run("poll")
    await run("ask")
    const [row] = await cases(shop, merchant, id)
    const path = at(`/disputes/${row!.dispute}`)
    const page = async () => (await operator.get(path)).html
    expect(await page())
      .to.include(String(one.idCase))
      .and.include("VISA")
      .and.include("104 Outra fraude")
      .and.include("10 days left")
      .and.include("Needs your answer")
    const list = (await operator.get(at(`/disputes/cases/${row!.id}/documents`))).html
    const link = /href="([^"]+\/documents\/\d+)"/.exec(list)![1]!
    const document = await operator.get(link)
    expect(document.status).to.equal(200)
    expect(document.html).to.equal(PDF.toString())

    const question = (await operator.get(`${path}/refuse`)).html
    expect(question).to.include("sends your reason and your document").and.include("multipart/form-data")
    const wrong = await submit(operator, `${path}/refuse`, { reason: "Entregue", file: file(Buffer.from("no document")) })
    expect([wrong.status, wrong.html.includes("must be a PDF")]).to.deep.equal([400, true])
    const large = Buffer.concat([PDF, Buffer.alloc(1024 * 1024)])
    const sent = await submit(operator, `${path}/refuse`, { reason: "Entregue em casa", file: file(large) })
    expect([sent.status, sent.location]).to.deep.equal([303, path])
    expect(await page()).to.include("waits to be sent")
    const before = marksIn(await page())
    const again = await submit(operator, `${path}/accept`)
    expect([again.status, again.html.includes("on its way")]).to.deep.equal([400, true])
    await run("answer")
    expect(one.steps[0]!.refusal).to.deep.include({ reason: "Entregue em casa", bytes: large })
    const after = marksIn(await page())
    expect([after.cases === before.cases, after.of], "an open page hears of it").to.deep.equal([false, before.of])
    expect(after.of).to.include("cases")
    await run("poll").catch(() => {})
    expect(await page())
      .to.include("taken by the acquirer")
      .and.include("Under review")
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 under_review 4990 succeeded"])
    const entries = await command<Json[]>(shop.vintem, ["audit", "list", "--account", merchant.account])
    expect(entries.find(({ action, outcome }) => action === "dispute.refuse" && outcome === "done")).to.include({
      target: row!.dispute,
    })
  })

  it("that names no payment is joined to one, or dismissed, from the attention list, by operators only", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run } = worksOf(shop, merchant)
    const at = (rest: string) => `/${merchant.account}/test${rest}`
    const unknown = { ...sale, sale: { tid: "10069930690000000099", nsu: "999999" } }
    for (const _each of [1, 2]) await chargeBack(shop, unknown, { isUntold: true })
    await run("poll")
    const [first, second] = await cases(shop, merchant)
    const attentionPage = (await operator.get(at("/attention"))).html
    for (const each of [first, second])
      expect(attentionPage)
        .to.include(at(`/disputes/cases/${each!.id}/join`))
        .and.include(at(`/disputes/cases/${each!.id}/dismiss`))
    const viewer = await signIn(web, "cases-viewer@example.com", "viewer")
    for (const what of ["accept", "refuse", "join", "dismiss"]) {
      const sent = await viewer.post(at(`/disputes/cases/${first!.id}/${what}`), { form_token: "A".repeat(22) })
      expect(sent.status).to.equal(403)
    }
    expect((await viewer.get(at(`/disputes/cases/${first!.id}/documents`))).status).to.equal(403)
    const missing = await submit(operator, at(`/disputes/cases/${first!.id}/join`), { payment: "pi_none" })
    expect(missing.status).to.equal(400)
    expect((await submit(operator, at(`/disputes/cases/${first!.id}/join`), { payment: id })).status).to.equal(303)
    await run("ask")
    expect(await disputes(shop, merchant, id)).to.deep.equal(["4990 needs_response 4990 succeeded"])
    expect((await submit(operator, at(`/disputes/cases/${second!.id}/dismiss`))).status).to.equal(303)
    expect((await attention(shop, merchant)).map(({ kind }) => kind)).to.deep.equal(["dispute_deadline"])
    expect((await operator.get(at(`/disputes/cases/${first!.id}`))).html).to.include(id)
    expect((await operator.get(`/${shop.vintem.account}/test/disputes/cases/${first!.id}`)).status).to.equal(404)
  })

  it("of an inquiry is a note on the page of its payment, with its deadline and the answers", async () => {
    const { merchant, id, sale } = await sell(shop)
    const { run } = worksOf(shop, merchant)
    await chargeBack(shop, sale, { process: "COBRANCA_AMIGAVEL", isUntold: true })
    await run("poll")
    const [row] = await cases(shop, merchant, id)
    const page = (await operator.get(`/${merchant.account}/test/payments/${id}`)).html
    expect(page).to.include("no money has moved").and.include("10 days left").and.include(`/disputes/cases/${row!.id}/refuse`)
  })
})
