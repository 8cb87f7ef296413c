import { expect } from "chai"
import { newCardUrl } from "../../src/checkout/new-card-link.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { type Running, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { recoverAttempts } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  newRecurringProduct,
  saveNewCard,
  subscribe,
  timeOf,
} from "../support/merchants/subscriptions.ts"
import { fieldsOf, load, send } from "./payer.ts"

const MOST = 12

describe("After kill -9 while a payer saves another card", function () {
  this.timeout(240_000)
  let survivor: Running
  before(async () => {
    survivor = await startVintem()
  })
  after(() => survivor.close())

  /** Kills a process before one commit of a form, and sends the form again to the survivor. Returns whether the process lived. */
  async function dieBefore(commit: number, charge: Record<string, string>): Promise<boolean> {
    const merchant = await newMerchant(survivor)
    const begun = await subscribe(merchant, await newRecurringProduct(survivor, merchant))
    await saveNewCard(merchant, begun.customer, CARDS.declinedWhenCharged)
    await advance(merchant, { to: begun.current_period_end })
    const url = newCardUrl(
      survivor.server.modes.test,
      { account: merchant.account, id: begun.id, period: 1 },
      await timeOf(merchant),
    )
    const filled = { token: (await newToken(merchant, CARDS.approved)).id, ...charge }
    const page = await load(url)
    const victim = await spawnVintem({ LOG_LEVEL: "silent" }, { databases: survivor.databases, role: "api" })
    await victim.ask("dieBeforeCommit", commit)
    const answer = await send({ ...page, url: url.replace(survivor.url, victim.url) }, filled).catch(() => undefined)
    await victim.close()
    await send(page, filled)
    // The worker finds what the dead process had begun, and the payer looks at the page again.
    for (const later of [0, 600, 7200]) await recoverAttempts(survivor, merchant.account, later)
    const now = await load(url)
    const isAgain =
      fieldsOf(now).has("seen") && (charge.charge !== undefined || (await again(merchant, begun)).payment_method === null)
    if (isAgain) await send(now, { ...filled, token: (await newToken(merchant, CARDS.approved)).id })
    const subscription = await again(merchant, begun)
    const paid = (await cyclesOf(merchant, begun)).filter(({ status }) => status === "succeeded")
    const cards = expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${begun.customer}`), 200).data
    expect(subscription.payment_method, `died before commit ${commit}`).to.equal(cards[0].id)
    // If the process died before it sent the charge, the payer has used another card.
    expect(cards.length).to.be.within(3, charge.charge ? 4 : 3)
    expect([subscription.status, paid.length]).to.deep.equal(charge.charge ? ["ACTIVE", 1] : ["PAST_DUE", 0])
    expect(await checkLedger(survivor.server.modes.test.database, merchant.account)).to.deep.equal([])
    return answer !== undefined
  }

  /** Returns the number of commits, the first of which no process died before. */
  async function dieBeforeEach(charge: Record<string, string>): Promise<number> {
    for (let number = 1; number <= MOST; number++) if (await dieBefore(number, charge)) return number
    throw new Error("every process died")
  }

  it("the card is saved once, and charged once", async () => {
    expect(await dieBeforeEach({ charge: "now" })).to.be.at.least(4)
  })

  it("the card is saved once", async () => {
    expect(await dieBeforeEach({})).to.be.at.least(3)
  })
})
