import { randomUUID } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import { type Spawned, spawnVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { help, payWith } from "../support/merchants/rails.ts"
import { startUtmify, type Utmify } from "../support/utmify/server.ts"

// A lease of a dead process ends after 45 s.
describe("UTMify, if a process dies while it tells of a payment", function () {
  this.timeout(180_000)
  let utmify: Utmify
  let databases: Databases
  let first: Spawned
  let second: Spawned
  const token = `tok-${randomUUID()}`
  before(async () => {
    utmify = await startUtmify([token])
    databases = await freshDatabases()
    first = await spawnVintem({ UTMIFY_URL: utmify.url }, { databases, role: "api" })
    const file = join(databases.directory, "utmify.token")
    await writeFile(file, token, { mode: 0o600 })
    const made = await first.cli("integrations", "create", "--mode", "test", "--kind", "utmify", "--token-file", file)
    expect(made.status, made.stderr).to.equal(0)
  })
  after(async () => {
    await second.close()
    await utmify.close()
    await databases.remove()
  })

  it("hears of the newest state alone, after what the dead process may still have sent", async () => {
    const { id } = await payWith(first, "pix")
    await until(async () => utmify.orders.has(id))
    const { account, key } = first
    const { id: other } = await payWith(first, "pix", {})
    await until(async () => utmify.orders.has(other))
    utmify.fault = () => ({ until: new Promise(() => {}) })
    const { id: cut } = await payWith(first, "pix")
    await until(async () => utmify.calls.some(({ order }) => order.orderId === cut))
    await first.kill()
    utmify.fault = undefined
    second = await spawnVintem({ UTMIFY_URL: utmify.url }, { databases, merchant: { account, key } })
    expectStatus(await help(second, cut, "succeed"), 200)
    expectStatus(await help(second, other, "succeed"), 200)
    // Another payment does not wait for the dead process.
    await until(async () => utmify.orders.get(other)?.status === "paid")
    await until(async () => utmify.orders.get(cut)?.status === "paid", 90_000)
    const told = utmify.calls.filter(({ order }) => order.orderId === cut).map(({ order }) => order.status)
    expect(told).to.deep.equal(["waiting_payment", "paid"])
    expect(utmify.errors).to.deep.equal([])
  })
})
