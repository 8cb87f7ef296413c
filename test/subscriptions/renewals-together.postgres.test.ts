import { expect } from "chai"
import { switchKinds } from "../../src/mail/settings.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sentDuring } from "../support/databases/sent.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { advance, cyclesOf, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

const MANY = 20
const MONTH = 31 * 86_400
/**
 * The clock of an account lets five of its renewals fall due at a time. BEGIN and COMMIT count, and what the clock and the acquirer of test
 * mode send. Two are of the ledger: the terms of the day, and the row of the payment. Receipts are work of their own, and switched off.
 * Five that meet send 22 and commit 3 times each; a busy machine splits them into two and three (28).
 */
const MAX_STATEMENTS = 32
const MAX_COMMITS = 4

describe("On Postgres, renewals that fall due together", () => {
  let vintem: Running
  before(async () => {
    // Its scheduler would send more, the slower the machine is.
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  it("cost few statements and commits each", async () => {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant)
    await vintem.server.modes.test.database.transaction((tx) => switchKinds(tx, merchant.account, { receipt: false }))
    const subscribed = await Promise.all(Array.from({ length: MANY }, () => subscribe(merchant, product)))
    let [fewest, commits] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    // On a busy machine few may meet.
    const isMet = () => fewest <= MAX_STATEMENTS * MANY && commits <= MAX_COMMITS * MANY
    for (let month = 1; month <= 5 || (month <= 15 && !isMet()); month++) {
      const sent = await sentDuring(() => advance(merchant, { seconds: MONTH }))
      fewest = Math.min(fewest, sent.length)
      commits = Math.min(commits, sent.filter((text) => text === "COMMIT").length)
    }
    for (const subscription of subscribed) expect(await cyclesOf(merchant, subscription)).to.have.length.at.least(5)
    expect(fewest / MANY).to.be.at.most(MAX_STATEMENTS)
    expect(commits / MANY).to.be.at.most(MAX_COMMITS)
  })
})
