import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { createCA, createCert } from "mkcert"
import rawBody from "raw-body"

/**
 * Receives webhooks on https, as Vintém delivers to nothing else, and passes their bytes and signature on to `target`. Only this process
 * trusts its certificate.
 */
export async function relayWebhooks(target: string): Promise<{ url: string; close(): Promise<void> }> {
  const subject = { organization: "Vintem demo", countryCode: "BR", state: "SP", locality: "Sao Paulo" }
  const ca = await createCA({ ...subject, validity: 30 })
  const { key, cert } = await createCert({ ca, domains: ["127.0.0.1"], validity: 30 })
  setDefaultCACertificates([...getCACertificates("default"), ca.cert])
  const relay = createServer({ key, cert }, async (request, response) => {
    try {
      const headers = { "service-signature": String(request.headers["service-signature"]) }
      const answer = await fetch(target, { method: "POST", headers, body: await rawBody(request) })
      response.writeHead(answer.status).end()
    } catch {
      response.writeHead(502).end() // It is delivered again.
    }
  })
  await new Promise<void>((listening) => relay.listen(0, "127.0.0.1", listening))
  return {
    url: `https://127.0.0.1:${(relay.address() as AddressInfo).port}/webhooks`,
    close: () =>
      new Promise((closed) => {
        relay.close(() => closed())
        relay.closeAllConnections()
      }),
  }
}
