import { createHmac, randomBytes } from "node:crypto"
import { expect } from "chai"
import { hmacSha256 } from "../../src/sdk/runtime/hmac.ts"
import { errors, webhooks } from "./runtime.ts"

const SECRET = "whsec_test_0123456789abcdefghij"
const EVENT = {
  id: "evt_1",
  object: "event",
  type: "payment_intent.succeeded",
  data: { object: { description: "Café, 4 unités 🧉" } },
}
const PAYLOAD = JSON.stringify(EVENT)
const now = () => Math.floor(Date.now() / 1000)
const sign = (timestamp: number | string, payload: string | Buffer = PAYLOAD, secret = SECRET) =>
  createHmac("sha256", secret).update(`${timestamp}.`).update(payload).digest("hex")
const header = (timestamp: number | string = now(), ...more: string[]) =>
  [`t=${timestamp},v1=${sign(timestamp)}`, ...more].join(",")

const ways = {
  constructEvent: async (...args: Parameters<typeof webhooks.constructEvent>) => webhooks.constructEvent(...args),
  constructEventAsync: webhooks.constructEventAsync,
}

const refusal = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason) => reason as Error,
  )
  expect(error).to.be.instanceOf(errors.SignatureVerificationError)
  return error!.message
}

for (const [name, construct] of Object.entries(ways)) {
  describe(`${name} of the SDK`, () => {
    it("returns the event of a correctly signed payload, as text or bytes", async () => {
      expect(await construct(PAYLOAD, header(), SECRET)).to.deep.equal(EVENT)
      expect(await construct(Buffer.from(PAYLOAD), header(), SECRET)).to.deep.equal(EVENT)
      expect(await construct(PAYLOAD, [header()], SECRET)).to.deep.equal(EVENT)
    })

    it("refuses a wrong secret, payload or timestamp", async () => {
      await refusal(construct(PAYLOAD, header(), `${SECRET}x`))
      await refusal(construct(`${PAYLOAD} `, header(), SECRET))
      await refusal(construct(PAYLOAD, `t=${now() - 1},v1=${sign(now())}`, SECRET))
    })

    it("refuses a signature with any single digit wrong", async () => {
      const at = now()
      const right = sign(at)
      for (const [i, digit] of [...right].entries()) {
        const wrong = right.slice(0, i) + (digit === "0" ? "1" : "0") + right.slice(i + 1)
        await refusal(construct(PAYLOAD, `t=${at},v1=${wrong}`, SECRET))
      }
    })

    it("refuses a signature more than 300 seconds in the past or future", async () => {
      const at = now()
      await construct(PAYLOAD, header(at - 298), SECRET)
      await construct(PAYLOAD, header(at + 298), SECRET)
      expect(await refusal(construct(PAYLOAD, header(at - 302), SECRET))).to.include("300 seconds")
      await refusal(construct(PAYLOAD, header(at + 303), SECRET))
    })

    it("uses the given tolerance, which must be a number", async () => {
      await construct(PAYLOAD, header(now() - 1000), SECRET, 1002)
      await refusal(construct(PAYLOAD, header(now() - 12), SECRET, 10))
      for (const tolerance of [Number.NaN, -1]) {
        expect(await construct(PAYLOAD, header(), SECRET, tolerance).catch((error) => error.name)).to.equal("VintemError")
      }
    })

    it("accepts one right signature among several, in any position", async () => {
      const wrong = `v1=${"0".repeat(64)}`
      expect(await construct(PAYLOAD, header(now(), wrong), SECRET)).to.deep.equal(EVENT)
      const at = now()
      expect(await construct(PAYLOAD, `t=${at},${wrong},v1=${sign(at)},v2=future`, SECRET)).to.deep.equal(EVENT)
      await refusal(construct(PAYLOAD, `t=${at},${wrong},${wrong}`, SECRET))
    })

    it("accepts an event that is signed with two secrets, with either of them", async () => {
      const at = now()
      const both = `t=${at},v1=${sign(at, PAYLOAD, "whsec_test_new")},v1=${sign(at, PAYLOAD, "whsec_test_old")}`
      for (const secret of ["whsec_test_new", "whsec_test_old"])
        expect(await construct(PAYLOAD, both, secret)).to.deep.equal(EVENT)
      await refusal(construct(PAYLOAD, both, SECRET))
    })

    it("refuses a header that is missing or malformed", async () => {
      const at = now()
      const v1 = `v1=${sign(at)}`
      const malformed = [
        undefined,
        null,
        "",
        [],
        "t",
        `t=${at}`,
        v1,
        `${v1},t=`,
        `t=x,${v1}`,
        `t=-${at},${v1}`,
        `t=${at}.0,${v1}`,
        `t=1e9,${v1}`,
        `t=${at},t=${at},${v1}`,
        `t=${at}, ${v1}`,
        `t=${at},v1=`,
        `t=${at},v1=zz`,
        `t=${at},${v1}0`,
        `t=${at},${v1.toUpperCase()}`,
        `t=${at},${v1},`,
        `t=${at};${v1}`,
        `t=${at},v0=${sign(at)}`,
        [header(), header()],
        7,
      ]
      for (const value of malformed)
        expect(await refusal(construct(PAYLOAD, value as string, SECRET))).to.include("header Service-Signature")
    })

    it("verifies before it parses", async () => {
      const broken = "{not json"
      await refusal(construct(broken, header(), SECRET))
      const at = now()
      const error = await construct(broken, `t=${at},v1=${sign(at, broken)}`, SECRET).catch((reason) => reason)
      expect(error.name).to.equal("VintemError")
      expect(error.cause).to.be.instanceOf(SyntaxError)
      const noText = Buffer.from([0x22, 0xff, 0x22])
      const signed = `t=${at},v1=${sign(at, noText)}`
      expect(await construct(noText, signed, SECRET).catch((reason) => reason.name)).to.equal("VintemError")
    })

    it("explains a parsed body or a missing secret", async () => {
      expect(await refusal(construct(EVENT as unknown as string, header(), SECRET))).to.include("raw body")
      const forged = `t=${now()},v1=${"0".repeat(64)}`
      expect(await construct(PAYLOAD, forged, "").catch((error) => error.message)).to.include("secret is missing")
    })
  })
}

