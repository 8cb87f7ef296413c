import { writeFile } from "node:fs/promises"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { type Certificate, createCA, createCert } from "mkcert"

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer; at: number }

/** A merchant's server: HTTPS on a free port of this machine, which keeps what it received and answers as it is told. */
export type Sink = {
  port: number
  /** With the address in it, for certificates that name 127.0.0.1. */
  url: string
  received: Received[]
  /** Number of TCP connections accepted so far. */
  connections(): number
  /** Resolves when `count` requests have arrived in all. */
  arrived(count: number, withinMs?: number): Promise<Received[]>
  close(): Promise<void>
}

type Answer = (request: Received, response: ServerResponse, count: number) => void

const subject = { organization: "Vintem test CA", countryCode: "BR", state: "SP", locality: "Sao Paulo" }
let authority: Promise<Certificate> | undefined
let usualCertificate: Promise<Certificate> | undefined

/** The CA of the tests, made once a process. */
export function testAuthority(): Promise<Certificate> {
  authority ??= createCA({ ...subject, validity: 2 })
  return authority
}

/** Makes this process trust the CA of the tests. A process of its own is given `NODE_EXTRA_CA_CERTS` instead: see authorityFile. */
export async function trustTestAuthority(): Promise<void> {
  setDefaultCACertificates([...getCACertificates("default"), (await testAuthority()).cert])
}

/** Writes the CA of the tests to a file of a folder, for NODE_EXTRA_CA_CERTS. */
export async function authorityFile(folder: string): Promise<string> {
  const file = join(folder, "test-ca.pem")
  await writeFile(file, (await testAuthority()).cert)
  return file
}

/** A certificate of the tests' CA, unless another issuer is given; `days` below 0 has expired. */
export async function testCertificate(
  domains: string[] = ["localhost", "127.0.0.1"],
  { days = 2, issuer = testAuthority() }: { days?: number; issuer?: Promise<Certificate> } = {},
): Promise<Certificate> {
  return createCert({ ca: await issuer, domains, validity: days })
}

/** A certificate that nobody but itself vouches for. */
export async function selfSignedCertificate(): Promise<Certificate> {
  return testCertificate(undefined, { issuer: createCA({ ...subject, organization: "Nobody", validity: 2 }) })
}

const ok: Answer = (_request, response) => response.end("ok")

export async function startSink(answer: Answer = ok, certificate?: Certificate): Promise<Sink> {
  const received: Received[] = []
  const waiting: { count: number; tell: () => void }[] = []
  let connections = 0

  usualCertificate ??= testCertificate()
  const { key, cert } = certificate ?? (await usualCertificate)
  const server = createServer({ key, cert }, (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => {
      const one = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks), at: Date.now() }
      received.push(one)
      answer(one, response, received.length)
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
    arrived: (count, withinMs = 10_000) =>
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
