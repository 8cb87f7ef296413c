import { readFile, writeFile } from "node:fs/promises"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { type Certificate, createCA, createCert } from "mkcert"

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer; at: number }

/** A merchant's server: HTTPS on a free local port. It records requests, and the test decides the responses. */
export type Sink = {
  port: number
  /** With an IP address, for certificates of 127.0.0.1. */
  url: string
  received: Received[]
  /** The number of TCP connections accepted so far. */
  connections(): number
  /** Resolves when `count` requests have arrived in total. Rejects after `withinMs`. */
  arrived(count: number, withinMs?: number): Promise<Received[]>
  close(): Promise<void>
}

type Respond = (request: Received, response: ServerResponse, count: number) => void

const subject = { organization: "Vintem test CA", countryCode: "BR", state: "SP", locality: "Sao Paulo" }
let authority: Promise<Certificate> | undefined
let own: Promise<Certificate> | undefined

/** The certificate authority of the tests, created once per process. In a run that shares its servers, it comes from a file. */
export function testAuthority(): Promise<Certificate> {
  const file = process.env.VINTEM_TEST_AUTHORITY
  authority ??= file ? readFile(file, "utf8").then(JSON.parse) : createCA({ ...subject, validity: 2 })
  return authority
}

/** Makes this process trust the CA of the tests. A child process needs `NODE_EXTRA_CA_CERTS` instead (see authorityFile). */
export async function trustTestAuthority(): Promise<void> {
  setDefaultCACertificates([...getCACertificates("default"), (await testAuthority()).cert])
}

/** Writes the CA of the tests to a file, for NODE_EXTRA_CA_CERTS. Returns its path. */
export async function authorityFile(folder: string): Promise<string> {
  const file = join(folder, "test-ca.pem")
  await writeFile(file, (await testAuthority()).cert)
  return file
}

const LOOPBACK = ["localhost", "127.0.0.1"]

/** The certificate of servers on this machine, created once per process, because signing takes a tenth of a second. */
export function serverCertificate(): Promise<Certificate> {
  own ??= testCertificate()
  return own
}

/** Creates a certificate, by default of this machine and issued by the CA of the tests. It has expired if `days` is negative. */
export async function testCertificate(
  domains: string[] = LOOPBACK,
  { days = 2, issuer = testAuthority() }: { days?: number; issuer?: Promise<Certificate> } = {},
): Promise<Certificate> {
  return createCert({ ca: await issuer, domains, validity: days })
}

/** Creates a certificate of an unknown CA. */
export async function selfSignedCertificate(): Promise<Certificate> {
  return testCertificate(undefined, { issuer: createCA({ ...subject, organization: "Nobody", validity: 2 }) })
}

const ok: Respond = (_request, response) => response.end("ok")

export async function startSink(respond: Respond = ok, certificate?: Certificate): Promise<Sink> {
  const received: Received[] = []
  const waiting: { count: number; tell: () => void }[] = []
  let connections = 0

  const { key, cert } = certificate ?? (await serverCertificate())
  const server = createServer({ key, cert }, (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => {
      const one = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks), at: Date.now() }
      received.push(one)
      respond(one, response, received.length)
      for (const waiter of waiting) if (received.length >= waiter.count) waiter.tell()
    })
  })
  server.on("connection", () => connections++)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo

  return {
    port,
    url: `https://127.0.0.1:${port}/hooks`,
    received,
    connections: () => connections,
    arrived: (count, withinMs = 45_000) =>
      new Promise((resolve, reject) => {
        if (received.length >= count) return resolve(received)
        const failed = () => reject(new Error(`${received.length} of ${count} requests arrived within ${withinMs} ms`))
        const timer = setTimeout(failed, withinMs)
        waiting.push({
          count,
          tell: () => {
            clearTimeout(timer)
            resolve(received)
          },
        })
      }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
