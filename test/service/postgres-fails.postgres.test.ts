import { randomBytes, randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { migrateDatabase } from "../../src/db/migrations/migrate.ts"
import { type Client, newClient, type Response } from "../support/app/client.ts"
import { type Deployment, startDeployment } from "../support/app/deployment.ts"
import { fastDirectory } from "../support/databases/directory.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import { type Pair, startPostgresPair } from "../support/databases/postgres-pair.ts"
import { until } from "../support/merchants/merchant.ts"
import { cardBody, expectStatus, newCustomer } from "../support/merchants/payments.ts"

/** "A few seconds", on a machine that may be busy. */
const RECOVERY_MS = 20_000
const SHOPPERS = 4

describe("Two API processes and a worker under load, when Postgres", () => {
  let pair: Pair
  let line: Line
  let deployment: Deployment
  let clients: Client[]
  let customer: string
  /** The payments, with the status that the merchant was told. */
  const paid = new Map<string, string>()
  before(async () => {
    pair = await startPostgresPair(async (url) => void (await migrateDatabase(url, false)))
    line = await openLine(pair.primaryUrl)
    const key = randomBytes(32).toString("base64")
    const env = { DATA_DIR: await fastDirectory("vintem-test-"), ENCRYPTION_KEY: key, LOG_LEVEL: "fatal" }
    deployment = await startDeployment({ ...env, TEST_DATABASE_URL: line.url })
    const shop = await deployment.newShop()
    clients = deployment.apis.map(({ url }) => newClient(url, shop.key))
    customer = (await newCustomer(clients[0]!)).id
  })
  after(async () => {
    for (const client of clients) await client.close()
    await deployment.close()
    await line.close()
    await pair.close()
  })

  /** Sends a request to the processes in turn until one answers it, always with the same key, as the SDK does. */
  async function post(path: string, body: object): Promise<Response> {
    const idempotencyKey = randomUUID()
    for (let turn = 0; ; turn++) {
      const response = await clients[turn % clients.length]!.request("POST", path, body, { idempotencyKey })
      if (response.headers["service-should-retry"] !== "true") return response
      expect(["not_ready", "processing_error", "payment_intent_locked", "idempotency_request_in_progress"]).to.include(
        response.body.error.code,
      )
      await pause(50)
    }
  }

  async function payOnce(): Promise<void> {
    const { id } = expectStatus(await post("/v1/payment_intents", { amount: 4990, currency: "brl", customer }), 201)
    for (;;) {
      const token = expectStatus(await post("/v1/tokens", cardBody()), 201)
      const confirmed = await post(`/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
      // The short-lived key of a card that was entered before the crash is lost with it. The payer enters the card again.
      if (confirmed.body.error?.code === "token_unusable") continue
      paid.set(id, expectStatus(confirmed, 200).status)
      return
    }
  }

  /** Pays without a pause while `fail` happens, until payments succeed again. */
  async function underLoad(fail: () => Promise<void>): Promise<void> {
    let running = true
    const shopper = async () => {
      while (running) {
        await payOnce()
        await pause(50)
      }
    }
    const shoppers = Promise.all(Array.from({ length: SHOPPERS }, shopper))
    const failing = async () => {
      const before = paid.size
      await until(async () => paid.size > before + 4)
      await fail()
      const during = paid.size
      await until(async () => paid.size > during + 4, RECOVERY_MS)
      running = false
    }
    await Promise.all([failing(), shoppers])
  }

  const readiness = () =>
    Promise.all(
      [...deployment.apis, ...deployment.workers].map(
        async ({ metricsUrl }) => (await fetch(metricsUrl.replace("/metrics", "/readyz"))).status,
      ),
    )
  const allAre = (status: number) => until(async () => (await readiness()).every((each) => each === status), RECOVERY_MS)

  async function expectNotReady(): Promise<void> {
    await allAre(503)
    for (const client of clients) {
      for (const method of ["GET", "POST"]) {
        const response = await client.request(method, "/v1/customers", method === "POST" ? { email: "a@example.com" } : undefined)
        expect(expectStatus(response, 503).error.code).to.equal("not_ready")
        expect(response.headers["service-should-retry"]).to.equal("true")
      }
    }
  }

  async function statuses(): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (let after = ""; ; ) {
      const page = expectStatus(await clients[0]!.request("GET", `/v1/payment_intents?limit=100${after}`), 200)
      for (const { id, status } of page.data) found.set(id, status)
      if (!page.has_more) return found
      after = `&starting_after=${page.data.at(-1).id}`
    }
  }

  /** The outcome of a sale that was being sent at a crash may stay open, for up to 15 minutes. */
  async function expectEachOnce(crashes: number): Promise<void> {
    const found = await statuses()
    expect([...found.keys()].sort()).to.deep.equal([...paid.keys()].sort())
    const open = [...found].filter(([, status]) => status !== "succeeded")
    expect(open.length).to.be.at.most(SHOPPERS * crashes)
    for (const [id, status] of open) expect([status, paid.get(id)]).to.deep.equal(["processing", "processing"])
    await until(async () => {
      const succeeded = [...(await statuses()).values()].filter((status) => status === "succeeded").length
      const { available } = expectStatus(await clients[0]!.request("GET", "/v1/balance"), 200)
      return available[0].amount === 4990 * succeeded
    })
  }

  it("is killed and started again, they say so, recover by themselves, and every payment is there once", async () => {
    await underLoad(async () => {
      await pair.crash()
      await expectNotReady()
      await pair.start()
      await allAre(200)
    })
    await expectEachOnce(1)
  })

  it("fails over to a standby, nothing that was acknowledged is lost, and a standby is not used before it is promoted", async () => {
    await underLoad(async () => {
      await pair.crash()
      line.leadTo(pair.standbyUrl)
      await expectNotReady()
      await pair.promote()
      await allAre(200)
    })
    await expectEachOnce(2)
  })
})
