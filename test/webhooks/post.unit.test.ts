import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { mock } from "node:test"
import { expect } from "chai"
import { addressGuard } from "../../src/events/webhooks/address-guard.ts"
import { type AttemptResult, createPoster, hasDelivered, type Poster } from "../../src/events/webhooks/post.ts"
import {
  authorityFile,
  type Sink,
  selfSignedCertificate,
  startSink,
  testAuthority,
  testCertificate,
} from "../support/https-sink.ts"

const body = Buffer.from('{"id":"evt_1","name":"João"}')
const headers = { "Content-Type": "application/json", "Service-Signature": "t=1,v1=00" }

describe("one delivery attempt", () => {
  const toClose: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of toClose.splice(0)) await each.close()
  })

  async function sink(...args: Parameters<typeof startSink>): Promise<Sink> {
    const started = await startSink(...args)
    toClose.push(started)
    return started
  }
  async function poster(options: Partial<Parameters<typeof createPoster>[0]> = {}): Promise<Poster> {
    const created = createPoster({ mayReach: addressGuard(["127.0.0.1/32"]), ca: [(await testAuthority()).cert], ...options })
    toClose.push(created)
    return created
  }

  describe("to a server with a trusted certificate", () => {
    it("posts exactly the given bytes and headers", async () => {
      const merchant = await sink()
      const result = await (await poster()).post(`${merchant.url}?shop=1`, headers, body)
      expect(result).to.include({ http_status: 200, error: null })
      expect(result.duration_ms).to.be.within(0, 5000)
      const [request] = merchant.received
      expect(request!.path).to.equal("/hooks?shop=1")
      expect(request!.body.equals(body)).to.equal(true)
      expect(request!.headers).to.include({ "content-type": "application/json", "service-signature": "t=1,v1=00" })
      expect(request!.headers["content-length"]).to.equal(String(body.length))
    })

    it("reuses its connection for the next attempt", async () => {
      const merchant = await sink()
      const { post } = await poster()
      for (let i = 0; i < 5; i++) await post(merchant.url, headers, body)
      expect(merchant.received).to.have.length(5)
      expect(merchant.connections()).to.equal(1)
    })

    for (const status of [201, 204, 299]) {
      it(`counts ${status} as delivered`, async () => {
        const merchant = await sink((_request, response) => response.writeHead(status).end())
        const result = await (await poster()).post(merchant.url, headers, body)
        expect(result).to.include({ http_status: status, error: null })
        expect(hasDelivered(result)).to.equal(true)
      })
    }

    for (const status of [300, 304, 400, 404, 410, 500, 503]) {
      it(`counts ${status} as failed`, async () => {
        const merchant = await sink((_request, response) => response.writeHead(status).end())
        const result = await (await poster()).post(merchant.url, headers, body)
        expect(result).to.include({ http_status: status, error: null })
        expect(hasDelivered(result)).to.equal(false)
      })
    }

    for (const status of [301, 302, 303, 307, 308]) {
      it(`does not follow a ${status}`, async () => {
        const other = await sink()
        const merchant = await sink((_request, response) => response.writeHead(status, { location: other.url }).end())
        expect(await (await poster()).post(merchant.url, headers, body)).to.include({ http_status: status, error: null })
        expect(other.received).to.have.length(0)
      })
    }
  })

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
      const result = await (await poster({ timeoutMs })).post(merchant.url, headers, body)
      expect(result).to.include({ http_status: 200, error: "timeout" })
      expect(hasDelivered(result)).to.equal(false)
      expect(result.duration_ms).to.be.within(timeoutMs - 5, timeoutMs + 5000)
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

  describe("to a server with a large response", () => {
    it("reads a response of 64 KiB completely", async () => {
      const merchant = await sink((_request, response) => response.end(Buffer.alloc(64 * 1024)))
      const { post } = await poster()
      for (let i = 0; i < 2; i++) expect(await post(merchant.url, headers, body)).to.include({ http_status: 200, error: null })
      expect(merchant.connections()).to.equal(1)
    })

    it("waits for the end of up to 64 KiB, but not of more", async () => {
      const unfinished = (bytes: number) =>
        sink((_request, response) => {
          response.writeHead(200)
          response.write(Buffer.alloc(bytes))
        })
      const { post } = await poster({ timeoutMs: 1000 })
      expect(await post((await unfinished(64 * 1024)).url, headers, body)).to.include({ error: "timeout" })
      const patient = await poster()
      const result = await patient.post((await unfinished(64 * 1024 + 1)).url, headers, body)
      expect(result).to.include({ http_status: 200, error: null })
    })

    it("cuts off a longer response and uses its status", async () => {
      let sent = 0
      const endless = (status: number) =>
        sink((_request, response) => {
          response.writeHead(status)
          const more = () => {
            while (!response.destroyed && response.write(Buffer.alloc(16 * 1024))) sent += 16 * 1024
          }
          response.on("drain", more)
          more()
        })
      const { post } = await poster()
      expect(await post((await endless(200)).url, headers, body)).to.include({ http_status: 200, error: null })
      expect(sent).to.be.below(16 * 1024 * 1024)
      expect(await post((await endless(500)).url, headers, body)).to.include({ http_status: 500, error: null })
    })

    it("fails if the server closes the connection in the middle of its response", async () => {
      const merchant = await sink((_request, response) => {
        response.writeHead(200, { "content-length": "100" })
        response.write("half", () => response.destroy())
      })
      const result = await (await poster()).post(merchant.url, headers, body)
      expect(result).to.include({ http_status: 200, error: "connection_failed" })
    })

    it("fails if the response is not HTTP", async () => {
      const merchant = await sink((_request, response) => response.socket!.end("220 mail.example ESMTP\r\n"))
      const result = await (await poster()).post(merchant.url, headers, body)
      expect(result).to.include({ http_status: null, error: "invalid_response" })
    })
  })

  describe("to an unreachable server", () => {
    it("reports a refused connection", async () => {
      const gone = await startSink()
      await gone.close()
      const { post } = await poster({ resolve: async () => ["127.0.0.1"] })
      expect(await post(gone.url, headers, body)).to.include({ http_status: null, error: "connection_refused" })
      expect(await post(`https://shop.example:${gone.port}/`, headers, body)).to.include({ error: "connection_refused" })
    })

    it("reports an unknown host name", async () => {
      const result = await (await poster()).post("https://no-such-host.invalid/", headers, body)
      expect(result).to.include({ http_status: null, error: "dns_error" })
    })
  })

  describe("to an address that is not public", () => {
    const literals = [
      ["127.0.0.1", "2130706433", "0x7f.1", "0x7f000001", "017700000001", "127.1", "0", "10.0.0.1", "192.168.0.1", "172.16.0.1"],
      ["169.254.169.254", "100.64.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "[::1]", "[::]", "[::ffff:127.0.0.1]"],
      ["[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::1]", "[2001:0:7f00:1::1]", "[fd00::1]", "[fe80::1]", "127.0.0.1."],
      ["%31%32%37.0.0.1", "１２７.0.0.1", "[::127.0.0.1]"],
    ].flat()
    for (const literal of literals) {
      it(`does not connect to the literal ${literal}`, async () => {
        const merchant = await sink()
        const { post } = await poster({ mayReach: addressGuard([]) })
        const result = await post(`https://${literal}:${merchant.port}/`, headers, body)
        expect(result).to.include({ http_status: null, error: "address_refused" })
        expect(merchant.connections()).to.equal(0)
      })
    }

    it("does not connect to a name that resolves to one, however it is spelled", async () => {
      const merchant = await sink()
      for (const answer of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "10.1.2.3", "fe80::1%lo"]) {
        const { post } = await poster({ mayReach: addressGuard([]), resolve: async () => [answer] })
        const result = await post(`https://shop.example:${merchant.port}/`, headers, body)
        expect(result, answer).to.include({ http_status: null, error: "address_refused" })
      }
      expect(merchant.connections()).to.equal(0)
    })

    it("does not connect to localhost", async () => {
      const merchant = await sink()
      const { post } = await poster({ mayReach: addressGuard([]) })
      const result = await post(`https://localhost:${merchant.port}/`, headers, body)
      expect(result).to.include({ error: "address_refused" })
      expect(merchant.connections()).to.equal(0)
    })

    it("connects only to the public addresses of a name, in any order", async () => {
      const merchant = await sink()
      for (const answers of [
        ["10.0.0.1", "::1", "127.0.0.1"],
        ["127.0.0.1", "::1", "10.0.0.1"],
      ]) {
        const { post } = await poster({ resolve: async () => answers })
        expect(await post(`https://localhost:${merchant.port}/`, headers, body)).to.include({ http_status: 200 })
      }
    })

    it("does not fall back to a non-public address if the public ones are unreachable", async () => {
      const inside = await sink()
      const unreachable = "127.0.0.2"
      for (const answers of [
        ["127.0.0.1", unreachable],
        [unreachable, "127.0.0.1"],
      ]) {
        const { post } = await poster({ mayReach: addressGuard([`${unreachable}/32`]), resolve: async () => answers })
        const result = await post(`https://localhost:${inside.port}/`, headers, body)
        expect(result).to.include({ http_status: null }).and.to.have.property("error").that.is.not.oneOf([null, "timeout"])
      }
      expect(inside.connections()).to.equal(0)
    })

    it("connects to the address that it checked, even if the name resolves differently later", async () => {
      const merchant = await sink()
      const answers = [["127.0.0.1"], ["127.0.0.2"], ["10.0.0.1"]]
      const lookups: string[] = []
      const resolve = async (name: string) => {
        lookups.push(name)
        return answers[Math.min(lookups.length, answers.length) - 1]!
      }
      const url = `https://localhost:${merchant.port}/`
      const { post } = await poster({ resolve })
      expect(await post(url, headers, body)).to.include({ http_status: 200 })
      expect(lookups).to.deep.equal(["localhost"]) // one lookup per connection, so no unchecked address is used

      await (await poster({ resolve })).post(url, headers, body).then((result) => {
        expect(result).to.include({ error: "address_refused" })
      })
      expect(lookups).to.have.length(2)
      expect(merchant.connections()).to.equal(1)
    })
  })

  it("ends attempts in progress as interrupted when it is closed", async () => {
    const merchant = await sink(() => {})
    const closing = await poster()
    const attempts = [closing.post(merchant.url, headers, body), closing.post(merchant.url, headers, body)]
    await merchant.arrived(2)
    await closing.close()
    for (const result of await Promise.all(attempts)) expect(result).to.include({ http_status: null, error: "interrupted" })
    expect(await closing.post(merchant.url, headers, body)).to.include({ error: "interrupted" })
  })
})

async function startTcp(accept: (socket: Socket) => void) {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    counts.sockets++
    socket.on("error", () => {})
    accept(socket)
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const address = server.address() as { port: number }
  const counts = {
    port: address.port,
    sockets: 0,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        for (const socket of open) socket.destroy()
      }),
  }
  return counts
}

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
