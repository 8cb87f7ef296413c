// The line to Cielo. While it is cut, no process of Vintém can reach Cielo.
import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"

export type Line = {
  url: string
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

/** Opens a line to the server at `url`, under an address of its own that stays the same. */
export async function openLine(url: string): Promise<Line> {
  const { hostname, port: far } = new URL(url)
  const sockets = new Set<Socket>()
  const join = (near: Socket) => {
    const other = connect(Number(far), hostname)
    for (const [socket, to] of [
      [near, other],
      [other, near],
    ] as const) {
      sockets.add(socket)
      socket.on("error", () => to.destroy())
      socket.on("close", () => {
        sockets.delete(socket)
        to.destroy()
      })
      socket.pipe(to)
    }
  }
  let server: Server | undefined
  let port = 0
  const mend = async () => {
    if (server) return
    server = createServer(join).listen(port, "127.0.0.1")
    await once(server, "listening")
    port = (server.address() as { port: number }).port
  }
  const cut = async () => {
    const closing = server
    server = undefined
    if (!closing) return
    closing.close()
    for (const socket of sockets) socket.destroy()
    await once(closing, "close")
  }
  await mend()
  return { url: `http://127.0.0.1:${port}`, cut, mend, close: cut }
}
