import { expect } from "chai"
import { type Databases, freshDatabases } from "../support/databases.ts"
import { expectStatus, newCustomer, newIdempotencyKey, newIntent } from "../support/payments.ts"
import { type Line, openLine } from "../support/postgres-line.ts"
import { type Running, startVintem } from "../support/vintem.ts"

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
  async function roundTripsOf(send: () => Promise<unknown>, expected: number): Promise<number> {
    let fewest = Number.POSITIVE_INFINITY
    for (let i = 0; i < LEAST_TRIES || (i < TRIES && fewest > expected); i++) {
      const before = line.roundTrips
      await send()
      fewest = Math.min(fewest, line.roundTrips - before)
    }
    return fewest
  }

  it("of a create are five: its key, and four of its transaction", async () => {
    const { id: customer } = await newCustomer(vintem)
    const body = { amount: 4990, currency: "brl", customer }
    const create = async () => {
      const sent = { idempotencyKey: newIdempotencyKey() }
      expectStatus(await vintem.request("POST", "/v1/payment_intents", body, sent), 201)
    }
    expect(await roundTripsOf(create, 5)).to.equal(5)
  })

  it("of a retrieve are two: its key, and the payment intent", async () => {
    const { id } = await newIntent(vintem)
    const retrieve = async () => expectStatus(await vintem.request("GET", `/v1/payment_intents/${id}`), 200)
    expect(await roundTripsOf(retrieve, 2)).to.equal(2)
  })
})
