// A TCP proxy between the service and a real Postgres, which a test can interrupt.
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

export type Line = {
  /** The URL of the same database through this proxy. */
  url: string
  /**
   * The fate of all COMMITs from now on, except those of the quota. `cut before`: they never arrive. `cut after`: they are done, but the
   * response is lost. `unanswered`: they are done, and the host is silent from then on. A promise delays them until it resolves.
   */
  commits: "pass" | "cut before" | "cut after" | "unanswered" | Promise<void>
  /** How often something was sent to Postgres while nothing else was on its way there: the round trips. */
  roundTrips: number
  /** While true, Postgres refuses each BEGIN, and runs the statements that were sent after it. */
  breaksBegins: boolean
  /** While true, nothing passes in either direction, and connections stay open, as with a silent host. */
  silent: boolean
  /** Closes every connection and refuses new ones (ECONNREFUSED). */
  down(): Promise<void>
  /** Directs new connections to another server, and closes those to the previous one. */
  leadTo(databaseUrl: string): void
  up(): Promise<void>
  close(): Promise<void>
}

/** COMMIT as a simple query, in the form that pg sends. */
const COMMIT = Buffer.from("Q\0\0\0\x0bCOMMIT\0")
/**
 * A part of the names of the statements that count a key's quota. A request runs them before its own work, and tests mean the COMMIT of
 * that work.
 */
const QUOTA = Buffer.from("rate_limits:")
const COMMITTED = Buffer.from("COMMIT\0")
const BEGIN = Buffer.from("BEGIN ISOLATION")

export async function openLine(databaseUrl: string): Promise<Line> {
  let target = new URL(databaseUrl)
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
      // end() and not destroy(), so the last data still arrives.
      socket
        .setNoDelay(true)
        .on("error", cut)
        .on("close", () => other.end())
      sockets.add(socket)
      socket.once("close", () => sockets.delete(socket))
    }
    let countsQuota = false
    let isCutAfter = false
    let isUnanswered = false
    let isAsked = false
    client.on("data", (chunk: Buffer) => {
      if (!isAsked) line.roundTrips++
      isAsked = true
      const { commits, silent, breaksBegins } = line
      if (silent) return
      if (breaksBegins && chunk.includes(BEGIN)) chunk.write("BROKEN", chunk.indexOf(BEGIN))
      if (chunk.includes(QUOTA)) countsQuota = true
      const at = chunk.indexOf(COMMIT)
      const passes = commits === "pass" || countsQuota
      if (at >= 0) countsQuota = false
      if (passes || at === -1) return upstream.write(chunk)
      // Data before the COMMIT always arrives.
      if (at > 0) upstream.write(chunk.subarray(0, at))
      const commit = chunk.subarray(at)
      if (commits === "cut before") return cut()
      if (typeof commits !== "string") return void commits.then(() => upstream.write(commit))
      if (commits === "cut after") isCutAfter = true
      else isUnanswered = true
      return upstream.write(commit)
    })
    upstream.on("data", (chunk: Buffer) => {
      isAsked = false
      if (line.silent || isUnanswered) return
      if (isCutAfter && chunk.includes(COMMITTED)) cut()
      else client.write(chunk)
    })
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
  const leadTo = (other: string) => {
    target = new URL(other)
    for (const socket of sockets) socket.destroy()
  }
  const line: Line = {
    url: url.href,
    commits: "pass",
    roundTrips: 0,
    breaksBegins: false,
    silent: false,
    down,
    leadTo,
    up: () => listen(port),
    close: down,
  }
  return line
}
