import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sendBytes } from "../support/network/raw-http.ts"
import { processorMs } from "../support/runner/processor-time.ts"

/** As many parameters as fit into the 16 KiB of a head. */
const MANY = "a&".repeat(6500)
/** Processor time of a request. Reading 6500 parameters once takes a few, and reading them anew for each name takes hundreds. */
const MAX_MS = 100

describe("A long query", () => {
  let vintem: Running
  let paths: [name: string, url: string, path: string][]
  before(async () => {
    vintem = await startVintem({ RATE_LIMIT_ADDRESS: "0" })
    const { url, server } = vintem
    paths = [
      ["api", url, "/v1/docs/docs.js"],
      ["api", url, "/v1/customers"],
      ["frame", server.frameOrigin!, "/v1/frame/refusal"],
      ["frame", server.frameOrigin!, "/v1/frame/card"],
      ["dashboard", server.dashboardOrigin!, "/sign-in"],
      ["dashboard", server.dashboardOrigin!, "/dashboard.css"],
      ["metrics", server.metricsUrl, "/readyz"],
    ]
  })
  after(() => vintem.close())

  const get = (url: string, target: string) =>
    sendBytes(url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  const of = (count: number) => Array(count).fill("a").join("&")

  it("takes a process no longer to read than any other, at every port, with any number of parameters", async () => {
    for (const [port, url, path] of paths) {
      for (const target of [`${path}?${MANY}`, `http://localhost${path}?${MANY}`]) {
        const ms = await processorMs(MAX_MS, async () =>
          expect(await get(url, target), `${port}: ${path}`).to.match(/^HTTP\/1\.1 400 /),
        )
        expect(ms, `${port}: ${path}`).to.be.below(MAX_MS)
      }
    }
  })

  it("is 400 with more than 100 parameters or 8192 characters, and says which", async () => {
    for (const [port, url, path] of paths) {
      for (const [query, message] of [
        [of(101), "The query has more than 100 parameters."],
        ["a".repeat(8193), "The query is longer than 8192 characters."],
      ] as const) {
        const [head, body] = (await get(url, `${path}?${query}`)).split("\r\n\r\n") as [string, string]
        expect(head, `${port}: ${path}`).to.match(/^HTTP\/1\.1 400 /)
        expect(JSON.parse(body).error).to.include({ code: "parameter_invalid", message })
      }
    }
  })

  it("is read with as many parameters and characters as it may have", async () => {
    for (const [port, url, path] of paths.filter(([, , each]) => each !== "/v1/customers" && each !== "/v1/frame/card")) {
      for (const query of [of(100), "a".repeat(8192), `to=${"%2F".repeat(2000)}`])
        expect(await get(url, `${path}?${query}`), `${port}: ${path}`).to.match(/^HTTP\/1\.1 200 /)
    }
  })
})
