import { expect } from "chai"
import { deleteOldAttempts } from "../../src/payments/attempts/delete-old.ts"
import { deleteOldTokens } from "../../src/payments/retention.ts"
import { makeCharges } from "../subscriptions/steps.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { makeOld } from "../support/databases/aging.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"
import { codeOf, confirm, newBareToken, newPayer, payWith, pressButton, retrieve } from "../support/merchants/rails.ts"
import { DAY, newRecurringProduct, subscribe, subscriptionsOf } from "../support/merchants/subscriptions.ts"

const PIX_SECONDS = 3600
const NO_DEADLINE = Number.POSITIVE_INFINITY

const counting = (vintem: Running) => async (table: string, where: string) => {
  const { database } = vintem.server.modes.test
  return (await database.one(sql<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`), {}))!.n
}

describe("A token that was kept for RETAIN_TOKENS_DAYS", () => {
  let vintem: Running
  let merchant: Merchant
  let count: ReturnType<typeof counting>
  // There is no scheduler. The tests sweep.
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    count = counting(vintem)
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const sweep = () => deleteOldTokens(vintem.server.modes.test, NO_DEADLINE)
  const sweepOld = async () => {
    await makeOld(vintem.server.modes.test.database, "tokens")
    expect(await sweep()).to.equal(true)
  }
  const stored = () => Promise.all(["tokens", "cards"].map((table) => count(table, `account = '${merchant.account}'`)))
  const pass = async (seconds: number) =>
    expectStatus(await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds }), 200)

  it("is gone, used or not, and its card with it; not before", async () => {
    await payOne(merchant)
    await payOne(merchant, CARDS.declined)
    await newBareToken(merchant, "pix")
    const unused = await newToken(merchant)
    await sweep()
    expect(await stored()).to.deep.equal([4, 3])
    await sweepOld()
    // The last one has not expired by the account's clock.
    expect(await stored()).to.deep.equal([1, 1])
    await pass(15 * 60)
    await sweep()
    expect(await stored()).to.deep.equal([0, 0])
    const intent = await newIntent(merchant)
    expect(await codeOf(confirm(merchant, intent.id, unused.id))).to.equal("token_unusable")
  })

  it("leaves a card that was saved, which can be charged and, once detached, retrieved", async () => {
    const { id: customer } = await newCustomer(merchant)
    const token = (await newToken(merchant)).id
    const saved = expectStatus(await merchant.request("POST", "/v1/payment_methods", { token, customer }), 201)
    await sweepOld()
    expect(await stored()).to.deep.equal([0, 1])
    const intent = await newIntent(merchant, { customer })
    expect(expectStatus(await confirm(merchant, intent.id, saved.id), 200).status).to.equal("succeeded")
    expectStatus(await merchant.request("POST", `/v1/payment_methods/${saved.id}/detach`), 200)
    await sweepOld()
    const detached = expectStatus(await merchant.request("GET", `/v1/payment_methods/${saved.id}`), 200)
    expect(detached).to.deep.equal({ ...saved, customer: null })
  })

  it("stays while its payment waits, as the payment's success saves the card", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const { id: customer } = await newPayer(merchant)
    const intent = await payWith(merchant, CARDS.threeDs, { customer, product })
    await sweepOld()
    expect(await stored()).to.deep.equal([1, 1])
    await pressButton(intent.next_action.url, "authorize")
    expect((await retrieve(merchant, intent.id)).status).to.equal("succeeded")
    const [subscription] = await subscriptionsOf(merchant, customer)
    expect(subscription.status).to.equal("ACTIVE")
    await sweepOld()
    expect(await stored()).to.deep.equal([0, 1])
    await pass(31 * DAY)
    expect((await subscriptionsOf(merchant, customer))[0].current_period_start).to.be.above(subscription.current_period_start)
  })
})

describe("A call to an acquirer that was kept for RETAIN_ATTEMPTS_DAYS", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let merchant: Merchant
  let count: ReturnType<typeof counting>
  before(async () => {
    server = await startWithBank()
    ;({ vintem, bank } = server)
    count = counting(vintem)
  })
  afterEach(() => server.reset())
  after(() => server.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const sweep = () => deleteOldAttempts(vintem.server.modes.test, NO_DEADLINE)
  const sweepOld = async () => {
    const { database } = vintem.server.modes.test
    await makeOld(database, "attempts")
    await database.transaction((tx) => tx.run(sql("UPDATE settings SET value = '' WHERE name = 'attempts_judged_until'"), {}))
    expect(await sweep()).to.equal(true)
  }
  const attempts = (where = "1 = 1") => count("attempts", `account = '${merchant.account}' AND ${where}`)
  const refund = async ({ request }: Merchant, { id }: Json) =>
    expectStatus(await request("POST", "/v1/refunds", { payment_intent: id }), 201)
  const chargesOf = ({ account }: Merchant) =>
    vintem.server.modes.test.database.all(
      sql<{ payment_intent: string; outcome: string }>(
        `SELECT payment_intent, outcome FROM attempts WHERE account = '${account}' AND kind = 'charge'`,
      ),
      {},
    )

  it("is gone where it moved no money: of a refused card, an expired PIX, and a card that was saved", async () => {
    await payOne(merchant, CARDS.declined)
    const { id: customer } = await newCustomer(merchant)
    const token = (await newToken(merchant)).id
    const saved = expectStatus(await merchant.request("POST", "/v1/payment_methods", { token, customer }), 201)
    const pix = await payWith(merchant, "pix")
    await server.poll(merchant, PIX_SECONDS + 60)
    const canceled = await retrieve(merchant, pix.id)
    expect(canceled.status).to.equal("canceled")
    await sweep()
    expect(await attempts()).to.equal(3)
    await sweepOld()
    // The PIX is watched, as it may still be paid.
    expect(await attempts()).to.equal(1)
    await server.poll(merchant, 8 * DAY)
    await sweepOld()
    expect(await attempts()).to.equal(0)
    expect(await retrieve(merchant, pix.id)).to.deep.include({
      status: "canceled",
      last_payment_error: canceled.last_payment_error,
    })
    expect(expectStatus(await merchant.request("GET", `/v1/payment_methods/${saved.id}`), 200)).to.deep.equal(saved)
  })

  it("stays while its outcome is open, or its refund's", async () => {
    const waiting = await payWith(merchant, "pix")
    const paid = await payOne(merchant)
    bank.set("refund", "lost_after")
    expect((await refund(merchant, paid)).status).to.equal("pending")
    await sweepOld()
    expect(await attempts()).to.equal(3)
    bank.heal()
    bank.decide(merchant.account, "approved")
    await server.poll(merchant, 120)
    expect((await retrieve(merchant, waiting.id)).status).to.equal("succeeded")
    const { data } = expectStatus(await merchant.request("GET", "/v1/refunds"), 200)
    expect(data.map(({ status }: Json) => status)).to.deep.equal(["succeeded"])
  })

  it("stays where a payment succeeded, so that it can be refunded where its money is", async () => {
    const paid = await payOne(merchant)
    await sweepOld()
    const [charge] = await chargesOf(merchant)
    expect(charge).to.include({ payment_intent: paid.id, outcome: "approved" })
    expect((await refund(merchant, paid)).status).to.equal("succeeded")
    await sweepOld()
    expect(await attempts()).to.equal(2)
  })

  it("stays where another amount was taken than was asked for, and the card network took it back", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    server.clock.ahead = 31 * DAY
    bank.set("authorize", "lost_after")
    await makeCharges(vintem, merchant, 0)
    bank.heal()
    bank.setAmount(merchant.account, 100)
    await server.poll(merchant, 31 * DAY + 60)
    expect(await attempts("state = 'mismatched'")).to.equal(1)
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {}), 200)
    bank.chargeBack(merchant.account, 100)
    for (const later of [7200, 7300]) await server.poll(merchant, 31 * DAY + later)
    expect(await attempts("state <> 'done'")).to.equal(0)
    expect(await attempts("state = 'done' AND amount = 100 AND kind = 'charge'")).to.equal(1)
    expect(await attempts("kind = 'reversal'")).to.equal(0)
    await sweepOld()
    expect(await attempts("amount = 100 AND kind = 'charge'")).to.equal(1)
  })

  it("stays where it is the verification of a card that has not ended", async () => {
    const { id: customer } = await newCustomer(merchant)
    const token = (await newToken(merchant)).id
    expectStatus(await merchant.request("POST", "/v1/payment_methods", { token, customer }), 201)
    const { database } = vintem.server.modes.test
    const open = sql<void>(`UPDATE attempts SET state = 'sent' WHERE account = '${merchant.account}'`)
    await database.transaction((tx) => tx.run(open, {}))
    await sweepOld()
    expect(await attempts()).to.equal(1)
  })

  it("is judged once, also where such calls are to be kept for longer from now on", async () => {
    const { database } = vintem.server.modes.test
    const judgedUntil = async () =>
      (await database.one(sql<{ value: string }>("SELECT value FROM settings WHERE name = 'attempts_judged_until'"), {}))?.value
    const set = sql<void>("INSERT INTO settings (name, value) VALUES ('another', 'stays') ON CONFLICT DO NOTHING")
    await database.transaction((tx) => tx.run(set, {}))
    await sweepOld()
    const before = await judgedUntil()
    await deleteOldAttempts({ database, config: { retainAttemptsDays: 5000 } }, NO_DEADLINE)
    expect(await judgedUntil()).to.equal(before)
    expect(await count("settings", "name = 'another' AND value = 'stays'")).to.equal(1)
  })

  it("stays where money came late and was sent back, so that it is not sent back twice", async () => {
    const pix = await payWith(merchant, "pix")
    await server.poll(merchant, PIX_SECONDS + 60)
    bank.decide(merchant.account, "approved")
    for (const later of [6 * DAY, 6.1 * DAY]) await server.poll(merchant, later)
    expect(bank.refunds(merchant.account)).to.have.length(1)
    expect((await retrieve(merchant, pix.id)).status).to.equal("canceled")
    expect(await attempts("state = 'done'")).to.equal(2)
    await sweepOld()
    expect(await attempts()).to.equal(2)
  })
})
