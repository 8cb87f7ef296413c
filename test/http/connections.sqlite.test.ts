import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { CONNECTION_LIMITS } from "../../src/base/bounds.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { expectStatus, newIntent, newToken } from "../support/merchants/payments.ts"

/** The limits of a running service are a hundred times as long. */
const LIMITS = { receiveMs: 250, stalledMs: 150, keptMs: 1500, maxKept: 1000, checkMs: 20 }
const INTERVAL_MS = 20

describe("A connection", () => {
  let vintem: Running
  const sockets: Socket[] = []
  before(async () => {
    vintem = await startVintem({ MOCK_ACQUIRER_FAULTS: "authorize=slow:600" }, { connections: LIMITS })
  })
  after(async () => {
    for (const socket of sockets) socket.destroy()
    await vintem.close()
  })

  async function open({ url }: Running = vintem): Promise<Socket> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    sockets.push(socket.on("error", () => {}))
    await once(socket, "connect")
    return socket
  }

  /** Sends a byte every 20 ms until the service has closed the connection. */
  async function dripUntilClosed(socket: Socket): Promise<void> {
    while (!socket.destroyed) {
      socket.write("a")
      await pause(INTERVAL_MS)
    }
  }

  const slow = [
    ["headers", "POST /v1/customers HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    ["its body", "POST /v1/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"],
  ] as const
  for (const [part, start] of slow) {
    it(`that sends ${part} byte by byte is ended, though something always comes, and though the client leaves it open`, async () => {
      const socket = await open()
      let response = ""
      socket.on("data", (chunk) => (response += chunk))
      socket.write(start.replace("Host: x\r\n", `Host: x\r\nAuthorization: Bearer ${vintem.key}\r\n`))
      await dripUntilClosed(socket)
      expect(response).to.match(/^HTTP\/1\.1 400 /)
      expect(response).to.contain("The request did not arrive in time.")
    })
  }

  it("that sends nothing at all is ended", async () => {
    const socket = await open()
    socket.resume()
    await once(socket, "end")
  })

  it("whose client reads nothing is cut off, though the client goes on sending", async () => {
    const socket = await open()
    socket.pause()
    socket.write("GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(100))
    await dripUntilClosed(socket)
  })

  it("whose client reads slowly gets the whole response", async () => {
    // Long enough for a busy machine, and shorter than what the client takes.
    const patient = await startVintem({}, { connections: { ...LIMITS, stalledMs: 500 } })
    const socket = await open(patient)
    const documents = 10
    const last = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    socket.write("GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(documents) + last)
    const started = performance.now()
    let received = ""
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1")
      socket.pause()
      setTimeout(() => socket.resume(), 15)
    })
    await once(socket, "end")
    expect(received.split("HTTP/1.1 200 ").length - 1).to.equal(documents + 1)
    expect(performance.now() - started).to.be.above(500)
    socket.destroy()
    await patient.close()
  })

  const HEALTH = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
  async function respondsOn(socket: Socket, request = HEALTH): Promise<string> {
    socket.write(request)
    const [chunk] = await once(socket, "data")
    return String(chunk)
  }

  it("that was idle for longer than a request may take to arrive serves the next one, and is closed once its time is over", async () => {
    const socket = await open()
    expect(await respondsOn(socket)).to.match(/^HTTP\/1\.1 200 /)
    await pause(2 * LIMITS.receiveMs)
    expect(await respondsOn(socket)).to.match(/^HTTP\/1\.1 200 /)
    const idleSince = performance.now()
    await once(socket.resume(), "end")
    expect(performance.now() - idleSince).to.be.above(LIMITS.keptMs)
  })

  it("that is idle stays open for longer than proxies keep it, which is 60 seconds, at every port", async () => {
    const service = await startVintem()
    const { url, server } = service
    for (const port of [url, server.frameOrigin!, server.dashboardOrigin!, server.metricsUrl]) {
      const response = await respondsOn(await open({ url: port.replace("localhost", "127.0.0.1") } as Running))
      expect(Number(/^Keep-Alive: timeout=(\d+)/im.exec(response)?.[1]), port).to.be.above(60)
    }
    const started = performance.now()
    await service.close()
    expect(performance.now() - started, "idle connections do not delay a stop").to.be.below(5000)
  })

  it("is closed by its response, and never while it is idle, where too many are open", async () => {
    const full = await startVintem({}, { connections: { ...CONNECTION_LIMITS, maxKept: 2 } })
    const [first, second] = [await open(full), await open(full)]
    expect(await respondsOn(first)).to.match(/^Connection: keep-alive/im)
    expect(await respondsOn(await open(full))).to.match(/^Connection: close/im)
    expect(await respondsOn(second)).to.match(/^Connection: keep-alive/im)
    await full.close()
  })

  it("whose request takes the service longer than all these limits gets its response", async () => {
    const intent = await newIntent(vintem)
    const token = await newToken(vintem)
    const confirm = { payment_method: token.id }
    expectStatus(await vintem.request("POST", `/v1/payment_intents/${intent.id}/confirm`, confirm), 200)
  })
})
