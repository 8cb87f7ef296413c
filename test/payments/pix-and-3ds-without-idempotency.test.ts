import { expect } from "chai"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey, newIntent } from "../support/merchants/payments.ts"
import {
  confirm,
  confirmWith,
  eventsOf,
  newBareToken,
  newOpenIntent,
  perform,
  pressButton,
  retrieve,
} from "../support/merchants/rails.ts"

const HOUR = 3600

/** Most real acquirers repeat an operation if a request is repeated. So an unknown outcome is looked up and never sent again. */
describe("With an acquirer without idempotency", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let clock: BankServer["clock"]
  let poll: BankServer["poll"]
  let recover: BankServer["recover"]
  before(async () => {
    server = await startWithBank()
    ;({ vintem, bank, clock, poll, recover } = server)
  })
  afterEach(() => server.reset())
  after(() => server.close())

  for (const trouble of ["lost_before", "lost_after", "unknown"] as const) {
    it(`a PIX with an unknown outcome (${trouble}) that is not found can be retried`, async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await newOpenIntent(merchant)
      const body = { payment_method: (await newBareToken(merchant, "pix")).id }
      const idempotencyKey = newIdempotencyKey()
      const send = () => merchant.request("POST", `/v1/payment_intents/${id}/confirm`, body, { idempotencyKey })
      bank.set("create_pix", trouble)
      bank.set("look_up", trouble === "lost_before" ? "lost_before" : "nothing_yet")
      expect((await send()).status).to.equal(503)
      expect((await retrieve(merchant, id)).status).to.equal("requires_payment_method")
      bank.heal()
      expect(expectStatus(await send(), 200).status).to.equal("requires_action")
    })
  }

  it("a PIX that was never shown is reversed if it is paid, and the PIX that was shown stays open", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newOpenIntent(merchant)
    bank.set("create_pix", "lost_after")
    bank.set("look_up", "nothing_yet")
    expect((await confirm(merchant, id, (await newBareToken(merchant, "pix")).id)).status).to.equal(503)
    bank.set("look_up", "unknown")
    await poll(merchant, 10)
    bank.heal()
    // The poll finds it waiting for its payer, so there is nothing to reverse yet.
    for (const later of [30, 60]) await poll(merchant, later)
    bank.decide(merchant.account, "approved")
    const shown = await confirmWith(merchant, id, "pix")
    await poll(merchant, 300)
    await recover(merchant)
    const [unseen] = bank.sales(merchant.account)
    expect(bank.refunds(merchant.account).map(({ charge }) => charge)).to.deep.equal([unseen!.charge])
    expect(await retrieve(merchant, id)).to.deep.equal(shown)
    expect(await eventsOf(merchant, id)).to.deep.equal([])
  })

  it("a PIX that was never shown is looked up for 7 days, ever more rarely", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newOpenIntent(merchant)
    bank.set("create_pix", "lost_before")
    bank.set("look_up", "nothing_yet")
    expect((await confirm(merchant, id, (await newBareToken(merchant, "pix")).id)).status).to.equal(503)
    const lookUps = () => bank.calls(merchant.account, "look_up")
    const askedIn = async (from: number, to: number) => {
      const before = lookUps()
      for (let later = from; later <= to; later += HOUR / 2) await poll(merchant, later)
      return lookUps() - before
    }
    expect(await askedIn(HOUR, 6 * HOUR)).to.be.within(2, 5)
    expect(await askedIn(6 * 24 * HOUR, 7 * 24 * HOUR)).to.be.within(1, 2)
    expect(await askedIn(8 * 24 * HOUR, 10 * 24 * HOUR)).to.equal(0)
  })

  for (const trouble of ["unavailable", "unknown"] as const) {
    it(`a 3DS challenge that the acquirer cannot process (${trouble}) can be answered again`, async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await newIntent(merchant)
      const { next_action } = await confirmWith(merchant, id, CARDS.threeDs)
      bank.set("finish_challenge", trouble)
      expect((await pressButton(next_action.url, "authorize")).status).to.equal(503)
      expect((await retrieve(merchant, id)).status).to.equal("requires_action")
      bank.heal()
      expect((await pressButton(next_action.url, "authorize")).status).to.equal(303)
      expect((await retrieve(merchant, id)).status).to.equal("succeeded")
      expect(bank.sales(merchant.account)).to.have.lengthOf(1)
    })
  }

  it("a 3DS challenge that the acquirer calls undecided before it is answered can still be answered", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    const { next_action } = await confirmWith(merchant, id, CARDS.threeDs)
    bank.decide(merchant.account, "pending")
    await poll(merchant, 120)
    expect((await pressButton(next_action.url, "authorize")).status).to.equal(303)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
  })

  it("a 3DS challenge that the acquirer has accepted and not decided when its time ends is waited for, ever more rarely", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    const { next_action } = await confirmWith(merchant, id, CARDS.threeDs)
    bank.set("finish_challenge", "unknown")
    expect((await pressButton(next_action.url, "authorize")).status).to.equal(503)
    bank.heal()
    bank.decide(merchant.account, "pending")
    await poll(merchant, HOUR + 60)
    const lookUps = bank.calls(merchant.account, "look_up")
    for (let later = HOUR + 120; later < 12 * HOUR; later += 120) await poll(merchant, later)
    expect(bank.calls(merchant.account, "look_up") - lookUps).to.be.within(5, 25)
    expect((await retrieve(merchant, id)).status).to.equal("requires_action")
    bank.decide(merchant.account, "approved")
    await poll(merchant, 24 * HOUR)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
  })

  it("a 3DS challenge answered after an hour is too late, even before the payment is expired", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant)
    const { next_action } = await confirmWith(merchant, id, CARDS.threeDs)
    clock.ahead = HOUR
    expect((await pressButton(next_action.url, "authorize")).status).to.equal(303)
    expect(bank.calls(merchant.account, "finish_challenge")).to.equal(0)
    await perform(vintem, callAcquirers, merchant.account)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
  })
})
