import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { captureCharge } from "../../src/acquirers/mock/ledger.ts"
import { findAttempt, LEASE_MS, latestAttemptOf, markSent } from "../../src/payments/attempts/store.ts"
import { beginCapture } from "../../src/payments/captures/begin.ts"
import { pollAuthorized } from "../../src/payments/intents/poll-authorized.ts"
import { mustFindIntent } from "../../src/payments/intents/store.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { runDuring } from "../support/databases/during.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, newIntent } from "../support/merchants/payments.ts"
import { confirmWith, retrieve } from "../support/merchants/rails.ts"
import { mockChargesOf } from "./unknown-outcomes.ts"

/** The start of a capture's call is stored without the payment's lock, so that it may come between the reads and writes of what ends the payment. */
describe("A capture whose call begins while a look-up ends its payment", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  it("has ended with its payment, and waits for nobody", async () => {
    const merchant = await newMerchant(vintem)
    const { account } = merchant
    const mode = vintem.server.modes.test
    const { database, owner } = mode
    const { id } = await confirmWith(merchant, (await newIntent(merchant, { capture_method: "manual" })).id, CARDS.approved)
    const scope = await scopeOf(database, mode, account)
    const capture = await database.transaction((tx) => beginCapture(tx, scope, id, null, null))
    const sale = (await latestAttemptOf(database, await mustFindIntent(database, scope, id)))!
    const charge = (await mockChargesOf(vintem, account))[0]!.id
    await database.transaction((tx) => captureCharge(tx, { account, charge, amount: 990, now: 0 }))
    const { met } = await runDuring(
      vintem,
      (tx) => tx.one(markSent, { account, id: capture.id, owner, lease_ms: LEASE_MS }),
      () => pollAuthorized(scope, sale),
    )
    await met
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_received: 990 })
    expect(await findAttempt(database, { account, id: capture.id })).to.include({ state: "done", outcome: "succeeded" })
  })
})
