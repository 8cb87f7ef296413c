import { runInNewContext } from "node:vm"
import { expect } from "chai"
import { create, failure, KEY, retrieve, serving } from "./local-client.ts"
import { json } from "./local-server.ts"
import { Client, type ClientOptions, errors, webhooks } from "./runtime.ts"

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const SECRET = "whsec_test_0123456789"
const PAYLOAD = JSON.stringify({ id: "evt_1" })

let undo: (() => unknown)[] = []
const serve = serving((close) => undo.push(close))

/** Replaces a member of an object until the end of the test. */
const replace = (object: object, name: string, value: unknown) => {
  const before = Object.getOwnPropertyDescriptor(object, name)
  // Mocha takes an enumerable global that is still there after a test for a leak.
  Object.defineProperty(object, name, { value, configurable: true, writable: true })
  undo.push(() => (before ? Object.defineProperty(object, name, before) : Reflect.deleteProperty(object, name)))
}

afterEach(async () => {
  for (const restore of undo.reverse()) await restore()
  undo = []
})

describe("The SDK in Deno", () => {
  /** As with --allow-env=…: reading anything else throws. */
  const allowVariables = (allowed: Record<string, string>) => {
    const env = new Proxy(allowed, {
      get: (target, name) => {
        if (name in target || !String(name).startsWith("VINTEM_")) return Reflect.get(target, name)
        throw Object.assign(new Error(`Requires env access to "${String(name)}", run again with the --allow-env flag`), {
          name: "NotCapable",
        })
      },
    })
    replace(process, "env", env)
    replace(process, "versions", { ...process.versions, deno: "2.9.6" })
  }

  it("takes the variables that it may read, and does without the others", async () => {
    const { url, requests } = await serve((_, response) => json(response, 200, {}))
    allowVariables({ VINTEM_KEY: KEY })
    await new Client(undefined, { baseUrl: url }).request(retrieve)
    expect(requests[0]!.headers.authorization).to.equal(`Bearer ${KEY}`)
  })

  it("says which permission it needs if it has no key", async () => {
    allowVariables({})
    const error = await failure(new Client().request(retrieve))
    expect(error).to.be.instanceOf(errors.AuthenticationError)
    expect(error.message).to.include("set VINTEM_KEY. Deno reads it only with --allow-env=VINTEM_KEY.")
  })
})

describe("The SDK in a browser, or in a test with jsdom or happy-dom", () => {
  it("refuses a secret key, and says what to do", async () => {
    const { client, url, requests } = await serve((_, response) => json(response, 200, {}))
    replace(globalThis, "document", {})
    const refused = [
      () => new Client(KEY),
      () => new Client("zrk_test_a"),
      () => new Client("zk_test_a", { baseUrl: url }).withOptions({ apiKey: KEY }),
    ]
    for (const make of refused) expect(make).to.throw(errors.VintemError, "pass { dangerouslyAllowBrowser: true } after the key")
    const error = await failure(client.request({ ...create, options: { apiKey: "zrk_test_a" } }))
    expect(error.message).to.include("Use a publishable key (zk_…)").and.to.include("jsdom")
    expect(requests).to.deep.equal([])
  })

  it("takes a publishable key, and sends no User-Agent, which would need permission", async () => {
    const { url, requests } = await serve((_, response) => json(response, 200, {}))
    replace(globalThis, "document", {})
    await new Client("zk_test_a", { baseUrl: url }).request(create)
    expect(requests[0]!.headers["user-agent"]).not.to.include("vintem")
  })

  it("takes a secret key with dangerouslyAllowBrowser, for its copies and single requests too", async () => {
    const { url, requests } = await serve((_, response) => json(response, 200, {}))
    replace(globalThis, "document", {})
    const client = new Client(KEY, { baseUrl: url, dangerouslyAllowBrowser: true })
    await client.request(retrieve)
    await client.withOptions({ timeout: 5000 }).request({ ...retrieve, options: { apiKey: "zrk_test_a" } })
    expect(requests.map(({ headers }) => headers.authorization)).to.deep.equal([`Bearer ${KEY}`, "Bearer zrk_test_a"])
    const wrong = { baseUrl: url, dangerouslyAllowBrowser: "false" } as unknown as ClientOptions
    expect(() => new Client(KEY, wrong)).to.throw("browser")
  })

  it("says so at once if there is no fetch, as in Jest with jsdom", async () => {
    replace(globalThis, "fetch", undefined)
    const error = await failure(new Client(KEY).request(retrieve))
    expect(error).not.to.be.instanceOf(errors.ConnectionError)
    expect(error.message).to.include("There is no fetch here").and.to.include("@jest-environment node")
  })

  it("verifies bytes of another realm, as those of a TextEncoder or a Buffer with jsdom", async () => {
    const header = webhooks.generateTestHeader({ payload: PAYLOAD, secret: SECRET })
    const bytes = runInNewContext("Uint8Array.from(list)", { list: [...Buffer.from(PAYLOAD)] }) as Uint8Array
    expect(bytes).not.to.be.instanceOf(Uint8Array)
    expect(webhooks.constructEvent(bytes, header, SECRET)).to.deep.equal({ id: "evt_1" })
    expect(await webhooks.constructEventAsync(bytes, header, SECRET)).to.deep.equal({ id: "evt_1" })
    const words = new Uint16Array(1) as unknown as Uint8Array
    expect(() => webhooks.constructEvent(words, header, SECRET)).to.throw("as a string or bytes")
  })
})

describe("The SDK without WebCrypto, as on Node 18, or with a part of it, as in jsdom and on pages without TLS", () => {
  for (const [what, crypto] of [
    ["nothing", undefined],
    ["random numbers alone", { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) }],
  ] as const) {
    it(`makes idempotency keys and verifies webhooks with ${what}`, async () => {
      const { client, requests } = await serve((_, response) => json(response, 201, {}))
      replace(globalThis, "crypto", crypto)
      await Promise.all([client.request(create), client.request(create)])
      const keys = requests.map(({ headers }) => headers["idempotency-key"])
      for (const key of keys) expect(key).to.match(UUID_V4)
      expect(new Set(keys).size).to.equal(2)
      const header = webhooks.generateTestHeader({ payload: PAYLOAD, secret: SECRET })
      expect(await webhooks.constructEventAsync(PAYLOAD, header, SECRET)).to.deep.equal({ id: "evt_1" })
      const other = webhooks.generateTestHeader({ payload: PAYLOAD, secret: "whsec_test_other" })
      expect(await failure(webhooks.constructEventAsync(PAYLOAD, other, SECRET))).to.be.instanceOf(
        errors.SignatureVerificationError,
      )
    })
  }
})
