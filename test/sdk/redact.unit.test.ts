import { expect } from "chai"
import { redact, redactHeaders } from "../../src/sdk/runtime/redact.ts"

const REST = "0123456789abcdefghijklmnopqrstuv"

describe("The SDK's log lines", () => {
  it("contain no API key or signing secret of any kind", () => {
    for (const kind of ["zsk_test_", "zsk_live_", "zrk_test_", "zrk_live_", "zk_test_", "zk_live_", "whsec_", "whsec_test_"]) {
      expect(redact(`it was ${kind}${REST}!`), kind).to.equal(`it was ${kind}[redacted]!`)
      expect(JSON.stringify(redact({ a: [{ b: `${kind}${REST}` }] })), kind).not.to.contain(REST)
    }
  })

  it("contain no card number, grouped or not", () => {
    for (const number of [
      "4242424242424242",
      "4242 4242 4242 4242",
      "4242-4242-4242-4242",
      "3782 822463 10005",
      "4222222222222",
    ]) {
      expect(redact(`card ${number}, please`), number).to.equal("card [redacted], please")
    }
    expect(redact("2026-04-27, order 123456789")).to.equal("2026-04-27, order 123456789")
  })

  it("contain no value of a member with a secret name, but do show null", () => {
    for (const name of ["number", "cvc", "payload", "secret", "key", "apiKey", "api_key", "CVC"]) {
      expect(redact({ [name]: "937" }), name).to.deep.equal({ [name]: "[redacted]" })
    }
    expect(redact({ cvc: null, amount: 937, paid: true })).to.deep.equal({ cvc: null, amount: 937, paid: true })
  })

  it("contain no header that grants access", () => {
    const headers = { authorization: "a", Cookie: "b", "x-api-key": "c", "x-secret": "d", "x-token": "e", accept: "f" }
    const hidden = Object.fromEntries(Object.keys(headers).map((name) => [name, "[redacted]"]))
    expect(redactHeaders(headers)).to.deep.equal({ ...hidden, accept: "f" })
  })
})
