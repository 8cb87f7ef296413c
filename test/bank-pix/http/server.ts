import { once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer, type Server } from "node:https"
import type { AddressInfo } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import type { TLSSocket } from "node:tls"
import { serverCertificate } from "../../support/network/https-sink.ts"
import { clientAuthority } from "../certificates.ts"
import { failureReply, gatewayReply, htmlReply, problemReply, soapReply } from "../errors.ts"
import type { Hit } from "../faults.ts"
import type { Profile } from "../profiles.ts"
import type { Reply, Request } from "../types.ts"

/** What a request becomes: the fault that hits it, and the bank's work, which is not done where the fault keeps the request from the bank. */
export type Handled = {
  transport?: Hit["transport"]
  run(): Promise<Reply>
  /** Hears what became of it: the status, or null where no answer was sent. `reply` is what the bank itself has answered. */
  done(status: number | null, reply?: Reply): void
}

type Listening = { origin: string; close(): Promise<void> }
type Settings = { profile: Profile; handle(request: Request): Handled; refused(reason: string): void }

/** Forward secrecy only. */
const CIPHERS = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20"

/** Serves on loopback, over mutual TLS. `refused` hears why a connection was turned away. */
export async function listen(settings: Settings): Promise<Listening> {
  const { key, cert } = await serverCertificate()
  const ca = (await clientAuthority()).cert
  const demands = { key, cert, ca, requestCert: true, rejectUnauthorized: true, minVersion: "TLSv1.2", ciphers: CIPHERS } as const
  const server = createServer(demands, (request, response) => void answer(request, response, settings))
  server.keepAliveTimeout = 120_000
  server.on("tlsClientError", (error: NodeJS.ErrnoException) => settings.refused(error.code ?? error.message))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => close(server) }
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, "close")
}

async function answer(incoming: IncomingMessage, response: ServerResponse, { handle, profile }: Settings): Promise<void> {
  try {
    const { transport, run, done } = handle(await read(incoming))
    const instead = await before(transport, profile)
    if (instead === "cut") response.socket?.destroy()
    if (instead === "cut" || instead === "hang") return done(null)
    if (instead) {
      done(instead.status)
      return send(response, instead)
    }
    const reply = await run()
    const sent = await after(transport, reply, profile, response)
    done(sent?.status ?? null, reply)
    if (sent) send(response, sent)
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
  const { fingerprint256: fingerprint } = (incoming.socket as TLSSocket).getPeerCertificate()
  return { method, headers, fingerprint, url: new URL(url, "https://bank"), text: Buffer.concat(chunks).toString() }
}

/** An answer in the place of the bank's, or nothing if the bank gets the call. */
async function before(transport: Hit["transport"], profile: Profile): Promise<Reply | "cut" | "hang" | undefined> {
  const { kind, value = 0, given } = transport ?? {}
  switch (kind) {
    case "slow_before":
      return void (await wait(value, undefined, { ref: false }))
    case "cut_before":
      return "cut"
    case "hang_before":
      return "hang"
    case "error_before":
      return failureReply(value, profile)
    case "html_before":
      return htmlReply(value)
    case "xml_before":
      return soapReply(value)
    case "unauthorized":
      return gatewayReply(401, "Unauthorized", { "www-authenticate": 'Bearer error="invalid_token"' })
    case "too_many":
      return { ...problemReply(429, "LimiteExcedido"), outside: true, headers: given ? { "retry-after": String(value) } : {} }
  }
  return undefined
}

/** What is sent of an answer: nothing where it is lost. */
async function after(
  transport: Hit["transport"],
  reply: Reply,
  profile: Profile,
  response: ServerResponse,
): Promise<Reply | undefined> {
  const { kind, value = 0 } = transport ?? {}
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
      return failureReply(value, profile)
    case "html_after":
      return htmlReply(value)
    case "xml_after":
      return soapReply(value)
    case "truncated":
      return truncate(response, reply)
    case "malformed":
      return { ...reply, text: textOf(reply).slice(0, textOf(reply).length / 2) }
  }
  return reply
}

function send(response: ServerResponse, reply: Reply): void {
  const text = textOf(reply)
  const type = reply.type ?? "application/json"
  const headers = { ...reply.headers, ...(text && { "content-type": type }) }
  response
    .writeHead(reply.status, { ...headers, ...(reply.status !== 204 && { "content-length": Buffer.byteLength(text) }) })
    .end(text)
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
