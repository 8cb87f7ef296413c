import { expect } from "chai"
import pino from "pino"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statement } from "../support/databases/statement.ts"
import { cancelOne, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer } from "../support/merchants/payments.ts"

const insert = statement<void>((k, p) => k("settings").insert({ name: p.name, value: "x" }))
const find = statement<{ name: string }>((k, p) => k("settings").where({ name: p.name }))

describe("What is done after a commit, and fails,", () => {
  let databases: Databases
  let database: Database
  let errors: unknown[]
  beforeEach(async () => {
    errors = []
    databases = await freshDatabases()
    database = connect(databases.env.TEST_DATABASE_URL!, false, { onError: (error) => errors.push(error) })
  })
  afterEach(async () => {
    await database.close()
    await databases.remove()
  })

  it("is reported, but neither fails its transaction, nor the ones beside it, nor any after it", async () => {
    const done: string[] = []
    const unit = (name: string, fails: boolean) =>
      database.transaction(async (tx) => {
        await tx.run(insert, { name })
        tx.afterCommit(() => {
          if (fails) throw new Error(`no ${name}`)
        })
        tx.afterCommit(() => done.push(name))
        return name
      })
    // More than there are connections, so that none of them is lost.
    const names = Array.from({ length: 60 }, (_, index) => `unit-${index}`)
    const values = await Promise.all(names.map((name, index) => unit(name, index % 2 === 0)))
    expect(values).to.deep.equal(names)
    expect(done.sort()).to.deep.equal([...names].sort())
    const reported = errors.map((error) => (error as Error).message)
    expect(reported.sort()).to.deep.equal(
      names
        .filter((_, index) => index % 2 === 0)
        .map((name) => `no ${name}`)
        .sort(),
    )
    expect(await unit("later", false)).to.equal("later")
    for (const name of [...names, "later"]) expect(await database.one(find, { name })).to.include({ name })
  })

  it("in the service is logged, and the request that committed succeeds", async () => {
    const lines: { msg: string; err?: { message: string } }[] = []
    const log = pino({ level: "error" }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const checkpoint = (step: string) => {
      if (step === "delivery: committed") throw new Error("the outbox is broken")
    }
    const vintem = await startVintem({}, { role: "api", log, checkpoint })
    try {
      const merchant = await newMerchant(vintem)
      await newEndpoint(merchant, "https://127.0.0.1/webhooks")
      const intent = await cancelOne(merchant)
      expect(intent.status).to.equal("canceled")
      expect(lines.map(({ err }) => err?.message)).to.deep.equal(["the outbox is broken"])
      await newCustomer(merchant)
      const read = await merchant.request("GET", `/v1/payment_intents/${intent.id}`)
      expect(expectStatus(read, 200).status).to.equal("canceled")
    } finally {
      await vintem.close()
    }
  })
})
