import { expect } from "chai"
import pino from "pino"
import type { Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { expectStatus } from "../support/merchants/payments.ts"

describe("Refused requests of one address", () => {
  const lines: { level: number; address?: string; msg: string }[] = []
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  let vintem: Running
  before(async () => {
    vintem = await startVintem({ RATE_LIMIT_ADDRESS: "6", TRUST_PROXY: "true" }, { log })
  })
  after(() => vintem.close())

  const wrongKey = `zsk_test_${"0".repeat(40)}`
  let lastAddress = 0
  /** A client with an address of its own. */
  const newClient = (address = `192.0.2.${++lastAddress}`) => {
    const headers = { "x-forwarded-for": address }
    const send = (method: string, path: string, key: string | null = vintem.key) =>
      vintem.request(method, path, undefined, { key, headers })
    return { send, guess: () => send("GET", "/v1/customers", wrongKey) }
  }
  const statuses = async (requests: Promise<Response>[]) => (await Promise.all(requests)).map(({ status }) => status)

  it("are counted: 401, and 404 and 405 of routes. After the limit every request is 429 until Retry-After has passed", async () => {
    const { send, guess } = newClient()
    expectStatus(await send("GET", "/v1/customers", null), 401)
    expectStatus(await guess(), 401)
    expectStatus(await send("GET", "/v1/nowhere"), 404)
    expectStatus(await send("PATCH", "/v1/customers"), 405)
    expectStatus(await send("GET", "/pay/unknown"), 404)
    // What a handler refuses is not counted.
    expectStatus(await send("GET", "/v1/customers/cus_unknown"), 404)
    expectStatus(await send("GET", "/v1/customers?limit=0"), 400)
    expectStatus(await send("GET", "/v1/customers"), 200)
    const before = Date.now()
    expectStatus(await guess(), 401)
    for (const [method, path] of [
      ["GET", "/v1/customers"],
      ["GET", "/v1/nowhere"],
      ["GET", "/v1/openapi.json"],
      ["GET", "/v1/docs"],
    ] as const) {
      const sent = performance.now()
      const refused = await send(method, path)
      // A client that tries again at once gets only a few a second.
      expect(performance.now() - sent).to.be.above(240)
      expect(expectStatus(refused, 429).error).to.include({ type: "rate_limit_error", code: "rate_limit_exceeded" })
      expect(Number(refused.headers["retry-after"])).to.be.within(30, 60)
      expect(refused.headers["service-should-retry"]).to.equal("true")
      expect(refused.headers["ratelimit-remaining"]).to.equal("0")
      expect(Number(refused.headers["ratelimit-reset"])).to.be.within(before / 1000 - 30, before / 1000 + 61)
    }
    expectStatus(await send("GET", "/healthz"), 200)
    expectStatus(await send("GET", "/readyz"), 200)
  })

  it("do not limit another address, not even with the same key", async () => {
    const attacker = newClient()
    expect(await statuses(Array.from({ length: 6 }, attacker.guess))).to.deep.equal(Array(6).fill(401))
    expectStatus(await attacker.send("GET", "/v1/customers"), 429)
    expectStatus(await newClient().send("GET", "/v1/customers"), 200)
  })

  it("are counted together for one /64 network of IPv6, and for whatever a client invents about its way", async () => {
    for (let i = 0; i < 6; i++) expectStatus(await newClient(`2001:db8:1:2::${i}`).guess(), 401)
    expectStatus(await newClient("2001:db8:1:2:ffff::").guess(), 429)
    expectStatus(await newClient("2001:db8:1:3::").guess(), 401)
    for (let i = 0; i < 6; i++) expectStatus(await newClient(`198.51.100.${i}, 192.0.2.200`).guess(), 401)
    expectStatus(await newClient("198.51.100.9, 192.0.2.200").guess(), 429)
  })

  it("read nothing from the database once the address is limited", async () => {
    const { guess } = newClient()
    for (let i = 0; i < 6; i++) await guess()
    const { database } = vintem.server.modes.test
    const { one } = database
    let reads = 0
    database.one = (...query) => {
      if (query[0].compiled(database.dialect).sql.includes("api_keys")) reads++
      return one(...query)
    }
    try {
      expect(await statuses(Array.from({ length: 20 }, guess))).to.deep.equal(Array(20).fill(429))
      expect(reads).to.equal(0)
      // The count sees what it should: a key of another address is looked up.
      await newClient().guess()
      expect(reads).to.be.at.least(1)
    } finally {
      database.one = one
    }
  })

  it("are logged once, with the address", async () => {
    lines.length = 0
    const { guess } = newClient("192.0.2.250")
    for (let i = 0; i < 9; i++) await guess()
    expect(lines.map(({ level, address, msg }) => ({ level, address, msg }))).to.deep.equal([
      { level: 40, address: "192.0.2.250", msg: "too many refused requests from one address" },
    ])
  })
})

describe("The limit of refused requests", () => {
  it("counts the connection's address where no proxy is trusted, and says that it seems to be a proxy", async () => {
    const lines: string[] = []
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) })
    const vintem = await startVintem({ RATE_LIMIT_ADDRESS: "2" }, { log })
    try {
      const guess = (address: string) =>
        vintem.request("GET", "/v1/customers", undefined, { key: null, headers: { "x-forwarded-for": address } })
      expectStatus(await guess("192.0.2.1"), 401)
      expectStatus(await guess("192.0.2.2"), 401)
      expectStatus(await guess("192.0.2.3"), 429)
      expect(lines.join("")).to.contain("name it in TRUST_PROXY")
    } finally {
      await vintem.close()
    }
  })

  it("is switched off by 0", async () => {
    const vintem = await startVintem({ RATE_LIMIT_ADDRESS: "0" })
    try {
      for (let i = 0; i < 5; i++) expectStatus(await vintem.request("GET", "/v1/customers", undefined, { key: null }), 401)
    } finally {
      await vintem.close()
    }
  })
})
