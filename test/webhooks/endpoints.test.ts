import { randomUUID } from "node:crypto"
import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { type Merchant, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"

const url = "https://shop.example/hooks"
const path = "/v1/webhook_endpoints"

describe("A webhook endpoint", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  it("is created with a secret that is shown once", async () => {
    const created = await merchant.request("POST", path, { url, events: ["payment_intent.succeeded"], description: "Orders" })
    expect(created.status).to.equal(201)
    const { secret, ...endpoint } = created.body
    expect(secret).to.match(/^whsec_test_[0-9A-Za-z]{32,}$/)
    expect(endpoint).to.include({ object: "webhook_endpoint", url, description: "Orders", livemode: false })
    expect(endpoint.id).to.match(/^we_/)
    expect(endpoint.enabled_events).to.deep.equal(["payment_intent.succeeded"])

    expect((await merchant.request("GET", `${path}/${endpoint.id}`)).body).to.deep.equal(endpoint)
    expect((await merchant.request("GET", path)).body.data).to.deep.equal([endpoint])
  })

  it("has a null description by default", async () => {
    expect((await newEndpoint(merchant, url)).description).to.equal(null)
  })

  const types = ["payment_intent.succeeded", "payment_intent.payment_failed", "payment_intent.canceled", "charge.dispute.created"]
  for (const events of [["*"], types, types.slice(0, 1)]) {
    it(`accepts the events ${JSON.stringify(events)}`, async () => {
      expect((await newEndpoint(merchant, url, events)).enabled_events).to.deep.equal(events)
    })
  }

  const wrongEvents: unknown[] = [
    [],
    ["*", "*"],
    ["*", "payment_intent.succeeded"],
    ["payment_intent.succeeded", "payment_intent.succeeded"],
    ["customer.renamed"],
    ["refund.created", "*"],
    ["payment_intent.*"],
    [""],
    [null],
    "*",
  ]
  for (const events of wrongEvents) {
    it(`is refused for the events ${JSON.stringify(events)}`, async () => {
      const { status, body } = await merchant.request("POST", path, { url, events })
      expect(status).to.equal(400)
      expect(body.error).to.include({ type: "invalid_request_error", code: "parameter_invalid" })
      expect(body.error.param).to.match(/^events/)
    })
  }

  const goodUrls = [
    "https://shop.example",
    "https://shop.example:8443/a?b=c",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://0x7f.1/",
  ]
  for (const good of [...goodUrls, ...["a", "😀"].map((letter) => `https://shop.example/${letter.repeat(2048 - 21)}`)]) {
    it(`accepts the URL ${good.slice(0, 60)}, whatever its address`, async () => {
      expect((await newEndpoint(merchant, good)).url).to.equal(good)
    })
  }

  const wrongUrls = [
    ...[
      "http://shop.example/",
      "ftp://shop.example/",
      "shop.example",
      "https://",
      "https:///path",
      "https://?a",
      "//shop.example",
    ],
    ...[
      "https://user:secret@shop.example/",
      "https://user@shop.example/",
      "https://:secret@shop.example/",
      "javascript:alert(1)",
    ],
    ...[
      "https://shop.example/ a",
      "https://a b.example/",
      " https://shop.example/",
      "https://shop.example:99999/",
      "https://shop.example:0/",
      "https://../",
      "https://[::1/",
    ],
    ...["https:\\\\shop.example\\", "", `https://shop.example/${"a".repeat(2049 - 21)}`],
  ]
  for (const wrong of wrongUrls) {
    it(`is refused for the URL '${wrong.slice(0, 60)}'`, async () => {
      const { status, body } = await merchant.request("POST", path, { url: wrong, events: ["*"] })
      expect(status).to.equal(400)
      expect(body.error).to.include({ code: "parameter_invalid", param: "url" })
    })
  }

  it("is refused with what is wrong with the URL", async () => {
    const messageOf = async (wrong: string) =>
      (await merchant.request("POST", path, { url: wrong, events: ["*"] })).body.error.message
    for (const wrong of ["https://shop.example:99999/", "https://[::1/", "https://../"])
      expect(await messageOf(wrong)).to.match(/must name a host, and a port from 1 to 65535/)
  })

  it("is refused without a URL or events, or with unknown members", async () => {
    const codeOf = async (body: object) => (await merchant.request("POST", path, body)).body.error
    expect(await codeOf({ events: ["*"] })).to.include({ code: "parameter_missing", param: "url" })
    expect(await codeOf({ url })).to.include({ code: "parameter_missing", param: "events" })
    expect(await codeOf({ url, events: ["*"], secret: "whsec_mine" })).to.include({ code: "parameter_unknown", param: "secret" })
  })

  it("is listed newest first", async () => {
    const ids = []
    for (let i = 0; i < 5; i++) ids.unshift((await newEndpoint(merchant, url)).id)
    const first = (await merchant.request("GET", `${path}?limit=2`)).body
    expect(first.data.map((each: { id: string }) => each.id)).to.deep.equal(ids.slice(0, 2))
    expect(first).to.include({ has_more: true, url: path })
    const rest = (await merchant.request("GET", `${path}?limit=10&starting_after=${ids[1]}`)).body
    expect(rest.data.map((each: { id: string }) => each.id)).to.deep.equal(ids.slice(2))
    expect(rest.has_more).to.equal(false)
  })

  it("shows a rotated secret once", async () => {
    const { secret, ...endpoint } = await newEndpoint(merchant, url)
    const rotated = await merchant.request("POST", `${path}/${endpoint.id}/rotate_secret`)
    expect(rotated.status).to.equal(200)
    expect(rotated.body.secret)
      .to.match(/^whsec_test_/)
      .and.not.equal(secret)
    expect({ ...rotated.body, secret: undefined }).to.deep.equal({ ...endpoint, secret: undefined })
    expect((await merchant.request("GET", `${path}/${endpoint.id}`)).body).to.deep.equal(endpoint)
  })

  it("does not exist after it is deleted", async () => {
    const { id } = await newEndpoint(merchant, url)
    const deleted = await merchant.request("DELETE", `${path}/${id}`)
    expect(deleted.status).to.equal(200)
    expect(deleted.body).to.deep.equal({ id, object: "webhook_endpoint", deleted: true })
    for (const [method, target] of [
      ["GET", `${path}/${id}`],
      ["DELETE", `${path}/${id}`],
      ["POST", `${path}/${id}/rotate_secret`],
      ["GET", `${path}/${id}/deliveries`],
      ["POST", `${path}/${id}/deliveries/evt_none/replay`],
    ] as const) {
      const { status, body } = await merchant.request(method, target)
      expect(status, target).to.equal(404)
      expect(body.error.code).to.equal("webhook_endpoint_not_found")
    }
    expect((await merchant.request("GET", path)).body.data).to.deep.equal([])
  })

  it("of another account does not exist", async () => {
    const { id } = await newEndpoint(merchant, url)
    const stranger = await newMerchant(vintem)
    const responses = []
    for (const wanted of [id, "we_00000000000000000000000", "cus_1", "we_%2F"]) {
      const { status, body } = await stranger.request("GET", `${path}/${wanted}`)
      responses.push([status, body.error.type, body.error.code, body.error.message.replace(/: '.*'/, "")])
      for (const [method, action] of [
        ["DELETE", ""],
        ["POST", "/rotate_secret"],
        ["GET", "/deliveries"],
      ] as const) {
        expect((await stranger.request(method, `${path}/${wanted}${action}`)).status).to.equal(404)
      }
    }
    expect(new Set(responses.map((each) => JSON.stringify(each))).size).to.equal(1)
    expect((await stranger.request("GET", path)).body.data).to.deep.equal([])
    expect((await merchant.request("GET", `${path}/${id}`)).status).to.equal(200)
  })

  it("needs its own scopes", async () => {
    const { id } = await newEndpoint(merchant, url)
    const reader = await vintem.newKey({ account: merchant.account, kind: "restricted", scopes: ["webhook_endpoints:read"] })
    const writer = await vintem.newKey({ account: merchant.account, kind: "restricted", scopes: ["webhook_endpoints:write"] })
    expect((await merchant.request("GET", `${path}/${id}`, undefined, reader)).status).to.equal(200)
    expect((await merchant.request("GET", `${path}/${id}`, undefined, writer)).body.error.code).to.equal("scope_missing")
    expect((await merchant.request("POST", `${path}/${id}/rotate_secret`, undefined, reader)).status).to.equal(403)
    expect((await merchant.request("POST", `${path}/${id}/rotate_secret`, undefined, writer)).status).to.equal(200)
  })

  it("is created, rotated and deleted once per Idempotency-Key, with the same secret in the replay", async () => {
    const idempotencyKey = randomUUID()
    const first = await merchant.request("POST", path, { url, events: ["*"] }, { idempotencyKey })
    const again = await merchant.request("POST", path, { events: ["*"], url }, { idempotencyKey })
    expect(again.status).to.equal(201)
    expect(again.body).to.deep.equal(first.body)
    expect(again.headers["idempotent-replayed"]).to.equal("true")
    expect((await merchant.request("GET", path)).body.data).to.have.length(1)

    const rotation = { idempotencyKey: randomUUID() }
    const rotated = await merchant.request("POST", `${path}/${first.body.id}/rotate_secret`, undefined, rotation)
    const rotatedAgain = await merchant.request("POST", `${path}/${first.body.id}/rotate_secret`, undefined, rotation)
    expect(rotatedAgain.body).to.deep.equal(rotated.body)

    const deletion = { idempotencyKey: randomUUID() }
    const deleted = await merchant.request("DELETE", `${path}/${first.body.id}`, undefined, deletion)
    const deletedAgain = await merchant.request("DELETE", `${path}/${first.body.id}`, undefined, deletion)
    expect([deletedAgain.status, deletedAgain.body]).to.deep.equal([200, deleted.body])
  })

  it("never stores its secret in clear text, not even in saved responses", async () => {
    const idempotencyKey = randomUUID()
    const { body } = await merchant.request("POST", path, { url, events: ["*"] }, { idempotencyKey })
    const rotated = await merchant.request("POST", `${path}/${body.id}/rotate_secret`, undefined, {
      idempotencyKey: randomUUID(),
    })
    expect(await findCanaries([body.secret, rotated.body.secret], vintem.databases)).to.deep.equal([])
  })
})
