import { once } from "node:events"
import { createServer, connect as dial } from "node:net"
import { expect } from "chai"
import pino from "pino"
import { readConfig } from "../../src/config.ts"
import { serve } from "../../src/serve.ts"
import { type Databases, freshDatabases } from "../support/databases.ts"
import { newMerchant, until } from "../support/merchant.ts"
import { expectStatus, newIntent, newToken } from "../support/payments.ts"
import { freePort } from "../support/postgres.ts"
import { sql } from "../support/sql.ts"
import { startVintem } from "../support/vintem.ts"

const silent = pino({ level: "silent" })

describe("Coming and going", () => {
  let databases: Databases
  before(async () => {
    databases = await freshDatabases()
  })
  after(() => databases.remove())

  /** Whether somebody takes connections at a port. */
  const listens = (port: number) =>
    new Promise<boolean>((answer) => {
      const socket = dial(port, "127.0.0.1", () => {
        socket.destroy()
        answer(true)
      })
      socket.on("error", () => answer(false))
    })

  it("what is under way when it is asked to leave is finished, answered and kept, and it leaves without a complaint", async () => {
    const begun = Promise.withResolvers<void>()
    const complaints: string[] = []
    const log = pino({ level: "warn" }, { write: (line: string) => void complaints.push(line) })
    const checkpoint = (step: string) => step === "confirm: attempt written" && begun.resolve()
    const vintem = await startVintem({ MOCK_ACQUIRER_FAULTS: "authorize=slow:1000" }, { databases, log, checkpoint })
    const port = Number(new URL(vintem.url).port)
    const { id } = await newIntent(vintem)
    const token = await newToken(vintem)
    const confirming = vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
    await begun.promise
    const left = vintem.server.close()
    await until(async () => !(await listens(port)))
    expectStatus(await confirming, 200)
    const answered = Date.now()
    await left
    // The client's connections are kept alive for longer; nobody waits for them.
    expect(Date.now() - answered).to.be.below(4000)
    expect(complaints).to.deep.equal([])

    const next = await startVintem({}, { databases, role: "api" })
    try {
      const kept = await next.request("GET", `/v1/payment_intents/${id}`, undefined, { key: vintem.key })
      expect(expectStatus(kept, 200).status).to.equal("succeeded")
    } finally {
      await next.close()
    }
  })

  it("who calls while it starts waits until it is ready", async () => {
    const port = await freePort()
    const first = until(() => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))
    const vintem = await startVintem({ PORT: String(port) }, { databases, role: "api", log: silent })
    try {
      expect((await first).status).to.equal(200)
    } finally {
      await vintem.close()
    }
  })

  it("where one of its ports is taken it says so, and holds none of the others", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const { port } = taken.address() as { port: number }
    const free = await freePort()
    try {
      for (const ports of [
        { PORT: String(port), METRICS_PORT: String(free) },
        { PORT: String(free), METRICS_PORT: String(port) },
      ]) {
        const config = readConfig({ ...databases.env, ...ports })
        expect(await serve(config, { log: silent }).catch((error) => error.code)).to.equal("EADDRINUSE")
        expect(await listens(free)).to.equal(false)
      }
    } finally {
      taken.close()
    }
  })

  it("a worker takes no requests", async () => {
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

describe("A database of another version", () => {
  it("is not ready, whether it is older or newer, and says what to do", async () => {
    const vintem = await startVintem({}, { role: "api", log: silent })
    const { database } = vintem.server.modes.test
    const run = (text: string) => database.transaction((tx) => tx.run(sql(text), {}))
    const ready = async () => {
      const { status, body } = await vintem.request("GET", "/readyz", undefined, { key: null })
      return status === 200 ? "ready" : `${status} ${body.error.message}`
    }
    const not = "503 The test database has another schema than this program: run 'vintem migrate'."
    try {
      expect(await ready()).to.equal("ready")
      await run("INSERT INTO knex_migrations (name, batch) VALUES ('9999_newer', 2)")
      expect(await ready()).to.equal(not)
      await run("DELETE FROM knex_migrations WHERE name = '9999_newer'")
      expect(await ready()).to.equal("ready")
      await run("DELETE FROM knex_migrations WHERE id = (SELECT max(id) FROM knex_migrations)")
      expect(await ready()).to.equal(not)
      expectStatus(await (await newMerchant(vintem)).request("GET", "/v1/customers"), 200)
    } finally {
      await vintem.close()
    }
  })
})
