import { expect } from "chai"
import type { SaleOutcome } from "../../src/acquirers/sale.ts"
import { listAttention } from "../../src/attention/list.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { mockCharges, mockRefunds } from "../support/banks/mock-charges.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIntent } from "../support/merchants/payments.ts"
import { balanceIn, confirmWith, eventsOf, newOpenIntent, perform, retrieve } from "../support/merchants/rails.ts"
import { everyAttempt } from "./unknown-outcomes.ts"

/** What the acquirer took is not what was asked for, so somebody must look at it. */
describe("An approval of something else than was asked for", () => {
  let vintem: Running
  let amount = 60_000
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  for (const [what, other] of [
    ["a lower amount", { captured: 1 }],
    ["a higher amount", { captured: 99_999 }],
    ["another currency", { currency: "usd" }],
  ] as const) {
    for (const [when, isLost] of [
      ["at once", false],
      ["by a look-up", true],
    ] as const) {
      it(`(${what}, found ${when}) is no success: the payment stays processing and keeps the money`, async () => {
        const merchant = await newMerchant(vintem)
        const { id } = await newIntent(merchant, { amount: ++amount })
        const distort = (outcome: SaleOutcome) => ({ ...outcome, ...(outcome.result === "approved" ? other : {}) }) as SaleOutcome
        const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
          ...acquirer,
          authorize: async (...args) => {
            const outcome = distort(await acquirer.authorize(...args))
            return isLost ? { result: "unknown" } : outcome
          },
          lookUp: async (...args) => {
            const found = await acquirer.lookUp(...args)
            return found && distort(found)
          },
        }))
        await confirmWith(merchant, id, CARDS.approved)
        // Each poll reports the same, as long as nobody has looked at it.
        for (const later of [1, 3600, 90_000, 30 * 86_400]) await perform(vintem, callAcquirers, merchant.account, later)
        restore()

        const [charge, ...more] = await mockCharges(vintem, amount)
        expect(more).to.deep.equal([])
        expect(await retrieve(merchant, id)).to.deep.include({ status: "processing", charges: { latest: charge!.id } })
        expect(await eventsOf(merchant, id)).to.deep.equal([])
        expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: amount })
        expect(await mockRefunds(vintem, merchant.account)).to.deep.equal([])
        const attempts = await vintem.server.modes.test.database.all(everyAttempt, { payment_intent: id })
        expect(attempts.map(({ kind, state }) => [kind, state])).to.deep.equal([["charge", "mismatched"]])
      })
    }
  }

  it("(another currency) that an operator accepts is refunded with the payment's own amount", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newIntent(merchant, { amount: ++amount })
    const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
      ...acquirer,
      authorize: async (...args) => ({ ...(await acquirer.authorize(...args)), currency: "usd", captured: 100 }) as SaleOutcome,
    }))
    await confirmWith(merchant, id, CARDS.approved)
    restore()
    const [item] = (await listAttention(vintem.server.modes.test, { account: merchant.account })).items
    await vintem.cli("charges", "settle", item!.id, "--accept")
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect(refund).to.include({ amount, currency: "brl" })
  })

  it("(by the payer of a PIX) ends the wait for the payer: nobody can pay it again", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newOpenIntent(merchant)
    const { charges } = await confirmWith(merchant, id, "pix")
    const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
      ...acquirer,
      lookUp: async () => ({
        ...{ result: "approved", charge: charges.latest, currency: "brl" },
        captured: 100,
        gone_back: 0,
        charged_back: 0,
      }),
    }))
    for (const later of [60, 7200, 90_000]) await perform(vintem, callAcquirers, merchant.account, later)
    restore()
    expect(await retrieve(merchant, id)).to.deep.include({ status: "processing", next_action: null, charges })
    expect(await eventsOf(merchant, id)).to.deep.equal([])
  })
})
