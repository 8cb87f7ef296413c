import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import { Agent, request as send } from "undici"
import { Vintem } from "../../generated/sdk/dist/esm/index.js"
import { type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { freshDatabases } from "../support/databases/databases.ts"
import { freePort } from "../support/databases/postgres.ts"

type Fault = "none" | "cut before" | "cut after" | "cut in the middle" | "503 before" | "503 after" | "too late"
const FAULTS: Fault[] = ["cut before", "cut after", "cut in the middle", "503 before", "503 after", "too late"]
const HEADERS = new Set(["authorization", "content-type", "idempotency-key", "service-version"])

/** After this many faults an operation gets through, so that the test ends in time. */
const MAX_FAULTS = 3

/** A proxy that makes three of ten requests fail like a bad network does, and counts the faults. */
const startFlakyProxy = async (target: string, lateMs: number) => {
  const dispatcher = new Agent({ connections: 64 })
  const faultCounts = new Map<Fault, number>()
  const faultsOf = new Map<unknown, number>()
  let seed = 20260427
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }

  const pass = async (fault: Fault, { method, url, headers }: IncomingMessage, body: Buffer, response: ServerResponse) => {
    if (fault === "cut before") return response.destroy()
    if (fault === "503 before") return response.writeHead(503).end("<h1>Bad gateway</h1>")
    if (fault === "too late") await new Promise((resolve) => setTimeout(resolve, lateMs))
    const upstream = await send(target + url, {
      dispatcher,
      method: method as "POST",
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => HEADERS.has(name))) as Record<string, string>,
      body: body.length ? body : null,
    })
    const text = await upstream.body.text()
    if (fault === "cut after") return response.destroy()
    if (fault === "503 after") return response.writeHead(503, { "service-should-retry": "true" }).end("{}")
    const sent = { "content-type": "application/json", "content-length": Buffer.byteLength(text) }
    response.writeHead(upstream.statusCode, sent)
    if (fault !== "cut in the middle") return response.end(text)
    response.write(text.slice(0, text.length / 2), () => response.destroy())
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const operation = request.headers["idempotency-key"]
    const faults = faultsOf.get(operation) ?? 0
    const fault = random() < 0.3 && faults < MAX_FAULTS ? FAULTS[Math.floor(random() * FAULTS.length)]! : "none"
    faultCounts.set(fault, (faultCounts.get(fault) ?? 0) + 1)
    if (fault !== "none") faultsOf.set(operation, faults + 1)
    await pass(fault, request, Buffer.concat(chunks), response)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await dispatcher.destroy()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faultCounts, close }
}

/** Calls `task` with 0 to count - 1, at most `concurrency` at a time. */
const inParallel = async (count: number, concurrency: number, task: (n: number) => Promise<void>) => {
  let next = 0
  const worker = async () => {
    while (next < count) await task(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

describe("The SDK on a bad network", function () {
  this.timeout(600_000)

  it("creates 400 payment intents through a proxy that cuts, delays and returns 503, without loss or duplicates", async () => {
    const vintem = await startVintem()
    const timeout = 6000
    const proxy = await startFlakyProxy(vintem.url, timeout + 500)
    try {
      const direct = new Vintem(vintem.key, { baseUrl: vintem.url })
      const flaky = new Vintem(vintem.key, { baseUrl: proxy.url, timeout, maxRetries: 20 })
      const { id: customer } = await direct.customers.create({ email: "ana@example.com" })
      const created = new Map<string, string>()
      await inParallel(400, 50, async (n) => {
        const { id, description } = await flaky.paymentIntents.create({
          amount: n + 1,
          currency: "brl",
          customer,
          description: `order ${n}`,
        })
        expect(description).to.equal(`order ${n}`)
        created.set(id, description!)
      })

      const stored = new Map<string, string>()
      for await (const { id, description } of direct.paymentIntents.list({ customer })) stored.set(id, description!)
      expect(stored.size).to.equal(400)
      expect(new Set(stored.values()).size).to.equal(400)
      expect([...stored].sort()).to.deep.equal([...created].sort())
      for (const fault of FAULTS) expect(proxy.faultCounts.get(fault), fault).to.be.above(8)
    } finally {
      await proxy.close()
      await vintem.close()
    }
  })

  it("pages over 1,200 customers exactly once while the server is killed and restarted", async () => {
    const databases = await freshDatabases()
    let server: Spawned | undefined
    try {
      const PORT = String(await freePort())
      server = await spawnVintem({ PORT }, { databases })
      let failedAttempts = 0
      const quiet = () => {}
      const logger = { debug: quiet, info: quiet, error: quiet, warn: () => failedAttempts++ }
      const sdk = new Vintem(server.key, { baseUrl: server.url, maxRetries: 10, logger })
      const created: string[] = []
      await inParallel(1200, 100, async (n) => {
        created.push((await sdk.customers.create({ email: `customer${n}@example.com` })).id)
      })

      let restarted: Promise<Spawned> | undefined
      const restart = async (old: Spawned) => {
        await old.kill()
        return spawnVintem({ PORT }, { databases })
      }
      const seen: string[] = []
      for await (const { id } of sdk.customers.list()) {
        seen.push(id)
        if (seen.length === 450) restarted = restart(server)
      }
      server = await restarted
      expect(failedAttempts).to.be.above(0)
      expect(seen).to.have.length(1200)
      expect(new Set(seen).size).to.equal(1200)
      expect([...seen].sort()).to.deep.equal(created.sort())
    } finally {
      await server?.close()
      await databases.remove()
    }
  })
})
