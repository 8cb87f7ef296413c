import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { expectStatus, newIntent, newToken } from "../support/payments.ts"
import { type Running, startVintem } from "../support/vintem.ts"

/** The limits of a running service are a hundred times as long. */
const LIMITS = { receiveMs: 250, stalledMs: 150, checkMs: 20 }
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

  it("whose request takes the service longer than all these limits gets its response", async () => {
    const intent = await newIntent(vintem)
    const token = await newToken(vintem)
    const confirm = { payment_method: token.id }
    expectStatus(await vintem.request("POST", `/v1/payment_intents/${intent.id}/confirm`, confirm), 200)
  })
})
