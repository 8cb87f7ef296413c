import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { type Client, newClient } from "../support/app/client.ts"
import { type Deployment, startDeployment } from "../support/app/deployment.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { until } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus, newCustomer } from "../support/merchants/payments.ts"

describe("Two API processes and a worker behind a load balancer", () => {
  let databases: Databases
  let deployment: Deployment
  let client: Client
  before(async () => {
    databases = await freshDatabases()
    deployment = await startDeployment(databases.env)
    client = newClient(deployment.url, (await deployment.newShop()).key)
  })
  after(async () => {
    await client.close()
    await deployment.close()
    await databases.remove()
  })

  const post = (path: string, body: object) => client.request("POST", path, body, { idempotencyKey: randomUUID() })

  /** Pays once, by a card that some time later is settled by the worker. Every request must succeed at the first try. */
  async function payOnce(customer: string): Promise<string> {
    const { id } = expectStatus(await post("/v1/payment_intents", { amount: 4990, currency: "brl", customer }), 201)
    const token = expectStatus(await post("/v1/tokens", cardBody(CARDS.processing)), 201)
    expectStatus(await post(`/v1/payment_intents/${id}/confirm`, { payment_method: token.id }), 200)
    return id
  }

  it("while each process is restarted, every request is answered, and every payment is made once", async () => {
    const { id: customer } = await newCustomer(client)
    const paid: string[] = []
    let restarting = true
    const shopper = async () => {
      while (restarting) {
        paid.push(await payOnce(customer))
        await pause(100)
      }
    }
    const shoppers = Promise.all(Array.from({ length: 4 }, shopper))
    const restarts = async () => {
      try {
        for (const [role, place] of [
          ["apis", 0],
          ["workers", 0],
          ["apis", 1],
        ] as const) {
          const before = deployment[role][place]!
          expect(await deployment.restart(role, place), before.output()).to.equal(0)
          const made = paid.length
          // The new process has to take its share before the next one goes.
          const { url } = deployment[role][place]!
          await until(async () => paid.length > made && (role === "workers" || deployment.balancer.responses.has(url)))
        }
      } finally {
        restarting = false
      }
    }
    await Promise.all([restarts(), shoppers])

    expect(paid.length).to.be.above(20)
    await until(async () => {
      const { available, pending } = expectStatus(await client.request("GET", "/v1/balance"), 200)
      return pending.every(({ amount }: { amount: number }) => amount === 0) && available[0]?.amount === 4990 * paid.length
    })
    const succeeded: string[] = []
    for (let after = ""; ; after = `&starting_after=${succeeded.at(-1)}`) {
      const page = expectStatus(await client.request("GET", `/v1/payment_intents?limit=100${after}`), 200)
      for (const { id, status } of page.data) {
        expect(status).to.equal("succeeded")
        succeeded.push(id)
      }
      if (!page.has_more) break
    }
    expect(succeeded.sort()).to.deep.equal(paid.sort())
  })
})
