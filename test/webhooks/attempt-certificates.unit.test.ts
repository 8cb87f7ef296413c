import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { authorityFile, selfSignedCertificate, testCertificate } from "../support/network/https-sink.ts"
import { attempting, body, headers, startTcp } from "./attempting.ts"

describe("A delivery attempt", () => {
  const { toClose, closeAll, sink, poster } = attempting()
  afterEach(closeAll)

  describe("to a server without a trusted certificate", () => {
    const cases = {
      "with a self-signed certificate": () => selfSignedCertificate(),
      "with an expired certificate": () => testCertificate(undefined, { days: -1 }),
      "with a certificate for another host": () => testCertificate(["shop.example"]),
    }
    for (const [kind, certificate] of Object.entries(cases)) {
      it(`sends nothing to a server ${kind}`, async () => {
        const merchant = await sink(undefined, await certificate())
        expect(await (await poster()).post(merchant.url, headers, body)).to.include({ http_status: null, error: "tls_error" })
        expect(merchant.received).to.have.length(0)
      })
    }

    it("sends nothing without TLS or to an http: URL", async () => {
      const plain = await startTcp((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
      toClose.push(plain)
      const { post } = await poster()
      expect(await post(`https://127.0.0.1:${plain.port}/`, headers, body)).to.include({ error: "tls_error" })
      expect(await post(`http://127.0.0.1:${plain.port}/`, headers, body)).to.include({ error: "tls_error" })
      expect(plain.sockets).to.equal(1)
    })

    it("trusts the tests' CA only through NODE_EXTRA_CA_CERTS", async () => {
      const merchant = await sink()
      const folder = await mkdtemp(join(tmpdir(), "vintem-ca-"))
      const file = await authorityFile(folder)
      try {
        expect(await postInChildProcess(merchant.url, {})).to.include({ http_status: null, error: "tls_error" })
        expect(await postInChildProcess(merchant.url, { NODE_EXTRA_CA_CERTS: file })).to.include({
          http_status: 200,
          error: null,
        })
        const careless = { NODE_TLS_REJECT_UNAUTHORIZED: "0" }
        expect(await postInChildProcess(merchant.url, careless)).to.include({ http_status: null, error: "tls_error" })
      } finally {
        await rm(folder, { recursive: true })
      }
    })
  })
})

/** Posts from a separate process, because Node reads NODE_EXTRA_CA_CERTS at start. */
function postInChildProcess(url: string, env: Record<string, string>): Promise<Record<string, unknown>> {
  const script = `
    const { createPoster } = await import(${JSON.stringify(import.meta.resolve("../../src/events/webhooks/post.ts"))})
    const poster = createPoster({ mayReach: () => true })
    console.log(JSON.stringify(await poster.post(${JSON.stringify(url)}, {}, Buffer.from("{}"))))
    await poster.close()`
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { env, stdio: ["ignore", "pipe", "ignore"] })
    let out = ""
    child.stdout.on("data", (chunk) => (out += chunk))
    child.on("error", reject)
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`exit ${code}: ${out}`))))
  })
}
