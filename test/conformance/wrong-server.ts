// A proxy in front of the service that is wrong in one way at a time.
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Json } from "../support/contract/json.ts"
import type { Received } from "../support/network/https-sink.ts"

export type Request = { method: string; path: string; headers: Record<string, string>; body: Json }
export type Response = { status: number; headers: Record<string, string>; body: Json }
export type Webhook = { headers: Record<string, string>; body: Json }

/** One way to be wrong. */
export type Deviation = {
  /** The id of the check that finds it. */
  caughtBy: string
  /** What the check says. */
  says: RegExp
  /** Changes a request before the service gets it. */
  asks?(request: Request): void
  /** Changes a response before the client gets it. `ask` sends the service another request with the same headers. */
  returns?(response: Response, request: Request, ask: Ask): void | Promise<void>
  /** The webhooks that arrive instead of one. */
  delivers?(webhook: Webhook): Webhook[]
}
export type Ask = (method: string, path: string, body?: Json) => Promise<Response>

export type WrongServer = {
  url: string
  /** Undefined: it passes everything on as it is. */
  deviation: Deviation | undefined
  /** Passes a webhook on to a receiver. */
  deliver(webhook: Received, port: number): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy in front of the service at `target`. */
export async function startWrongServer(target: string): Promise<WrongServer> {
  const proxy = createServer((request, response) => {
    void pass(request, response).catch((error) => response.destroy(error))
  })
  proxy.listen(0, "127.0.0.1")
  await once(proxy, "listening")
  const wrong: WrongServer = {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    deviation: undefined,
    deliver: async ({ headers, body }, port) => {
      const webhook = { headers: plain(headers), body: JSON.parse(body.toString()) }
      const arrived = wrong.deviation?.delivers?.(webhook)
      for (const each of arrived ?? [{ headers: webhook.headers, body }])
        await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers: each.headers, body: textOf(each.body) })
    },
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, "close")
    },
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = {
      method: incoming.method!,
      path: incoming.url!,
      headers: plain(incoming.headers),
      body: await bodyOf(incoming),
    }
    wrong.deviation?.asks?.(request)
    const ask: Ask = (method, path, body) => send({ ...request, method, path, body })
    const response = await send(request)
    await wrong.deviation?.returns?.(response, request, ask)
    outgoing.writeHead(response.status, response.headers).end(textOf(response.body))
  }

  async function send({ method, path, headers, body }: Request): Promise<Response> {
    const sent = body === undefined ? {} : { body: textOf(body) }
    const response = await fetch(target + path, { method, headers, redirect: "manual", ...sent })
    return { status: response.status, headers: plain(Object.fromEntries(response.headers)), body: asJson(await response.text()) }
  }

  return wrong
}

/** Without what belongs to one connection, and to one length. */
function plain(headers: object): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => !/^(connection|keep-alive|host|transfer-encoding|content-length)$/.test(name),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return chunks.length > 0 ? asJson(Buffer.concat(chunks).toString()) : undefined
}

/** A text that is not JSON, or not as JSON.stringify would write it, stays as it is. */
function asJson(text: string): Json {
  try {
    const value = JSON.parse(text)
    return value !== null && typeof value === "object" && JSON.stringify(value) === text ? value : text
  } catch {
    return text
  }
}

const textOf = (body: Json) => (typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body))
