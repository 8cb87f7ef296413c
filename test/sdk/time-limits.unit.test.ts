import { expect } from "chai"
import { create, failure, serving } from "./local-client.ts"
import { json } from "./local-server.ts"
import { errors } from "./runtime.ts"

let close: (() => Promise<void>) | undefined
const serve = serving((started) => (close = started))

afterEach(async () => {
  await close?.()
  close = undefined
})

describe("Time limits and signals of the SDK", () => {
  it("a response that stops midway is a TimeoutError", async () => {
    const { client } = await serve((_, response) => {
      response.writeHead(200)
      response.write("{")
    })
    expect(await failure(client.request({ ...create, options: { timeout: 80, maxRetries: 0 } }))).to.be.instanceOf(
      errors.TimeoutError,
    )
  })

  for (const maxRetries of [0, 2]) {
    it(`a signal stops the request with its reason and without a retry, with maxRetries ${maxRetries}`, async () => {
      const { client, requests } = await serve(() => {})
      const controller = new AbortController()
      const promise = failure(client.request({ ...create, options: { signal: controller.signal, maxRetries } }))
      while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      const reason = new Error("the buyer left")
      controller.abort(reason)
      expect(await promise).to.equal(reason)
      expect(requests).to.have.length(1)
    })
  }

  it("a request whose signal is already aborted is not sent", async () => {
    const { client, requests } = await serve((_, response) => json(response, 200, {}))
    const error = await failure(client.request({ ...create, options: { signal: AbortSignal.abort() } }))
    expect(error.name).to.equal("AbortError")
    expect(requests).to.have.length(0)
  })
})
