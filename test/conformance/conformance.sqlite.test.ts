// What the checks see does not come from the database, so SQLite is enough.
import { expect } from "chai"
import type { Check } from "../../src/cli/conformance/check.ts"
import { checksOf } from "../../src/cli/conformance/checks/index.ts"
import { chosen } from "../../src/cli/conformance/command/list.ts"
import { type Receiver, startReceiver } from "../../src/cli/conformance/receiver.ts"
import { type Report, runChecks } from "../../src/cli/conformance/run.ts"
import type { OtherKeys } from "../../src/cli/conformance/session.ts"
import { DEFAULT_VERSION, NEWEST_VERSION, type Version } from "../../src/versions.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { newRecurringProduct } from "../support/merchants/subscriptions.ts"
import { type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"
import { DEVIATIONS } from "./deviations.ts"
import { OLDER_DEVIATIONS } from "./older-deviations.ts"
import { type Deviation, type Response, startWrongServer, type WrongServer } from "./wrong-server.ts"

/** What cannot be seen from outside a server that works, with the keys that these tests give. */
const NEVER_SEEN = [409, 429, 500, 503]

function becomeNotReady(response: Response): void {
  const request_id = response.headers["request-id"]
  response.status = 503
  response.headers["service-should-retry"] = "true"
  response.body = { error: { type: "api_error", code: "not_ready", message: "No acquirer.", request_id } }
}

describe("vintem conformance", function () {
  this.timeout(180_000)
  let vintem: Running
  let wrong: WrongServer
  let sink: Sink
  let receiver: Receiver
  let merchant: Merchant
  let keys: OtherKeys

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
    wrong = await startWrongServer(vintem.url)
    sink = await startSink((webhook, response) => void wrong.deliver(webhook, receiver.port).then(() => response.end()))
    receiver = await startReceiver(sink.url, 0)
    merchant = await newMerchant(vintem)
    await newRecurringProduct(vintem, merchant, { trialDays: 7 })
    // The checks of subscriptions take the newest one, which has no trial.
    await newRecurringProduct(vintem, merchant)
    const { account } = merchant
    keys = {
      publishable: (await vintem.newKey({ account, kind: "publishable" })).key,
      restricted: (await vintem.newKey({ account, kind: "restricted", scopes: ["balance:read"] })).key,
    }
  })
  after(async () => {
    await receiver.close()
    await sink.close()
    await wrong.close()
    await vintem.close()
  })

  const check = (baseUrl: string, checks: Check[], version = NEWEST_VERSION, { key } = merchant): Promise<Report> =>
    runChecks({ baseUrl, version, key, keys, checks, timeoutMs: 45_000, receiver })
  const checkOnly = (baseUrl: string, only: string[], version = NEWEST_VERSION): Promise<Report> =>
    check(baseUrl, chosen(only, version), version)

  const deviationsIn = ({ checks }: Report) => checks.flatMap((each) => (each.result === "passed" ? [] : [each]))

  for (const version of [NEWEST_VERSION, DEFAULT_VERSION])
    it(`finds nothing in the service at ${version}, and sees every response that can be caused from outside`, async () => {
      const report = await check(vintem.url, checksOf(version), version)
      expect(deviationsIn(report)).to.deep.equal([])
      expect(report.contract).to.equal(version)
      const missed = report.coverage.not_seen.filter(({ status }) => !NEVER_SEEN.includes(status))
      expect(missed).to.deep.equal([])
    })

  it("finds nothing with an account whose only plan has a trial, as that of the demo shop", async () => {
    const demo = await newMerchant(vintem)
    await newRecurringProduct(vintem, demo, { trialDays: 7 })
    const report = await check(vintem.url, chosen(["subscriptions", "mandates"], NEWEST_VERSION), NEWEST_VERSION, demo)
    expect(deviationsIn(report)).to.deep.equal([])
  })

  it("does not try mandates where the server has no PIX Automático, and says so", async () => {
    const tokens = new Set<string>()
    wrong.deviation = {
      caughtBy: "",
      says: /^$/,
      returns: (response, { path, body }) => {
        if (response.body?.type === "pix_automatico") tokens.add(response.body.id)
        if (path.endsWith("/confirm") && tokens.has(body.payment_method)) becomeNotReady(response)
      },
    }
    const { checks } = await checkOnly(wrong.url, ["mandates"])
    const reason = "the server has no acquirer of PIX Automático"
    expect(checks.map(({ result, ...rest }) => ({ result, reason: "reason" in rest && rest.reason }))).to.deep.equal(
      checks.map(() => ({ result: "not_tried", reason })),
    )
  })

  it("finds nothing where a proxy changes nothing", async () => {
    wrong.deviation = undefined
    const names = [...new Set(Object.values(DEVIATIONS).map(({ caughtBy }) => caughtBy))]
    expect(deviationsIn(await checkOnly(wrong.url, names))).to.deep.equal([])
  })

  it("reports what it cannot read, and goes on", async () => {
    const run = () => Promise.reject(new TypeError("no such member"))
    const { checks } = await check(vintem.url, [{ id: "x.y", title: "", rule: "", run }, ...chosen(["versions"], NEWEST_VERSION)])
    expect(checks.map(({ result }) => result)).to.deep.equal(["failed", "passed"])
    expect(checks[0]).to.include({ seen: "no such member" })
  })

  it("leaves no endpoint and no origin behind, also where a check fails", async () => {
    wrong.deviation = DEVIATIONS["makes a second object for the same idempotency key"]
    const { failed } = await checkOnly(wrong.url, ["idempotency.createWebhookEndpoint", "idempotency.createMerchantOrigin"])
    expect(failed).to.equal(2)
    for (const path of ["/v1/webhook_endpoints", "/merchant-origins"])
      expect((await merchant.request("GET", path)).body.data).to.deep.equal([])
  })

  it("knows 35 ways to be wrong", () => expect(Object.keys(DEVIATIONS)).to.have.lengthOf(35))

  async function expectFound(deviation: Deviation, version: Version): Promise<void> {
    wrong.deviation = deviation
    const { checks } = await checkOnly(wrong.url, [deviation.caughtBy], version)
    const found = checks.find(({ id }) => id === deviation.caughtBy)
    expect(found?.result === "failed" ? found.seen : found).to.match(deviation.says)
  }

  for (const [title, deviation] of Object.entries(DEVIATIONS))
    it(`finds a server that ${title}`, () => expectFound(deviation, NEWEST_VERSION))

  for (const [title, deviation] of Object.entries(OLDER_DEVIATIONS))
    it(`finds a server that ${title}`, () => expectFound(deviation, DEFAULT_VERSION))
})
