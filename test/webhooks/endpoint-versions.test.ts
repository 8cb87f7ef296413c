import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"

const PATH = "/v1/webhook_endpoints"
const DATES = ["2026-04-25", "2026-04-27", "2026-12-01"]
const OLDER = DATES.slice(0, 2)
const url = "https://shop.example/hooks"
const events = ["payment_intent.succeeded"]

describe("The version of a webhook endpoint", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  /** Sends a request with a version, or with that of the key. */
  const send = (method: string, path: string, body?: object, version?: string, idempotencyKey?: string) =>
    merchant.request(method, path, body, { headers: { "service-version": version }, idempotencyKey })
  const newest = (method: string, path: string, body?: object) => send(method, path, body, "2026-12-01")
  const create = async (version?: string) =>
    expectStatus(await send("POST", PATH, { url, events, description: "Orders" }, version), 201)
  const shown = async (id: string) => expectStatus(await newest("GET", `${PATH}/${id}`), 200)
  const update = async (id: string, change: object) => expectStatus(await newest("POST", `${PATH}/${id}`, change), 200)

  it("is that of the request that registered it: its header, or the version of its key", async () => {
    for (const version of DATES) expect((await shown((await create(version)).id)).service_version).to.equal(version)
    expect((await shown((await create()).id)).service_version).to.equal("2026-04-27")
  })

  it("is 2026-04-27 for an endpoint that an older release registered, and can be changed", async () => {
    const { id } = await create("2026-12-01")
    const { database } = vintem.server.modes.test
    await database.transaction((tx) => tx.run(sql(`UPDATE webhook_endpoints SET version = NULL WHERE id = '${id}'`), {}))
    expect((await shown(id)).service_version).to.equal("2026-04-27")
    expect((await update(id, { service_version: "2026-12-01" })).service_version).to.equal("2026-12-01")
  })

  it("is shown to requests from 2026-12-01 on, in every response", async () => {
    for (const version of DATES) {
      const has = version === "2026-12-01"
      const { id, ...created } = await create(version)
      const rotated = expectStatus(await send("POST", `${PATH}/${id}/rotate_secret`, {}, version), 200)
      const retrieved = expectStatus(await send("GET", `${PATH}/${id}`, undefined, version), 200)
      const [listed] = expectStatus(await send("GET", PATH, undefined, version), 200).data
      for (const endpoint of [created, rotated, retrieved, listed]) expect("service_version" in endpoint, version).to.equal(has)
    }
  })

  it("stays when its secret is rotated", async () => {
    const { id } = await create("2026-04-25")
    expectStatus(await newest("POST", `${PATH}/${id}/rotate_secret`), 200)
    expect((await shown(id)).service_version).to.equal("2026-04-25")
  })

  it("can be changed by requests from 2026-12-01 on, and by no older ones", async () => {
    const { id } = await create()
    for (const version of [...OLDER, undefined]) {
      const refused = await send("POST", `${PATH}/${id}`, { description: "New" }, version)
      expect(expectStatus(refused, 405).error.code).to.equal("method_not_allowed")
      expect(refused.headers.allow).to.equal("GET, DELETE")
    }
    expect((await shown(id)).description).to.equal("Orders")
    expect((await update(id, { description: "New" })).description).to.equal("New")
  })

  it("cannot be sent at the creation: the request has it already", async () => {
    for (const version of DATES) {
      const { error } = expectStatus(await send("POST", PATH, { url, events, service_version: "2026-12-01" }, version), 400)
      expect(error).to.include({ code: "parameter_unknown", param: "service_version" })
    }
  })
})

