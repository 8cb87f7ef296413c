import { expect } from "chai"
import Stripe from "stripe"
import { newSigningSecret, sign } from "../../src/events/webhooks/signature.ts"

const bytes = Buffer.from('{"id":"evt_1","object":"event","type":"payment_intent.succeeded","data":{"object":{"name":"João"}}}')
const now = () => Math.floor(Date.now() / 1000)

describe("A webhook signature, verified by Stripe's library", () => {
  const webhooks = new Stripe("sk_test_not_used").webhooks
  const secret = newSigningSecret(false)

  it("is accepted with the endpoint's secret", () => {
    const event = webhooks.constructEvent(bytes, sign([secret], now(), bytes), secret)
    expect(event.id).to.equal("evt_1")
  })

  it("is refused if one byte of the body changed", () => {
    const header = sign([secret], now(), bytes)
    for (const at of [0, 10, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(() => webhooks.constructEvent(changed, header, secret)).to.throw(/No signatures found/)
    }
  })

  it("is refused if its timestamp is more than 300 seconds old", () => {
    expect(() => webhooks.constructEvent(bytes, sign([secret], now() - 290, bytes), secret)).not.to.throw()
    expect(() => webhooks.constructEvent(bytes, sign([secret], now() - 302, bytes), secret)).to.throw(/tolerance/)
  })

  it("is refused if the timestamp was changed after signing", () => {
    const header = sign([secret], now() - 1000, bytes).replace(/t=\d+/, `t=${now()}`)
    expect(() => webhooks.constructEvent(bytes, header, secret)).to.throw(/No signatures found/)
  })

  it("is valid only for the secret that signed it, before and after a rotation", () => {
    const rotated = newSigningSecret(false)
    expect(() => webhooks.constructEvent(bytes, sign([secret], now(), bytes), rotated)).to.throw(/No signatures found/)
    expect(() => webhooks.constructEvent(bytes, sign([rotated], now(), bytes), secret)).to.throw(/No signatures found/)
  })

  it("is the HMAC-SHA256 of timestamp, dot and body", () => {
    // echo -n '1700000000.{}' | openssl dgst -sha256 -hmac whsec_test_abc
    expect(sign(["whsec_test_abc"], 1700000000, Buffer.from("{}"))).to.match(/^t=1700000000,v1=[0-9a-f]{64}$/)
    expect(sign(["whsec_test_abc"], 1700000000, Buffer.from("{}"))).to.equal(
      "t=1700000000,v1=609b4d347b5443560436f9004f8a47f19599bcad1ad08b23204bb26973d9fb42",
    )
  })
})

describe("A signing secret", () => {
  it("shows its mode in its prefix and is unique", () => {
    expect(newSigningSecret(true)).to.match(/^whsec_[0-9A-Za-z]{43}$/)
    expect(newSigningSecret(false)).to.match(/^whsec_test_[0-9A-Za-z]{43}$/)
    expect(new Set(Array.from({ length: 1000 }, () => newSigningSecret(false))).size).to.equal(1000)
  })
})
