import { execFile } from "node:child_process"
import { resolve } from "node:path"
import { promisify } from "node:util"
import { expect } from "chai"
import { create, errorBody, failure, KEY, retrieve, serving } from "./local-client.ts"
import { json, type Respond } from "./local-server.ts"
import { Client, type ClientOptions, errors, type Logger } from "./runtime.ts"

let close: (() => Promise<void>) | undefined
const serve = serving((started) => (close = started))

/** A logger that keeps its lines. */
const recording = () => {
  const lines: string[] = []
  const log = (level: string) => (message: string, details?: object) =>
    void lines.push(`${level} ${message} ${JSON.stringify(details)}`)
  return { lines, logger: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") } }
}

/** Counts the texts that are searched for secrets meanwhile. */
const textsRedacted = async (act: () => Promise<unknown>) => {
  let texts = 0
  const { replace } = String.prototype
  String.prototype.replace = function (this: string, ...args: [never, never]) {
    if (args[1] === "[redacted]") texts++
    return replace.apply(this, args)
  }
  try {
    await act()
  } finally {
    String.prototype.replace = replace
  }
  return texts
}

const unavailableOnce: Respond = (_, response, count) => {
  if (count === 1) json(response, 503, errorBody("api_error", { code: "not_ready", message: `no ${KEY}` }))
  else json(response, 201, { id: "we_1", secret: "whsec_test_abcdefgh", note: "whsec_test_abcdefgh", sub: [{ cvc: "CVC 937" }] })
}

afterEach(async () => {
  await close?.()
  close = undefined
})

describe("The logger of the SDK", () => {
  it("gets requests, responses and retries, but no key, card, CVC or secret", async () => {
    const { lines, logger } = recording()
    const { client } = await serve(unavailableOnce, { logger, headers: { "X-Api-Key": "hush", Cookie: "hush" } })
    await client.request({
      method: "POST",
      path: "/v1/tokens",
      query: { mistaken: KEY },
      body: {
        type: "card",
        card: { number: "4242 4242 4242 4242", expMonth: 12, cvc: "CVC 937", holderName: "4242424242424242" },
        wallet: { payload: "opaque" },
      },
    })
    await client.request({ method: "GET", path: "/v1/customers/{id}", ids: [KEY] })
    const all = lines.join("\n")
    expect(all).to.include('"expMonth":12').and.to.include('"id":"we_1"')
    for (const hidden of [KEY, KEY.slice(12), "4242", "CVC 937", "abcdefgh", "hush", "opaque"]) expect(all).not.to.include(hidden)
  })

  it("names method, path, status, milliseconds, request id, try and wait, but no query, which may name a person", async () => {
    const { lines, logger } = recording()
    const { client } = await serve(unavailableOnce, { logger, logLevel: "info" })
    await client.request({ ...create, query: { email: "ana@example.com" } })
    const shown = lines.map((line) => line.slice(0, line.indexOf(" {")))
    expect(shown[0]).to.match(/^error POST \/v1\/customers 503 in \d+ ms, req_1: not_ready$/)
    expect(shown[1]).to.match(/^info POST \/v1\/customers is retried in \d+ ms \(try 2 of 3\)$/)
    expect(shown[2]).to.match(/^info POST \/v1\/customers \(try 2\) 201 in \d+ ms, req_1$/)
    expect(lines.join()).not.to.include("ana@example.com")
    const details = JSON.parse(lines[2]!.slice(lines[2]!.indexOf("{")))
    expect(details).to.include({ method: "POST", path: "/v1/customers", status: 201, request_id: "req_1", try: 2, tries: 3 })
  })

  it("is told that there was no response", async () => {
    const { lines, logger } = recording()
    const { client } = await serve(unavailableOnce, { logger, maxRetries: 0 })
    await close?.()
    close = undefined
    await failure(client.request(retrieve))
    expect(lines.at(-1)).to.match(
      /^warn GET \/v1\/customers\/cus_1 has no response after \d+ ms: http:.* could not be reached.*\(ECONNREFUSED\)/,
    )
  })

  const broken = (fail: () => unknown) => ({ debug: fail, info: fail, warn: fail, error: fail }) as Logger
  for (const [what, logger] of [
    [
      "throws",
      broken(() => {
        throw new Error("The disk is full.")
      }),
    ],
    ["rejects", broken(() => Promise.reject(new Error("The log server is down.")))],
    ["has no methods", {} as Logger],
  ] as const) {
    it(`changes no result when it ${what}, so that nobody repeats what was done`, async () => {
      const { client, requests } = await serve(unavailableOnce, { logger })
      expect(await client.request<{ id: string }>(create)).to.include({ id: "we_1" })
      expect(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size).to.equal(1)
      await close?.()
      close = undefined
      expect(await failure(client.request({ ...retrieve, options: { maxRetries: 0 } }))).to.be.instanceOf(errors.ConnectionError)
    })
  }

  for (const [logLevel, levels] of [
    ["debug", ["debug", "info", "warn", "error"]],
    ["info", ["info", "warn", "error"]],
    ["warn", ["warn", "error"]],
    ["error", ["error"]],
    ["off", []],
  ] as const) {
    it(`gets ${levels.join(", ") || "nothing"} with logLevel ${logLevel}`, async () => {
      const { lines, logger } = recording()
      const { client } = await serve(
        (_, response, count) => json(response, [503, 200, 404][count - 1]!, errorBody("api_error")),
        { logger, logLevel },
      )
      await client.request(retrieve)
      await failure(client.request(retrieve))
      expect([...new Set(lines.map((line) => line.split(" ")[0]))]).to.have.members([...levels])
    })
  }

  for (const logLevel of ["off", "info"] as const) {
    it(`costs a long response no more than a short one with logLevel ${logLevel}, because only debug shows its body`, async () => {
      const items = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `cus_${i}`, name: "Ana Souza" }))
      const { client } = await serve((_, response, count) => json(response, 200, { data: items(count === 1 ? 1 : 100) }), {
        logger: recording().logger,
        logLevel,
      })
      const short = await textsRedacted(() => client.request(retrieve))
      expect(await textsRedacted(() => client.request(retrieve))).to.equal(short)
      expect(await textsRedacted(() => client.withOptions({ logLevel: "debug" }).request(retrieve))).to.be.above(200)
    })
  }
})

