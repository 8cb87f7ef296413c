import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import { closedLoop } from "../../scripts/bench/requests/closed-loop.ts"
import { openLoop } from "../../scripts/bench/requests/open-loop.ts"

const PAUSE_MS = 600
const same = { method: "GET", path: "/", headers: {} } as const

/** Runs `load` on a server that answers at once, but stands still for a while after its tenth request. */
async function onPausingServer<T>(load: (urls: string[]) => Promise<T>): Promise<T> {
  let requests = 0
  let standsUntil = 0
  const server = createServer((_request, response) => {
    if (++requests === 10) standsUntil = performance.now() + PAUSE_MS
    setTimeout(() => response.end("{}"), Math.max(0, standsUntil - performance.now()))
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  try {
    return await load([`http://127.0.0.1:${(server.address() as AddressInfo).port}`])
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe("The loads of the benchmark", () => {
  it("show in the open loop, and hide in the closed one, that customers wait while the service stands still", async () => {
    const open = await onPausingServer((urls) => openLoop({ urls, rate: 100, seconds: 1 }, { same }))
    expect(open.count).to.equal(100)
    expect(open.unanswered).to.equal(0)
    expect(open.max).to.be.greaterThan(PAUSE_MS * 0.9)
    // More than half of the arrivals fall into the pause, but only one request of the single connection.
    const closed = await onPausingServer((urls) => closedLoop({ urls, connections: 1, seconds: 2 }, { same }))
    expect(closed.max).to.be.greaterThan(PAUSE_MS * 0.9)
    expect(open.p50).to.be.greaterThan(PAUSE_MS / 20)
    expect(closed.p50).to.be.lessThan(open.p50)
  })

  it("fail where the service refuses, as refusals are fast", async () => {
    const server = createServer((_request, response) => response.writeHead(429).end("{}"))
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    const urls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]
    try {
      const error = await openLoop({ urls, rate: 50, seconds: 1 }, { same }).catch((error) => error)
      expect(error.message).to.equal("GET /: 429 {}")
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
