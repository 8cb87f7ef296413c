import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { brokenReply, forbiddenReply, htmlReply, unauthorizedReply } from "../errors.ts"
import type { Transport } from "../faults.ts"
import type { Reply, Request } from "../types.ts"

/** What a request becomes: its fault, and Adyen's work, which is not done where the fault keeps the request from Adyen. */
export type Handled = {
  transport?: Transport | undefined
  run(): Reply | Promise<Reply>
  /** Hears what became of it: the status, or null where no answer was sent. */
  done?(status: number | null): void
  /** Tells webhooks that the request has brought. */
  tell?(): void
}
type Handle = (request: Request) => Handled

/** Serves on loopback. Closing it also cuts the connections on which something hangs. */
export async function listen(port: number, handle: Handle): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => void answer(request, response, handle))
  // Clients keep connections for long: a server that ends idle ones would cut a request that is on its way.
  server.keepAliveTimeout = 120_000
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => close(server) }
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, "close")
}

async function answer(incoming: IncomingMessage, response: ServerResponse, handle: Handle): Promise<void> {
  try {
    const { transport, run, done, tell } = handle(await read(incoming))
    const instead = await before(transport)
    if (instead === "cut") response.socket?.destroy()
    if (instead === "cut" || instead === "hang") return done?.(null)
    if (instead) {
      send(response, instead)
      return done?.(instead.status)
    }
    const reply = await run()
    if (transport) tell?.()
    const sent = await after(transport, reply, response)
    if (sent) send(response, sent)
    done?.(sent?.status ?? null)
    tell?.()
  } catch (error) {
    // A client that has gone is what tests do on purpose. Everything else is a bug of the simulator.
    if (incoming.destroyed && !incoming.complete) return
    send(response, { status: 500, type: "text/plain", text: `The simulator failed: ${(error as Error).stack}` })
  }
}

async function read(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const { method = "", url = "/", headers } = incoming
  return { method, headers, url: new URL(url, "http://adyen"), text: Buffer.concat(chunks).toString() }
}

/** An answer in the place of Adyen's, or nothing if Adyen gets the call. */
async function before({ kind, value, given }: Partial<Transport> = {}): Promise<Reply | "cut" | "hang" | undefined> {
  switch (kind) {
    case "slow_before":
      return void (await wait(value, undefined, { ref: false }))
    case "cut_before":
      return "cut"
    case "hang_before":
      return "hang"
    case "error_before":
      return brokenReply(value ?? 503)
    case "html_before":
      return htmlReply(value ?? 502)
    case "unauthorized":
      return unauthorizedReply()
    case "forbidden":
      return forbiddenReply()
    case "too_many":
      return { ...brokenReply(429), headers: given ? { "retry-after": String(value) } : {} }
  }
  return undefined
}

/** What is sent of an answer: nothing where it is lost. */
async function after(
  { kind, value = 0 }: Partial<Transport> = {},
  reply: Reply,
  response: ServerResponse,
): Promise<Reply | undefined> {
  switch (kind) {
    case "slow_after":
      await wait(value, undefined, { ref: false })
      return reply
    case "cut_after":
      response.socket?.destroy()
      return undefined
    case "hang_after":
      return undefined
    case "error_after":
      return brokenReply(value)
    case "html_after":
      return htmlReply(value)
    case "truncated":
      return truncate(response, reply)
    case "malformed":
      return { ...reply, text: textOf(reply).slice(0, textOf(reply).length / 2) }
  }
  return reply
}

function send(response: ServerResponse, reply: Reply): void {
  const text = textOf(reply)
  const headers = { ...reply.headers, "content-type": reply.type ?? "application/json" }
  response.writeHead(reply.status, { ...headers, "content-length": Buffer.byteLength(text) }).end(text)
}

/** Sends half of a body, then ends the connection. */
function truncate(response: ServerResponse, reply: Reply): undefined {
  const text = textOf(reply)
  response.writeHead(reply.status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
  response.write(text.slice(0, text.length / 2), () => response.socket?.destroy())
}

function textOf({ body, text }: Reply): string {
  return text ?? (body === undefined ? "" : JSON.stringify(body))
}
