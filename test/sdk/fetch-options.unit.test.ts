import { expect } from "chai"
import { failure, retrieve } from "./local-client.ts"
import { Client, type ClientOptions, errors, type FetchOptions } from "./runtime.ts"
import { inVirtualTime } from "./virtual-time.ts"

type Given = Record<string, unknown>

/** A client whose fetch keeps the options of each call. */
const clientOf = (respond: (call: number, given: Given) => Response | Promise<Response>, options: ClientOptions = {}) => {
  const calls: Given[] = []
  const fetch: ClientOptions["fetch"] = async (_, init) => {
    calls.push({ ...init })
    return respond(calls.length, { ...init })
  }
  return { client: new Client("zsk_test_a", { fetch, ...options }), calls }
}
const empty = () => new Response("{}")

describe("fetchOptions of the SDK", () => {
  it("are given to every try, besides what the client sets", async () => {
    const dispatcher = { dispatch: () => true }
    const { client, calls } = clientOf((call) => new Response("{}", { status: call === 1 ? 503 : 200 }), {
      fetchOptions: { dispatcher, keepalive: true },
    })
    await inVirtualTime(() => client.request(retrieve))
    expect(calls).to.have.length(2)
    for (const call of calls) {
      expect(call).to.include({ dispatcher, keepalive: true, method: "GET", redirect: "manual" })
      expect(call.headers).to.include({ authorization: "Bearer zsk_test_a" })
    }
  })

  it("of a request override those of a copy, and these override those of the client", async () => {
    const { client, calls } = clientOf(empty, { fetchOptions: { proxy: "http://one", cache: "no-store", mode: "cors" } })
    const copy = client.withOptions({ fetchOptions: { proxy: "http://two", mode: "same-origin" } })
    await copy.request({ ...retrieve, options: { fetchOptions: { proxy: "http://three" } } })
    await copy.withOptions({ timeout: 5000 }).request(retrieve)
    await client.request(retrieve)
    const seen = calls.map(({ proxy, cache, mode }) => ({ proxy, cache, mode }))
    expect(seen).to.deep.equal([
      { proxy: "http://three", cache: "no-store", mode: "same-origin" },
      { proxy: "http://two", cache: "no-store", mode: "same-origin" },
      { proxy: "http://one", cache: "no-store", mode: "cors" },
    ])
  })

  it("leave the timeout and the signal in force", async () => {
    const hanging = (_: number, { signal }: Given) =>
      new Promise<Response>((_, reject) => (signal as AbortSignal).addEventListener("abort", () => reject(new Error("aborted"))))
    const { client } = clientOf(hanging, { fetchOptions: { dispatcher: {} }, timeout: 1000, maxRetries: 1 })
    expect(await inVirtualTime(() => failure(client.request(retrieve)))).to.be.instanceOf(errors.TimeoutError)
    const controller = new AbortController()
    const request = failure(client.request({ ...retrieve, options: { signal: controller.signal } }))
    controller.abort(new Error("The buyer left."))
    expect((await request).message).to.equal("The buyer left.")
  })

  it("are refused if they would replace what the client sets", async () => {
    const { client, calls } = clientOf(empty)
    for (const name of ["method", "headers", "body", "redirect", "signal"]) {
      const fetchOptions = { [name]: {} } as FetchOptions
      expect(() => new Client("zsk_test_a", { fetchOptions })).to.throw(errors.VintemError, `fetchOptions cannot have ${name}`)
      const error = await failure(client.request({ ...retrieve, options: { fetchOptions } }))
      expect(error.message).to.include(`fetchOptions cannot have ${name}`)
    }
    expect(calls).to.deep.equal([])
  })
})
