import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock-faults.ts"
import { statement } from "../../src/db/statement.ts"
import { pollAcquirers } from "../../src/payments/attempts/poll.ts"
import { recoverLapsedAttempts } from "../../src/payments/attempts/recover.ts"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import { newMerchant } from "../support/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/payments.ts"
import {
  balanceIn,
  confirm,
  confirmWith,
  eventsOf,
  help,
  newBareToken,
  newOpenIntent,
  payWith,
  perform,
  pressButton,
  refundsOf,
  retrieve,
} from "../support/rails.ts"
import { type Running, startVintem } from "../support/vintem.ts"

type MockCharge = { id: string; status: string; amount: number; refunded: number; reference: string }
const chargesOf = statement<MockCharge>((k, p) => k("mock_charges").where({ account: p.account }).orderBy("id"))
const payAtTheBank = statement<void>((k, p) => k("mock_charges").where({ id: p.id }).update({ notice: "paid", notice_at: p.now }))
const everyAttempt = statement<{ kind: string; state: string; reference: string }>((k, p) =>
  k("attempts").where({ payment_intent: p.payment_intent }).orderBy("id"),
)

/** A timeout is not a refusal. The acquirer is polled, and no money is charged twice, lost, or kept after the payment ended. */
describe("When the outcome at the acquirer is unknown", () => {
  let vintem: Running
  let faults: Faults
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  // There is no scheduler. The tests run its jobs.
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock })
    faults = vintem.server.modes.test.config.mockFaults
  })
  afterEach(() => {
    for (const operation of Object.keys(faults) as (keyof Faults)[]) delete faults[operation]
  })
  after(() => vintem.close())

  const all = (account: string) => vintem.server.modes.test.database.all(chargesOf, { account })
  const poll = (account: string, later: number) => perform(vintem, pollAcquirers, account, later)

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
    await recoverLapsedAttempts(vintem.server.modes.test)
    const [charge] = await all(account)
    expect(charge).to.deep.include({ refunded: 4990 })
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    await poll(account, 901 + 7200)
    await recoverLapsedAttempts(vintem.server.modes.test)
    expect((await all(account))[0]).to.deep.include({ refunded: 4990 })
  })

  for (const [end, how] of [
    ["canceled", (id: string, v: Running) => v.request("POST", `/v1/payment_intents/${id}/cancel`)],
    ["expired", (id: string, v: Running) => help(v, id, "expire")],
  ] as const) {
    it(`a PIX that is paid after it was ${end} is reversed once`, async () => {
      const { id } = await newOpenIntent(vintem)
      const { charges } = await confirmWith(vintem, id, "pix")
      expectStatus(await how(id, vintem), 200)
      const before = await retrieve(vintem, id)
      const eventsBefore = await eventsOf(vintem, id)

      const { database, clock: modeClock } = vintem.server.modes.test
      const now = Math.floor(modeClock.now() / 1000)
      // The bank may send its notice twice.
      for (let i = 0; i < 2; i++) {
        await database.transaction((tx) => tx.run(payAtTheBank, { id: charges.latest, now }))
        await perform(vintem, applyMockNotices, vintem.account)
        for (let j = 0; j < 3; j++) await recoverLapsedAttempts(vintem.server.modes.test)
      }

      expect(await retrieve(vintem, id)).to.deep.equal(before)
      expect(await eventsOf(vintem, id)).to.deep.equal(eventsBefore)
      const charge = (await all(vintem.account)).find((each) => each.id === charges.latest)
      expect(charge).to.deep.include({ status: "approved", refunded: 4990 })
      const attempts = await database.all(everyAttempt, { payment_intent: id })
      expect(attempts.map(({ kind, state }) => [kind, state])).to.deep.equal([
        ["charge", "done"],
        ["reversal", "done"],
      ])
    })
  }

  it("a PIX that is paid in time succeeds by the bank's notice", async () => {
    const { id } = await newOpenIntent(vintem)
    const { charges } = await confirmWith(vintem, id, "pix")
    const { database } = vintem.server.modes.test
    await database.transaction((tx) => tx.run(payAtTheBank, { id: charges.latest, now: 1 }))
    await perform(vintem, applyMockNotices, vintem.account)
    expect(await retrieve(vintem, id)).to.deep.include({ status: "succeeded", charges })
  })

  it("a second notice of the same approval changes nothing", async () => {
    const { id } = await newOpenIntent(vintem)
    const { charges } = await confirmWith(vintem, id, "pix")
    expectStatus(await help(vintem, id, "succeed"), 200)
    const { database } = vintem.server.modes.test
    await database.transaction((tx) => tx.run(payAtTheBank, { id: charges.latest, now: 1 }))
    await perform(vintem, applyMockNotices, vintem.account)
    await recoverLapsedAttempts(vintem.server.modes.test)
    expect(await retrieve(vintem, id)).to.deep.include({ status: "succeeded", charges })
    expect(await eventsOf(vintem, id)).to.deep.equal(["payment_intent.succeeded"])
    const charge = (await all(vintem.account)).find((each) => each.id === charges.latest)
    expect(charge).to.deep.include({ status: "approved", refunded: 0 })
  })

  it("a timeout while a PIX is created is 503 and changes nothing, unless the PIX is found", async () => {
    const { id } = await newOpenIntent(vintem)
    const token = await newBareToken(vintem, "pix")
    const idempotencyKey = newIdempotencyKey()
    faults.create_pix = "timeout_before"
    const path = `/v1/payment_intents/${id}/confirm`
    const first = await vintem.request("POST", path, { payment_method: token.id }, { idempotencyKey })
    expect([first.status, first.body.error.code, first.headers["service-should-retry"]]).to.deep.equal([
      503,
      "processing_error",
      "true",
    ])
    expect(await retrieve(vintem, id)).to.deep.include({ status: "requires_payment_method", charges: { latest: null } })
    faults.create_pix = "timeout_after"
    const second = await vintem.request("POST", path, { payment_method: token.id }, { idempotencyKey })
    expect([second.status, second.body.status]).to.deep.equal([200, "requires_action"])
  })

  it("a PIX that was given up is reversed if it is paid, and the payment waits for its other PIX", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newOpenIntent(merchant)
    const token = await newBareToken(merchant, "pix")
    Object.assign(faults, { create_pix: "timeout_after", look_up: "timeout_before" })
    expectStatus(await confirm(merchant, id, token.id), 503)
    delete faults.create_pix
    delete faults.look_up
    const [lost] = await all(merchant.account)
    const waiting = expectStatus(await confirm(merchant, id, token.id), 200)
    expect(waiting.charges.latest).not.to.equal(lost!.id)

    const pay = async (charge: string) => {
      const { database, clock: modeClock } = vintem.server.modes.test
      await database.transaction((tx) => tx.run(payAtTheBank, { id: charge, now: Math.floor(modeClock.now() / 1000) }))
      await perform(vintem, applyMockNotices, merchant.account)
      await recoverLapsedAttempts(vintem.server.modes.test)
    }
    await pay(lost!.id)
    expect(await retrieve(merchant, id)).to.deep.equal(waiting)
    expect(await eventsOf(merchant, id)).to.deep.equal([])
    await pay(waiting.charges.latest)
    expect(await retrieve(merchant, id)).to.deep.include({ status: "succeeded", charges: waiting.charges })
    const charges = await all(merchant.account)
    expect(charges.map((each) => [each.id, each.refunded])).to.have.deep.members([
      [lost!.id, 4990],
      [waiting.charges.latest, 0],
    ])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })

  it("a second request waits 5 s for a slow acquirer, then gets a 409 to retry, and the payment goes on", async () => {
    const { id } = await newOpenIntent(vintem)
    const challenged = await payWith(vintem, CARDS.threeDs)
    Object.assign(faults, { authorize: "slow:6500", finish_challenge: "slow:6500" })
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
    expect(Date.now() - started).to.be.within(5000, 6500)
    expect((await confirming).status).to.equal("succeeded")
    // A payer who presses twice waits as long, then gets an HTML page instead of a JSON error.
    const pages = await Promise.all(pressing)
    expect(pages.map((page) => page.status).sort()).to.deep.equal([303, 503])
    expect(pages.find((page) => page.status === 503)!.headers.get("content-type")).to.match(/^text\/html/)
    expect((await retrieve(vintem, challenged.id)).status).to.equal("succeeded")
    // A 409 is not saved: a retry with the same key gets the current result.
    const again = await cancel()
    expect([again.status, again.body.error.code]).to.deep.equal([400, "payment_intent_unexpected_state"])
    expect(again.headers).not.to.have.property("idempotent-replayed")
  })

  it("a 3DS response that does not reach the bank changes nothing, and the payer can try again", async () => {
    const { id } = await newOpenIntent(vintem)
    const { next_action } = await confirmWith(vintem, id, CARDS.threeDs)
    faults.finish_challenge = "timeout_before"
    expect((await pressButton(next_action.url, "authorize")).status).to.equal(503)
    expect((await retrieve(vintem, id)).status).to.equal("requires_action")
    delete faults.finish_challenge
    expect((await pressButton(next_action.url, "authorize")).status).to.equal(303)
    expect((await retrieve(vintem, id)).status).to.equal("succeeded")
  })

  it("a 3DS challenge is found decided if the bank's response got lost", async () => {
    const { id } = await newOpenIntent(vintem)
    const { next_action } = await confirmWith(vintem, id, CARDS.threeDs)
    faults.finish_challenge = "timeout_after"
    expect((await pressButton(next_action.url, "authorize")).status).to.equal(503)
    await poll(vintem.account, 2)
    expect((await retrieve(vintem, id)).status).to.equal("succeeded")
    expect(await eventsOf(vintem, id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("a payment that a test helper decides while its sale is unknown takes the money once", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    faults.authorize = "timeout_after"
    await confirmWith(merchant, id, CARDS.approved)
    const forced = expectStatus(await help(merchant, id, "succeed"), 200)
    await poll(merchant.account, 2)
    await recoverLapsedAttempts(vintem.server.modes.test)
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

  it("a refund whose outcome is unknown is pending, blocks another refund, and is completed once", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await payWith(merchant)
    faults.refund = "timeout_after"
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect(refund.status).to.equal("pending")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    const second = await merchant.request("POST", "/v1/refunds", { payment_intent: id })
    expect(second.body.error.code).to.equal("payment_intent_already_refunded")
    await poll(merchant.account, 1)
    expect((await refundsOf(merchant, id))[0]!.status).to.equal("succeeded")
    expect((await all(merchant.account))[0]!.refunded).to.equal(4990)
  })

  it("a refund that never arrived is sent again", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await payWith(merchant)
    faults.refund = "server_error"
    expect(expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201).status).to.equal("pending")
    delete faults.refund
    await poll(merchant.account, 1)
    expect((await refundsOf(merchant, id))[0]!.status).to.equal("succeeded")
    expect((await all(merchant.account))[0]!.refunded).to.equal(4990)
  })

  it("an operator can mark a pending refund as failed, and then another refund can be made", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await payWith(merchant)
    faults.refund = "timeout_before"
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    delete faults.refund
    const failed = await vintem.cli("refunds", "settle", refund.id, "--failed", "--json")
    expect(failed.json).to.deep.equal({ ...refund, status: "failed" })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    await poll(merchant.account, 60)
    expect((await all(merchant.account))[0]!.refunded).to.equal(0)
    expect(expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201).status).to.equal("succeeded")
    const again = await vintem.cli("refunds", "settle", refund.id)
    expect([again.status, again.stderr]).to.deep.equal([
      1,
      `vintem: The refund ${refund.id} is not pending: its status is failed.\n`,
    ])
    expect((await vintem.cli("refunds", "settle", "re_none")).status).to.equal(1)
    expect((await vintem.cli("refunds", "settle")).status).to.equal(2)
  }).timeout(180_000)
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
