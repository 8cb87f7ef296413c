import { hostname } from "node:os"
import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { sendBytes } from "../support/network/raw-http.ts"

describe("The metrics", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem({ METRICS_NAMES: "vintem.payments.svc, Metrics.Example.com" })
  })
  after(() => vintem.close())

  const get = async (headers: string, path = "/metrics", version = "1.1") => {
    const response = await sendBytes(vintem.metricsUrl, `GET ${path} HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`)
    return { status: Number(response.slice(9, 12)), response }
  }

  it("answer under the addresses and names by which Prometheus reaches a process", async () => {
    for (const host of [
      ...["127.0.0.1", "127.0.0.1:9464", "10.1.2.3:9464", "203.0.113.7", "[::1]:9464", "[2001:db8::7]"],
      ...[
        "localhost",
        "localhost:9464",
        "LOCALHOST",
        "localhost.",
        "vintem.localhost:9464",
        "api",
        "vintem-worker:9465",
        hostname(),
      ],
      ...["vintem.payments.svc:9464", "VINTEM.payments.svc", "vintem.payments.svc.", "metrics.example.com"],
    ]) {
      expect((await get(`Host: ${host}\r\n`)).status, host).to.equal(200)
      expect((await get(`Host: ${host}\r\n`, "/readyz")).status, host).to.equal(200)
    }
    expect((await get("Host: api\r\n", "/metrics?collect[]=process")).status).to.equal(200)
    expect((await get("Host:\r\n")).status).to.equal(200)
    expect((await get("", "/readyz", "1.0")).status, "a health check in HTTP/1.0").to.equal(200)
  })

  it("answer under no name that somebody else may lead to this machine, and say why", async () => {
    for (const host of [
      ...[
        "evil.example",
        "evil.example:9464",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.example.",
        "example.com",
      ],
      ...["payments.svc", "x.vintem.payments.svc", "localhost.com", "nip.127.0.0.1.io", `${"a".repeat(300)}`, "a b", "[", "%"],
    ]) {
      for (const path of ["/metrics", "/readyz", "/"]) {
        const { status, response } = await get(`Host: ${host}\r\n`, path)
        expect(status, host).to.equal(421)
        expect(response).to.contain("METRICS_NAMES").and.not.to.contain("vintem_")
      }
    }
    expect((await get("Host: localhost\r\n", "http://evil.example/metrics")).status, "the host of the target counts").to.equal(
      421,
    )
  })
})
