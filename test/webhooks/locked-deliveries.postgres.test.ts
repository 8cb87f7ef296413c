import { expect } from "chai"
import pg from "pg"
import { newestDeliveries } from "../../src/events/webhooks/deliveries.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"
import { sinkStarter, timeoutMs } from "./sinks.ts"

describe("A delivery whose row somebody has locked", () => {
  let vintem: Running
  let holder: pg.Client
  let merchant: Merchant
  let endpoint: string
  /** Answers the request to the merchant's endpoint. */
  let respond: () => void
  /** How many attempts have ended. */
  let posted: number
  const { closeAll, sinkFor } = sinkStarter()

  before(trustTestAuthority)
  beforeEach(async () => {
    posted = 0
    const checkpoint = (step: string) => void (step === "delivery: posted" && posted++)
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { checkpoint, role: "api" })
    holder = new pg.Client({ connectionString: vintem.databases.env.TEST_DATABASE_URL! })
    await holder.connect()
    merchant = await newMerchant(vintem)
    const sink = await sinkFor((_request, response) => {
      respond = () => response.end("ok")
    })
    endpoint = (await newEndpoint(merchant, sink.url)).id
    await cancelOne(merchant)
    await sink.arrived(1)
    await holder.query("BEGIN")
    await holder.query("UPDATE deliveries SET status = 'canceled', due_at_ms = NULL WHERE target = $1", [endpoint])
  })
  afterEach(async () => {
    await holder.end()
    await closeAll()
    await vintem.close()
  })

  const outboxOf = () => vintem.server.modes.test.outbox!
  /** Ends the attempt of the locked delivery, and then one of another merchant, until the outcome of that one is stored. */
  async function attemptsEnd(): Promise<void> {
    respond()
    await until(async () => posted === 1, timeoutMs)
    const other = await newMerchant(vintem)
    const { id } = await newEndpoint(other, (await sinkFor()).url)
    await cancelOne(other)
    await delivered(other, id)
  }
  async function delivered(to: Merchant, target: string): Promise<void> {
    await until(async () => (await deliveriesOf(to, target))[0]!.status === "delivered", timeoutMs)
  }

  it("holds up the outcome of no other one, and gets its own when the lock ends", async () => {
    await attemptsEnd()
    expect((await deliveriesOf(merchant, endpoint))[0]).to.include({ status: "pending", attempts: 0 })
    await holder.query("ROLLBACK")
    await delivered(merchant, endpoint)
    expect((await deliveriesOf(merchant, endpoint))[0]).to.include({ attempts: 1 })
  })

  it("has its outcome stored before the process ends", async () => {
    await attemptsEnd()
    const closed = outboxOf().close()
    await holder.query("ROLLBACK")
    await closed
    expect((await deliveriesOf(merchant, endpoint))[0]).to.include({ status: "delivered", attempts: 1 })
  })

  it("stays canceled if the lock was that of a cancellation", async () => {
    await attemptsEnd()
    await holder.query("COMMIT")
    await outboxOf().close()
    expect((await deliveriesOf(merchant, endpoint))[0]).to.include({ status: "canceled", attempts: 0 })
  })

  it("does not hold up the deletion of its endpoint", async () => {
    expectStatus(await merchant.request("DELETE", `/v1/webhook_endpoints/${endpoint}`), 200)
    await holder.query("ROLLBACK")
    const worker = await startVintem({}, { role: "worker", databases: vintem.databases })
    const { database } = vintem.server.modes.test
    await until(async () => {
      const [delivery] = await newestDeliveries(database, { account: merchant.account, limit: 1 })
      return delivery!.status === "canceled"
    })
    await worker.close()
    respond()
  })
})
