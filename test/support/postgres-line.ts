// The line to a Postgres, which a test can cut: between the service and the real server.
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

export type Line = {
  /** The same database, by way of this line. */
  url: string
  /**
   * What becomes of the next COMMIT, and of all after it. `cut before`: it never arrives. `cut after`: it is done, and nobody is told.
   * A promise holds it back until it settles.
   */
  commits: "pass" | "cut before" | "cut after" | Promise<void>
  /** Ends every connection and takes no new one (ECONNREFUSED). */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

/** As pg sends it: a simple query. */
const COMMIT = Buffer.from("Q\0\0\0\x0bCOMMIT\0")

export async function openLine(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      // What was said last still arrives.
      socket
        .setNoDelay(true)
        .on("error", cut)
        .on("close", () => other.end())
      sockets.add(socket)
      socket.once("close", () => sockets.delete(socket))
    }
    let deaf = false
    client.on("data", (chunk) => {
      const { commits } = line
      if (commits === "pass" || !chunk.includes(COMMIT)) return upstream.write(chunk)
      if (commits === "cut before") return cut()
      if (commits === "cut after") {
        deaf = true
        return upstream.write(chunk)
      }
      return void commits.then(() => upstream.write(chunk))
    })
    upstream.on("data", (chunk) => (deaf ? cut() : client.write(chunk)))
  })

  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1")
    await once(server, "listening")
  }
  await listen(0)
  const { port } = server.address() as { port: number }
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`

  const down = async () => {
    const closed = server.listening ? once(server, "close") : undefined
    if (closed) server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const line: Line = { url: url.href, commits: "pass", down, up: () => listen(port), close: down }
  return line
}
