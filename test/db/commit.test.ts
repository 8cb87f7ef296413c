import { randomUUID } from "node:crypto"
import { expect } from "chai"
import pino from "pino"
import { connect } from "../../src/db/connect.ts"
import type { Database, Transaction } from "../../src/db/database.ts"
import { statement } from "../../src/db/statement.ts"
import { type Databases, freshDatabases, kind } from "../support/databases.ts"
import { newMerchant } from "../support/merchant.ts"
import { sql } from "../support/sql.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const insert = statement<void>((k, p) => k("settings").insert({ name: p.name, value: "x" }))
const list = statement<{ name: string }>((k, p) => k("settings").where("name", "like", p.like).orderBy("name").select("name"))

/** A row of this table that nobody keeps passes its INSERT, and makes the COMMIT fail. */
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
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: Error) => error.message,
    )

  it("is told to whoever asked, writes nothing, and the next one passes", async () => {
    const told: string[] = []
    const unit = (name: string, more?: (tx: Transaction) => Promise<unknown>) =>
      database.transaction(async (tx) => {
        await tx.run(insert, { name })
        tx.afterCommit(() => told.push(name))
        await more?.(tx)
      })
    const fails = unit("alone-fails", (tx) => tx.run(breakPromise, {}))
    expect(await failure(fails)).to.match(/foreign key/i)
    expect(await names("alone-%")).to.deep.equal([])
    expect(told).to.deep.equal([])
    await unit("alone-passes")
    expect(await names("alone-%")).to.deep.equal(["alone-passes"])
    expect(told).to.deep.equal(["alone-passes"])
  })

  it("takes with it those that share it, and no others", async () => {
    const told: string[] = []
    const units = Array.from({ length: 20 }, (_, index) => {
      const name = `shared-${String(index).padStart(2, "0")}`
      const unit = database.transaction(async (tx) => {
        await tx.run(insert, { name })
        tx.afterCommit(() => told.push(name))
        if (index === 10) await tx.run(breakPromise, {})
      })
      return failure(unit).then((outcome) => ({ name, outcome }))
    })
    const outcomes = await Promise.all(units)
    const done = outcomes.filter(({ outcome }) => outcome === "done").map(({ name }) => name)
    // On SQLite all of them are one commit, on Postgres each is its own.
    expect(done).to.have.lengthOf(kind === "sqlite" ? 0 : 19)
    expect(await names("shared-%")).to.deep.equal(done)
    expect(told.sort()).to.deep.equal(done)
    for (const { outcome } of outcomes) expect(outcome).to.match(/^done$|foreign key/i)
  })

  it("is not hidden by a unit that goes on after a statement of its own has failed", async () => {
    const unit = database.transaction(async (tx) => {
      await tx.run(insert, { name: "swallowed" })
      await tx.run(insert, { name: "swallowed" }).catch(() => {})
    })
    const outcome = await failure(unit)
    // Postgres gives up the whole transaction and says so by another word than COMMIT; SQLite undoes the statement alone.
    expect(await names("swallowed")).to.deep.equal(outcome === "done" ? ["swallowed"] : [])
  })
})

/** Makes the commit fail that creates this customer. */
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

  it("are answered with an error, logged and counted, and what was answered as created is all that there is", async () => {
    const merchant = await newMerchant(vintem)
    const create = async (email: string) => {
      const answer = await fetch(`${vintem.url}/v1/customers`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${merchant.key}`,
          "content-type": "application/json",
          "idempotency-key": randomUUID(),
        },
        body: JSON.stringify({ email }),
      })
      return {
        status: answer.status,
        body: (await answer.json()) as { id: string; error?: { code: string; request_id: string } },
      }
    }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => create(index % 10 === 5 ? UNLUCKY : `lucky-${index}@example.com`)),
    )
    answers.push(await create("next@example.com"))
    expect(answers.at(-1)?.status).to.equal(201)
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.error?.code]).to.deep.equal([500, "internal_error"])
    expect(answers.filter(({ status }) => status === 500).length).to.be.greaterThanOrEqual(3)
    const created = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
    const { body } = await merchant.request("GET", "/v1/customers?limit=100")
    expect(body.data.map(({ id }: { id: string }) => id).sort()).to.deep.equal(created.sort())

    const refused = answers.flatMap(({ body }) => body.error?.request_id ?? [])
    for (const id of refused) {
      const told = lines.filter(({ request_id }) => request_id === id)
      expect(told.map(({ err, status }) => status ?? err?.message).join()).to.match(/foreign key.*,500$/i)
    }
    const metrics = await (await fetch(vintem.metricsUrl)).text()
    expect(metrics).to.match(new RegExp(`_count\\{operation="createCustomer",status="500"\\} ${refused.length}$`, "m"))
  })
})
