import { once } from "node:events"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import type { TLSSocket } from "node:tls"
import { serverCertificate } from "../support/network/https-sink.ts"

// biome-ignore lint/suspicious/noExplicitAny: a call may have any body.
export type Received = { path: string; body: any; hasCertificate: boolean }

/** A merchant's server of webhooks. It demands a certificate of the bank's authority, unless `isOpen`. `status` is what it answers. */
export async function startListener(ca: string, { isOpen = false }: { isOpen?: boolean } = {}) {
  const { key, cert } = await serverCertificate()
  const received: Received[] = []
  const answers = { status: 200 }
  const server = createServer({ key, cert, ca, requestCert: true, rejectUnauthorized: !isOpen }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorized } = request.socket as TLSSocket
    received.push({ path: request.url!, body: JSON.parse(Buffer.concat(chunks).toString()), hasCertificate: authorized })
    response.writeHead(answers.status).end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answers,
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}
export type Listener = Awaited<ReturnType<typeof startListener>>
