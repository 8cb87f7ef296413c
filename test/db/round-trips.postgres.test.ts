import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import { expectStatus, newCustomer, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { newRecurringProduct } from "../support/merchants/subscriptions.ts"

/** Enough that a busy machine also lets one of them pass undisturbed. */
const TRIES = 200
const LEAST_TRIES = 10

describe("The round trips to Postgres", () => {
  let databases: Databases
  let line: Line
  let vintem: Running
  before(async () => {
    databases = await freshDatabases()
    line = await openLine(databases.env.TEST_DATABASE_URL!)
    const through = { ...databases, env: { ...databases.env, TEST_DATABASE_URL: line.url } }
    vintem = await startVintem({}, { databases: through, role: "api" })
  })
  after(async () => {
    await vintem.close()
    await line.close()
    await databases.remove()
  })

  /** The fewest of several tries: the log of requests, and a lease of the key's quota, also make some now and then. */
  async function roundTripsOf<Ready>(
    expected: number,
    send: (ready: Ready) => Promise<unknown>,
    prepare?: () => Promise<Ready>,
  ): Promise<number> {
    let fewest = Number.POSITIVE_INFINITY
    for (let i = 0; i < LEAST_TRIES || (i < TRIES && fewest > expected); i++) {
      const ready = (await prepare?.()) as Ready
      const before = line.roundTrips
      await send(ready)
      fewest = Math.min(fewest, line.roundTrips - before)
    }
    return fewest
  }

  it("of a create are four: its key, and three of its transaction", async () => {
    const { id: customer } = await newCustomer(vintem)
    const body = { amount: 4990, currency: "brl", customer }
    const create = async () => {
      const sent = { idempotencyKey: newIdempotencyKey() }
      expectStatus(await vintem.request("POST", "/v1/payment_intents", body, sent), 201)
    }
    expect(await roundTripsOf(4, create)).to.equal(4)
  })

  const newPayment = async (details: object = {}) => ({
    id: (await newIntent(vintem, details)).id,
    payment_method: (await newToken(vintem)).id,
  })
  const confirm = async ({ id, payment_method }: { id: string; payment_method: string }) => {
    const sent = { idempotencyKey: newIdempotencyKey() }
    expectStatus(await vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method }, sent), 200)
  }

  it("of a confirm are nine, and three of the mock acquirer's ledger", async () => {
    expect(await roundTripsOf(12, confirm, newPayment)).to.equal(12)
  })

  it("of a confirm that starts a subscription are nine more", async () => {
    const product = await newRecurringProduct(vintem, vintem)
    expect(await roundTripsOf(21, confirm, () => newPayment({ product }))).to.equal(21)
  })

  it("of a retrieve are two: its key, and the payment intent", async () => {
    const { id } = await newIntent(vintem)
    const retrieve = async () => expectStatus(await vintem.request("GET", `/v1/payment_intents/${id}`), 200)
    expect(await roundTripsOf(2, retrieve)).to.equal(2)
  })
})
