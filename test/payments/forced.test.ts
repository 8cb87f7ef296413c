import { expect } from "chai"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, eventsOf, help, newOpenIntent, perform, recoverAttempts, retrieve } from "../support/merchants/rails.ts"

type MockCharge = { id: string; status: string; refunded: number; kind: string }
const chargesOf = statement<MockCharge>((k, p) => k("mock_charges").where({ account: p.account }).orderBy("id"))
const payAtTheBank = statement<void>((k, p) =>
  k("mock_charges").where({ account: p.account }).update({ notice: "paid", notice_at: p.now }),
)

/** There is no scheduler. The tests decide when the bank's notices arrive. */
describe("A payment decided by a test helper", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const charges = () => vintem.server.modes.test.database.all(chargesOf, { account: merchant.account })

  /** The payer pays anyway, the bank sends its notice, and pending reversals run. */
  async function payAnyway(): Promise<void> {
    const { database, clock } = vintem.server.modes.test
    const now = Math.floor(clock.now() / 1000)
    await database.transaction((tx) => tx.run(payAtTheBank, { account: merchant.account, now }))
    await perform(vintem, applyMockNotices, merchant.account)
    await recoverAttempts(vintem, merchant.account)
  }

  for (const [method, what, code] of [
    ["pix", "succeed", undefined],
    ["pix", "fail", "card_declined"],
    ["pix", "fail", "processing_error"],
    [CARDS.threeDs, "succeed", undefined],
    [CARDS.threeDs, "fail", "processing_error"],
    [CARDS.processing, "succeed", undefined],
    [CARDS.processing, "fail", "processing_error"],
    [CARDS.processing, "expire", undefined],
  ] as const) {
    it(`${what}${code ? ` with ${code}` : ""} after a confirm with ${method} decides the existing charge for good`, async () => {
      const { id } = await newOpenIntent(merchant)
      const confirmed = await confirmWith(merchant, id, method)
      const forced = expectStatus(await help(merchant, id, what, code && { code }), 200)
      const eventsBefore = await eventsOf(merchant, id)
      expect(forced.charges).to.deep.equal(confirmed.charges)

      await payAnyway()
      expect(await retrieve(merchant, id)).to.deep.equal(forced)
      expect(await eventsOf(merchant, id)).to.deep.equal(eventsBefore)
      const [charge, ...others] = await charges()
      expect(charge).to.deep.include({
        id: confirmed.charges.latest,
        status: what === "succeed" ? "approved" : "refused",
        refunded: 0,
      })
      expect(others).to.deep.equal([])
    })
  }

  for (const [what, code] of [
    ["succeed", undefined],
    ["fail", undefined],
    ["fail", "insufficient_funds"],
    ["expire", undefined],
  ] as const) {
    it(`${what}${code ? ` with ${code}` : ""} makes the charge of an unconfirmed payment`, async () => {
      const { id } = await newOpenIntent(merchant, { payment_method_types: ["boleto", "card"] })
      const forced = expectStatus(await help(merchant, id, what, code && { code }), 200)
      const [charge, ...others] = await charges()
      expect(forced.charges.latest).to.equal(charge!.id)
      expect(charge).to.deep.include({ status: what === "succeed" ? "approved" : "refused", kind: "boleto" })
      expect(others).to.deep.equal([])
      const expected = { succeed: undefined, fail: code ?? "card_declined", expire: "payment_intent_expired" }[what]
      expect(forced.last_payment_error?.code).to.equal(expected)
    })
  }

  it("fail with processing_error makes no charge: the acquirer was never reached", async () => {
    const { id } = await newOpenIntent(merchant)
    const forced = expectStatus(await help(merchant, id, "fail", { code: "processing_error" }), 200)
    expect([forced.charges.latest, forced.last_payment_error.code]).to.deep.equal([null, "processing_error"])
    expect(await charges()).to.deep.equal([])
  })
})
