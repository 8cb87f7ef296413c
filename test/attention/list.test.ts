import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { ATTENTION_KINDS } from "../../src/attention/item.ts"
import { listAttention } from "../../src/attention/list.ts"
import { createIntegration } from "../../src/events/webhooks/integrations.ts"
import { allOf } from "../../src/http/mode.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { ageLeases } from "../support/databases/leases.ts"
import { sql } from "../support/databases/sql.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"
import { scriptedAcquirer, took } from "./scripted.ts"

/** No delivery goes to this address: it is not a public one. */
const NOWHERE = "https://127.0.0.1/hooks"

describe("The attention list of both modes", function () {
  this.timeout(60_000)
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  const { acquirer, answer } = scriptedAcquirer()
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { live: true, clock, acquirerOf: () => acquirer })
  })
  after(() => vintem.close())

  async function list(...options: string[]): Promise<Json[]> {
    const result = await vintem.cli("attention", "list", "--json", ...options)
    expect([result.status, result.stderr]).to.deep.equal([0, ""])
    return result.json
  }

  /** The sizes of the gauge, by mode and kind. */
  async function metric(): Promise<Record<string, number>> {
    const text = await (await fetch(vintem.metricsUrl)).text()
    const lines = text.matchAll(/^vintem_attention\{mode="(\w+)",kind="(\w+)"\} (\d+)$/gm)
    return Object.fromEntries([...lines].map(([, mode, kind, size]) => [`${mode} ${kind}`, Number(size)]))
  }

  /** Waits in real time until every delivery to the endpoint is a dead letter. */
  const deadLetters = (merchant: Merchant, endpoint: string): Promise<Json[]> =>
    until(async () => {
      clock.ahead += 2 * DAY
      for (const { database } of allOf(vintem.server.modes)) await ageLeases(database, 2 * DAY * 1000)
      await vintem.server.tick()
      const deliveries = await deliveriesOf(merchant, endpoint)
      return deliveries.every(({ status }) => status === "dead_letter") && deliveries
    }, 30_000)

  const empty = (mode: string) => Object.fromEntries(ATTENTION_KINDS.map((kind) => [`${mode} ${kind}`, 0]))

  it("is empty where nothing waits, and the metric then has every kind with 0", async () => {
    expect(await list()).to.deep.equal([])
    expect((await vintem.cli("attention", "list")).stdout).to.equal("Nothing needs attention.\n")
    expect(await metric()).to.deep.equal({ ...empty("test"), ...empty("live") })
  })

  it("has each endpoint that did not accept deliveries, with their number, until they are sent again or it is deleted", async () => {
    const merchant = await newMerchant(vintem)
    const live = await newMerchant(vintem, "live")
    const endpoint = await newEndpoint(merchant, NOWHERE)
    const liveEndpoint = await newEndpoint(live, NOWHERE)
    for (const each of [merchant, merchant, live]) await cancelOne(each)
    // Both end at one jump of the clock or at two, in either order.
    const [first, second] = (await deadLetters(merchant, endpoint.id)).sort(
      (a, b) => a.last_attempt.at - b.last_attempt.at || (a.id < b.id ? -1 : 1),
    ) as [Json, Json]
    const [ofLive] = (await deadLetters(live, liveEndpoint.id)) as [Json]

    const [item, ...others] = await list("--account", merchant.account)
    expect(item).to.deep.equal({
      id: endpoint.id,
      kind: "delivery_dead_letter",
      mode: "test",
      account: merchant.account,
      since: first.last_attempt.at,
      payment_intent: null,
      refund: null,
      amount: null,
      currency: null,
      message:
        `${endpoint.id} did not accept 2 deliveries, the oldest of ${first.event} (address_refused). Once it does, send them again on ` +
        `its page in the dashboard, or one after the other, the oldest with 'vintem deliveries replay ${first.id}'.`,
    })
    expect(others).to.deep.equal([])
    expect((await list("--mode", "live")).map(({ id, mode, message }) => [id, mode, message])).to.deep.equal([
      [
        liveEndpoint.id,
        "live",
        `${liveEndpoint.id} did not accept ${ofLive.event} (address_refused). Once it does, run 'vintem deliveries replay ${ofLive.id}'.`,
      ],
    ])
    const all = await list()
    expect(all.map(({ id }) => id)).to.have.members([endpoint.id, liveEndpoint.id])
    expect(all.map(({ since }) => since)).to.deep.equal(all.map(({ since }) => since).sort((a, b) => a - b))
    expect(await metric()).to.include({ "test delivery_dead_letter": 1, "live delivery_dead_letter": 1 })
    const lines = (await vintem.cli("attention", "list", "--mode", "live")).stdout
    expect(lines).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}delivery_dead_letter {2}live {2}acct_\w+ {2}we_\w+ {2}we_\w+ did not/)

    expect((await vintem.cli("deliveries", "replay", first.id)).status).to.equal(0)
    const [left] = await list("--account", merchant.account)
    expect([left!.id, left!.message.includes(`did not accept ${second.event} `)]).to.deep.equal([endpoint.id, true])
    expect((await merchant.request("DELETE", `/v1/webhook_endpoints/${endpoint.id}`)).status).to.equal(200)
    expect((await live.request("DELETE", `/v1/webhook_endpoints/${liveEndpoint.id}`)).status).to.equal(200)
    expect(await list()).to.deep.equal([])
    expect(await metric()).to.deep.equal({ ...empty("test"), ...empty("live") })
  })

  it("has a replay that was not accepted either, and not the delivery before it", async () => {
    const merchant = await newMerchant(vintem)
    const endpoint = await newEndpoint(merchant, NOWHERE)
    await cancelOne(merchant)
    const [first] = (await deadLetters(merchant, endpoint.id)) as [Json]
    const path = `/v1/webhook_endpoints/${endpoint.id}/deliveries/${first.event}/replay`
    const replayed = expectStatus(await merchant.request("POST", path), 201)
    expect(await list("--account", merchant.account)).to.deep.equal([])
    await deadLetters(merchant, endpoint.id)
    const [item, ...others] = await list("--account", merchant.account)
    expect([item!.message.includes(replayed.id), others]).to.deep.equal([true, []])
  })

  it("is of one account where one is named, and names an account that does not exist", async () => {
    const merchants = [await newMerchant(vintem), await newMerchant(vintem)]
    answer({ authorize: took(5990) })
    for (const merchant of merchants) await payOne(merchant)
    for (const { account } of merchants)
      expect((await list("--account", account)).map((item) => item.account)).to.deep.equal([account])
    expect(await metric()).to.include({ "test amount_mismatch": 2, "live amount_mismatch": 0 })
    const unknown = await vintem.cli("attention", "list", "--account", "acct_nobody", "--json")
    expect([unknown.status, unknown.stdout]).to.deep.equal([1, ""])
    expect(unknown.stderr).to.match(/^vintem: No such account: 'acct_nobody'/)
  })

  it("lists all endpoints of an account by their oldest delivery, none that was deleted, and no inactive integration", async () => {
    const merchant = await newMerchant(vintem)
    const mode = vintem.server.modes.test
    const [first, second] = [await newEndpoint(merchant, NOWHERE), await newEndpoint(merchant, NOWHERE)]
    const { row: idle } = await mode.database.transaction(async (tx) =>
      createIntegration(tx, await scopeOf(tx, mode, merchant.account), "https://127.0.0.1/purchases"),
    )
    await mode.database.transaction((tx) =>
      tx.run(sql<void>(`UPDATE integrations SET active = false WHERE id = '${idle.id}'`), {}),
    )
    const ids = Array.from({ length: 8 }, (_, i) => `wd_${merchant.account.slice(5)}${i}`)
    const targets = [first.id, second.id, second.id, idle.id]
    const rows = ids.map((id, i) => `('${id}', '${merchant.account}', ${i}, '${targets[i % 4]}', 'evt_${i}', 'dead_letter')`)
    const insert = sql<void>(`INSERT INTO deliveries (id, account, created, target, message, status) VALUES ${rows.join()}`)
    await mode.database.transaction((tx) => tx.run(insert, {}))
    const listed = async (limit: number) => {
      const { items, more } = await listAttention(mode, { account: merchant.account, limit })
      return [items.map(({ id, letters }) => [targets.indexOf(id), letters!.count, ids.indexOf(letters!.oldest)]), more]
    }
    expect(await listed(1)).to.deep.equal([[[0, 2, 0]], true])
    expect(await listed(2)).to.deep.equal([
      [
        [0, 2, 0],
        [1, 4, 1],
      ],
      false,
    ])
    await merchant.request("DELETE", `/v1/webhook_endpoints/${second.id}`)
    expect(await listed(6)).to.deep.equal([[[0, 2, 0]], false])
    expect((await list("--mode", "test")).filter(({ account }) => account === merchant.account)).to.have.length(1)
    await merchant.request("DELETE", `/v1/webhook_endpoints/${first.id}`)
  })

  it("counts the deliveries of an endpoint up to 1000, however many there are", async () => {
    const merchant = await newMerchant(vintem)
    const endpoint = await newEndpoint(merchant, NOWHERE)
    await cancelOne(merchant)
    const [oldest] = (await deadLetters(merchant, endpoint.id)) as [Json]
    const copy = sql(
      `INSERT INTO deliveries (id, account, created, target, message, status, attempts, last_attempt)
       WITH RECURSIVE copy(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copy WHERE number < 1500)
       SELECT id || number, account, created, target, message || number, status, attempts, last_attempt
       FROM copy CROSS JOIN deliveries WHERE id = '${oldest.id}'`,
    )
    await vintem.server.modes.test.database.transaction((tx) => tx.run(copy, {}))
    const [item, ...others] = await list("--account", merchant.account)
    expect([item!.message.includes("did not accept more than 1000 deliveries"), others]).to.deep.equal([true, []])
    expect((await merchant.request("DELETE", `/v1/webhook_endpoints/${endpoint.id}`)).status).to.equal(200)
    expect(await list("--account", merchant.account)).to.deep.equal([])
  })

  it("lists the 1000 oldest items and says that there are more, however many there are", async () => {
    const merchant = await newMerchant(vintem)
    const write = (text: string) => vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(text), {}))
    await write(
      `INSERT INTO failing_work (kind, item, account, since_ms, failures, message)
       WITH RECURSIVE copy(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copy WHERE number < 10500)
       SELECT 'renew', 'csub_' || number, '${merchant.account}', number, 2, 'No.' FROM copy`,
    )
    const result = await vintem.cli("attention", "list", "--account", merchant.account, "--json")
    expect(result.stderr).to.equal("More waits: only the 1000 oldest of each mode are listed.\n")
    expect(result.json).to.have.length(1000)
    expect(await metric()).to.include({ "test work_failing": 10_000 })
    await write(`DELETE FROM failing_work WHERE account = '${merchant.account}'`)
    expect(await list("--account", merchant.account)).to.deep.equal([])
  })
})

