import { expect } from "chai"
import { hasDelivered } from "../../src/events/webhooks/post.ts"
import { attempting, body, headers } from "./attempting.ts"

describe("A delivery attempt", () => {
  const { closeAll, sink, poster } = attempting()
  afterEach(closeAll)

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

  describe("to a server that bends HTTP", () => {
    const answered = async (text: string) => {
      const merchant = await sink((_request, response) => response.socket!.write(text))
      return (await poster()).post(merchant.url, headers, body)
    }

    for (const status of [204, 304])
      for (const content of ["", "hello"])
        it(`uses a ${status} that announces a body and sends '${content}'`, async () => {
          const result = await answered(`HTTP/1.1 ${status} Odd\r\nContent-Length: 5\r\n\r\n${content}`)
          const response = { headers: [["content-length", "5"]], body: "", bytes: 0 }
          expect(result).to.deep.include({ http_status: status, error: null, response })
          expect(hasDelivered(result)).to.equal(status === 204)
        })

    for (const [status, error] of [
      [205, null],
      [200, "invalid_response"],
    ] as const)
      it(`${error ? "fails at" : "uses"} a ${status} that ends before the body that it announces`, async () => {
        const text = `HTTP/1.1 ${status} Odd\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhe`
        const merchant = await sink((_request, response) => response.socket!.end(text))
        expect(await (await poster()).post(merchant.url, headers, body)).to.include({ http_status: status, error })
      })

    it("passes over an interim response, but takes no 100 that it has not asked for", async () => {
      const done = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
      expect(await answered(`HTTP/1.1 103 Early Hints\r\n\r\n${done}`)).to.include({ http_status: 200, error: null })
      const unasked = await answered(`HTTP/1.1 100 Continue\r\n\r\n${done}`)
      expect(unasked).to.include({ http_status: null, error: "connection_failed" })
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
