// What the tests of `vintem listen` need: the command as a process of its own, and a developer's plain server.
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { startCommand } from "../support/app/commands.ts"
import { DEFAULTS, type Environment } from "../support/app/vintem.ts"
import { OUTCOMES, until } from "../support/merchants/merchant.ts"

/** Less than what startCommand leaves a process before it stops it. */
const ENDS_WITHIN_MS = 30_000

export type Arrived = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A developer's server: plain HTTP on this machine. Responds with 200 unless the test says otherwise. */
export async function startShop(respond = (response: ServerResponse) => void response.end(), port = 0) {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => {
      arrived.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
      respond(response)
    })
  })
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening))
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    url: `http://localhost:${address.port}/webhooks`,
    arrived,
    ids: () => arrived.map(({ body }) => JSON.parse(body.toString()).id as string),
    /** Resolves when `count` events have arrived in total. */
    has: (count: number) => until(async () => arrived.length >= count && arrived),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type Shop = Awaited<ReturnType<typeof startShop>>
export type Listener = Awaited<ReturnType<typeof listenWith>>

/** Starts `vintem listen` for the outcomes of payments, or for other events, and waits until it listens. */
export async function listenWith(env: Environment, ...args: string[]) {
  const events = args.includes("--events") ? [] : ["--events", OUTCOMES.join(",")]
  const child = startCommand(["listen", ...args, ...events], { ...DEFAULTS, ...env })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (chunk) => (stdout += chunk))
  child.stderr.on("data", (chunk) => (stderr += chunk))
  const closed = once(child, "close")
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`vintem listen has ended with ${child.exitCode}: ${stderr}`)
    return stderr.includes("Ctrl-C ends the command.")
  })
  return {
    lines: () => stdout.split("\n").slice(0, -1),
    /** Resolves when it has printed `count` lines in total, one for each event. */
    printed: (count: number) => until(async () => stdout.split("\n").length > count && stdout.split("\n").slice(0, -1)),
    stderr: () => stderr,
    closeOutput: () => child.stdout.destroy(),
    /** Returns the exit status once the command has ended by itself. */
    ended: () => until(async () => child.exitCode !== null && { status: child.exitCode }, ENDS_WITHIN_MS),
    /** Returns the exit status, or the signal that ended the process. */
    stop: async (signal: "SIGINT" | "SIGTERM" = "SIGINT"): Promise<number | string> => {
      child.kill(signal)
      const [status, by] = await closed
      return status ?? by
    },
  }
}
