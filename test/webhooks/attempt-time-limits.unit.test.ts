import { mock } from "node:test"
import { expect } from "chai"
import { type AttemptResult, hasDelivered } from "../../src/events/webhooks/post.ts"
import { attempting, body, headers, startTcp } from "./attempting.ts"

describe("A delivery attempt", () => {
  const { toClose, closeAll, sink, poster } = attempting()
  afterEach(closeAll)

  describe("to a slow server", () => {
    const timeoutMs = 400

    it("has 30 s in total by default", async () => {
      const merchant = await sink(() => {})
      const { post } = await poster()
      mock.timers.enable({ apis: ["setTimeout"] })
      try {
        let result: AttemptResult | undefined
        const attempt = post(merchant.url, headers, body).then((ended) => (result = ended))
        await merchant.arrived(1)
        mock.timers.tick(29_999)
        await new Promise((resolve) => setImmediate(resolve))
        expect(result).to.equal(undefined)
        mock.timers.tick(1)
        expect(await attempt).to.include({ http_status: null, error: "timeout" })
      } finally {
        mock.timers.reset()
      }
    })

    it("times out without a response", async () => {
      const merchant = await sink(() => {})
      const result = await (await poster({ timeoutMs })).post(merchant.url, headers, body)
      expect(result).to.include({ http_status: null, error: "timeout" })
      expect(result.duration_ms).to.be.within(timeoutMs - 5, timeoutMs + 5000)
    })

    it("fails if the body is unfinished at the timeout, even with status 200", async () => {
      const merchant = await sink((_request, response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write("."), 20)
        response.on("close", () => clearInterval(drip))
      })
      const longer = 5000 // the response must begin before the timeout, also on a busy machine
      const result = await (await poster({ timeoutMs: longer })).post(merchant.url, headers, body)
      expect(result).to.include({ http_status: 200, error: "timeout" })
      expect(hasDelivered(result)).to.equal(false)
      expect(result.duration_ms).to.be.at.least(longer - 5)
      // What came until then is kept.
      expect(result.response!.body).to.match(/^\.+$/)
    })

    it("times out on an unfinished TLS handshake and on an unfinished DNS lookup", async () => {
      const silent = await startTcp(() => {})
      toClose.push(silent)
      const { post } = await poster({ timeoutMs, resolve: () => new Promise(() => {}) })
      expect(await post(`https://127.0.0.1:${silent.port}/`, headers, body)).to.include({ http_status: null, error: "timeout" })
      expect(await post("https://shop.example/", headers, body)).to.include({ http_status: null, error: "timeout" })
    })

    it("sends nothing if the connection opens after the attempt ended", async () => {
      const merchant = await sink()
      let answer: (addresses: string[]) => void = () => {}
      const resolve = () => new Promise<string[]>((resolved) => (answer = resolved))
      const { post } = await poster({ timeoutMs: 1500, resolve })
      expect(await post(`https://localhost:${merchant.port}/`, headers, body)).to.include({ error: "timeout" })
      answer(["127.0.0.1"])
      expect(await post(merchant.url, headers, body)).to.include({ http_status: 200 })
      expect(merchant.received.map((each) => each.path)).to.deep.equal(["/hooks"])
    })

    it("does not delay other attempts when one hangs", async () => {
      const hangs = await sink(() => {})
      const healthy = await sink()
      const { post } = await poster({ timeoutMs: 2000 })
      const hanging = Promise.all(Array.from({ length: 20 }, () => post(hangs.url, headers, body)))
      const result = await post(healthy.url, headers, body)
      expect(result).to.include({ http_status: 200 })
      expect(result.duration_ms).to.be.below(1000)
      await Promise.all([hanging])
    })
  })
})