describe("A list of secrets of the SDK", () => {
  const OTHER = "whsec_test_another"

  for (const [name, construct] of Object.entries(ways)) {
    it(`is accepted by ${name} if one of them signed, in any order`, async () => {
      for (const secrets of [[SECRET], [SECRET, OTHER], [OTHER, SECRET], [OTHER, "whsec_third", SECRET]])
        expect(await construct(PAYLOAD, header(), secrets)).to.deep.equal(EVENT)
      await refusal(construct(PAYLOAD, header(), [OTHER, "whsec_third"]))
    })

    it(`is refused by ${name} if it is empty or has a gap, also beside the right secret`, async () => {
      for (const secrets of [[], [""], [SECRET, ""], [SECRET, undefined as unknown as string], undefined]) {
        const error = await construct(PAYLOAD, header(), secrets).catch((reason) => reason)
        expect(error.message).to.include("secret is missing")
      }
    })

    it(`is refused by ${name} if it has an API key or a line end, and the error does not show it`, async () => {
      for (const wrong of ["zsk_test_0123456789", "zk_live_0123456789", `${SECRET}\n`]) {
        const error = await construct(PAYLOAD, header(), [wrong]).catch((reason) => reason)
        expect(error.message).to.include("is an API key, or contains a space or line break").and.not.to.include("0123456789")
      }
    })
  }

  it("signs a test header with each of them, as the service does while one is replaced", () => {
    const both = webhooks.generateTestHeader({ payload: PAYLOAD, secret: [SECRET, OTHER], timestamp: 1_777_777_777 })
    const at = 1_777_777_777
    expect(both).to.equal(`t=${at},v1=${sign(at)},v1=${sign(at, PAYLOAD, OTHER)}`)
  })
})

describe("generateTestHeader of the SDK", () => {
  it("creates the header that the service would send", () => {
    expect(webhooks.generateTestHeader({ payload: PAYLOAD, secret: SECRET, timestamp: 1_777_777_777 })).to.equal(
      header(1_777_777_777),
    )
    const testHeader = webhooks.generateTestHeader({ payload: PAYLOAD, secret: SECRET })
    expect(webhooks.constructEvent(PAYLOAD, testHeader, SECRET)).to.deep.equal(EVENT)
  })
})

describe("The HMAC of the SDK", () => {
  it("matches node:crypto for key and message lengths around the block size", () => {
    for (const keyLength of [1, 31, 32, 63, 64, 65, 131]) {
      for (let length = 0; length < 200; length++) {
        const key = randomBytes(keyLength)
        const message = randomBytes(length)
        expect(Buffer.from(hmacSha256(key, message)).toString("hex")).to.equal(
          createHmac("sha256", key).update(message).digest("hex"),
        )
      }
    }
    const long = randomBytes(1_000_003)
    expect(Buffer.from(hmacSha256(long, long))).to.deep.equal(createHmac("sha256", long).update(long).digest())
  })
})
