import { expect } from "chai"
import { type Databases, freshDatabases } from "../support/databases.ts"
import { expectStatus, newCustomer, newIdempotencyKey, newIntent } from "../support/payments.ts"
import { type Line, openLine } from "../support/postgres-line.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const TRIES = 10

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

  /** The fewest of several tries: work in the background, such as the log of requests, also makes some. */
  async function roundTripsOf(send: () => Promise<unknown>): Promise<number> {
    const counts: number[] = []
    for (let i = 0; i < TRIES; i++) {
      const before = line.roundTrips
      await send()
      counts.push(line.roundTrips - before)
    }
    return Math.min(...counts)
  }

  it("of a create are five: its key, and four of its transaction", async () => {
    const { id: customer } = await newCustomer(vintem)
    const body = { amount: 4990, currency: "brl", customer }
    const create = async () => {
      const sent = { idempotencyKey: newIdempotencyKey() }
      expectStatus(await vintem.request("POST", "/v1/payment_intents", body, sent), 201)
    }
    expect(await roundTripsOf(create)).to.equal(5)
  })

  it("of a retrieve are two: its key, and the payment intent", async () => {
    const { id } = await newIntent(vintem)
    const retrieve = async () => expectStatus(await vintem.request("GET", `/v1/payment_intents/${id}`), 200)
    expect(await roundTripsOf(retrieve)).to.equal(2)
  })
})
