import { expect } from "chai"
import { countAttention } from "../../src/attention/list.ts"
import { newId } from "../../src/base/ids.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { retrieve } from "../support/merchants/rails.ts"
import { advance, timeOf } from "../support/merchants/subscriptions.ts"
import { scriptedAcquirer, took } from "./scripted.ts"

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const SUM = { amount: 4990, currency: "brl" }

describe("The attention list", function () {
  this.timeout(60_000)
  const { acquirer, answer } = scriptedAcquirer()
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { acquirerOf: () => acquirer })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  async function listed(): Promise<Json[]> {
    const result = await vintem.cli("attention", "list", "--mode", "test", "--account", merchant.account, "--json")
    expect([result.status, result.stderr]).to.deep.equal([0, ""])
    return result.json
  }

  async function paid(): Promise<Json> {
    answer({ authorize: took(4990) })
    return payOne(merchant)
  }

  const refund = async (intent: Json): Promise<Json> =>
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: intent.id }), 201)

  /** Takes a payment whose outcome is lost, until it counts as failed. Then the money arrives, and the acquirer is to send it back. */
  async function reversalThat(answered: Parameters<typeof answer>[0]): Promise<Json> {
    answer({ lookUp: "not found" })
    const intent = await payOne(merchant)
    await advance(merchant, { seconds: 16 * MINUTE })
    expect((await retrieve(merchant, intent.id)).status).to.equal("canceled")
    answer({ lookUp: took(4990), ...answered })
    await advance(merchant, { seconds: 60 * MINUTE })
    return intent
  }

  it("has a refund that the acquirer cannot make, until it is settled", async () => {
    const intent = await paid()
    answer({ refund: { result: "by_hand" } })
    const made = await refund(intent)
    expect(made.status).to.equal("pending")
    const [item, ...others] = await listed()
    expect(others).to.deep.equal([])
    expect(item.since).to.be.within(made.created, made.created + 30)
    expect(item).to.deep.equal({
      id: made.id,
      kind: "refund_by_hand",
      mode: "test",
      account: merchant.account,
      since: item.since,
      payment_intent: intent.id,
      refund: made.id,
      ...SUM,
      message: `Pay R$ 49,90 back by hand, then run 'vintem refunds settle ${made.id}'.`,
    })
    expect((await vintem.cli("refunds", "settle", made.id)).stdout).to.equal(`${made.id} is succeeded now.\n`)
    expect(await listed()).to.deep.equal([])
  })

  it("has late money that the acquirer cannot send back, until it is settled", async () => {
    const intent = await reversalThat({ refund: { result: "refused", message: "This cannot be sent back." } })
    const [item, ...others] = await listed()
    expect(others).to.deep.equal([])
    expect(item.id).to.match(/^att_/)
    expect(item).to.include({ kind: "reversal_by_hand", payment_intent: intent.id, refund: null, ...SUM })
    expect(item.message).to.contain("Pay R$ 49,90 back by hand").and.contain(`'vintem refunds settle ${item.id}'`)

    const failed = await vintem.cli("refunds", "settle", item.id, "--failed")
    expect([failed.status, failed.stdout]).to.deep.equal([2, ""])
    expect(failed.stderr).to.contain("a reversal cannot be recorded as failed")
    const settled = await vintem.cli("refunds", "settle", item.id, "--json")
    expect(settled.json).to.deep.equal({ id: item.id, payment_intent: intent.id, ...SUM, status: "succeeded" })
    expect(await listed()).to.deep.equal([])
    const again = await vintem.cli("refunds", "settle", item.id)
    expect([again.status, again.stderr]).to.deep.equal([1, `vintem: The reversal ${item.id} is already settled.\n`])
  })

  it("has late money that may be on its way back, until the acquirer or a person tells", async () => {
    for (const told of ["by the acquirer", "by a person"] as const) {
      const intent = await reversalThat({ refund: "lost", lookUpRefund: "not found" })
      const [item] = await listed()
      expect(item).to.include({ kind: "outcome_unknown", payment_intent: intent.id, refund: null, ...SUM })
      expect(item.message).to.contain("If it certainly was not sent back, pay it back by hand.").and.contain(item.id)
      if (told === "by a person") expect((await vintem.cli("refunds", "settle", item.id)).status).to.equal(0)
      answer({ lookUpRefund: { result: "refunded" } })
      await advance(merchant, { seconds: 60 * MINUTE })
      expect(await listed()).to.deep.equal([])
    }
  })

  it("has a payment that the acquirer has accepted and not decided for 15 minutes, until it does", async () => {
    const charge = newId("ch")
    answer({ authorize: { result: "pending", charge }, lookUp: { result: "pending", charge } })
    const intent = await payOne(merchant)
    expect(intent.status).to.equal("processing")
    await advance(merchant, { seconds: 14 * MINUTE })
    expect(await listed()).to.deep.equal([])
    await advance(merchant, { seconds: 2 * MINUTE })
    const [item, ...others] = await listed()
    expect(others).to.deep.equal([])
    expect(item.since).to.be.within(intent.created, intent.created + 30)
    expect(item).to.include({ kind: "outcome_unknown", payment_intent: intent.id, refund: null, ...SUM })
    expect(item.message).to.contain("The acquirer 'scripted' has accepted the charge of R$ 49,90 and not finished it.")
    expect(await countAttention(vintem.server.modes.test, 100)).to.include({ outcome_unknown: 1 })
    answer({ lookUp: { result: "approved", charge, currency: "brl", captured: 4990, gone_back: 0, charged_back: 0 } })
    await advance(merchant, { seconds: 60 * MINUTE })
    expect((await retrieve(merchant, intent.id)).status).to.equal("succeeded")
    expect(await listed()).to.deep.equal([])
  })

  it("has a refund that the acquirer has accepted and not made for five days, until it does or a person tells", async () => {
    for (const told of ["by the acquirer", "by a person"] as const) {
      const intent = await paid()
      answer({ refund: { result: "pending" }, lookUpRefund: { result: "pending" } })
      const made = await refund(intent)
      await advance(merchant, { seconds: 5 * DAY - 10 * MINUTE })
      expect(await listed()).to.deep.equal([])
      const early = await vintem.cli("refunds", "settle", made.id)
      expect([early.status, early.stderr]).to.deep.equal([
        1,
        `vintem: The acquirer has accepted the refund ${made.id} and will make it. Do not pay it back by hand.\n`,
      ])
      await advance(merchant, { seconds: 20 * MINUTE })
      const [item, ...others] = await listed()
      expect(others).to.deep.equal([])
      expect(item).to.include({ id: made.id, kind: "outcome_unknown", payment_intent: intent.id, refund: made.id, ...SUM })
      expect(item.message).to.contain(`'vintem refunds settle ${made.id}'`)
      if (told === "by a person") expect((await vintem.cli("refunds", "settle", made.id)).status).to.equal(0)
      answer({ lookUpRefund: { result: "refunded" } })
      await advance(merchant, { seconds: DAY })
      expect((await merchant.request("GET", `/v1/refunds/${made.id}`)).body.status).to.equal("succeeded")
      expect(await listed()).to.deep.equal([])
    }
  })

  it("has a payment whose outcome the acquirer does not tell for 15 minutes, until it does", async () => {
    answer({})
    const intent = await payOne(merchant)
    const before = await timeOf(merchant)
    await advance(merchant, { seconds: 14 * MINUTE })
    expect(await listed()).to.deep.equal([])
    await advance(merchant, { seconds: 2 * MINUTE })
    const [item, ...others] = await listed()
    expect(others).to.deep.equal([])
    expect(item.since).to.be.within(before - 30, before)
    expect(item).to.include({ kind: "outcome_unknown", payment_intent: intent.id, refund: null, ...SUM })
    expect(item.message).to.contain("The acquirer 'scripted' has not said whether the charge of R$ 49,90 was made.")
    answer({ lookUp: took(4990) })
    await advance(merchant, { seconds: 60 * MINUTE })
    expect((await retrieve(merchant, intent.id)).status).to.equal("succeeded")
    expect(await listed()).to.deep.equal([])
  })

  it("has a refund whose outcome the acquirer does not tell, by the refund's id", async () => {
    const intent = await paid()
    answer({ refund: "lost" })
    const made = await refund(intent)
    await advance(merchant, { seconds: 16 * MINUTE })
    const [item] = await listed()
    expect(item).to.include({ id: made.id, kind: "outcome_unknown", payment_intent: intent.id, refund: made.id, ...SUM })
    answer({ lookUpRefund: { result: "refunded" } })
    await advance(merchant, { seconds: 60 * MINUTE })
    expect(await listed()).to.deep.equal([])
  })

  it("has a payment of which the acquirer took another amount, until the acquirer has corrected it", async () => {
    answer({ authorize: took(5990), lookUp: took(5990) })
    const intent = await payOne(merchant)
    expect(intent.status).to.equal("processing")
    const [item, ...others] = await listed()
    expect(others).to.deep.equal([])
    expect(item).to.include({ kind: "amount_mismatch", payment_intent: intent.id, refund: null, ...SUM })
    expect(item.message).to.contain("The acquirer 'scripted' took R$ 59,90 instead of R$ 49,90.")
    await advance(merchant, { seconds: 24 * 60 * MINUTE })
    expect((await listed()).map(({ id }) => id)).to.deep.equal([item.id])
    answer({ lookUp: took(4990) })
    await advance(merchant, { seconds: 48 * 60 * MINUTE })
    expect((await retrieve(merchant, intent.id)).status).to.equal("succeeded")
    expect(await listed()).to.deep.equal([])
  })

  it("has work that has failed for ten minutes, until it succeeds", async () => {
    const intent = await paid()
    answer({ refund: { result: "unavailable" } })
    const made = await refund(intent)
    const { database } = vintem.server.modes.test
    const ofMerchant = `WHERE account = '${merchant.account}'`
    const row = sql<{ failures: number }>(`SELECT failures FROM failing_work ${ofMerchant}`)
    const failures = async () => (await database.one(row, {}))?.failures ?? 0
    await until(async () => (await failures()) > 1)
    expect(await listed()).to.deep.equal([])
    // The time of the database cannot be advanced.
    const age = sql(`UPDATE failing_work SET since_ms = since_ms - 600000 ${ofMerchant}`)
    await database.transaction((tx) => tx.run(age, {}))
    const [item, ...others] = await listed()
    expect(others).to.deep.equal([])
    expect(item.id).to.match(/^att_/)
    expect(item).to.include({ kind: "work_failing", payment_intent: intent.id, refund: made.id, ...SUM })
    expect(item.since).to.be.within(Date.now() / 1000 - 700, Date.now() / 1000 - 600)
    expect(item.message).to.match(
      /^The work 'call_acquirer' has failed \d+ times.*the acquirer scripted could not make the refund/,
    )
    answer({ refund: { result: "refunded" } })
    await until(async () => (await failures()) === 0, 60_000)
    expect(await listed()).to.deep.equal([])
    expect((await merchant.request("GET", `/v1/refunds/${made.id}`)).body.status).to.equal("succeeded")
  })
})
