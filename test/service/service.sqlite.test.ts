import { connect } from "node:net"
import { expect } from "chai"
import { request } from "undici"
import { runCommand, type Spawned, spawnVintem } from "../support/app/vintem.ts"
import { cardBody, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"

describe("The service as a process", () => {
  let vintem: Spawned
  before(async () => {
    vintem = await spawnVintem({ LOG_LEVEL: "info" })
  })
  after(() => vintem.close())

  const logged = () =>
    vintem
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line))

  const serveWith = (env: Record<string, string>) =>
    runCommand(["serve"], { ...vintem.databases.env, PORT: "0", METRICS_PORT: "0", ...env })

  it("logs one line of JSON per request, without secrets", async () => {
    const response = await vintem.request("POST", "/v1/tokens", cardBody())
    expectStatus(response, 201)
    const ofRequest = () => logged().filter(({ request_id }) => request_id === response.headers["request-id"])
    // Log lines arrive through a pipe and responses through a socket, so this waits for the line of a later request.
    const later = await vintem.request("GET", "/v1/customers")
    while (!vintem.output().includes(later.headers["request-id"] as string))
      await new Promise((resolve) => setTimeout(resolve, 20))
    const lines = ofRequest()
    expect(lines).to.have.lengthOf(1)
    expect(lines[0]).to.include({ method: "POST", status: 201, account: vintem.account })
    expect(JSON.stringify(lines[0])).not.to.contain(vintem.key)
  })

  it("counts requests for Prometheus on a separate port without a key", async () => {
    await vintem.request("GET", "/v1/customers")
    const response = await request(vintem.metricsUrl)
    const text = await response.body.text()
    expect(response.statusCode).to.equal(200)
    expect(response.headers["content-type"]).to.match(/^text\/plain/)
    expect(text).to.match(/listCustomers/)
    expect(text).to.match(/^process_cpu_seconds_total /m)
    expectStatus(await vintem.request("GET", "/metrics"), 404)
  })

  it("accepts HEAD for health checks, for load balancers", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const { statusCode } = await request(vintem.url + path, { method: "HEAD" })
      expect(statusCode).to.equal(200)
    }
  })

  it("on SIGTERM it finishes requests in progress, accepts no new ones and exits with 0", async () => {
    const stopping = await spawnVintem({ LOG_LEVEL: "silent" }, { databases: vintem.databases })
    const intents = await Promise.all(Array.from({ length: 10 }, () => newIntent(stopping)))
    const tokens = await Promise.all(intents.map(() => newToken(stopping)))
    const confirms = intents.map(({ id }, index) =>
      stopping.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: tokens[index].id }).then(
        ({ status }) => status,
        () => "not taken any more",
      ),
    )
    await new Promise((resolve) => setImmediate(resolve)) // lets the requests start
    const started = Date.now()
    expect(await stopping.stop()).to.equal(0)
    expect(Date.now() - started).to.be.below(10_000)
    for (const response of await Promise.all(confirms)) expect([200, "not taken any more"]).to.include(response)
    await new Promise<void>((done, fail) => {
      const socket = connect(Number(new URL(stopping.url).port), "127.0.0.1", () => fail(new Error("it still listens")))
      socket.on("error", () => done())
    })
    await stopping.close()
  })

  it("a wrong variable stops it with one line that names the variable", async () => {
    const wrong: [string, string][] = [
      ["PORT", "http"],
      ["RATE_LIMIT", "-1"],
      ["ENCRYPTION_KEY", "short"],
      ["TEST_DATABASE_URL", "mysql://x"],
      ["LOG_LEVEL", "loud"],
      ["TRUST_PROXY", "yes"],
    ]
    const outcomes = await Promise.all(wrong.map(([name, value]) => serveWith({ [name]: value })))
    for (const [index, { status, stderr }] of outcomes.entries()) {
      const name = wrong[index]?.[0] as string
      expect([name, status]).to.deep.equal([name, 1])
      expect(stderr.trim().split("\n")).to.have.lengthOf(1)
      expect(stderr).to.contain(name)
    }
  })

  it("live mode is refused on SQLite or without an encryption key", async () => {
    const sqlite = await serveWith({ LIVE_DATABASE_URL: "sqlite:/tmp/live.sqlite" })
    expect([sqlite.status, sqlite.stderr]).to.satisfy(
      ([status, text]: [number, string]) => status === 1 && /LIVE_DATABASE_URL/.test(text),
    )
    const keyless = await serveWith({ LIVE_DATABASE_URL: "postgres://127.0.0.1/x", ENCRYPTION_KEY: "" })
    expect([keyless.status, keyless.stderr]).to.satisfy(
      ([status, text]: [number, string]) => status === 1 && /ENCRYPTION_KEY/.test(text),
    )
  })

  it("acknowledged writes survive kill -9", async () => {
    const dying = await spawnVintem({ LOG_LEVEL: "silent" }, { databases: vintem.databases })
    const created = await Promise.all(Array.from({ length: 20 }, () => newCustomer(dying)))
    await dying.kill()
    for (const { id } of created)
      expectStatus(await vintem.request("GET", `/v1/customers/${id}`, undefined, { key: dying.key }), 200)
    await dying.close()
  })
})
