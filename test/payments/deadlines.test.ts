import { expect } from "chai"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, CHARGE, expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirmWith, eventsOf, payWith, refundsOf, retrieve } from "../support/merchants/rails.ts"

const DEADLINE_MS = 1000

/** In production the deadline is 30 seconds. */
describe("A call to an acquirer that does not return", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let poll: BankServer["poll"]
  /** How many outcomes of charges were applied. */
  let applied = 0
  before(async () => {
    const checkpoint = (step: string) => void (step === "charge: settled" && applied++)
    server = await startWithBank({ callDeadlineMs: DEADLINE_MS, checkpoint })
    ;({ vintem, bank, poll } = server)
  })
  afterEach(() => server.reset())
  after(() => server.close())

  for (const [what, number, status, event] of [
    ["an approval", CARDS.approved, "succeeded", "payment_intent.succeeded"],
    ["a refusal", CARDS.declined, "canceled", "payment_intent.payment_failed"],
  ] as const) {
    it(`is answered with a processing payment at its deadline, and ${what} that comes late is applied`, async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await newIntent(merchant)
      const body = { payment_method: (await newToken(merchant, number)).id }
      const idempotencyKey = newIdempotencyKey()
      const send = () => merchant.request("POST", `/v1/payment_intents/${id}/confirm`, body, { idempotencyKey })
      bank.set("authorize", "held")
      const confirmed = expectStatus(await send(), 200)
      expect([confirmed.status, confirmed.charges.latest]).to.deep.equal(["processing", null])
      bank.heal()
      const decided = await until(async () => {
        const intent = await retrieve(merchant, id)
        return intent.status !== "processing" && intent
      })
      expect(decided.status).to.equal(status)
      expect(decided.charges.latest).to.match(CHARGE)
      expect(bank.sales(merchant.account)).to.have.lengthOf(1)
      expect(await eventsOf(merchant, id)).to.deep.equal([event])
      expect((await send()).body).to.deep.equal(confirmed)
      expect(await poll(merchant, 60)).to.equal(0)
      expect(bank.calls(merchant.account, "look_up")).to.equal(0)
    })
  }

  it("changes nothing more if a look-up finds the sale first", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    bank.set("authorize", "held_after")
    expect((await confirmWith(merchant, id, CARDS.approved)).status).to.equal("processing")
    await poll(merchant, 1)
    const found = await retrieve(merchant, id)
    expect(found.status).to.equal("succeeded")
    const before = applied
    bank.heal()
    await until(async () => applied > before)
    await poll(merchant, 3600)
    expect(await retrieve(merchant, id)).to.deep.equal(found)
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    expect(bank.refunds(merchant.account)).to.deep.equal([])
  })

  for (const [outcome, status] of [
    [undefined, "succeeded"],
    ["refused", "failed"],
  ] as const) {
    it(`leaves a refund pending at its deadline, which has ${status} when the outcome comes late`, async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await payWith(merchant)
      bank.set("refund", "held")
      const made = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
      expect(made.status).to.equal("pending")
      if (outcome) bank.set("refund", outcome)
      else bank.heal()
      await until(async () => (await refundsOf(merchant, id))[0]!.status !== "pending")
      expect(await refundsOf(merchant, id)).to.deep.equal([{ ...made, status }])
      expect(bank.refunds(merchant.account)).to.have.lengthOf(outcome ? 0 : 1)
      expect(await poll(merchant, 60)).to.equal(0)
    })
  }

  it("saves no card: the request can be retried, and a late verdict changes nothing", async () => {
    const merchant = await newMerchant(vintem)
    const { customer } = await newIntent(merchant)
    const body = { token: (await newToken(merchant)).id, customer }
    const idempotencyKey = newIdempotencyKey()
    const save = () => merchant.request("POST", "/v1/payment_methods", body, { idempotencyKey })
    const saved = async () => expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200).data
    bank.set("verify", "held")
    expect((await save()).status).to.equal(503)
    bank.heal()
    const method = expectStatus(await save(), 201)
    expect(await saved()).to.deep.equal([method])
  })
})
