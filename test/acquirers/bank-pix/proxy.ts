import { once } from "node:events"
import { request } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import type { BankPix } from "../../bank-pix/bank-pix.ts"
import { serverCertificate } from "../../support/network/https-sink.ts"

/** `forwardTo`: several addresses take turns. */
export type FrontProxy = { url: string; forwardTo(...urls: string[]): void; close(): Promise<void> }

/** What an operator has in front of Vintém: TLS that demands the bank's certificate of whoever calls. */
export async function startProxy({ webhookAuthority: ca }: BankPix, { demands = true } = {}): Promise<FrontProxy> {
  const { key, cert } = await serverCertificate()
  let targets: string[] = []
  let turn = 0
  const server = createServer({ key, cert, ca, requestCert: demands, rejectUnauthorized: demands }, (incoming, outgoing) => {
    const { method, headers } = incoming
    const forwarded = request(targets[turn++ % targets.length] + incoming.url!, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on("error", () => outgoing.writeHead(502).end())
    incoming.pipe(forwarded)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(...urls) {
      targets = urls
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}
