// A load balancer like nginx or HAProxy: round robin over the processes whose /readyz is 200. It tries each request only once, so tests
// notice a process that leaves too early: without a response, the client gets 502.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

export type Balancer = {
  url: string
  /** Replaces the process at a place, for example after a restart. It gets requests once it is ready. */
  set(place: number, url: string): void
  /** The number of responses from each URL. */
  responses: Map<string, number>
  close(): Promise<void>
}

type Backend = { url: URL; agent: Agent; isReady: boolean }

const CHECK_MS = 100
/** Hop-by-hop headers, which a proxy does not forward (RFC 9110, 7.6.1). */
const OF_A_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding"])

export async function startBalancer(): Promise<Balancer> {
  const backends: Backend[] = []
  const responses = new Map<string, number>()
  let turn = 0
  const checking = setInterval(() => void Promise.all(backends.map(check)), CHECK_MS)

  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming).catch(() => undefined)
    if (!body) return outgoing.destroy()
    const ready = backends.filter(({ isReady }) => isReady)
    const backend = ready[turn++ % ready.length]
    if (!backend) return fail(outgoing, 503, "no process is ready")
    try {
      const response = await forward(backend, incoming, body)
      responses.set(backend.url.origin, (responses.get(backend.url.origin) ?? 0) + 1)
      passOn(response, outgoing)
    } catch (error) {
      fail(outgoing, 502, `${incoming.method} ${incoming.url}: ${(error as Error).message}`)
    }
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    responses,
    set: (place, url) => {
      backends[place]?.agent.destroy()
      backends[place] = { url: new URL(url), agent: new Agent({ keepAlive: true }), isReady: false }
    },
    close: async () => {
      clearInterval(checking)
      for (const { agent } of backends) agent.destroy()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function check(backend: Backend): Promise<void> {
  const response = await fetch(new URL("/readyz", backend.url)).catch(() => undefined)
  await response?.body?.cancel()
  backend.isReady = response?.status === 200
}

function forward({ url, agent }: Backend, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const { method, url: path, rawHeaders } = incoming
    const headers = endToEnd(rawHeaders) as never
    request({ host: url.hostname, port: url.port, method, path, agent, headers }, done).on("error", fail).end(body)
  })
}

function passOn(response: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(response.statusCode!, response.statusMessage, endToEnd(response.rawHeaders))
  response.on("error", () => outgoing.destroy())
  response.pipe(outgoing)
}

/** Alternating names and values, in the form that Node uses. */
function endToEnd(rawHeaders: string[]): string[] {
  return rawHeaders.flatMap((name, i) =>
    i % 2 === 0 && !OF_A_CONNECTION.has(name.toLowerCase()) ? [name, rawHeaders[i + 1]!] : [],
  )
}

function fail(outgoing: ServerResponse, status: number, reason: string): void {
  outgoing.writeHead(status, { "Content-Type": "text/plain" }).end(`balancer: ${reason}`)
}
