// Live mode is on Postgres, so SQLite is enough for test mode.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import pg from "pg"
import pino from "pino"
import { NOTIFICATIONS } from "../../src/base/bounds.ts"
import type { Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { bankKind } from "../support/banks/bank-kind.ts"
import { until } from "../support/merchants/merchant.ts"

const PATH = "/acquirers/bank/notifications"

describe("The notification of an acquirer", function () {
  this.timeout(60_000)
  const lines: string[] = []
  let vintem: Running
  before(async () => {
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) })
    const settings = { RATE_LIMIT: "3", RATE_LIMIT_ADDRESS: "5", TRUST_PROXY: "true" }
    vintem = await startVintem(settings, { live: true, acquirerKinds: [bankKind()], log })
  })
  after(() => vintem.close())

  /** Each sender has an address of its own. */
  const send = (raw: string | Uint8Array, headers: Record<string, string> = {}, path = PATH): Promise<Response> =>
    vintem.request("POST", path, undefined, { raw, key: null, headers: { "x-forwarded-for": "192.0.2.1", ...headers } })
  const notification = (details: object = {}) => JSON.stringify({ PaymentId: randomUUID(), ChangeType: 1, ...details })
  const summary = ({ status, body }: Response) => [status, body.error?.type, body.error?.code]

  it("is 200 without a key, also for a payment that nobody knows, and whatever its media type", async () => {
    for (const type of [
      "application/json",
      "application/json; charset=utf-8",
      "text/plain",
      "application/x-www-form-urlencoded",
      "",
    ]) {
      for (const body of [notification(), notification({ ChangeType: 7, RecurrentPaymentId: null })]) {
        const response = await send(body, type ? { "content-type": type } : {})
        expect([response.status, response.text, response.headers["cache-control"]], type).to.deep.equal([200, "{}", "no-store"])
        expect(response.headers["request-id"]).to.match(/^req_/)
      }
    }
  })

  it("is 200 where there is no live mode, as test mode has no real acquirer", async () => {
    const testOnly = await startVintem({}, { acquirerKinds: [bankKind()] })
    const response = await testOnly.request("POST", PATH, { PaymentId: randomUUID(), ChangeType: 1 }, { key: null })
    expect([response.status, response.body]).to.deep.equal([200, {}])
    await testOnly.close()
  })

  it("is 400 where it is not well formed", async () => {
    const wrong = [
      "",
      "{",
      "[]",
      "null",
      '"x"',
      "PaymentId=x",
      "{}",
      notification({ ChangeType: "1" }),
      notification({ PaymentId: 5 }),
    ]
    for (const raw of [...wrong, notification({ More: "a\u0000b" }), Buffer.from([0x7b, 0xff, 0x7d])]) {
      const response = await send(raw)
      expect(summary(response), String(raw)).to.deep.equal([400, "invalid_request_error", "parameter_invalid"])
      expect(response.body.error.request_id).to.equal(response.headers["request-id"])
    }
    expect((await send("{}")).body.error.message).to.equal("The body is not a notification of bank.")
  })

  it("has at most 64 KiB", async () => {
    const ofSize = (bytes: number) => notification({ More: "x".repeat(bytes - notification({ More: "" }).length) })
    expect((await send(ofSize(64 * 1024))).status).to.equal(200)
    expect(summary(await send(ofSize(64 * 1024 + 1)))).to.deep.equal([413, "invalid_request_error", "request_too_large"])
  })

  it("has a route for acquirers that exist, and for POST only. Others count as refused requests of their address", async () => {
    const headers = { "x-forwarded-for": "192.0.2.2" }
    const notFound = [404, "not_found_error", "route_not_found"]
    for (const path of ["/acquirers/nobody/notifications", "/acquirers/BANK/notifications", "/acquirers/bank", `${PATH}/`]) {
      expect(summary(await send(notification(), headers, path)), path).to.deep.equal(notFound)
    }
    expect(summary(await vintem.request("GET", PATH, undefined, { key: null, headers }))).to.deep.equal(notFound)
    expect((await send(notification(), headers)).status).to.equal(429)
    expect((await send(notification())).status).to.equal(200)
  })

  it("is looked up a few at a time. Those that come on top of a long queue are 503, and everything else goes on", async () => {
    const client = new pg.Client({ connectionString: vintem.databases.env.LIVE_DATABASE_URL })
    await client.connect()
    await client.query("BEGIN; LOCK TABLE attempts")
    const { atOnce, maxWaiting } = NOTIFICATIONS
    const refused: Response[] = []
    const sent = Array.from({ length: atOnce + maxWaiting + 5 }, async () => {
      const response = await send(notification())
      if (response.status === 503) refused.push(response)
      return response
    })
    // All five, as one that arrives after the lock's end finds a queue that is shorter.
    await until(async () => refused.length === 5)
    for (const each of refused) {
      expect(summary(each)).to.deep.equal([503, "api_error", "not_ready"])
      expect(each.headers["retry-after"]).to.equal("60")
    }
    const { key } = await vintem.newKey({ mode: "live" })
    const balance = await vintem.request("GET", "/v1/customers", undefined, { key, headers: { "x-forwarded-for": "192.0.2.3" } })
    expect(balance.status).to.equal(200)
    await client.query("ROLLBACK")
    await client.end()
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    const many = (count: number, status: number) => Array<number>(count).fill(status)
    expect(statuses.sort()).to.deep.equal([...many(atOnce + maxWaiting, 200), ...many(5, 503)])
    expect((await send(notification())).status).to.equal(200)
  })

  it("is in the log with its route alone", async () => {
    const charge = randomUUID()
    const { headers } = await send(notification({ PaymentId: charge }))
    const line = lines.find((each) => each.includes(headers["request-id"]!))!
    expect(JSON.parse(line)).to.include({ route: "/acquirers/:kind/notifications", status: 200 })
    expect(lines.join("")).not.to.contain(charge)
  })
})
