import { expect } from "chai"
import { type Running, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { freshDatabases } from "../support/databases/databases.ts"
import { expectStatus } from "../support/merchants/payments.ts"

describe("Rate limits", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({ RATE_LIMIT: "5", RATE_LIMIT_TOKENS: "3" })
  })
  after(() => vintem.close())

  const list = (key: string, from: Pick<Running, "request"> = vintem) => from.request("GET", "/v1/customers", undefined, { key })
  const remaining = ({ headers }: { headers: Record<string, string> }) => Number(headers["ratelimit-remaining"])

  it("count down to zero, then return 429 with the seconds to wait", async () => {
    const { key } = await vintem.newKey()
    const now = Date.now() / 1000
    const responses = []
    for (let i = 0; i < 5; i++) responses.push(await list(key))
    const done = Date.now() / 1000
    expect(responses.map(remaining)).to.deep.equal([4, 3, 2, 1, 0])
    const reset = Number(responses[0]?.headers["ratelimit-reset"])
    expect(reset).to.be.within(Math.floor(now) + 59, Math.ceil(done) + 62)
    const refused = await list(key)
    expect(expectStatus(refused, 429).error).to.include({ type: "rate_limit_error", code: "rate_limit_exceeded" })
    expect(Number(refused.headers["retry-after"])).to.be.within(reset - Math.ceil(Date.now() / 1000) - 1, 60)
    expect(refused.headers["service-should-retry"]).to.equal("true")
    expect(remaining(refused)).to.equal(0)
    expect(Number(refused.headers["ratelimit-reset"])).to.equal(reset)
  })

  it("report a wait that is long enough and no longer than needed", async () => {
    const { key } = await vintem.newKey()
    const began = Date.now()
    for (let i = 0; i < 5; i++) await list(key)
    for (let i = 0; i < 5; i++) {
      const sent = Date.now()
      const { headers } = await list(key)
      const waitMs = Number(headers["retry-after"]) * 1000
      // The window began with the first request or slightly later.
      expect(Date.now() + waitMs).to.be.at.least(began + 60_000)
      expect(sent + waitMs).to.be.below(Number(headers["ratelimit-reset"]) * 1000 + 1000)
    }
  })

  it("apply to each key separately", async () => {
    const [one, two] = [await vintem.newKey(), await vintem.newKey()]
    for (let i = 0; i < 6; i++) await list(one.key)
    expect(remaining(await list(two.key))).to.equal(4)
  })

  it("count every request with a valid key and are reported with errors too", async () => {
    const { key } = await vintem.newKey()
    const responses = [
      await vintem.request("POST", "/v1/customers", {}, { key }),
      await vintem.request("GET", "/v1/customers/cus_x", undefined, { key }),
      await vintem.request("POST", "/v1/customers", { email: "a@example.com" }, { key }),
    ]
    expect(responses.map(({ status }) => status)).to.deep.equal([400, 404, 201])
    expect(responses.map(remaining)).to.deep.equal([4, 3, 2])
  })

  it("are separate for a publishable key's tokens, and a refused origin uses none", async () => {
    const origin = "https://loja.example"
    await vintem.request("POST", "/merchant-origins", { origin }, { key: (await vintem.newKey()).key })
    const { key } = await vintem.newKey({ kind: "publishable" })
    const elsewhere = () => vintem.request("GET", "/v1/customers", undefined, { key, headers: { origin } })
    const tokenize = (from: string) => vintem.request("POST", "/v1/tokens", { type: "pix" }, { key, headers: { origin: from } })
    const before = await tokenize("https://evil.example")
    expect(remaining(before)).to.equal(3)
    expect(Number(before.headers["ratelimit-reset"])).to.be.within(Date.now() / 1000, Date.now() / 1000 + 62)
    const wrong = await elsewhere()
    expect([expectStatus(wrong, 403).error.code, remaining(wrong)]).to.deep.equal(["key_not_allowed", 4])
    expect(remaining(await tokenize(origin))).to.equal(2)
    for (let i = 0; i < 5; i++) {
      const refused = await tokenize("https://evil.example")
      expect(expectStatus(refused, 403).error.code).to.equal("origin_not_allowed")
      expect(remaining(refused)).to.equal(2)
    }
    expect([remaining(await tokenize(origin)), remaining(await tokenize(origin))]).to.deep.equal([1, 0])
    expectStatus(await tokenize(origin), 429)
    expect(remaining(await elsewhere())).to.equal(3)
    // With a secret key, tokens count like any other request.
    const secret = await vintem.newKey()
    const response = await vintem.request("POST", "/v1/tokens", { type: "pix" }, { key: secret.key })
    expect(remaining(response)).to.equal(4)
  })

  it("give one payer's address at most half of a publishable key's tokens while another address asks, in all processes", async () => {
    const databases = await freshDatabases()
    const proxied = { TRUST_PROXY: "true", RATE_LIMIT_TOKENS: "60" }
    const first = await startVintem(proxied, { databases })
    const other = await spawnVintem(proxied, { databases })
    const origin = "https://loja.example"
    await first.request("POST", "/merchant-origins", { origin }, { key: first.key })
    const { key } = await first.newKey({ account: first.account, kind: "publishable" })
    const tokenize = (from: Pick<Running, "request">, address: string) =>
      from.request("POST", "/v1/tokens", { type: "pix" }, { key, headers: { origin, "x-forwarded-for": address } })
    const flood = async (address: string, times: number) => {
      const responses = await Promise.all(Array.from({ length: times }, (_, i) => tokenize(i % 2 ? first : other, address)))
      return responses.filter(({ status }) => status === 201).length
    }
    try {
      expect(remaining(await tokenize(first, "198.51.100.1"))).to.equal(59)
      // One network of IPv6 is one payer.
      const strangers = await Promise.all([flood("2001:db8:1:2::3", 40), flood("2001:db8:1:2:ffff::4", 40)])
      expect(strangers[0]! + strangers[1]!).to.equal(30)
      const refused = await tokenize(other, "2001:db8:1:2::5")
      expect([expectStatus(refused, 429).error.code, remaining(refused)]).to.deep.equal(["rate_limit_exceeded", 0])
      expect(Number(refused.headers["retry-after"])).to.be.within(1, 60)
      const payer = await tokenize(other, "198.51.100.1")
      expect([payer.status, remaining(payer)]).to.deep.equal([201, 28])
      expect(payer.headers["ratelimit-reset"]).to.equal(refused.headers["ratelimit-reset"])
      expect(await flood("198.51.100.1", 40)).to.equal(28)
      expectStatus(await tokenize(first, "203.0.113.9"), 429)
    } finally {
      await other.close()
      await first.close()
    }
    const restarted = await startVintem(proxied, { databases })
    try {
      const next = await tokenize(restarted, "203.0.113.9")
      expect([next.status, remaining(next)]).to.deep.equal([429, 0])
    } finally {
      await restarted.close()
      await databases.remove()
    }
  })

  it("allow exactly the limit when requests arrive together", async () => {
    const { key } = await vintem.newKey()
    const responses = await Promise.all(Array.from({ length: 40 }, () => list(key)))
    expect(responses.filter(({ status }) => status === 200)).to.have.lengthOf(5)
    expect(responses.filter(({ status }) => status === 429)).to.have.lengthOf(35)
  })

  it("count replays but not requests to open paths", async () => {
    const { key } = await vintem.newKey()
    const idempotencyKey = crypto.randomUUID()
    for (const left of [4, 3]) {
      const response = await vintem.request("POST", "/v1/customers", { email: "a@example.com" }, { key, idempotencyKey })
      expect(remaining(response)).to.equal(left)
    }
    await vintem.request("GET", "/v1/openapi.json", undefined, { key })
    await vintem.request("GET", "/v1/nowhere", undefined, { key })
    expect(remaining(await list(key))).to.equal(2)
  })

  it("are shared by all processes of a deployment, exactly, and survive a restart", async () => {
    const databases = await freshDatabases()
    const limits = { RATE_LIMIT: "200" }
    const first = await startVintem(limits, { databases })
    const others = await Promise.all([1, 2, 3].map(() => spawnVintem(limits, { databases })))
    try {
      let allowed = 0
      const useUp = async (process: Pick<Running, "request">) => {
        while ((await list(first.key, process)).status === 200) allowed++
      }
      await Promise.all([first, ...others].flatMap((process) => [1, 2, 3].map(() => useUp(process))))
      expect(allowed).to.equal(200)
    } finally {
      for (const other of others) await other.close()
      await first.close()
    }
    const restarted = await startVintem(limits, { databases })
    try {
      expectStatus(await list(first.key, restarted), 429)
    } finally {
      await restarted.close()
      await databases.remove()
    }
  })
})
