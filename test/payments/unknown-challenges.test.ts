import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { confirmWith, eventsOf, newOpenIntent, perform, pressButton, retrieve } from "../support/merchants/rails.ts"
import { clearFaults } from "./unknown-outcomes.ts"

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

  const poll = (account: string, later: number) => perform(vintem, callAcquirers, account, later)

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
    await poll(vintem.account, 61)
    expect((await retrieve(vintem, id)).status).to.equal("succeeded")
    expect(await eventsOf(vintem, id)).to.deep.equal(["payment_intent.succeeded"])
  })
})
