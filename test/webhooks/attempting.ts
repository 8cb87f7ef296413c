// What several tests of a single delivery attempt need.
import { createServer, type Server, type Socket } from "node:net"
import { addressGuard } from "../../src/base/address-guard.ts"
import { createPoster, type Poster } from "../../src/events/webhooks/post.ts"
import { testAuthority } from "../support/network/https-sink.ts"
import { sinkStarter } from "./sinks.ts"

export const body = Buffer.from('{"id":"evt_1","name":"João"}')
export const headers = { "Content-Type": "application/json", "Service-Signature": "t=1,v1=00" }

/** Starts sinks, and posters that may reach this machine and trust the tests' CA. `closeAll` closes both. */
export function attempting() {
  const { toClose, closeAll, sinkFor: sink } = sinkStarter()
  async function poster(options: Partial<Parameters<typeof createPoster>[0]> = {}): Promise<Poster> {
    const created = createPoster({ mayReach: addressGuard(["127.0.0.1/32"]), ca: [(await testAuthority()).cert], ...options })
    toClose.push(created)
    return created
  }
  return { toClose, closeAll, sink, poster }
}

/** Starts a TCP server on this machine that counts its connections. */
export async function startTcp(accept: (socket: Socket) => void) {
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
