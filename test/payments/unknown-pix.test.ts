import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"
import {
  balanceIn,
  confirm,
  confirmWith,
  eventsOf,
  help,
  newBareToken,
  newOpenIntent,
  perform,
  recoverAttempts,
  retrieve,
} from "../support/merchants/rails.ts"
import { clearFaults, everyAttempt, mockChargesOf } from "./unknown-outcomes.ts"

const payAtTheBank = statement<void>((k, p) => k("mock_charges").where({ id: p.id }).update({ notice: "paid", notice_at: p.now }))

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
        for (let j = 0; j < 3; j++) await recoverAttempts(vintem, vintem.account)
      }

      expect(await retrieve(vintem, id)).to.deep.equal(before)
      expect(await eventsOf(vintem, id)).to.deep.equal(eventsBefore)
      const charge = (await all(vintem.account)).find((each) => each.id === charges.latest)
      expect(charge).to.deep.include({ status: "approved", refunded: 4990 })
      const attempts = await database.all(everyAttempt, { payment_intent: id })
      // A PIX that expired can no longer be paid, so only a canceled one is taken back.
      const kinds = end === "canceled" ? ["charge", "reversal", "void"] : ["charge", "reversal"]
      expect(attempts.map(({ kind, state }) => `${kind} ${state}`).sort()).to.deep.equal(kinds.map((kind) => `${kind} done`))
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
    await recoverAttempts(vintem, vintem.account)
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
      await recoverAttempts(vintem, merchant.account)
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
})
