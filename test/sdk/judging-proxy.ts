// A proxy between the SDK and the service. It forwards everything unchanged and checks every response against the contract.
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Agent, request as send } from "undici"
import { operationOf, violations } from "../support/contract/contract.ts"
import { saw } from "../support/contract/seen.ts"

const HOP = new Set(["connection", "keep-alive", "transfer-encoding", "host"])

export const startJudgingProxy = async (target: string) => {
  const found: string[] = []
  const operations = new Set<string>()
  const dispatcher = new Agent({ bodyTimeout: 60_000, headersTimeout: 60_000 })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const method = request.method as "GET"
    const url = request.url!
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP.has(name))) as Record<
      string,
      string
    >
    const upstream = await send(target + url, { dispatcher, method, headers, body: chunks.length ? Buffer.concat(chunks) : null })
    const text = await upstream.body.text()
    const received = Object.fromEntries(Object.entries(upstream.headers).map(([name, value]) => [name, String(value)]))
    const path = url.split("?")[0]!
    const body = text === "" ? undefined : JSON.parse(text)
    for (const violation of violations(method, path, { status: upstream.statusCode, headers: received, body, text })) {
      found.push(`${method} ${url}: ${violation}`)
    }
    const operation = operationOf(method, path)
    if (operation) {
      operations.add(operation.id)
      saw(operation.id, upstream.statusCode, body)
    }
    response.writeHead(upstream.statusCode, Object.fromEntries(Object.entries(received).filter(([name]) => !HOP.has(name))))
    response.end(text)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, "close")
    await dispatcher.destroy()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, violations: found, operations, close }
}
