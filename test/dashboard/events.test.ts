import { expect } from "chai"
import { dateOf, dayOf } from "../../src/base/day.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { cancelOne, type Merchant, newEndpoint, newMerchant, payOne } from "../support/merchants/merchant.ts"

describe("Events in the dashboard", () => {
  let vintem: Running
  let merchant: Merchant
  let viewer: Visitor
  let base: string
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
    base = `/${merchant.account}/test/webhooks/events`
    viewer = await signIn(vintem, "ana@example.com", "viewer")
  })
  after(() => vintem.close())

  const eventsOf = async (each: Merchant) => (await each.request("GET", "/v1/events?limit=100")).body.data as { id: string }[]

  it("say where they come from while there is none", async () => {
    const { account } = await newMerchant(vintem)
    expect((await viewer.get(`/${account}/test/webhooks/events`)).html).to.contain("Nothing has happened yet")
  })

  it("are listed by type and date, newest first", async () => {
    const paid = await payOne(merchant)
    const canceled = await cancelOne(merchant)
    const all = (await viewer.get(base)).html
    expect(all.indexOf(canceled.id)).to.be.greaterThan(0).and.lessThan(all.indexOf(paid.id))
    const some = (await viewer.get(`${base}?type=payment_intent.succeeded`)).html
    expect(some).to.contain(paid.id).and.not.to.contain(canceled.id)
    const today = dateOf(dayOf(Date.now() / 1000))
    const listed = await viewer.get(`${base}?from=${today}&to=${today}&type=payment_intent.canceled`)
    expect(listed.html).to.contain(canceled.id).and.to.contain(`value="${today}"`).and.not.to.contain(paid.id)
    expect((await viewer.get(`${base}?to=2020-01-01`)).html).to.contain("No events match")
    for (const odd of ["type=constructor", "from=%27", "type=x%22%3E%3Cb%3E", "from=2026-99-99"])
      expect((await viewer.get(`${base}?${odd}`)).html, odd)
        .to.contain(paid.id)
        .and.not.to.contain("<b>")
  })

  it("are listed page by page, without gaps", async () => {
    const busy = await newMerchant(vintem)
    for (let i = 0; i < 27; i++) await cancelOne(busy)
    const seen: string[] = []
    for (let path: string | undefined = `/${busy.account}/test/webhooks/events`; path; ) {
      const { html } = await viewer.get(path)
      seen.push(...[...html.matchAll(/<span class="id">(evt_\w+)/g)].map(([, id]) => id!))
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&")
    }
    expect(seen).to.deep.equal((await eventsOf(busy)).map(({ id }) => id))
  })

  it("show what is sent, to whom, and what they are about", async () => {
    const one = await newMerchant(vintem)
    const { id: endpoint } = await newEndpoint(one, "https://127.0.0.1/")
    const intent = await cancelOne(one, { description: "<i>Bolo</i>" })
    const [event] = await eventsOf(one)
    const { html } = await viewer.get(`/${one.account}/test/webhooks/events/${event!.id}`)
    expect(html).to.contain("payment_intent.canceled").and.to.contain(`/${one.account}/test/payments/${intent.id}`)
    expect(html).to.contain(endpoint).and.to.contain("&lt;i&gt;Bolo&lt;/i&gt;").and.not.to.contain("<i>Bolo")
  })

  it("are in Portuguese for whoever prefers it", async () => {
    const { html } = await viewer.get(base, { "accept-language": "pt-BR,pt;q=0.9" })
    expect(html).to.contain("<h1>Eventos</h1>").and.to.contain("Todos os eventos")
  })

  it("belong to one account", async () => {
    const [event] = await eventsOf(merchant)
    const other = await newMerchant(vintem)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", other.account)
    for (const path of [base, `${base}/${event!.id}`, `/${other.account}/test/webhooks/events/${event!.id}`])
      expect((await stranger.get(path)).status, path).to.equal(404)
  })
})