describe("A payment that no worker finishes", () => {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  const { acquirer, answer } = scriptedAcquirer()
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock, acquirerOf: () => acquirer })
  })
  after(() => vintem.close())

  const waiting = async () =>
    Number(/vintem_attention\{mode="test",kind="outcome_unknown"\} (\d+)/.exec(await (await fetch(vintem.metricsUrl)).text())![1])

  for (const [name, ahead] of [
    ["", 0],
    [", of an account whose clock is ahead", DAY],
  ] as const) {
    it(`waits for a person after 15 minutes${name}`, async () => {
      const merchant = await newMerchant(vintem)
      if (ahead > 0) await advance(merchant, { seconds: ahead })
      const asked = Promise.withResolvers<ReturnType<typeof took>>()
      answer({ authorize: asked.promise })
      const paying = payOne(merchant)
      const sent = sql(`SELECT id FROM attempts WHERE account = '${merchant.account}' AND state = 'sent'`)
      await until(() => vintem.server.modes.test.database.one(sent, {}))
      expect(await waiting()).to.equal(0)
      clock.ahead += 14 * 60
      expect(await waiting()).to.equal(0)
      clock.ahead += 2 * 60
      expect(await waiting()).to.equal(1)
      const [item] = (await listAttention(vintem.server.modes.test, { account: merchant.account })).items
      expect(item!.message).to.equal(
        "No process has worked on the charge of R$ 49,90 for 15 minutes. Start one that does: 'vintem serve --role worker'.",
      )
      asked.resolve(took(4990))
      expect((await paying).status).to.equal("succeeded")
      expect(await waiting()).to.equal(0)
    })
  }
})
