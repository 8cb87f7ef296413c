import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import type { Transport } from "./faults.ts"
import type { Reply } from "./types.ts"

/** Which of Cielo's two hosts a server plays: `api` (POST and PUT), `query` (GET), or both of them. */
export type Role = "api" | "query" | "both"

export type Request = { method: string; url: URL; headers: IncomingMessage["headers"]; text: string; role: Role }

/** Finds the fault of a request, and what the bank does with it. `run` is not called where the fault keeps the request from the bank. */
export type Handler = (request: Request) => { transport?: Transport; run(): Reply | Promise<Reply> }

/** Serves on loopback. Closing it also cuts the connections on which something hangs. */
export async function listen(role: Role, port: number, handle: Handler): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => void answer(request, response, role, handle))
  // Clients keep connections for long: a server that ends idle ones would cut a request that is on its way.
  server.keepAliveTimeout = 120_000
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => close(server) }
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, "close")
}

async function answer(request: IncomingMessage, response: ServerResponse, role: Role, handle: Handler): Promise<void> {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = "", headers, url = "/" } = request
    const text = Buffer.concat(chunks).toString()
    const { transport, run } = handle({ method, headers, text, role, url: new URL(url, "http://simulator") })
    if (transport && !(await before(transport, response))) return
    const reply = await run()
    await after(transport, response, reply)
  } catch (error) {
    // A client that has gone is what tests do on purpose. Everything else is a bug of the simulator.
    if (request.destroyed && !request.complete) return
    send(response, { status: 500, body: [{ Code: 0, Message: `The simulator failed: ${(error as Error).stack}` }] })
  }
}

/** Returns whether the bank gets the call. */
async function before({ kind, value }: Transport, response: ServerResponse): Promise<boolean> {
  if (kind === "slow_before") await wait(value, undefined, { ref: false })
  if (kind === "cut_before") response.socket?.destroy()
  if (kind === "error_before") send(response, failure(value))
  return kind !== "cut_before" && kind !== "error_before" && kind !== "hang_before"
}

async function after(transport: Transport | undefined, response: ServerResponse, reply: Reply): Promise<void> {
  switch (transport?.kind) {
    case "cut_after":
      response.socket?.destroy()
      return
    case "hang_after":
      return
    case "error_after":
      return send(response, failure(transport.value))
    case "truncated":
      return truncate(response, reply)
    case "malformed": {
      const text = textOf(reply)
      return send(response, { ...reply, text: text.slice(0, text.length / 2) })
    }
    case "slow_after":
      await wait(transport.value, undefined, { ref: false })
  }
  send(response, reply)
}

function failure(status: number): Reply {
  return { status, body: status === 500 ? [{ Code: 0, Message: "Internal error" }] : undefined }
}

function send(response: ServerResponse, reply: Reply): void {
  const { status, body, text, headers } = reply
  if (body === undefined && text === undefined) return void response.writeHead(status, { ...headers, "content-length": 0 }).end()
  const sent = textOf(reply)
  const type = "application/json; charset=utf-8"
  response.writeHead(status, { "content-type": type, ...headers, "content-length": Buffer.byteLength(sent) }).end(sent)
}

function textOf({ body, text }: Reply): string {
  return text ?? JSON.stringify(body ?? {})
}

/** Sends half of a body, then ends the connection. */
function truncate(response: ServerResponse, reply: Reply): void {
  const text = textOf(reply)
  response.writeHead(reply.status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
  response.write(text.slice(0, text.length / 2), () => response.socket?.destroy())
}
