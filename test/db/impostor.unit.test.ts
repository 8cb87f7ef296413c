// What live mode takes for a private connection is what the driver of Postgres keeps private.
import { mkdtempSync, rmSync } from "node:fs"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TLSSocket } from "node:tls"
import { expect } from "chai"
import type { Certificate } from "mkcert"
import { isPrivateConnection } from "../../src/db/drivers/connection.ts"
import { openPostgres } from "../../src/db/drivers/postgres.ts"
import { sql } from "../support/databases/sql.ts"
import { authorityFile, selfSignedCertificate, testCertificate } from "../support/network/https-sink.ts"

const SSL_REQUEST = 80877103
const STARTUP = 196608

/** Somebody between the service and Postgres. Without a certificate it says that it has no TLS. */
class Impostor {
  logins = 0
  readonly #server: Server

  constructor(certificate: Certificate | undefined) {
    this.#server = createServer((socket) => this.#answer(socket, certificate))
  }

  async start(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done))
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    this.#server.close()
  }

  #answer(socket: Socket, certificate: Certificate | undefined): void {
    socket
      .on("error", () => {})
      .once("data", (message: Buffer) => {
        if (message.readInt32BE(4) !== SSL_REQUEST) return this.#logIn(socket, message)
        socket.write(certificate ? "S" : "N")
        if (!certificate) return
        const secured = new TLSSocket(socket, { isServer: true, key: certificate.key, cert: certificate.cert })
        secured.on("error", () => {}).once("data", (login: Buffer) => this.#logIn(secured, login))
      })
  }

  /** The name of the user and of the database have arrived. The password would follow. */
  #logIn(socket: Socket, message: Buffer): void {
    if (message.readInt32BE(4) === STARTUP) this.logins++
    socket.destroy()
  }
}

describe("A connection to Postgres that somebody intercepts", () => {
  const directory = mkdtempSync(join(tmpdir(), "vintem-impostor-"))
  let impostors: Record<string, Certificate | undefined>
  let authority: string
  before(async () => {
    authority = await authorityFile(directory)
    impostors = {
      "without TLS": undefined,
      "with a certificate of an unknown authority": await selfSignedCertificate(),
      "with a certificate for another host": await testCertificate(["other.example"]),
    }
  })
  after(() => rmSync(directory, { recursive: true }))

  /** Which impostors a process would log in to. */
  async function deceivers(options: string): Promise<string[]> {
    const deceiving: string[] = []
    for (const [name, certificate] of Object.entries(impostors)) {
      const impostor = new Impostor(certificate)
      const port = await impostor.start()
      const database = openPostgres(`postgres://vintem:secret@localhost:${port}/live?${options}`, true, {})
      await database.one(sql("SELECT 1"), {}).catch(() => {})
      await database.close()
      impostor.close()
      if (impostor.logins > 0) deceiving.push(name)
    }
    return deceiving
  }

  const variants = [
    ...["", "sslmode=disable", "sslmode=no-verify", "ssl=no-verify", "ssl=0"],
    ...["sslmode=verify-full", "sslmode=verify-full&sslrootcert=CA", "ssl=true&sslmode=verify-full&sslrootcert=CA", "ssl=true"],
    ...["sslmode=require&uselibpqcompat=true", "sslmode=verify-ca&uselibpqcompat=true&sslrootcert=CA"],
    ...["sslmode=verify-full&uselibpqcompat=true&sslrootcert=CA"],
  ]
  for (const variant of variants) {
    it(`is noticed before the login exactly where live mode runs: '${variant}'`, async () => {
      const options = variant.replace("CA", encodeURIComponent(authority))
      const deceiving = await deceivers(options)
      expect(isPrivateConnection(`postgres://db.example/live?${options}`), deceiving.join()).to.equal(deceiving.length === 0)
    })
  }
})
