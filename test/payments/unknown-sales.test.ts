import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { statement } from "../support/databases/statement.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, CHARGE, expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import {
  balanceIn,
  confirm,
  confirmWith,
  eventsOf,
  help,
  newOpenIntent,
  payWith,
  perform,
  pressButton,
  recoverAttempts,
  retrieve,
} from "../support/merchants/rails.ts"
import { clearFaults, everyAttempt, mockChargesOf } from "./unknown-outcomes.ts"

/** A timeout is not a refusal. The acquirer is polled, and no money is charged twice, lost, or kept after the payment ended. */
describe("When the outcome at the acquirer is unknown", () => {
  let vintem: Running
  let faults: Faults
  // There is no scheduler. The tests run its jobs.
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    faults = vintem.server.modes.test.config.mockFaults
  })
  afterEach(() => clearFaults(faults))
  after(() => vintem.close())

  const all = (account: string) => mockChargesOf(vintem, account)
  const poll = (account: string, later: number) => perform(vintem, callAcquirers, account, later)

  it("a sale that was made is found by its reference, and the payment succeeds", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    faults.authorize = "timeout_after"
    const intent = await confirmWith(merchant, id, CARDS.approved)
    expect(intent).to.deep.include({ status: "processing", charges: { latest: null }, last_payment_error: null })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 4990 })
    expect((await merchant.request("POST", `/v1/payment_intents/${id}/cancel`)).body.error.code).to.equal(
      "payment_intent_unexpected_state",
    )
    expect(await eventsOf(merchant, id)).to.deep.equal([])

    await poll(merchant.account, 1)
    const [charge] = await all(merchant.account)
    expect(await retrieve(merchant, id)).to.deep.include({ status: "succeeded", charges: { latest: charge!.id } })
    expect(await all(merchant.account)).to.have.lengthOf(1)
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })

  it("a sale that was refused is found, and the payment fails", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    faults.authorize = "timeout_after"
    await confirmWith(merchant, id, CARDS.insufficientFunds)
    await poll(merchant.account, 1)
    const intent = await retrieve(merchant, id)
    expect(intent.last_payment_error.code).to.equal("insufficient_funds")
    expect(intent.charges.latest).to.equal((await all(merchant.account))[0]!.id)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
  })

  for (const fault of ["timeout_before", "server_error"] as const) {
    it(`${fault}: the sale is given up after 15 minutes without a trace`, async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await newIntent(merchant)
      faults.authorize = fault
      await confirmWith(merchant, id, CARDS.approved)
      // As often as the scheduler would poll.
      for (let later = 1; later < 840; later += 7) await poll(merchant.account, later)
      expect((await retrieve(merchant, id)).status).to.equal("processing")
      await poll(merchant.account, 901)
      const intent = await retrieve(merchant, id)
      expect(intent).to.deep.include({ status: "canceled", charges: { latest: null } })
      expect(intent.last_payment_error.code).to.equal("processing_error")
      expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.payment_failed"])
      expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
      const again = await confirm(merchant, id, (await newToken(merchant)).id)
      expect(again.body.error.code).to.equal("payment_intent_canceled")
    })
  }

  it("a sale is not given up while the acquirer cannot be polled", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    faults.authorize = "timeout_after"
    faults.look_up = "timeout_before"
    await confirmWith(merchant, id, CARDS.approved)
    for (let later = 1; later < 3600; later += 60) await poll(merchant.account, later)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    delete faults.look_up
    await poll(merchant.account, 4000)
    await poll(merchant.account, 8000)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
  })

  it("a sale that turns up after it was given up is reversed, and the payment stays canceled", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    faults.authorize = "timeout_before"
    await confirmWith(merchant, id, CARDS.approved)
    for (const later of [1, 450, 901]) await poll(merchant.account, later)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")

    const { account } = merchant
    const { database } = vintem.server.modes.test
    const [attempt] = await database.all(everyAttempt, { payment_intent: id })
    await database.transaction((tx) =>
      tx.run(lateCharge, { id: `ch_late_${account}`, account, reference: attempt!.reference, now: 0 }),
    )
    await poll(account, 901 + 3600)
    await recoverAttempts(vintem, account, 901 + 3600)
    const [charge] = await all(account)
    expect(charge).to.deep.include({ refunded: 4990 })
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    await poll(account, 901 + 7200)
    await recoverAttempts(vintem, account, 901 + 7200)
    expect((await all(account))[0]).to.deep.include({ refunded: 4990 })
  })

  it("a sale that is found refused has an id in the API, even if the acquirer has given it none", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
      ...acquirer,
      authorize: async () => ({ result: "unknown" }),
      lookUp: async () => ({ result: "refused", charge: null, code: "card_declined", message: "The issuer refused the card." }),
    }))
    expect((await confirmWith(merchant, id, CARDS.approved)).charges.latest).to.equal(null)
    await poll(merchant.account, 1)
    restore()
    const { status, charges } = await retrieve(merchant, id)
    expect(status).to.equal("canceled")
    expect(charges.latest).to.match(CHARGE)
  })

  it("a second request waits 5 s for a slow acquirer, then gets a 409 to retry, and the payment goes on", async () => {
    const { id } = await newOpenIntent(vintem)
    const challenged = await payWith(vintem, CARDS.threeDs)
    const held = Promise.withResolvers<void>()
    const { restore } = replaceAcquirer(vintem, vintem, (acquirer) => ({
      ...acquirer,
      authorize: (...args) => held.promise.then(() => acquirer.authorize(...args)),
      finishChallenge: (...args) => held.promise.then(() => acquirer.finishChallenge!(...args)),
    }))
    try {
      const press = () => pressButton(challenged.next_action.url, "authorize")
      const pressing = [press(), press()]
      const confirming = confirmWith(vintem, id, CARDS.approved)
      const started = Date.now()
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect((await retrieve(vintem, id)).status).to.equal("requires_payment_method")
      const idempotencyKey = newIdempotencyKey()
      const cancel = () => vintem.request("POST", `/v1/payment_intents/${id}/cancel`, undefined, { idempotencyKey })
      const { status, body, headers } = await cancel()
      expect([status, body.error.code, headers["service-should-retry"]]).to.deep.equal([409, "payment_intent_locked", "true"])
      expect(Date.now() - started).to.be.at.least(5000)
      // A payer who presses twice waits as long, then gets an HTML page instead of a JSON error.
      await Promise.race(pressing)
      held.resolve()
      expect((await confirming).status).to.equal("succeeded")
      const pages = await Promise.all(pressing)
      expect(pages.map((page) => page.status).sort()).to.deep.equal([303, 503])
      expect(pages.find((page) => page.status === 503)!.headers.get("content-type")).to.match(/^text\/html/)
      expect((await retrieve(vintem, challenged.id)).status).to.equal("succeeded")
      // A 409 is not saved: a retry with the same key gets the current result.
      const again = await cancel()
      expect([again.status, again.body.error.code]).to.deep.equal([400, "payment_intent_unexpected_state"])
      expect(again.headers).not.to.have.property("idempotent-replayed")
    } finally {
      held.resolve()
      restore()
    }
  })

  it("a payment that a test helper decides while its sale is unknown takes the money once", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    faults.authorize = "timeout_after"
    await confirmWith(merchant, id, CARDS.approved)
    const forced = expectStatus(await help(merchant, id, "succeed"), 200)
    await poll(merchant.account, 2)
    await recoverAttempts(vintem, merchant.account, 2)
    const charges = await all(merchant.account)
    expect(charges.map((each) => [each.id === forced.charges.latest, each.refunded])).to.have.deep.members([
      [true, 0],
      [false, 4990],
    ])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })

  it("a processing_error uses up neither token nor key, and sends no event", async () => {
    const { id } = await newOpenIntent(vintem)
    const token = await newToken(vintem, CARDS.unreachable)
    const idempotencyKey = newIdempotencyKey()
    for (let i = 0; i < 2; i++) {
      const { status, body } = await vintem.request(
        "POST",
        `/v1/payment_intents/${id}/confirm`,
        { payment_method: token.id },
        { idempotencyKey },
      )
      expect([status, body.error.code]).to.deep.equal([503, "processing_error"])
    }
    expect(await eventsOf(vintem, id)).to.deep.equal([])
    expect((await confirmWith(vintem, id, CARDS.approved)).status).to.equal("succeeded")
  })
})

const lateCharge = statement<void>((k, p) =>
  k("mock_charges").insert({
    id: p.id,
    account: p.account,
    created: p.now,
    reference: p.reference,
    kind: "card",
    amount: 4990,
    currency: "brl",
    status: "approved",
  }),
)
