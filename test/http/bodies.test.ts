import { gzipSync } from "node:zlib"
import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"

const JSON_TYPE = { "content-type": "application/json" }

describe("Request bodies", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const send = (raw: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
    vintem.request("POST", "/v1/products", undefined, { raw, headers })
  const named = (value: string) => `{"name": ${value}}`

  it("must be JSON objects", async () => {
    for (const raw of [
      "[]",
      '"x"',
      "5",
      "null",
      "true",
      "{",
      "{'name': 1}",
      "name=x",
      '{"name": "x",}',
      "\uFEFF{}",
      '{"name":"x"} x',
    ]) {
      const response = await send(raw)
      expect([raw, response.status, response.body.error?.code]).to.deep.equal([raw, 400, "parameter_invalid"])
      expect(response.body.error.type).to.equal("invalid_request_error")
    }
  })

  it("an empty body means {} and needs no Content-Type", async () => {
    const response = await vintem.request("POST", "/v1/products")
    expect(expectStatus(response, 400).error).to.include({ code: "parameter_missing", param: "name" })
    const { id } = await newCustomer(vintem)
    expectStatus(await vintem.request("POST", `/v1/customers/${id}`), 200)
    expectStatus(
      await vintem.request("POST", `/v1/customers/${id}`, undefined, { headers: { "content-type": "text/plain" } }),
      200,
    )
  })

  it("must be UTF-8, without NUL and without half a surrogate pair", async () => {
    const bytes = (...parts: (string | number)[]) =>
      Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))))
    const wrong = [
      bytes('{"name": "', 0xff, '"}'),
      bytes('{"name": "', 0xc3, '"}'),
      bytes('{"name": "', 0xed, 0xa0, 0x80, '"}'),
      named('"a\\u0000b"'),
      named('"\\ud800"'),
      named('"\\udc00x"'),
      '{"na\\u0000me": "x"}',
    ]
    for (const raw of wrong) expect(expectStatus(await send(raw), 400).error.code).to.equal("parameter_invalid")
    expect(expectStatus(await send(named('"Caf\\u00e9 😀 \\ud83d\\ude00"')), 201).name).to.equal("Café 😀 😀")
  })

  it("name no member twice, at any depth and however it is written", async () => {
    const twice = [
      '{"name":"x","name":"y"}',
      '{"name":"x","n\\u0061me":"x"}',
      '{"name":"x","metadata":{"a":"1","b":"2","a":"1"}}',
      '{"events":["*","*"],"url":"https://a.example","url":"https://b.example"}',
    ]
    for (const raw of twice) {
      const { error } = expectStatus(await send(raw), 400)
      expect(error).to.include({
        code: "parameter_invalid",
        message: "The body has two members with the same name. Send each name once.",
      })
    }
    const once = [
      '{"name":"a:b\\":","metadata":{"\\\\":":","name":"{\\"name\\":1}"}}',
      '{"name":"x","metadata":{"__proto__":"1","1":"2"}}',
    ]
    for (const raw of once) expect(JSON.parse(raw)).to.deep.include({ name: expectStatus(await send(raw), 201).name })
  })

  it("have at most 32 levels of nesting", async () => {
    const nested = (depth: number) => `{"name":"x","a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`
    expect(expectStatus(await send(nested(32)), 400).error.code).to.equal("parameter_unknown")
    for (const depth of [33, 30_000])
      expect(expectStatus(await send(nested(depth)), 400).error.code).to.equal("parameter_invalid")
  })

  it("must be application/json in UTF-8, without a content encoding", async () => {
    const body = named('"x"')
    const refused: Record<string, string>[] = [
      {},
      { "content-type": "text/plain" },
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "application/json; charset=latin1" },
      { "content-type": "application/merge-patch+json" },
      { "content-type": "application/jsonx" },
      { "content-type": "nonsense" },
      { ...JSON_TYPE, "content-encoding": "gzip" },
      { ...JSON_TYPE, "content-encoding": "identity" },
    ]
    for (const headers of refused) {
      const response = await send(headers["content-encoding"] === "gzip" ? gzipSync(body) : body, headers)
      expect([headers, response.status, response.body.error?.code]).to.deep.equal([headers, 415, "unsupported_media_type"])
    }
    for (const type of ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"]) {
      expectStatus(await send(body, { "content-type": type }), 201)
    }
  })

  it("have at most 64 KiB", async () => {
    const padded = (size: number) => named(`"x"`).padEnd(size)
    expectStatus(await send(padded(64 * 1024)), 201)
    for (const size of [64 * 1024 + 1, 1024 * 1024]) {
      const response = await send(padded(size)).catch(() => undefined) // the server may close the connection early
      if (response)
        expect(expectStatus(response, 413).error).to.include({ type: "invalid_request_error", code: "request_too_large" })
    }
  })

  it("may contain a wallet payload of at most 16 KiB", async () => {
    const create = (payload: string) =>
      vintem.request("POST", "/v1/tokens", { type: "wallet", wallet: { provider: "apple_pay", payload } })
    for (const payload of ["x".repeat(16 * 1024), "é".repeat(8 * 1024)]) expectStatus(await create(payload), 201)
    for (const payload of ["x".repeat(16 * 1024 + 1), "é".repeat(8 * 1024 + 1)]) {
      expect(expectStatus(await create(payload), 400).error).to.include({ code: "parameter_invalid", param: "wallet.payload" })
    }
  })

  it("are ignored for GET and DELETE", async () => {
    expectStatus(
      await vintem.request("GET", "/v1/products", undefined, { raw: "{", headers: { "content-type": "text/plain" } }),
      200,
    )
    const response = await vintem.request("DELETE", "/merchant-origins?origin=https://x.example", undefined, { raw: "nonsense" })
    expectStatus(response, 404)
  })

  it("get an error that names the member with an unknown id", async () => {
    const { id: customer } = await newCustomer(vintem)
    const { id: intent } = await newIntent(vintem, { customer })
    const amount = { amount: 100, currency: "brl" }
    const cases: [string, object, string, string][] = [
      ["/v1/payment_intents", { ...amount, customer: "cus_none" }, "customer_not_found", "customer"],
      ["/v1/payment_intents", { ...amount, customer, product: "prd_none" }, "product_not_found", "product"],
      [`/v1/payment_intents/${intent}/confirm`, { payment_method: "tok_none" }, "token_unusable", "payment_method"],
      [`/v1/payment_intents/${intent}/confirm`, { payment_method: "pm_none" }, "payment_method_not_found", "payment_method"],
      ["/v1/payment_methods", { customer: "cus_none", token: "tok_none" }, "customer_not_found", "customer"],
      ["/v1/payment_methods", { customer, token: "tok_none" }, "token_unusable", "token"],
      ["/v1/refunds", { payment_intent: "pi_none" }, "payment_intent_not_found", "payment_intent"],
    ]
    for (const [path, body, code, param] of cases) {
      const { error } = (await vintem.request("POST", path, body)).body
      expect([path, error.code, error.param]).to.deep.equal([path, code, param])
    }
    const { error } = expectStatus(await vintem.request("GET", "/v1/customers/cus_none"), 404)
    expect(error).not.to.have.property("param")
  })

  it("are refused with an unknown member at any depth, which the error names", async () => {
    const cases: [string, object, string][] = [
      ["/v1/products", { name: "x", colour: "red" }, "colour"],
      [
        "/v1/customers",
        { email: "a@example.com", document: { type: "cpf", number: "12345678909", country: "BR" } },
        "document.country",
      ],
      [
        "/v1/tokens",
        { type: "card", card: { number: "4242424242424242", expMonth: 1, expYear: 2034, cvc: "123", pin: "1" } },
        "card.pin",
      ],
      ["/v1/payment_intents/pi_x/cancel", { because: "x" }, "because"],
    ]
    for (const [path, body, param] of cases) {
      const { error } = expectStatus(await vintem.request("POST", path, body), 400)
      expect([path, error.code, error.param]).to.deep.equal([path, "parameter_unknown", param])
    }
    // Names from Object.prototype are unknown members too.
    for (const name of ["__proto__", "constructor", "toString"]) {
      const { error } = expectStatus(await send(`{"name": "x", "${name}": {}}`), 400)
      expect(error.code).to.equal("parameter_unknown")
    }
  })

  it("get an error that quotes at most 100 characters of a name", async () => {
    const long = "n".repeat(60_000)
    for (const wrong of [{ [long]: 1 }, { metadata: { [long]: 1 } }]) {
      const response = await vintem.request("POST", "/v1/customers", { email: "ana@example.com", ...wrong })
      expect(expectStatus(response, 400).error.param).to.have.lengthOf(100)
      expect(response.text).to.have.length.below(1000)
    }
  })

  it("null means absent on create, an empty string is invalid, and strings have at most 255 code points by default", async () => {
    const { body } = await send('{"name": "x", "description": null}')
    expect(body.description).to.equal(null)
    expect(expectStatus(await send('{"name": null}'), 400).error).to.include({ code: "parameter_missing", param: "name" })
    expect(expectStatus(await send('{"name": ""}'), 400).error).to.include({ code: "parameter_invalid", param: "name" })
    expectStatus(await send(named(`"${"😀".repeat(255)}"`)), 201)
    expect(expectStatus(await send(named(`"${"a".repeat(256)}"`)), 400).error.param).to.equal("name")
  })

  it("amounts are integers from 1 to 99999999999, and currencies are lower case", async () => {
    const { id: customer } = await newCustomer(vintem)
    const create = (amount: string, currency = '"brl"') =>
      vintem.request("POST", "/v1/payment_intents", undefined, {
        raw: `{"amount": ${amount}, "currency": ${currency}, "customer": "${customer}"}`,
        headers: JSON_TYPE,
      })
    for (const amount of ["1", "99999999999", "5.0", "1e2"]) expectStatus(await create(amount), 201)
    for (const amount of [
      "0",
      "-1",
      "1.5",
      '"5"',
      "1e400",
      "-1e400",
      "100000000000",
      "9007199254740993",
      "1e21",
      "true",
      "[5]",
      "{}",
    ]) {
      const { error } = expectStatus(await create(amount), 400)
      expect([amount, error.code, error.param]).to.deep.equal([amount, "parameter_invalid", "amount"])
    }
    for (const currency of ['"usd"', '"eur"']) expectStatus(await create("5", currency), 201)
    for (const currency of ['"BRL"', '"xyz"', '"br"', '"brll"', "5", '"br\\u0131"']) {
      expect(expectStatus(await create("5", currency), 400).error).to.include({ code: "parameter_invalid", param: "currency" })
    }
  })
})
