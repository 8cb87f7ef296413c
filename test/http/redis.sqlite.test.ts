import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { type Spawned, spawnVintem } from "../support/app/vintem.ts"
import { until } from "../support/merchants/merchant.ts"
import { type Redis, startRedis } from "../support/network/redis.ts"

/** Longer than a request may wait for Redis, and for its own work. */
const SOON_MS = 6000

describe("With REDIS_URL", () => {
  let redis: Redis
  let vintem: Spawned
  before(async () => {
    redis = await startRedis()
    vintem = await spawnVintem(
      { REDIS_URL: redis.url, TRUST_PROXY: "true", RATE_LIMIT: "1000", RATE_LIMIT_TOKENS: "60", SHUTDOWN_TIMEOUT_SECONDS: "5" },
      { role: "api" },
    )
  })
  after(async () => {
    await vintem?.close()
    await redis?.stop()
  })

  /** Uses a new key, for which nothing is leased. */
  async function send(): Promise<Response> {
    const { key } = await vintem.newKey({ account: vintem.account })
    return fetch(`${vintem.url}/v1/balance`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(SOON_MS),
    })
  }

  const isCounted = async () => {
    const response = await send()
    return response.status === 200 && response.headers.get("ratelimit-remaining") === "999"
  }

  it("requests are counted in Redis", async () => {
    expect(await isCounted()).to.equal(true)
  })

  it("a payer's share of a publishable key's tokens is counted in Redis, too", async () => {
    const origin = "https://loja.example"
    await vintem.request("POST", "/merchant-origins", { origin }, { key: vintem.key })
    const { key } = await vintem.newKey({ account: vintem.account, kind: "publishable" })
    const tokenize = (address: string) =>
      vintem.request("POST", "/v1/tokens", { type: "pix" }, { key, headers: { origin, "x-forwarded-for": address } })
    const flood = async (address: string, times: number) =>
      (await Promise.all(Array.from({ length: times }, () => tokenize(address)))).filter(({ status }) => status === 201).length
    expect((await tokenize("198.51.100.1")).headers["ratelimit-remaining"]).to.equal("59")
    expect(await flood("203.0.113.1", 40)).to.equal(30)
    expect(await flood("198.51.100.1", 40)).to.equal(29)
  })

  it("a connection that drops ends no process, and the next requests are counted", async () => {
    redis.drop()
    await until(isCounted)
  })

  it("requests are refused at once while Redis is away, and served when it is back", async () => {
    await redis.stop()
    await until(async () => (await send()).status === 503)
    const response = await send()
    expect([response.status, response.headers.get("service-should-retry")]).to.deep.equal([503, "true"])
    await redis.start()
    await until(isCounted)
    const lines = await until(async () => vintem.output().match(/^{.*"msg":"Redis cannot be reached/gm) ?? undefined)
    expect(lines).to.have.length.below(4)
  })

  it("requests are refused soon while Redis does not answer, and the process still stops in time", async () => {
    redis.isSilent = true
    expect((await send()).status).to.equal(503)
    const stopped = await Promise.race([vintem.stop(), pause(SOON_MS, "still running", { ref: false })])
    expect(stopped).to.equal(0)
  })
})
