import { expect } from "chai"
import { ApiError, type ErrorCode } from "../../src/base/errors.ts"
import { createCustomer } from "../../src/customers/customers.ts"
import type { Transaction } from "../../src/db/database.ts"
import type { Context } from "../../src/http/context.ts"
import { type Operate, respondOnce, type Terms } from "../../src/http/idempotency.ts"
import type { ApiResponse } from "../../src/http/response.ts"
import { NEWEST_VERSION } from "../../src/versions.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"

/** Tests what every operation can rely on, with operations made up here. */
describe("An operation under an Idempotency-Key", () => {
  let vintem: Running
  let merchant: Merchant
  let idempotencyKey: string
  let runs: number
  const ms = Date.now()
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock: { now: () => ms } })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    idempotencyKey = newIdempotencyKey()
    runs = 0
  })
  after(() => vintem.close())

  const now = () => Math.floor(ms / 1000)

  /** Sends one request. Returns its status, or the code of the error thrown, and whether it was a replay. */
  async function send(
    operate: Operate,
    { shared = false, key = idempotencyKey } = {},
  ): Promise<{ status: number | string; replayed: boolean }> {
    const mode = vintem.server.modes.test
    const state = {
      mode,
      caller: { account: merchant.account },
      idempotencyKey: key,
      now: now(),
      version: NEWEST_VERSION,
      body: {},
    }
    const ctx = { method: "POST", url: "/v1/anything", state, status: 0, set: () => {} } as unknown as Context
    ctx.response = ctx as unknown as Context["response"] // as Koa's, both have the same status and body
    const counted: Operate = (tx) => {
      runs++
      return operate(tx)
    }
    const terms: Terms = { about: shared ? [] : undefined, withoutSecret: (body) => body, isSameSecret: async () => true }
    const thrown = await respondOnce(ctx, counted, terms).catch((error: Error) => (error as ApiError).code ?? error.message)
    return { status: thrown ?? ctx.status, replayed: ctx.state.replayed ?? false }
  }

  const write = (tx: Transaction) =>
    createCustomer(tx, { mode: vintem.server.modes.test, account: merchant.account, now: now() }, { email: "a@example.com" })
  const written = async () => expectStatus(await merchant.request("GET", "/v1/customers"), 200).data.length
  const refuse = (code: ErrorCode) => {
    throw new ApiError(code, "No.")
  }

  it("rolls back when it refuses, and saves the refusal", async () => {
    const operate: Operate = async (tx) => {
      await write(tx)
      return refuse("payment_intent_canceled")
    }
    expect(await send(operate)).to.deep.equal({ status: 400, replayed: false })
    expect(await send(operate)).to.deep.equal({ status: 400, replayed: true })
    expect([runs, await written()]).to.deep.equal([1, 0])
  })

  for (const code of [
    "not_ready",
    "processing_error",
    "rate_limit_exceeded",
    "parameter_invalid",
    "idempotency_key_in_use",
  ] as const) {
    it(`rolls back on ${code} without saving it, and the next request runs again`, async () => {
      const operate: Operate = async (tx) => {
        await write(tx)
        return runs === 1 ? refuse(code) : { status: 201, body: {} }
      }
      expect(await send(operate)).to.deep.equal({ status: code, replayed: false })
      expect(await written()).to.equal(0)
      expect(await send(operate)).to.deep.equal({ status: 201, replayed: false })
      expect(await send(operate)).to.deep.equal({ status: 201, replayed: true })
      expect(await written()).to.equal(1)
    })
  }

  it("does not run others again when it refuses before it has written anything", async () => {
    const refusals: (ErrorCode | undefined)[] = [
      "payment_intent_canceled",
      undefined,
      "payment_intent_locked",
      "parameter_invalid",
    ]
    const results = await Promise.all(
      [...refusals, undefined].map((code) => {
        const key = newIdempotencyKey()
        return send(async (tx) => (code ? refuse(code) : { status: 201, body: await write(tx) }), { shared: true, key })
      }),
    )
    expect(results.map(({ status }) => status)).to.deep.equal([400, 201, "payment_intent_locked", "parameter_invalid", 201])
    expect(runs).to.equal(5)
  })

  describe("that continues after its transaction", () => {
    const continuing =
      (later: () => Promise<ApiResponse>): Operate =>
      async () => ({ kind: "repeatable", later })

    it("replays the response saved at its end", async () => {
      const operate = continuing(async () => ({ status: 200, body: { runs } }))
      expect(await send(operate)).to.deep.equal({ status: 200, replayed: false })
      expect(await send(operate)).to.deep.equal({ status: 200, replayed: true })
      expect(runs).to.equal(1)
    })

    it("saves a final refusal", async () => {
      const operate = continuing(async () => refuse("card_declined"))
      expect(await send(operate)).to.deep.equal({ status: "card_declined", replayed: false })
      expect(await send(operate)).to.deep.equal({ status: 402, replayed: true })
      expect(runs).to.equal(1)
    })

    for (const [what, fail, status] of [
      ["breaks", () => Promise.reject(new Error("broken")), "broken"],
      ["is refused for now", async () => refuse("processing_error"), "processing_error"],
    ] as const) {
      it(`releases its key if it ${what}`, async () => {
        const operate = continuing(async () => (runs === 1 ? fail() : { status: 200, body: {} }))
        expect(await send(operate)).to.deep.equal({ status, replayed: false })
        expect(await send(operate)).to.deep.equal({ status: 200, replayed: false })
        expect(await send(operate)).to.deep.equal({ status: 200, replayed: true })
      })
    }
  })
})
