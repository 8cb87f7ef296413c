import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { insertDeliveries, newestDeliveries } from "../../src/events/webhooks/deliveries.ts"
import { createIntegration } from "../../src/events/webhooks/integrations.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import {
  cancelOne,
  deliveriesOf,
  type Merchant,
  newEndpoint,
  newMerchant,
  ONLY_OUTCOMES,
  until,
} from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const URL = "https://shop.example/hooks"
const HOUR_MS = 3_600_000

describe("A target of webhooks with a large backlog", () => {
  let vintem: Running
  let merchant: Merchant
  beforeEach(async () => {
    // Without a worker, so that a test sees what a request leaves to it.
    vintem = await startVintem({}, { role: "api" })
    merchant = await newMerchant(vintem)
  })
  afterEach(() => vintem.close())

  const mode = () => vintem.server.modes.test
  /** Writes pending deliveries that fall due in an hour. */
  async function addBacklog(target: string, count: number): Promise<void> {
    const scope = await scopeOf(mode().database, mode(), merchant.account)
    const wanted = Array(count).fill({ target, version: null, leaseMs: 0 })
    const { data } = (await merchant.request("GET", "/v1/events?limit=1", undefined, ONLY_OUTCOMES)).body
    await mode().database.transaction((tx) => insertDeliveries(tx, scope, data[0].id, scope.now * 1000 + HOUR_MS, wanted))
  }
  /** The number of deliveries to a target by status. */
  async function statusesOf(target: string): Promise<Record<string, number>> {
    const rows = await newestDeliveries(mode().database, { account: merchant.account, limit: 5000 })
    const statuses = rows.filter((row) => row.target === target).map(({ status }) => status)
    return Object.fromEntries([...new Set(statuses)].map((each) => [each, statuses.filter((one) => one === each).length]))
  }
  /** Starts a worker, and waits until all deliveries to the target are canceled. */
  async function workUntilCanceled(target: string, count: number): Promise<void> {
    const worker = await startVintem({}, { role: "worker", databases: vintem.databases })
    await until(async () => (await statusesOf(target)).canceled === count)
    await worker.close()
  }

  it("is an endpoint that can be deleted: the request cancels 500 deliveries, and a worker the others", async () => {
    await cancelOne(merchant)
    const [deleted, kept] = [await newEndpoint(merchant, URL), await newEndpoint(merchant, URL)]
    await addBacklog(deleted.id, 1200)
    await addBacklog(kept.id, 3)
    expectStatus(await merchant.request("DELETE", `/v1/webhook_endpoints/${deleted.id}`), 200)
    expect(await statusesOf(deleted.id)).to.deep.equal({ canceled: 500, pending: 700 })
    await workUntilCanceled(deleted.id, 1200)
    const others = await deliveriesOf(merchant, kept.id)
    expect(others.map(({ status }) => status)).to.deep.equal(["pending", "pending", "pending"])
  })

  it("is an integration that can be deactivated: the command cancels 500 deliveries, and a worker the others", async () => {
    await cancelOne(merchant)
    const scope = await scopeOf(mode().database, mode(), merchant.account)
    const create = () => mode().database.transaction((tx) => createIntegration(tx, scope, URL))
    const [deactivated, active] = [(await create()).row, (await create()).row]
    await addBacklog(deactivated.id, 600)
    await addBacklog(active.id, 3)
    expect((await vintem.cli("integrations", "deactivate", deactivated.id)).status).to.equal(0)
    expect(await statusesOf(deactivated.id)).to.deep.equal({ canceled: 500, pending: 100 })
    await workUntilCanceled(deactivated.id, 600)
    expect(await statusesOf(active.id)).to.deep.equal({ pending: 3 })
  })
})
