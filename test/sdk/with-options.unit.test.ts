import { expect } from "chai"
import { Vintem } from "../../generated/sdk/src/index.ts"
import { create, failure, KEY, retrieve, serving } from "./local-client.ts"
import { json } from "./local-server.ts"
import { errors } from "./runtime.ts"

let close: (() => Promise<void>) | undefined
const serve = serving((started) => (close = started))

afterEach(async () => {
  await close?.()
  close = undefined
})

describe("withOptions of the SDK", () => {
  it("returns a client with another key, version and headers, and leaves the first one as it was", async () => {
    const { client, requests } = await serve((_, response) => json(response, 200, {}), {
      version: "2026-04-25",
      headers: { "X-Shop": "centre", "X-Till": "3" },
    })
    const other = client.withOptions({ apiKey: "zsk_test_other", headers: { "x-shop": "north", "x-till": null } })
    await other.withOptions({ version: "2026-04-27", timeout: undefined }).request(create)
    await client.withOptions({ version: undefined, maxRetries: 1 }).request(create)
    expect(requests[0]!.headers).to.include({
      authorization: "Bearer zsk_test_other",
      "service-version": "2026-04-27",
      "x-shop": "north",
    })
    expect(requests[0]!.headers).not.to.have.property("x-till")
    expect(requests[1]!.headers).to.include({
      authorization: `Bearer ${KEY}`,
      "service-version": "2026-04-25",
      "x-shop": "centre",
      "x-till": "3",
    })
  })

  it("changes the retries and the timeout", async () => {
    const { client, requests } = await serve((seen, response) => {
      if (seen.method === "POST") json(response, 500, {})
    })
    await failure(client.withOptions({ maxRetries: 0 }).request(create))
    expect(requests).to.have.length(1)
    const error = await failure(client.withOptions({ maxRetries: 0, timeout: 30 }).request(retrieve))
    expect(error).to.be.instanceOf(errors.TimeoutError)
  })

  it("returns a client with all resources, which keeps its fetch and the URL that it got from the environment", async () => {
    const urls: string[] = []
    process.env.VINTEM_BASE_URL = "https://pay.example.com"
    const vintem = new Vintem(KEY, {
      fetch: async (url) => {
        urls.push(url)
        return new Response("{}")
      },
    })
    delete process.env.VINTEM_BASE_URL
    const copy = vintem.withOptions({ timeout: 5000 })
    expect(copy).to.be.instanceOf(Vintem)
    await copy.customers.retrieve("cus_1")
    await copy.testHelpers.clock.retrieve()
    expect(urls).to.deep.equal(["https://pay.example.com/v1/customers/cus_1", "https://pay.example.com/v1/test_helpers/clock"])
  })

  it("refuses what the constructor refuses", () => {
    const vintem = new Vintem(KEY)
    expect(() => vintem.withOptions({ timeout: 0 })).to.throw("timeout must be a positive number")
    expect(() => vintem.withOptions({ apiKey: "zsk_test_a\n" })).to.throw("line break")
  })
})
