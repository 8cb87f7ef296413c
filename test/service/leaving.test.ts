import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, connect as dial } from "node:net"
import { expect } from "chai"
import pino from "pino"
import { readConfig } from "../../src/config/config.ts"
import { migrations } from "../../src/db/migrations/index.ts"
import { serve } from "../../src/serve.ts"
import { COMMAND, ROOT } from "../support/app/commands.ts"
import { startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { freePort } from "../support/databases/postgres.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIntent, newToken } from "../support/merchants/payments.ts"

const silent = pino({ level: "silent" })

describe("Starting and stopping", () => {
  let databases: Databases
  before(async () => {
    databases = await freshDatabases()
  })
  after(() => databases.remove())

  /** Reports whether a port accepts connections. */
  const listens = (port: number) =>
    new Promise<boolean>((done) => {
      const socket = dial(port, "127.0.0.1", () => {
        socket.destroy()
        done(true)
      })
      socket.on("error", () => done(false))
    })

  /** Sends a request and keeps the connection open. Returns the beginning of the response. */
  const requestAndStay = async (port: number, key: string, path: string, body: object) => {
    const text = JSON.stringify(body)
    const head = [`POST ${path} HTTP/1.1`, "Host: vintem", `Authorization: Bearer ${key}`, "Content-Type: application/json"]
    const socket = dial(port, "127.0.0.1")
    socket.write(`${head.join("\r\n")}\r\nContent-Length: ${text.length}\r\n\r\n${text}`)
    const [response] = (await once(socket, "data")) as [Buffer]
    return response.toString()
  }

  /** Retries without a pause until the service responds. Returns the first status. */
  const firstStatus = async (url: string) => {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
      const response = await fetch(url).catch(() => undefined)
      if (response) return response.status
    }
    return undefined
  }

  it("a stop finishes, stores and responds to the requests in progress, and logs no warning", async () => {
    const begun = Promise.withResolvers<void>()
    let missing = 2
    const warnings: string[] = []
    const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) })
    const checkpoint = (step: string) => step === "confirm: attempt written" && --missing === 0 && begun.resolve()
    const vintem = await startVintem({ MOCK_ACQUIRER_FAULTS: "authorize=slow:1000" }, { databases, log, checkpoint })
    const port = Number(new URL(vintem.url).port)
    const [intents, tokens] = await Promise.all([
      Promise.all([newIntent(vintem), newIntent(vintem)]),
      Promise.all([newToken(vintem), newToken(vintem)]),
    ])
    const [path, other] = intents.map(({ id }) => `/v1/payment_intents/${id}/confirm`) as [string, string]
    const confirming = vintem.request("POST", path, { payment_method: tokens[0].id })
    const stubborn = requestAndStay(port, vintem.key, other, { payment_method: tokens[1].id })
    await begun.promise
    const closing = vintem.server.close()
    await until(async () => !(await listens(port)))
    expectStatus(await confirming, 200)
    expect(await stubborn).to.match(/^HTTP\/1.1 200 OK/)
    const respondedAt = Date.now()
    await closing
    // A kept-alive connection would stay open for five more seconds. The service does not wait for it.
    expect(Date.now() - respondedAt).to.be.below(4000)
    expect(warnings).to.deep.equal([])

    const next = await startVintem({}, { databases, role: "api" })
    try {
      for (const { id } of intents) {
        const stored = await next.request("GET", `/v1/payment_intents/${id}`, undefined, { key: vintem.key })
        expect(expectStatus(stored, 200).status).to.equal("succeeded")
      }
    } finally {
      await next.close()
    }
  })

  it("if a port is taken, the start fails, names its variable, and holds no other port", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const { port } = taken.address() as { port: number }
    const free = await freePort()
    try {
      for (const [variable, other] of [
        ["PORT", "METRICS_PORT"],
        ["METRICS_PORT", "PORT"],
      ] as const) {
        const config = readConfig({ ...databases.env, [variable]: String(port), [other]: String(free) })
        const message = await serve(config, { log: silent }).catch((error: Error) => error.message)
        expect(message).to.match(
          new RegExp(`^The port ${port} of ${variable} cannot be opened: .*EADDRINUSE.* choose another port`),
        )
        expect(await listens(free)).to.equal(false)
      }
    } finally {
      taken.close()
    }
  })

  it("requests during the start wait until the service is ready, and SIGTERM ends the process", async () => {
    const port = await freePort()
    const child = spawn(process.execPath, [COMMAND, "serve"], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "pipe"],
      env: { PATH: process.env.PATH, ...databases.env, PORT: String(port), METRICS_PORT: "0", LOG_LEVEL: "silent" },
      timeout: 55_000,
    })
    let output = ""
    child.stderr.on("data", (chunk) => (output += chunk))
    const exited = once(child, "exit")
    expect(await firstStatus(`http://127.0.0.1:${port}/readyz`), output).to.equal(200)
    await until(async () => output.includes("ready at"), 30_000)
    const signalledAt = Date.now()
    child.kill("SIGTERM")
    expect((await exited)[0], output).to.equal(0)
    expect(Date.now() - signalledAt).to.be.below(10_000)
  })

  it("a worker accepts no API requests", async () => {
    const port = await freePort()
    const worker = await serve(readConfig({ ...databases.env, PORT: String(port), METRICS_PORT: "0" }), {
      role: "worker",
      log: silent,
    })
    try {
      expect(await listens(port)).to.equal(false)
      expect((await fetch(worker.metricsUrl)).status).to.equal(200)
    } finally {
      await worker.close()
    }
  })
})

describe("A database with another schema", () => {
  it("is ready where it is newer, and not where a migration is missing: the error says what to do", async () => {
    const vintem = await startVintem({}, { role: "api", log: silent })
    const { database } = vintem.server.modes.test
    const run = (text: string) => database.transaction((tx) => tx.run(sql(text), {}))
    const ready = async () => {
      const { status, body } = await vintem.request("GET", "/readyz", undefined, { key: null })
      return status === 200 ? "ready" : `${status} ${body.error.message}`
    }
    const not = "503 The schema of the test database is older than this version: run 'vintem migrate'."
    try {
      expect(await ready()).to.equal("ready")
      await run("INSERT INTO knex_migrations (name, batch) VALUES ('9999_newer', 2)")
      expect(await ready()).to.equal("ready")
      await run("DELETE FROM knex_migrations WHERE name = '9999_newer'")
      expect(await ready()).to.equal("ready")
      await run(`UPDATE knex_migrations SET name = '9999_other' WHERE name = '${Object.keys(migrations).at(-1)}'`)
      expect(await ready()).to.equal(not)
      await run("DELETE FROM knex_migrations WHERE name = '9999_other'")
      expect(await ready()).to.equal(not)
      expectStatus(await (await newMerchant(vintem)).request("GET", "/v1/customers"), 200)
    } finally {
      await vintem.close()
    }
  })
})
