import Sqlite from "better-sqlite3"
import { expect } from "chai"
import { sqliteFile } from "../../src/db/drivers/connect.ts"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, newIdempotencyKey, newIntent } from "../support/merchants/payments.ts"
import { confirmWith } from "../support/merchants/rails.ts"

const MAX_MS = 60_000
const asleep = new Int32Array(new SharedArrayBuffer(4))

/** The process that captures stands still while a worker acts. It reads SQLite's file meanwhile, which it could not do on Postgres. */
describe("A capture of what the acquirer has released", function () {
  this.timeout(120_000)
  let databases: Databases
  let bank: Bank
  let api: Running
  let worker: Spawned
  let atSettled: (() => void) | undefined
  before(async () => {
    databases = await freshDatabases()
    bank = bankFor(databases)
    const checkpoint = (step: string) => {
      if (step === "capture: settled") atSettled?.()
    }
    api = await startVintem({}, { role: "api", databases, acquirerOf: () => bank.acquirer, checkpoint })
    worker = await spawnVintem({ LOG_LEVEL: "silent", VINTEM_TEST_BANK: bank.file }, { databases, role: "worker" })
  })
  after(async () => {
    await worker.close()
    await api.close()
    bank.close()
    await databases.remove()
  })

  it("gets the same answer whenever it is repeated, also if a worker cancels the payment before the first one", async () => {
    const merchant = await newMerchant(api)
    const { id } = await confirmWith(merchant, (await newIntent(merchant, { capture_method: "manual" })).id, CARDS.approved)
    await bank.releaseInPortal(merchant.account, bank.sales(merchant.account)[0]!.charge)
    const file = new Sqlite(sqliteFile(databases.env.TEST_DATABASE_URL!), { readonly: true })
    const status = file.prepare<[string], string>("SELECT status FROM payment_intents WHERE id = ?").pluck()
    atSettled = () => {
      for (const end = Date.now() + MAX_MS; status.get(id) !== "canceled" && Date.now() < end; ) Atomics.wait(asleep, 0, 0, 20)
    }
    const idempotencyKey = newIdempotencyKey()
    const capture = async () => {
      const { status, body } = await merchant.request("POST", `/v1/payment_intents/${id}/capture`, {}, { idempotencyKey })
      return `${status} ${body.error?.code ?? body.status}`
    }
    const first = await capture()
    expect(status.get(id)).to.equal("canceled")
    file.close()
    expect(first).to.equal("503 processing_error")
    for (const _ of [1, 2]) expect(await capture()).to.equal("400 payment_intent_unexpected_state")
  })
})
