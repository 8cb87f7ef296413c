import { expect } from "chai"
import type { Json, Response } from "../support/app/client.ts"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { until } from "../support/merchants/merchant.ts"
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

type Request = { path: string; body: object; idempotencyKey: string }

/** One process dies during another kind of call to the acquirer. Another one on the same databases recovers. */
describe("After kill -9 during a refund, a saved card, a PIX and a 3DS challenge", function () {
  this.timeout(120_000)
  let survivor: Running
  before(async () => {
    survivor = await startVintem()
  })
  after(() => survivor.close())

  async function dieIn(step: string, request: (victim: Spawned) => Promise<unknown>): Promise<void> {
    const victim = await spawnVintem({ LOG_LEVEL: "silent" }, { databases: survivor.databases, role: "api" })
    try {
      await victim.ask("dieAt", step)
      expect(await request(victim).catch(() => undefined), "no response from a process that died").to.equal(undefined)
      await victim.exited
    } finally {
      await victim.close()
    }
  }

  /** Kills the process during the request, then retries with the same key as a client should. */
  async function repeatAfterDeath(step: string, { path, body, idempotencyKey }: Request, status: number): Promise<Json> {
    await dieIn(step, (victim) => victim.request("POST", path, body, { idempotencyKey, key: survivor.key }))
    const send = () => survivor.request("POST", path, body, { idempotencyKey })
    const started = Date.now()
    let response: Response = await send()
    while (response.headers["service-should-retry"] === "true" && Date.now() - started < 10_000) response = await send()
    expect(Date.now() - started).to.be.below(10_000)
    const result = expectStatus(response, status)
    expect((await send()).body).to.deep.equal(result)
    return result
  }

  for (const [i, step] of ["refund: attempt written", "refund: sent", "refund: acquirer answered"].entries()) {
    it(`at "${step}": a retry makes one refund, and the money goes back once`, async () => {
      const amount = 31_000 + i
      const { id } = await payWith(survivor, CARDS.approved, { amount })
      const request = { path: "/v1/refunds", body: { payment_intent: id }, idempotencyKey: newIdempotencyKey() }
      const refund = await repeatAfterDeath(step, request, 201)
      expect(refund).to.deep.include({ status: "succeeded", amount })
      expect(await refundsOf(survivor, id)).to.deep.equal([refund])
      const [charge] = (await mockCharges(survivor, amount)) as unknown as { refunded: number }[]
      expect(charge!.refunded).to.equal(amount)
    })
  }

  for (const step of ["save: attempt written", "verify: sent", "save: acquirer answered"]) {
    it(`at "${step}": a retry saves one card`, async () => {
      const { id: customer } = await newPayer(survivor)
      const body = { customer, token: (await newToken(survivor)).id }
      const request = { path: "/v1/payment_methods", body, idempotencyKey: newIdempotencyKey() }
      const saved = await repeatAfterDeath(step, request, 201)
      const { data } = expectStatus(await survivor.request("GET", `/v1/payment_methods?customer=${customer}`), 200)
      expect(data).to.deep.equal([saved])
    })
  }

  for (const [i, step] of ["confirm: attempt written", "charge: sent", "confirm: acquirer answered"].entries()) {
    it(`at "${step}" of a PIX: a retry makes one code`, async () => {
      const amount = 32_000 + i
      const { id } = await newOpenIntent(survivor, { amount })
      const body = { payment_method: (await newBareToken(survivor, "pix")).id }
      const request = { path: `/v1/payment_intents/${id}/confirm`, body, idempotencyKey: newIdempotencyKey() }
      const intent = await repeatAfterDeath(step, request, 200)
      expect(intent.status).to.equal("requires_action")
      expect(await mockCharges(survivor, amount)).to.have.lengthOf(1)
      expect((await fetch(intent.next_action.qr_code_url.replace(/^.*\/pay/, `${survivor.url}/pay`))).status).to.equal(200)
    })
  }

  for (const [i, step] of ["challenge: attempt written", "charge: sent", "challenge: acquirer answered"].entries()) {
    it(`at "${step}": the payment ends once, as the payer decided`, async () => {
      const amount = 33_000 + i
      const { id } = await newOpenIntent(survivor, { amount })
      const { next_action } = await confirmWith(survivor, id, CARDS.threeDs)
      const action = i < 2 ? "authorize" : "fail"
      await dieIn(step, (victim) => pressButton(next_action.url.replace(survivor.url, victim.url), action))
      const decided = await until(async () => {
        const intent = await retrieve(survivor, id)
        return intent.status !== "requires_action" && intent
      })
      expect(decided.status).to.equal(i < 2 ? "succeeded" : "canceled")
      expect(await eventsOf(survivor, id)).to.have.lengthOf(1)
      expect(await mockCharges(survivor, amount)).to.have.lengthOf(1)
    })
  }
})