describe("An update of a webhook endpoint", () => {
  let vintem: Running
  let merchant: Merchant
  let endpoint: Record<string, unknown>
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())
  beforeEach(async () => {
    const { secret, ...created } = expectStatus(await merchant.request("POST", PATH, { url, events, description: "Orders" }), 201)
    endpoint = created
  })

  const update = (change?: object, options = {}) => merchant.request("POST", `${PATH}/${endpoint.id}`, change, options)
  const shown = async () => expectStatus(await merchant.request("GET", `${PATH}/${endpoint.id}`), 200)

  const changes: [change: object | undefined, effect: object][] = [
    [{}, {}],
    [undefined, {}],
    [{ url: "https://shop.example:8443/v2" }, { url: "https://shop.example:8443/v2" }],
    [{ events: ["*"] }, { enabled_events: ["*"] }],
    [{ events: ["charge.dispute.created"] }, { enabled_events: ["charge.dispute.created"] }],
    [{ description: "Stock" }, { description: "Stock" }],
    [{ description: null }, { description: null }],
    ...DATES.map((date): [object, object] => [{ service_version: date }, { service_version: date }]),
    [
      { url: "https://other.example/", events: ["*"], description: null, service_version: "2026-04-25" },
      { url: "https://other.example/", enabled_events: ["*"], description: null, service_version: "2026-04-25" },
    ],
  ]
  for (const [change, effect] of changes) {
    it(`with ${JSON.stringify(change)} changes ${JSON.stringify(effect)} and nothing else`, async () => {
      const updated = expectStatus(await update(change), 200)
      expect(updated).to.deep.equal({ ...endpoint, ...effect })
      expect(await shown()).to.deep.equal(updated)
    })
  }

  const refusals: [change: object, param: string, code?: string][] = [
    [{ url: null }, "url", "parameter_missing"],
    [{ url: "http://shop.example/" }, "url"],
    [{ url: "https://user:secret@shop.example/" }, "url"],
    [{ url: "https://shop.example:99999/" }, "url"],
    [{ events: null }, "events", "parameter_missing"],
    [{ events: [] }, "events"],
    [{ events: ["customer.renamed"] }, "events.0"],
    [{ events: ["*", "payment_intent.succeeded"] }, "events"],
    [{ description: "" }, "description"],
    [{ service_version: null }, "service_version", "parameter_missing"],
    [{ service_version: "2026-04-26" }, "service_version"],
    [{ service_version: "latest" }, "service_version"],
    [{ enabled_events: ["*"] }, "enabled_events", "parameter_unknown"],
    [{ secret: "whsec_mine" }, "secret", "parameter_unknown"],
  ]
  for (const [change, param, code = "parameter_invalid"] of refusals) {
    it(`with ${JSON.stringify(change)} is refused and changes nothing`, async () => {
      const { error } = expectStatus(await update({ description: "Stock", ...change }), 400)
      expect([error.code, error.param]).to.deep.equal([code, param])
      expect(await shown()).to.deep.equal(endpoint)
    })
  }

  it("is made once for its idempotency key, and a replay answers as the first request did", async () => {
    const idempotencyKey = newIdempotencyKey()
    const first = await update({ description: "Stock" }, { idempotencyKey })
    expectStatus(await update({ description: "Fiscal" }), 200)
    const again = await update({ description: "Stock" }, { idempotencyKey })
    expect([again.status, again.text, again.headers["idempotent-replayed"]]).to.deep.equal([200, first.text, "true"])
    expect((await shown()).description).to.equal("Fiscal")
    expectStatus(await update({ description: "Other" }, { idempotencyKey }), 422)
  })

  it("is for keys that may write endpoints of this account", async () => {
    const key = { account: merchant.account, kind: "restricted" } as const
    const reader = await vintem.newKey({ ...key, scopes: ["webhook_endpoints:read"] })
    const writer = await vintem.newKey({ ...key, scopes: ["webhook_endpoints:write"] })
    expect((await update({}, reader)).body.error.code).to.equal("scope_missing")
    expectStatus(await update({}, writer), 200)
    const stranger = await newMerchant(vintem)
    const { error } = expectStatus(await stranger.request("POST", `${PATH}/${endpoint.id}`, { description: "Mine" }), 404)
    expect(error.code).to.equal("webhook_endpoint_not_found")
    expect(await shown()).to.deep.equal(endpoint)
  })

  it("made at the same time as another one of other members keeps both", async () => {
    await Promise.all([update({ description: "Stock" }), update({ url: "https://other.example/" }), update({ events: ["*"] })])
    expect(await shown()).to.include({ description: "Stock", url: "https://other.example/" })
    expect((await shown()).enabled_events).to.deep.equal(["*"])
  })
})
