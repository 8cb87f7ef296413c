import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, until } from "../support/merchants/merchant.ts"
import { advance, DAY, timeOf } from "../support/merchants/subscriptions.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"
import { deliveriesSeenBy, sinkStarter } from "../webhooks/sinks.ts"

/** The fields of the form on a page that does something. */
function fieldsOf(html: string): Record<string, string> {
  const form = /<form class="post"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ""
  return Object.fromEntries([...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))
}

describe("Deliveries in the dashboard", () => {
  let vintem: Running
  let merchant: Merchant
  let ana: Visitor
  let bob: Visitor
  let base: string
  const { closeAll, sinkFor } = sinkStarter()
  const { attempted } = deliveriesSeenBy(() => merchant)

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
    ana = await signIn(vintem, "ana@example.com", "operator")
    bob = await signIn(vintem, "bob@example.com", "operator")
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    base = `/${merchant.account}/test/webhooks`
  })
  afterEach(closeAll)

  const write = (text: string) => vintem.server.modes.test.database.transaction((tx) => tx.run(sql(text), {}))
  const giveUp = (endpoint: string) =>
    write(`UPDATE deliveries SET status = 'dead_letter', due_at_ms = NULL WHERE target = '${endpoint}' AND status = 'pending'`)

  /** An endpoint that failed, whose `count` deliveries were given up. From now on it answers 200. */
  async function failedEndpoint(count: number) {
    let status = 500
    const sink = await sinkFor((_request, response) => response.writeHead(status).end("no"))
    const endpoint = await newEndpoint(merchant, sink.url)
    for (let i = 0; i < count; i++) await cancelOne(merchant)
    await until(async () => (await deliveriesOf(merchant, endpoint.id)).every(({ attempts }) => attempts === 1))
    await giveUp(endpoint.id)
    status = 200
    return { id: endpoint.id as string, sink }
  }

  it("show the event and each attempt, with what was sent and what came back", async () => {
    const sink = await sinkFor((_request, response) => response.writeHead(503, { "x-trace": "abc" }).end('{"why":"busy"}'))
    const { id, secret } = await newEndpoint(merchant, sink.url)
    const intent = await cancelOne(merchant)
    const delivery = await attempted(id, 1)
    const viewer = await signIn(vintem, "viewer@example.com", "viewer")
    expect((await viewer.get(`${base}/${id}`)).html).to.contain(`${base}/deliveries/${delivery.id}`)
    const { html, status } = await viewer.get(`${base}/deliveries/${delivery.id}`)
    expect(status).to.equal(200)
    expect(html).to.contain("HTTP 503").and.to.contain("x-trace: abc").and.to.contain("&quot;why&quot;: &quot;busy&quot;")
    expect(html).to.contain(`Service-Signature: ${sink.received[0]!.headers["service-signature"]}`)
    expect(html).to.contain(`&quot;id&quot;: &quot;${intent.id}&quot;`).and.to.contain("Retrying")
    expect(html).not.to.contain(secret)
    expect(html, "headers of the connection alone").not.to.match(/keep-alive|transfer-encoding/i)
    expect(html).not.to.contain("/replay")
  })

  it("say that a response had headers that are too large", async () => {
    const sink = await sinkFor((_request, response) => response.writeHead(200, { "x-large": "x".repeat(20_000) }).end())
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const delivery = await attempted(id, 1)
    expect(delivery.last_attempt).to.include({ http_status: null, error: "invalid_response" })
    expect((await ana.get(`${base}/deliveries/${delivery.id}`)).html).to.contain("its headers are too large")
  })

  it("show markup from a receiver as text", async () => {
    const markup = `<script>alert(1)</script><img src=x onerror="alert(2)">'"</pre></code>`
    const sink = await sinkFor((_request, response) => response.writeHead(400, { "x-note": "</code><b>&" }).end(markup))
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const { html } = await ana.get(`${base}/deliveries/${(await attempted(id, 1)).id}`)
    expect(html).to.contain("&lt;script&gt;alert(1)&lt;/script&gt;").and.to.contain("x-note: &lt;/code&gt;&lt;b&gt;&amp;")
    expect(html).not.to.contain("<script>alert").and.not.to.contain("<img").and.not.to.contain("<b>")
  })

  it("are sent again by an operator, with an entry in the audit log", async () => {
    const { id, sink } = await failedEndpoint(1)
    const [old] = await deliveriesOf(merchant, id)
    const question = await ana.get(`${base}/deliveries/${old!.id}/replay`)
    expect(question.html).to.contain("will be sent to").and.to.contain(sink.url)
    const { location } = await ana.post(`${base}/deliveries/${old!.id}/replay`, fieldsOf(question.html))
    await sink.arrived(2)
    expect(sink.received[1]!.body.equals(sink.received[0]!.body)).to.equal(true)
    expect((await ana.get(location!)).html).to.contain("It is being sent again")
    expect((await ana.get(`${base}/deliveries/${old!.id}`)).html).to.contain(location!.split("/").at(-1)!)
    const entries = await vintem.cli("audit", "list", "--account", merchant.account, "--json")
    expect(JSON.parse(entries.stdout)[0]).to.include({ action: "delivery.replay", target: old!.id, outcome: "done" })
  })

  for (const status of ["dead_letter", "delivered"])
    it(`are sent again once, however many people ask for it at once, and however often: ${status}`, async () => {
      const { id } = await failedEndpoint(1)
      await write(`UPDATE deliveries SET status = '${status}' WHERE target = '${id}'`)
      const [old] = await deliveriesOf(merchant, id)
      const path = `${base}/deliveries/${old!.id}/replay`
      const forms = await Promise.all([ana, bob].map(async (each) => ({ each, fields: fieldsOf((await each.get(path)).html) })))
      const pages = await Promise.all([...forms, ...forms].map(({ each, fields }) => each.post(path, fields)))
      expect(await deliveriesOf(merchant, id)).to.have.length(2)
      const refused = pages.filter((page) => page.status === 400)
      expect(refused.length).to.be.at.least(1)
      for (const { html } of refused) expect(html).to.contain("was sent again meanwhile")
    })

  it("are not sent again where the endpoint was deleted", async () => {
    const { id } = await failedEndpoint(1)
    const [old] = await deliveriesOf(merchant, id)
    const path = `${base}/deliveries/${old!.id}/replay`
    const fields = fieldsOf((await ana.get(path)).html)
    await merchant.request("DELETE", `/v1/webhook_endpoints/${id}`)
    const page = await ana.post(path, fields)
    expect(page.status).to.equal(400)
    expect(page.html).to.contain("No such webhook endpoint")
    expect((await ana.get(`${base}/deliveries/${old!.id}`)).html).not.to.contain("/replay")
  })

  it("that failed are one item of attention for each endpoint, which leads to sending them all again", async () => {
    const { id, sink } = await failedEndpoint(3)
    for (const page of ["home", "attention"]) {
      const { html } = await ana.get(`/${merchant.account}/test/${page}`)
      expect(html, page).to.contain(`href="${base}/${id}/replay/confirm?status=dead_letter"`).and.to.contain("3 deliveries")
      expect(html.split("/replay/confirm"), page).to.have.length(2)
    }
    const viewer = await signIn(vintem, "sees@example.com", "viewer")
    const seen = (await viewer.get(`/${merchant.account}/test/attention`)).html
    expect(seen).to.contain(`${base}/${id}?status=dead_letter`).and.not.to.contain("/replay")
    const path = `${base}/${id}/replay/confirm?status=dead_letter`
    const question = await ana.get(path)
    expect(question.html).to.contain("Send 3 again")
    expect((await ana.post(path, fieldsOf(question.html))).status).to.equal(303)
    await sink.arrived(6)
    expect((await ana.get(`/${merchant.account}/test/attention`)).html).to.contain("Nothing needs your attention")
  })

  it("are sent again together, after a page that says how many", async () => {
    const { id, sink } = await failedEndpoint(3)
    expect((await ana.get(`${base}/${id}/replay`)).html).to.contain("Status of the deliveries")
    const path = `${base}/${id}/replay/confirm`
    const question = await ana.get(`${path}?status=dead_letter&since=&until=`)
    expect(question.html).to.contain("3 deliveries, created from").and.to.contain("Send 3 again")
    const page = await ana.post(path, fieldsOf(question.html))
    expect(page.location).to.equal(`${base}/${id}`)
    expect((await ana.get(page.location!)).html).to.contain("Being sent again: 3 deliveries.")
    await sink.arrived(6)
    await until(async () => (await deliveriesOf(merchant, id)).filter(({ status }) => status === "delivered").length === 3)
    // All were sent again, so none is left.
    const again = await ana.get(`${path}?status=dead_letter&since=&until=`)
    expect(again.html).to.contain("No deliveries match")
    expect((await ana.post(path, fieldsOf(again.html))).status).to.equal(400)
    expect(await deliveriesOf(merchant, id)).to.have.length(6)
  })

  it("are sent again together once, where two people do it at once", async () => {
    const { id } = await failedEndpoint(4)
    const path = `${base}/${id}/replay/confirm`
    const ask = async (browser: Visitor) => fieldsOf((await browser.get(`${path}?status=dead_letter`)).html)
    const forms = [await ask(ana), await ask(bob)]
    await Promise.all([ana.post(path, forms[0]), bob.post(path, forms[1]), ana.post(path, forms[0])])
    expect(await deliveriesOf(merchant, id)).to.have.length(8)
  })

  it("are chosen by the time of their creation, and only those of then", async () => {
    const { id } = await failedEndpoint(1)
    const path = `${base}/${id}/replay/confirm?status=dead_letter`
    // Brasília is three hours behind UTC.
    const inBrasilia = (hours: number) => new Date(Date.now() + (hours - 3) * 3_600_000).toISOString().slice(0, 16)
    const [inAnHour, anHourAgo] = [inBrasilia(1), inBrasilia(-1)]
    expect((await ana.get(`${path}&since=${inAnHour}`)).html).to.contain("No deliveries match")
    expect((await ana.get(`${path}&until=${anHourAgo}`)).html).to.contain("No deliveries match")
    expect((await ana.get(`${path}&since=${anHourAgo}&until=${inAnHour}`)).html).to.contain("Send 1 again")
    for (const wrong of ["yesterday", "2026-13-45", "x".repeat(500)])
      expect((await ana.get(`${path}&since=${wrong}`)).status, wrong).to.equal(400)
    for (const status of ["pending", "", "constructor"])
      expect((await ana.get(`${base}/${id}/replay/confirm?status=${status}`)).status, status).to.equal(400)
  })

  it("are chosen by the account's time, in which the pages show their creation, also where its clock is ahead", async () => {
    const { id } = await failedEndpoint(1)
    await advance(merchant, { seconds: 60 * DAY })
    await cancelOne(merchant)
    const later = await until(async () =>
      (await deliveriesOf(merchant, id)).find(({ created }) => created > Date.now() / 1000 + DAY),
    )
    await until(async () => (await deliveriesOf(merchant, id)).every(({ attempts }) => attempts > 0))
    await write(`UPDATE deliveries SET status = 'dead_letter', replaced_by = NULL, due_at_ms = NULL WHERE target = '${id}'`)
    const at = (seconds: number) => String(seconds * 1000)
    const question = async (status: string, query: string) =>
      (await ana.get(`${base}/${id}/replay/confirm?status=${status}&${query}`)).html
    for (const status of ["dead_letter", "canceled"]) {
      await write(`UPDATE deliveries SET status = '${status}' WHERE target = '${id}'`)
      const count = async (query: string) => /Send (\d+) again/.exec(await question(status, query))?.[1]
      expect(await count(""), "without limits").to.equal("2")
      expect(await count(`since=${at(later.created)}`), "from its second on").to.equal("1")
      expect(await count(`since=${at(later.created + 1)}`), "after it").to.equal("0")
      expect(await count(`until=${at(later.created)}`), "before its second").to.equal("1")
      expect(await count(`until=${at(later.created + 1)}`), "up to it").to.equal("2")
      expect(await count(`until=${at(later.created - 61 * DAY)}`), "before both").to.equal("0")
    }
    const html = await question("canceled", `since=${at(later.created)}`)
    const shown = [...html.matchAll(/<time datetime="([^"]+)"/g)].map(([, time]) => Date.parse(time!) / 1000)
    expect(shown[0]).to.equal(later.created)
    expect(shown[1]).to.be.within(later.created, await timeOf(merchant))
    await ana.post(`${base}/${id}/replay/confirm`, fieldsOf(html))
    const events = (await deliveriesOf(merchant, id)).map(({ event }) => event)
    expect(events.filter((event) => event === later.event)).to.have.length(2)
    expect(events).to.have.length(3)
  })

  it("are sent again together as they were when the page said how many, without those that came afterwards", async () => {
    const { id } = await failedEndpoint(2)
    const path = `${base}/${id}/replay/confirm`
    const fields = fieldsOf((await ana.get(`${path}?status=dead_letter`)).html)
    await cancelOne(merchant)
    await until(async () => (await deliveriesOf(merchant, id)).every(({ attempts }) => attempts > 0))
    await write(`UPDATE deliveries SET status = 'dead_letter', due_at_ms = NULL WHERE target = '${id}'`)
    const page = await ana.post(path, fields)
    expect((await ana.get(page.location!)).html).to.contain("Being sent again: 2 deliveries.")
    expect(await deliveriesOf(merchant, id)).to.have.length(5)
  })

  it("are sent again by no viewer, and seen by nobody of another account", async () => {
    const { id } = await failedEndpoint(1)
    const [{ id: delivery } = { id: "" }] = await deliveriesOf(merchant, id)
    const viewer = await signIn(vintem, "reads@example.com", "viewer")
    expect((await viewer.get(`${base}/${id}`)).html).not.to.contain("/replay")
    for (const path of [`${base}/deliveries/${delivery}/replay`, `${base}/${id}/replay/confirm`]) {
      expect((await viewer.get(path)).status, path).to.equal(403)
      expect((await viewer.post(path)).status, path).to.equal(403)
    }
    expect((await viewer.get(`${base}/${id}/replay`)).status).to.equal(403)
    const other = await newMerchant(vintem)
    const stranger = await signIn(vintem, "stranger@example.com", "operator", other.account)
    for (const path of [`deliveries/${delivery}`, `deliveries/${delivery}/replay`, `${id}/replay`, `${id}/replay/confirm`])
      for (const account of [other.account, merchant.account])
        expect((await stranger.get(`/${account}/test/webhooks/${path}`)).status, path).to.equal(404)
    expect(await deliveriesOf(merchant, id)).to.have.length(1)
  })
})
