import { expect } from "chai"
import { listAttention } from "../../src/attention/list.ts"
import type { Json, Response } from "../support/app/client.ts"
import { dieAt } from "../support/app/dying.ts"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { mockCharges, mockRefunds } from "../support/banks/mock-charges.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey, newToken } from "../support/merchants/payments.ts"
import {
  confirmWith,
  eventsOf,
  newBareToken,
  newOpenIntent,
  newPayer,
  payWith,
  pressButton,
  refundsOf,
  retrieve,
} from "../support/merchants/rails.ts"
import { advance, newRecurringProduct, subscriptionsOf } from "../support/merchants/subscriptions.ts"

type Request = { path: string; body: object; idempotencyKey: string }

/**
 * One process dies during another kind of call to the acquirer. Another one on the same databases recovers. What moves money and may be on its
 * way is looked up, and never sent a second time.
 */
describe("After kill -9 during a refund, a saved card, a PIX and a 3DS challenge", function () {
  this.timeout(120_000)
  let survivor: Running
  let merchant: Merchant
  before(async () => {
    survivor = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(survivor)
  })
  after(() => survivor.close())

  async function dieIn(step: string, request: (victim: Spawned) => Promise<unknown>): Promise<void> {
    const victim = await spawnVintem({ LOG_LEVEL: "silent" }, { databases: survivor.databases, role: "api" })
    await dieAt(victim, step, () => request(victim))
  }

  /** Kills the process during the request, then retries with the same key as a client should. */
  async function repeatAfterDeath(step: string, { path, body, idempotencyKey }: Request, status: number): Promise<Json> {
    await dieIn(step, (victim) => victim.request("POST", path, body, { idempotencyKey, key: merchant.key }))
    const send = () => merchant.request("POST", path, body, { idempotencyKey })
    const started = Date.now()
    let response: Response = await send()
    while (response.headers["service-should-retry"] === "true" && Date.now() - started < 10_000) response = await send()
    expect(Date.now() - started).to.be.below(10_000)
    const result = expectStatus(response, status)
    expect((await send()).body).to.deep.equal(result)
    return result
  }

  for (const [i, step] of ["refund: attempt written", "refund: acquirer answered"].entries()) {
    it(`at "${step}": a retry makes one refund, and the money goes back once`, async () => {
      const amount = 31_000 + i
      const { id } = await payWith(merchant, CARDS.approved, { amount })
      const request = { path: "/v1/refunds", body: { payment_intent: id }, idempotencyKey: newIdempotencyKey() }
      const refund = await repeatAfterDeath(step, request, 201)
      expect(refund).to.deep.include({ status: "succeeded", amount })
      expect(await refundsOf(merchant, id)).to.deep.equal([refund])
      expect((await mockRefunds(survivor, merchant.account)).map((each) => each.amount)).to.deep.equal([amount])
    })
  }

  it('at "refund: sent": a retry is answered with pending, and a person decides whether it was made', async () => {
    const { id } = await payWith(merchant)
    const request = { path: "/v1/refunds", body: { payment_intent: id }, idempotencyKey: newIdempotencyKey() }
    const refund = await repeatAfterDeath("refund: sent", request, 201)
    expect(refund).to.include({ status: "pending", amount: 4990 })
    await advance(merchant, { seconds: 20 * 60 })
    expect(await refundsOf(merchant, id)).to.deep.equal([refund])
    const { items } = await listAttention(survivor.server.modes.test, { account: merchant.account })
    expect(items.map(({ kind, refund }) => [kind, refund])).to.deep.equal([["outcome_unknown", refund.id]])
    expect(await mockRefunds(survivor, merchant.account)).to.deep.equal([])
    expect((await survivor.cli("refunds", "settle", refund.id, "--failed")).status).to.equal(0)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect((await mockRefunds(survivor, merchant.account)).map(({ amount }) => amount)).to.deep.equal([4990])
  })

  for (const step of ["save: attempt written", "verify: sent", "save: acquirer answered"]) {
    it(`at "${step}": a retry saves one card`, async () => {
      const { id: customer } = await newPayer(merchant)
      const body = { customer, token: (await newToken(merchant)).id }
      const request = { path: "/v1/payment_methods", body, idempotencyKey: newIdempotencyKey() }
      const saved = await repeatAfterDeath(step, request, 201)
      const { data } = expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200)
      expect(data).to.deep.equal([saved])
    })
  }

  for (const step of ["confirm: attempt written", "charge: sent", "confirm: acquirer answered"]) {
    it(`at "${step}" of a trial without a charge: a retry verifies the card again, and starts one subscription`, async () => {
      const { id: customer } = await newPayer(merchant)
      const product = await newRecurringProduct(survivor, merchant, { trialDays: 7 })
      const { id } = await newOpenIntent(merchant, { amount: 0, customer, product, payment_method_types: ["card"] })
      const body = { payment_method: (await newToken(merchant)).id }
      const request = { path: `/v1/payment_intents/${id}/confirm`, body, idempotencyKey: newIdempotencyKey() }
      expect(await repeatAfterDeath(step, request, 200)).to.deep.include({ status: "succeeded", charges: { latest: null } })
      expect(await subscriptionsOf(merchant, customer)).to.have.length(1)
      const { data } = expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200)
      expect(data).to.have.length(1)
    })
  }

  it('at "charge: settled" of a trial without a charge: a retry gets the one subscription', async () => {
    const { id: customer } = await newPayer(merchant)
    const product = await newRecurringProduct(survivor, merchant, { trialDays: 7 })
    const { id } = await newOpenIntent(merchant, { amount: 0, customer, product, payment_method_types: ["card"] })
    const body = { payment_method: (await newToken(merchant)).id }
    const request = { path: `/v1/payment_intents/${id}/confirm`, body, idempotencyKey: newIdempotencyKey() }
    expect((await repeatAfterDeath("charge: settled", request, 200)).status).to.equal("succeeded")
    expect(await subscriptionsOf(merchant, customer)).to.have.length(1)
  })

  async function confirmPixAndDie(step: string, amount: number): Promise<Json> {
    const { id } = await newOpenIntent(merchant, { amount })
    const body = { payment_method: (await newBareToken(merchant, "pix")).id }
    const request = { path: `/v1/payment_intents/${id}/confirm`, body, idempotencyKey: newIdempotencyKey() }
    return repeatAfterDeath(step, request, 200)
  }

  it('at "confirm: acquirer answered" of a PIX: a retry gets the one code', async () => {
    const intent = await confirmPixAndDie("confirm: acquirer answered", 32_000)
    expect(intent.status).to.equal("requires_action")
    expect(await mockCharges(survivor, 32_000)).to.have.lengthOf(1)
    expect((await fetch(intent.next_action.qr_code_url.replace(/^.*\/pay/, `${survivor.url}/pay`))).status).to.equal(200)
  })

  for (const [i, step] of ["confirm: attempt written", "charge: sent"].entries()) {
    it(`at "${step}" of a PIX: a retry is answered with processing, and after 15 minutes there is no code`, async () => {
      const amount = 32_001 + i
      const { id, status } = await confirmPixAndDie(step, amount)
      expect(status).to.equal("processing")
      await advance(merchant, { seconds: 20 * 60 })
      const ended = await until(async () => {
        const intent = await retrieve(merchant, id)
        return intent.status !== "processing" && intent
      })
      expect([ended.status, ended.last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
      expect(await mockCharges(survivor, amount)).to.deep.equal([])
    })
  }

  async function decided(id: string): Promise<Json> {
    return until(async () => {
      const intent = await retrieve(merchant, id)
      return intent.status !== "requires_action" && intent
    })
  }

  async function pressAndDie(step: string, action: string, amount: number): Promise<Json> {
    const { id } = await newOpenIntent(merchant, { amount })
    const intent = await confirmWith(merchant, id, CARDS.threeDs)
    await dieIn(step, (victim) => pressButton(intent.next_action.url.replace(survivor.url, victim.url), action))
    return intent
  }

  for (const [step, action, status, amount] of [
    ["challenge: attempt written", "authorize", "succeeded", 33_000],
    ["challenge: acquirer answered", "fail", "canceled", 33_002],
  ] as const) {
    it(`at "${step}": the payment ends once, as the payer decided`, async () => {
      const { id } = await pressAndDie(step, action, amount)
      expect((await decided(id)).status).to.equal(status)
      expect(await eventsOf(merchant, id)).to.have.lengthOf(1)
      expect(await mockCharges(survivor, amount)).to.have.lengthOf(1)
    })
  }

  it('at "charge: sent" of a 3DS challenge: the payer presses once more, and the payment ends once', async () => {
    const { id, next_action } = await pressAndDie("charge: sent", "authorize", 33_001)
    await until(async () => {
      await pressButton(next_action.url, "authorize")
      return (await retrieve(merchant, id)).status === "succeeded"
    })
    expect(await eventsOf(merchant, id)).to.have.lengthOf(1)
    expect(await mockCharges(survivor, 33_001)).to.have.lengthOf(1)
  })
})
