import { randomUUID } from "node:crypto"
import { expect } from "chai"
import pino from "pino"
import { text } from "../../src/db/columns.ts"
import type { Database, Transaction } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { settings } from "../../src/db/tables.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases, kind } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { testOnly } from "../support/databases/statement.ts"
import { newMerchant } from "../support/merchants/merchant.ts"

const insert = testOnly(settings.statement(["name"], (rows, p) => rows.insert({ name: p.name, value: "x" })))
const list = testOnly(
  settings.statement([{ like: text() }], (rows, p) => rows.whereRaw("name LIKE ?", [p.like]).orderBy("name").select("name")),
)

/** A row whose `kept_by` does not exist passes its INSERT but makes the COMMIT fail. */
const PROMISES =
  "CREATE TABLE promises (name TEXT PRIMARY KEY, kept_by TEXT REFERENCES promises (name) DEFERRABLE INITIALLY DEFERRED)"
const breakPromise = sql<void>("INSERT INTO promises VALUES ('broken', 'nobody')")

describe("A commit that fails", () => {
  let databases: Databases
  let database: Database
  before(async () => {
    databases = await freshDatabases()
    database = connect(databases.env.TEST_DATABASE_URL!, false)
    await database.transaction((tx) => tx.run(sql(PROMISES), {}))
  })
  after(async () => {
    await database.close()
    await databases.remove()
  })

  const names = async (like: string) => (await database.all(list, { like })).map(({ name }) => name)
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => "done",
      (error: Error) => error.message,
    )

  it("is reported to the caller and writes nothing, and the next commit succeeds", async () => {
    const notified: string[] = []
    const unit = (name: string, more?: (tx: Transaction) => Promise<unknown>) =>
      database.transaction(async (tx) => {
        await tx.run(insert, { name })
        tx.afterCommit(() => notified.push(name))
        await more?.(tx)
      })
    const fails = unit("alone-fails", (tx) => tx.run(breakPromise, {}))
    expect(await failure(fails)).to.match(/foreign key/i)
    expect(await names("alone-%")).to.deep.equal([])
    expect(notified).to.deep.equal([])
    await unit("alone-passes")
    expect(await names("alone-%")).to.deep.equal(["alone-passes"])
    expect(notified).to.deep.equal(["alone-passes"])
  })

  it("fails every transaction that shares it, and no others", async () => {
    const notified: string[] = []
    const units = Array.from({ length: 20 }, (_, index) => {
      const name = `shared-${String(index).padStart(2, "0")}`
      const unit = database.transaction(async (tx) => {
        await tx.run(insert, { name })
        tx.afterCommit(() => notified.push(name))
        if (index === 10) await tx.run(breakPromise, {})
      })
      return failure(unit).then((outcome) => ({ name, outcome }))
    })
    const outcomes = await Promise.all(units)
    const done = outcomes.filter(({ outcome }) => outcome === "done").map(({ name }) => name)
    // SQLite commits all of them together. Postgres commits each on its own.
    expect(done).to.have.lengthOf(kind === "sqlite" ? 0 : 19)
    expect(await names("shared-%")).to.deep.equal(done)
    expect(notified.sort()).to.deep.equal(done)
    for (const { outcome } of outcomes) expect(outcome).to.match(/^done$|foreign key/i)
  })

  it("is reported even if the transaction ignores the statement that failed", async () => {
    const unit = database.transaction(async (tx) => {
      await tx.run(insert, { name: "swallowed" })
      await tx.run(insert, { name: "swallowed" }).catch(() => {})
    })
    const outcome = await failure(unit)
    // Postgres rolls back the whole transaction and returns ROLLBACK for the COMMIT. SQLite rolls back only the statement.
    expect(await names("swallowed")).to.deep.equal(outcome === "done" ? ["swallowed"] : [])
  })
})

/** The commit that creates a customer with this e-mail fails. */
const UNLUCKY = "unlucky@example.com"
const BREAK_FOR_UNLUCKY = {
  sqlite: [
    `CREATE TRIGGER unlucky AFTER INSERT ON customers WHEN NEW.email = '${UNLUCKY}'
     BEGIN INSERT INTO promises VALUES (NEW.id, 'nobody'); END`,
  ],
  postgres: [
    `CREATE FUNCTION break_promise() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN INSERT INTO promises VALUES (NEW.id, 'nobody'); RETURN NEW; END $$`,
    `CREATE TRIGGER unlucky AFTER INSERT ON customers FOR EACH ROW WHEN (NEW.email = '${UNLUCKY}')
     EXECUTE FUNCTION break_promise()`,
  ],
}

describe("Requests whose commit fails", () => {
  let vintem: Running
  const lines: { request_id?: string; err?: { message: string }; status?: number }[] = []
  before(async () => {
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    vintem = await startVintem({}, { log, role: "api" })
    for (const text of [PROMISES, ...BREAK_FOR_UNLUCKY[kind as "sqlite"]]) {
      await vintem.server.modes.test.database.transaction((tx) => tx.run(sql(text), {}))
    }
  })
  after(() => vintem.close())

  it("get an error, are logged and counted, and only the acknowledged customers exist", async () => {
    const merchant = await newMerchant(vintem)
    const create = async (email: string) => {
      const response = await fetch(`${vintem.url}/v1/customers`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${merchant.key}`,
          "content-type": "application/json",
          "idempotency-key": randomUUID(),
        },
        body: JSON.stringify({ email }),
      })
      return {
        status: response.status,
        body: (await response.json()) as { id: string; error?: { code: string; request_id: string } },
      }
    }
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => create(index % 10 === 5 ? UNLUCKY : `lucky-${index}@example.com`)),
    )
    responses.push(await create("next@example.com"))
    expect(responses.at(-1)?.status).to.equal(201)
    for (const { status, body } of responses)
      if (status !== 201) expect([status, body.error?.code]).to.deep.equal([500, "internal_error"])
    expect(responses.filter(({ status }) => status === 500).length).to.be.greaterThanOrEqual(3)
    const created = responses.filter(({ status }) => status === 201).map(({ body }) => body.id)
    const { body } = await merchant.request("GET", "/v1/customers?limit=100")
    expect(body.data.map(({ id }: { id: string }) => id).sort()).to.deep.equal(created.sort())

    const refused = responses.flatMap(({ body }) => body.error?.request_id ?? [])
    for (const id of refused) {
      const notified = lines.filter(({ request_id }) => request_id === id)
      expect(notified.map(({ err, status }) => status ?? err?.message).join()).to.match(/foreign key.*,500$/i)
    }
    const metrics = await (await fetch(vintem.metricsUrl)).text()
    expect(metrics).to.match(new RegExp(`_count\\{operation="createCustomer",status="500"\\} ${refused.length}$`, "m"))
  })
})