describe("VINTEM_LOG", () => {
  const RUNTIME = resolve(import.meta.dirname, "../../src/sdk/runtime/index.ts")
  const run = async (env: Record<string, string>, options: ClientOptions = {}) => {
    const { url } = await serve(unavailableOnce)
    const program = `
      import { Client } from ${JSON.stringify(RUNTIME)}
      const client = new Client(${JSON.stringify(KEY)}, ${JSON.stringify({ baseUrl: url, ...options })})
      await client.request({ method: "POST", path: "/v1/tokens", body: { card: { number: "4242424242424242", cvc: "CVC 937" } } })`
    return promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
      env: { PATH: process.env.PATH, ...env },
    })
  }

  it("logs to stderr, and leaves stdout to the program", async () => {
    const { stdout, stderr } = await run({ VINTEM_LOG: "info" })
    expect(stdout).to.equal("")
    const lines = stderr.trim().split("\n")
    expect(lines).to.have.length(3)
    expect(lines[0]).to.match(/^vintem error: POST \/v1\/tokens 503 in \d+ ms, req_1: not_ready$/)
    expect(lines[2]).to.match(/^vintem info: POST \/v1\/tokens \(try 2\) 201 in \d+ ms, req_1$/)
  })

  it("shows bodies with debug, without what must stay secret", async () => {
    const { stderr } = await run({ VINTEM_LOG: "debug" })
    expect(stderr).to.include('"number":"[redacted]"').and.to.include('"id":"we_1"')
    for (const hidden of [KEY, "4242", "CVC 937", "abcdefgh"]) expect(stderr).not.to.include(hidden)
  })

  it("logs nothing unless it is set, and logLevel overrides it", async () => {
    expect((await run({})).stderr).to.equal("")
    expect((await run({ VINTEM_LOG: "" })).stderr).to.equal("")
    expect((await run({ VINTEM_LOG: "debug" }, { logLevel: "off" })).stderr).to.equal("")
  })

  it("is refused with another value than a level", () => {
    process.env.VINTEM_LOG = "verbose"
    try {
      expect(() => new Client(KEY)).to.throw(errors.VintemError, 'VINTEM_LOG is "verbose". Use debug, info, warn, error or off.')
    } finally {
      delete process.env.VINTEM_LOG
    }
  })
})
