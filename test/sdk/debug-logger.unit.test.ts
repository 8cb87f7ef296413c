import { expect } from "chai"
import { errorBody, failure, KEY, retrieve, serving } from "./local-client.ts"
import { json } from "./local-server.ts"

let close: (() => Promise<void>) | undefined
const serve = serving((started) => (close = started))

afterEach(async () => {
  await close?.()
  close = undefined
})

describe("The debug logger of the SDK", () => {
  it("reports requests, responses and retries, but no key, card, CVC or secret", async () => {
    const lines: string[] = []
    const levels = new Set<string>()
    const log = (level: string) => (message: string, details?: object) => {
      levels.add(level)
      lines.push(`${level} ${message} ${JSON.stringify(details)}`)
    }
    const logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") }
    const { client } = await serve(
      (_, response, count) => {
        if (count === 1) json(response, 503, errorBody("api_error", { message: `no ${KEY}` }))
        else
          json(response, 201, { id: "we_1", secret: "whsec_test_abcdefgh", note: "whsec_test_abcdefgh", sub: [{ cvc: "937" }] })
      },
      { logger, headers: { "X-Api-Key": "hush", Cookie: "hush" } },
    )
    await client.request({
      method: "POST",
      path: "/v1/tokens",
      query: { mistaken: KEY },
      body: {
        type: "card",
        card: { number: "4242 4242 4242 4242", expMonth: 12, cvc: "937", holderName: "4242424242424242" },
        wallet: { payload: "opaque" },
      },
    })
    await close?.()
    close = undefined
    await failure(client.request({ ...retrieve, query: { mistaken: KEY }, options: { maxRetries: 0 } }))
    expect(lines.at(-1)).to.match(/^warn no response .*"error":"ConnectionError"/)
    const all = lines.join("\n")
    expect(all).to.include("/v1/tokens").and.to.include("201").and.to.include("req_1").and.to.include("retrying the request")
    expect([...levels]).to.have.members(["debug", "warn", "info", "error"])
    for (const hidden of [KEY, KEY.slice(12), "4242", "937", "abcdefgh", "hush", "opaque"]) expect(all).not.to.include(hidden)
  })
})
