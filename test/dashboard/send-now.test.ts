import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { openForm } from "../support/dashboard/form.ts"
import { sql } from "../support/databases/sql.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, until } from "../support/merchants/merchant.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"
import { deliveriesSeenBy, sinkStarter } from "../webhooks/sinks.ts"

describe("Deliveries in the dashboard, while they wait", () => {
  let vintem: Running
  let merchant: Merchant
  let ana: Visitor
  let bob: Visitor
  let base: string
  const { closeAll, sinkFor } = sinkStarter()
  const { attempted } = deliveriesSeenBy(() => merchant)

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
    ana = await signIn(vintem, "ana@example.com", "operator")
    bob = await signIn(vintem, "bob@example.com", "operator")
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    base = `/${merchant.account}/test/webhooks`
  })
  afterEach(closeAll)

  const write = (text: string) => vintem.server.modes.test.database.transaction((tx) => tx.run(sql(text), {}))

  /** An endpoint whose delivery has failed once and waits for six hours. */
  async function waitingDelivery() {
    const answer = { status: 500, hold: undefined as Promise<void> | undefined }
    const sink = await sinkFor(async (_request, response) => {
      await answer.hold
      response.writeHead(answer.status).end("no")
    })
    const endpoint = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const delivery = await attempted(endpoint.id, 1)
    const dueInSixHours = `UPDATE deliveries SET due_at_ms = ${Date.now() + 6 * 3_600_000}, attempts = 5 WHERE id = '${delivery.id}'`
    // The retry of five seconds later may begin before this.
    await until(async () => {
      await write(`${dueInSixHours} AND status = 'pending' AND lease_until_ms <= ${Date.now()}`)
      return (await deliveriesOf(merchant, endpoint.id))[0]!.attempts === 5
    })
    return { endpoint: endpoint.id as string, id: delivery.id as string, sink, answer, sent: sink.received.length }
  }

  it("are sent now by an operator, as the same delivery, with an entry in the audit log", async () => {
    const { endpoint, id, sink, answer, sent } = await waitingDelivery()
    const page = `${base}/deliveries/${id}`
    expect((await ana.get(page)).html).to.contain(`${page}/send-now`)
    const { page: asked, send } = await openForm(ana, `${page}/send-now`)
    expect(asked.html).to.contain("Attempt 6 of 7").and.to.contain(sink.url)
    answer.status = 200
    const done = await send()
    expect([done.status, done.location]).to.deep.equal([303, page])
    await sink.arrived(sent + 1)
    const [delivered, ...others] = await until(async () => {
      const all = await deliveriesOf(merchant, endpoint)
      return all[0]!.status === "delivered" && all
    })
    expect([delivered!.id, delivered!.attempts, others]).to.deep.equal([id, 6, []])
    const entries = await vintem.cli("audit", "list", "--account", merchant.account, "--json")
    expect(JSON.parse(entries.stdout)[0]).to.include({ action: "delivery.send_now", target: id, outcome: "done" })
    expect((await ana.get(page)).html).not.to.contain("/send-now")
  })

  it("are sent once, however many people press at once, and not while an attempt is under way", async () => {
    const { endpoint, id, sink, answer, sent } = await waitingDelivery()
    const path = `${base}/deliveries/${id}/send-now`
    const forms = await Promise.all([ana, bob].map((each) => openForm(each, path)))
    const { promise, resolve } = Promise.withResolvers<void>()
    answer.hold = promise
    await Promise.all([...forms, ...forms].map(({ send }) => send()))
    await sink.arrived(sent + 1)
    const refused = await (await openForm(ana, path)).send()
    expect([refused.status, refused.html.includes("is under way, or was made meanwhile")]).to.deep.equal([400, true])
    answer.status = 200
    resolve()
    await until(async () => (await deliveriesOf(merchant, endpoint))[0]!.status === "delivered")
    expect((await (await openForm(bob, path)).send()).status).to.equal(400)
    expect([sink.received.length, (await deliveriesOf(merchant, endpoint)).length]).to.deep.equal([sent + 1, 1])
  })
})
