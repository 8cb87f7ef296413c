import { setTimeout } from "node:timers/promises"
import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import type { Json, Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { mockRefunds } from "../support/banks/mock-charges.ts"
import { statement } from "../support/databases/statement.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newToken } from "../support/merchants/payments.ts"
import {
  balanceIn,
  confirm,
  eventsOf,
  newOpenIntent,
  newPayer,
  payWith,
  refundsOf,
  retrieve,
} from "../support/merchants/rails.ts"

const TIMES = 50
const AT_ONCE = 10

type MockCharge = { id: string; amount: number; refunded: number; status: string }
const chargesOf = statement<MockCharge>((k, p) => k("mock_charges").where({ account: p.account }).orderBy("id"))

/** Two requests conflict over one payment at the same moment. One of them succeeds, and the ledger agrees. */
describe(`Conflicting requests at the same moment, ${TIMES} times`, function () {
  this.timeout(120_000)
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const bank = async (account: string) => {
    const { database } = vintem.server.modes.test
    return { charges: await database.all(chargesOf, { account }), refunds: await mockRefunds(vintem, account) }
  }

  it("cancel and confirm: one succeeds, and a canceled payment has taken no money", async () => {
    const merchant = await newMerchant(vintem)
    const customer = (await newPayer(merchant)).id
    const wins = { confirm: 0, cancel: 0 }
    let headStartMs = 0
    await repeat(async (i) => {
      const { id } = await newOpenIntent(merchant, { customer, amount: 1000 + i })
      const token = await newToken(merchant)
      const cancel = () => merchant.request("POST", `/v1/payment_intents/${id}/cancel`)
      // One of them may always be faster. The head start of the confirm follows the wins, so that the two stay close.
      const both = [
        later(-headStartMs, () => retried(() => confirm(merchant, id, token.id))),
        later(headStartMs, () => retried(cancel)),
      ]
      const [confirmed, canceled] = (await together(both, i)) as [Response, Response]
      const intent = await retrieve(merchant, id)
      expect([confirmed.status, canceled.status].filter((status) => status === 200)).to.have.lengthOf(1)
      wins[confirmed.status === 200 ? "confirm" : "cancel"]++
      headStartMs += confirmed.status === 200 ? -1 : 1
      expect(intent.status).to.equal(confirmed.status === 200 ? "succeeded" : "canceled")
      const loser = confirmed.status === 200 ? canceled : confirmed
      const code = confirmed.status === 200 ? "payment_intent_unexpected_state" : "payment_intent_canceled"
      expect(loser.body.error.code).to.equal(code)
    })
    const { charges } = await bank(merchant.account)
    const taken = charges.reduce((sum, { amount }) => sum + amount, 0)
    expect(charges).to.have.lengthOf(wins.confirm)
    expect(await balanceIn(merchant)).to.deep.equal(wins.confirm > 0 ? { available: taken, pending: 0 } : undefined)
    expect(wins.confirm > 0 && wins.cancel > 0, `each must win sometimes: ${JSON.stringify(wins)}`).to.equal(true)
  })

  it("two refunds of more than the payment: one succeeds, and the other one exceeds what is left", async () => {
    const merchant = await newMerchant(vintem)
    const customer = (await newPayer(merchant)).id
    await repeat(async (i) => {
      const { id } = await payWith(merchant, undefined, { customer, amount: 1000 })
      const refund = (amount: number) => () =>
        retried(() => merchant.request("POST", "/v1/refunds", { payment_intent: id, amount }))
      const responses = await together([refund(700), refund(700)], i)
      expect(responses.map(({ status }) => status).sort()).to.deep.equal([201, 400])
      const loser = responses.find(({ status }) => status === 400)!
      expect(loser.body.error).to.include({ code: "parameter_invalid", param: "amount" })
      const refunds = await refundsOf(merchant, id)
      expect(refunds.map(({ amount, status }: Json) => [amount, status])).to.deep.equal([[700, "succeeded"]])
    })
    const { charges, refunds } = await bank(merchant.account)
    expect(charges).to.have.lengthOf(TIMES)
    expect(charges.every(({ refunded }) => refunded === 700)).to.equal(true)
    expect(new Set(refunds.map(({ charge }) => charge)).size)
      .to.equal(refunds.length)
      .and.to.equal(TIMES)
    expect(await balanceIn(merchant)).to.deep.equal({ available: TIMES * 300, pending: 0 })
  })

  it("dispute and refund: the dispute takes what the refund leaves, and the money goes back once", async () => {
    const merchant = await newMerchant(vintem)
    const customer = (await newPayer(merchant)).id
    const mode = vintem.server.modes.test
    await repeat(async (i) => {
      const { id } = await payWith(merchant, undefined, { customer, amount: 1000 })
      const dispute = () =>
        mode.database
          .transaction(async (tx) => openDispute(tx, await scopeOf(tx, mode, merchant.account), id, { reason: "fraudulent" }))
          .then(() => 201)
          .catch((error) => error.code as string)
      const refund = () =>
        retried(() => merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 400 })).then(({ status, body }) =>
          status === 201 ? 201 : (body.error.code as string),
        )
      const responses = await together([dispute, refund], i)
      const isRefundFirst = responses[1] === 201
      expect(responses).to.deep.equal([201, isRefundFirst ? 201 : "payment_intent_already_refunded"])
      const refunds = (await refundsOf(merchant, id)).map(({ amount, reason }: Json) => [amount, reason])
      expect(refunds).to.have.deep.members(
        isRefundFirst
          ? [
              [600, "dispute"],
              [400, null],
            ]
          : [[1000, "dispute"]],
      )
      if (i % 20 === 0) {
        const types = await eventsOf(merchant, id)
        expect(types.filter((type) => type === "charge.dispute.created")).to.have.lengthOf(1)
      }
    })
    const { refunds } = await bank(merchant.account)
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).to.equal(TIMES * 1000)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    expect(expectStatus(await merchant.request("GET", "/v1/balance"), 200).available).to.have.lengthOf(1)
  })
})

/** Runs `once` as often, ten at a time. */
async function repeat(once: (i: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < TIMES; from += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => once(from + i)))
  }
}

/** Retries as a client should. On a busy machine a request can wait for another one for the five seconds after which it gets a 409. */
async function retried(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send()
    if (response.headers["service-should-retry"] !== "true") return response
  }
}

/** Starts an action after so many milliseconds, or at once. */
function later<T>(ms: number, action: () => Promise<T>): () => Promise<T> {
  return ms > 0 ? () => setTimeout(ms).then(action) : action
}

/** Starts all actions at once. The order alternates with `i`. */
async function together<T>(actions: (() => Promise<T>)[], i: number): Promise<T[]> {
  const order = i % 2 === 0 ? actions : [...actions].reverse()
  const results = await Promise.all(order.map((action) => action()))
  return i % 2 === 0 ? results : results.reverse()
}
