import { once } from "node:events"
import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect } from "chai"
import Koa from "koa"
import { Asset } from "../../src/web/shared/asset.ts"

const TEXT = "body { color: red }\n".repeat(500)

describe("A file that pages load", () => {
  let server: Server
  let asset: Asset
  let loads: number

  beforeEach(async () => {
    loads = 0
    asset = new Asset("text/css; charset=utf-8", () => {
      loads += 1
      return Buffer.from(TEXT)
    })
    const app = new Koa()
    app.use((ctx) => asset.send(ctx, "public, max-age=60"))
    server = createServer(app.callback()).listen(0, "127.0.0.1")
    await once(server, "listening")
  })
  afterEach(async () => {
    await once(server.close(), "close")
  })

  /** node:http neither asks for compression nor undoes it by itself, as fetch does. */
  const get = async (headers: Record<string, string> = {}) => {
    const { port } = server.address() as AddressInfo
    const sent = request({ port, host: "127.0.0.1", headers, agent: false }).end()
    const [response] = await once(sent, "response")
    const body = Buffer.concat(await response.toArray())
    return { status: response.statusCode as number, headers: response.headers as Record<string, string>, body }
  }

  it("is sent as it is to a client that takes no compression", async () => {
    const { status, headers, body } = await get()
    expect(status).to.equal(200)
    expect(headers).to.include({ "content-type": "text/css; charset=utf-8", "cache-control": "public, max-age=60" })
    expect(headers).not.to.have.property("content-encoding")
    expect(body.toString()).to.equal(TEXT)
  })

  it("is compressed as the client likes best, and caches are told that it depends on the client", async () => {
    for (const [accepted, encoding, open] of [
      ["gzip, deflate, br", "br", brotliDecompressSync],
      ["gzip, deflate", "gzip", gunzipSync],
      ["br;q=0, gzip", "gzip", gunzipSync],
    ] as const) {
      const { headers, body } = await get({ "Accept-Encoding": accepted })
      expect(headers, accepted).to.include({ "content-encoding": encoding, vary: "Accept-Encoding" })
      expect(open(body).toString()).to.equal(TEXT)
      expect(body.length).to.be.below(TEXT.length / 20)
    }
  })

  it("is not sent again to a client that has it, compressed or not", async () => {
    const { headers } = await get({ "Accept-Encoding": "br" })
    for (const encoding of ["br", "gzip", "identity"]) {
      const again = await get({ "Accept-Encoding": encoding, "If-None-Match": headers.etag! })
      expect([again.status, again.body.length, again.headers.etag]).to.deep.equal([304, 0, headers.etag])
    }
    expect((await get({ "If-None-Match": 'W/"another"' })).status).to.equal(200)
  })

  it("is loaded once, at the first request", async () => {
    expect(loads).to.equal(0)
    await Promise.all([get(), get({ "Accept-Encoding": "br" }), asset.digest()])
    expect(loads).to.equal(1)
  })

  it("is loaded again after a failure", async () => {
    let failures = 0
    const flaky = new Asset("text/plain", () => {
      if (failures++ === 0) throw new Error("The disk is slow.")
      return Buffer.from("there")
    })
    expect(await flaky.bytes().catch((error: Error) => error.message)).to.equal("The disk is slow.")
    expect((await flaky.bytes()).toString()).to.equal("there")
    expect(await flaky.digest()).to.have.length(22)
  })
})
