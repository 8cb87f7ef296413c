import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import { startVintem } from "../support/app/vintem.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const SHOP = "https://loja.example"

describe("The origin of the tokenization frame", () => {
  it("is trusted by nobody where another program has its port", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as AddressInfo
    const frameless = await startVintem({ FRAME_PORT: String(port) })
    try {
      await frameless.request("POST", "/merchant-origins", { origin: SHOP })
      const { key } = await frameless.newKey({ kind: "publishable" })
      const origin = `http://127.0.0.1:${port}`
      const headers = { origin, "service-parent-origin": SHOP }
      const response = await frameless.request("POST", "/v1/tokens", { type: "pix" }, { key, headers })
      expect(expectStatus(response, 403).error.code).to.equal("origin_not_allowed")
      const asking = { origin, "access-control-request-method": "POST" }
      const preflighted = await frameless.request("OPTIONS", "/v1/tokens", undefined, { key: null, headers: asking })
      for (const { headers } of [response, preflighted]) expect(headers).not.to.have.property("access-control-allow-origin")
    } finally {
      await frameless.close()
      other.close()
    }
  })

  it("is on FRAME_PORT unless FRAME_ORIGIN is set", async () => {
    const derived = await startVintem()
    try {
      expect((await fetch(`${derived.server.frameOrigin}/v1/vintem.js`)).status).to.equal(200)
      await derived.request("POST", "/merchant-origins", { origin: SHOP })
      const { key } = await derived.newKey({ kind: "publishable" })
      const headers = { origin: derived.server.frameOrigin!, "service-parent-origin": SHOP }
      expectStatus(await derived.request("POST", "/v1/tokens", { type: "pix" }, { key, headers }), 201)
    } finally {
      await derived.close()
    }
  })
})
