import { expect } from "chai"
import { create, errorBody, failure, KEY, serving } from "./local-client.ts"
import { json } from "./local-server.ts"
import { Client, errors } from "./runtime.ts"

let close: (() => Promise<void>) | undefined
const serve = serving((started) => (close = started))

afterEach(async () => {
  await close?.()
  close = undefined
})

describe("Retries of the SDK after a broken response", () => {
  it("follow a cut connection, with one idempotency key and body", async () => {
    const { client, requests } = await serve((_, response, count) => {
      if (count === 1) response.destroy()
      else json(response, 201, { id: "cus_1" })
    })
    expect(await client.request<{ id: string }>(create)).to.deep.equal({ id: "cus_1" })
    expect(requests).to.have.length(2)
    expect(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size).to.equal(1)
    expect(new Set(requests.map(({ body }) => body)).size).to.equal(1)
  })

  it("end with the last error", async () => {
    const { client, requests } = await serve((_, response) => json(response, 500, errorBody("api_error")), { maxRetries: 1 })
    expect(await failure(client.request(create))).to.be.instanceOf(errors.APIError)
    expect(requests).to.have.length(2)
  })

  it("follow a truncated response", async () => {
    const { client, requests } = await serve((_, response, count) => {
      if (count > 1) return json(response, 200, { id: "cus_1" })
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
      response.write('{"id":')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await client.request<{ id: string }>(create)).to.deep.equal({ id: "cus_1" })
    expect(requests).to.have.length(2)
  })

  it("follow a response that is not JSON, such as a proxy's page", async () => {
    const { client, requests } = await serve((_, response, count) => {
      if (count > 1) return json(response, 200, { id: "cus_1" })
      response.writeHead(200, { "content-type": "text/html" })
      response.end("<h1>Welcome to the Wi-Fi</h1>")
    })
    expect(await client.request<{ id: string }>(create)).to.deep.equal({ id: "cus_1" })
    expect(requests).to.have.length(2)
    const error = await failure(new Client(KEY, { maxRetries: 0, fetch: async () => new Response("null") }).request(create))
    expect(error).to.be.instanceOf(errors.ConnectionError)
  })
})
