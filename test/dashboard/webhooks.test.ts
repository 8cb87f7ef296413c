import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { openForm, submit, submitTwice } from "../support/dashboard/form.ts"
import { cancelOne, type Merchant, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"
import { deliveriesSeenBy, sinkStarter, verified } from "../webhooks/sinks.ts"

describe("Webhook endpoints in the dashboard", () => {
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  let base: string
  const { closeAll, sinkFor, sinkReturning } = sinkStarter()
  const { attempted } = deliveriesSeenBy(() => merchant)

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
    owner = await signIn(vintem, "ana@example.com", "owner")
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    base = `/${merchant.account}/test`
  })
  afterEach(closeAll)

  const create = (fields: Record<string, string | string[]>) => submit(owner, `${base}/webhooks/new`, fields)

  it("says what to do where there is none", async () => {
    const page = await owner.get(`${base}/webhooks`)
    expect(page.html).to.contain("Register the URL of yours").and.to.contain("/webhooks/new")
    expect((await owner.get(`${base}/webhooks`, { "accept-language": "pt-BR" })).html).to.contain("Novo endpoint")
  })

  it("are created by an owner, who sees the secret once", async () => {
    const sink = await sinkFor()
    const page = await create({ url: sink.url, events: "payment_intent.canceled", description: "Shop <b>" })
    expect(page.status).to.equal(200)
    const secret = /whsec_test_\w{43}/.exec(page.html)![0]
    const { data } = (await merchant.request("GET", "/v1/webhook_endpoints")).body
    expect(data).to.have.length(1)
    expect(data[0]).to.include({ url: sink.url, description: "Shop <b>" })
    expect(data[0].enabled_events).to.deep.equal(["payment_intent.canceled"])
    await cancelOne(merchant)
    const [request] = await sink.arrived(1)
    verified(request!, secret)
    await attempted(data[0].id, 1)
    for (const path of [`${base}/webhooks`, `${base}/webhooks/${data[0].id}`]) {
      const { html } = await owner.get(path)
      expect(html).to.contain("Shop &lt;b&gt;").and.to.contain("100%")
      expect(html).not.to.contain(secret)
    }
  })

  it("are created once by a form that is sent twice", async () => {
    const pages = await submitTwice(owner, `${base}/webhooks/new`, { url: "https://shop.example/", events: "*" })
    expect(pages.map(({ status }) => status).sort()).to.deep.equal([200, 303])
    expect((await merchant.request("GET", "/v1/webhook_endpoints")).body.data).to.have.length(1)
  })

  it("are refused as the API refuses them, with what was typed", async () => {
    const wrong = {
      "http://shop.example/": "https",
      "https://u:p@shop.example/": "password",
      "https://shop.example/\u0001": "https",
    }
    for (const [url, reason] of Object.entries(wrong)) {
      const page = await create({ url, events: "*" })
      expect(page.status, url).to.equal(400)
      expect(page.html).to.match(new RegExp(`role="alert">[^<]*${reason}`))
    }
    const page = await create({ url: "https://shop.example/typed", events: [] })
    expect(page.html).to.contain('role="alert">Send at least one event type').and.to.contain("https://shop.example/typed")
    expect((await merchant.request("GET", "/v1/webhook_endpoints")).body.data).to.have.length(0)
  })

  it("are created with the version that was chosen: 2026-04-27, unless it is another one", async () => {
    expect((await owner.get(`${base}/webhooks/new`)).html).to.match(/<option value="2026-04-27" +selected>/)
    await create({ url: "https://shop.example/", events: "*" })
    await create({ url: "https://shop.example/", events: "*", service_version: "2026-12-01" })
    const { data } = (await merchant.request("GET", "/v1/webhook_endpoints")).body
    expect(data.map((each: Json) => each.service_version)).to.deep.equal(["2026-12-01", "2026-04-27"])
    expect((await owner.get(`${base}/webhooks/${data[0].id}`)).html).to.contain("2026-12-01")
    expect((await create({ url: "https://shop.example/", events: "*", service_version: "2026-12-02" })).status).to.equal(400)
  })

  it("change their URL, their events and their version", async () => {
    const { id } = await newEndpoint(merchant, "https://shop.example/")
    const path = `${base}/webhooks/${id}/edit`
    const change = { events: "charge.dispute.created", url: "https://other.example/", service_version: "2026-04-25" }
    expect((await submit(owner, path, change)).location).to.equal(`${base}/webhooks/${id}`)
    const { body } = await merchant.request("GET", `/v1/webhook_endpoints/${id}`)
    expect(body).to.include({ url: "https://other.example/", description: null, service_version: "2026-04-25" })
    expect(body.enabled_events).to.deep.equal(["charge.dispute.created"])
    for (const wrong of [{ url: "http://other.example/" }, { service_version: "2026-04-26" }])
      expect((await submit(owner, path, { ...change, ...wrong })).status).to.equal(400)
    expect((await submit(owner, `${base}/webhooks/${id}/edit`, { events: "*", description: "x".repeat(256) })).status).to.equal(
      400,
    )
  })

  it("keep both changes where two owners change the events and the description at once", async () => {
    const { id } = await newEndpoint(merchant, "https://shop.example/")
    const path = `${base}/webhooks/${id}/edit`
    const [one, two] = await Promise.all([openForm(owner, path), openForm(owner, path)])
    const events = ["payment_intent.succeeded", "charge.dispute.created"]
    await Promise.all([one.send({ events }), two.send({ description: "The shop" })])
    const { body } = await merchant.request("GET", `/v1/webhook_endpoints/${id}`)
    expect([body.enabled_events, body.description]).to.deep.equal([events, "The shop"])
    const other = await openForm(owner, path)
    await other.send({ description: "" })
    const after = (await merchant.request("GET", `/v1/webhook_endpoints/${id}`)).body
    expect([after.enabled_events, after.description]).to.deep.equal([events, null])
  })

  it("get a new secret, while the old one still signs for as long as was chosen", async () => {
    const sink = await sinkFor()
    const { id, secret } = await newEndpoint(merchant, sink.url)
    const page = await submit(owner, `${base}/webhooks/${id}/rotate`, { expire_old_in: "3600" })
    const next = /whsec_test_\w{43}/.exec(page.html)![0]
    await cancelOne(merchant)
    const [request] = await sink.arrived(1)
    for (const each of [secret, next]) verified(request!, each)
    for (const wrong of ["86401", "-1", "1.5", "", "x"])
      expect((await submit(owner, `${base}/webhooks/${id}/rotate`, { expire_old_in: wrong })).status, wrong).to.equal(400)
  })

  it("are deleted by an owner", async () => {
    const { id } = await newEndpoint(merchant, "https://shop.example/")
    expect((await owner.get(`${base}/webhooks/${id}/delete`)).html).to.contain("will no longer receive events")
    expect((await submit(owner, `${base}/webhooks/${id}/delete`)).location).to.equal(`${base}/webhooks`)
    expect((await merchant.request("GET", `/v1/webhook_endpoints/${id}`)).status).to.equal(404)
    expect((await owner.get(`${base}/webhooks/${id}`)).status).to.equal(404)
  })

  it("receive a test event of each type that they are subscribed to", async () => {
    const sink = await sinkFor()
    const { id, secret } = await newEndpoint(merchant, sink.url, ["payment_intent.payment_failed", "charge.dispute.created"])
    const operator = await signIn(vintem, "op-test@example.com", "operator")
    for (const type of ["payment_intent.payment_failed", "charge.dispute.created"])
      expect((await submit(operator, `${base}/webhooks/${id}/test`, { type })).location).to.equal(`${base}/webhooks/${id}`)
    const received = await sink.arrived(2)
    expect(received.map((each) => verified(each, secret).type).sort()).to.deep.equal([
      "charge.dispute.created",
      "payment_intent.payment_failed",
    ])
    // What it is not subscribed to is not played.
    expect((await operator.get(`${base}/webhooks/${id}/test`)).html).not.to.contain("payment_intent.canceled")
  })

  it("show how many deliveries fail", async () => {
    const { id } = await newEndpoint(merchant, (await sinkReturning(500)).url)
    await cancelOne(merchant)
    await attempted(id, 1)
    const { html } = await owner.get(`${base}/webhooks/${id}`)
    expect(html).to.contain('<span class="badge bad">0%</span>').and.to.contain("Retrying").and.to.contain("HTTP 500")
    expect(html).to.contain("payment_intent.canceled")
    expect((await owner.get(`${base}/webhooks/${id}?status=dead_letter`)).html).to.contain("No delivery has this status")
  })

  it("are changed by nobody else, and seen by nobody of another account", async () => {
    const { id } = await newEndpoint(merchant, "https://shop.example/")
    const other = await newMerchant(vintem)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", other.account)
    const changes = ["new", `${id}/edit`, `${id}/rotate`, `${id}/delete`]
    for (const [email, role] of [
      ["viewer-we@example.com", "viewer"],
      ["operator-we@example.com", "operator"],
    ]) {
      const browser = await signIn(vintem, email!, role!)
      const { html } = await browser.get(`${base}/webhooks/${id}`)
      for (const change of changes) {
        expect(html).not.to.contain(`/webhooks/${change}"`)
        expect((await browser.get(`${base}/webhooks/${change}`)).status, `${role} ${change}`).to.equal(403)
        expect((await browser.post(`${base}/webhooks/${change}`)).status, `${role} ${change}`).to.equal(403)
      }
      if (role === "viewer") expect((await browser.post(`${base}/webhooks/${id}/test`)).status).to.equal(403)
    }
    for (const path of ["", ...changes.slice(1).map((change) => change.replace(id, ""))])
      expect((await stranger.get(`/${other.account}/test/webhooks/${id}${path}`)).status, path).to.equal(404)
    expect((await stranger.get(`${base}/webhooks/${id}`)).status).to.equal(404)
    expect((await merchant.request("GET", `/v1/webhook_endpoints/${id}`)).status).to.equal(200)
  })
})
