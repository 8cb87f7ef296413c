import { expect } from "chai"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import type { Json } from "../support/contract/json.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, CHARGE, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, payWith, retrieve } from "../support/merchants/rails.ts"

const forgetCharges = statement<void, "account">((k, p) =>
  k("attempts").where({ account: p.account, kind: "charge" }).update({ charge: null }),
)

const ID_OF_BANK = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The ids of Cielo's charges, for example, are UUIDs. */
describe("With an acquirer whose charges have ids of its own form", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let poll: BankServer["poll"]
  let merchant: Merchant
  before(async () => {
    server = await startWithBank()
    ;({ vintem, bank, poll } = server)
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => server.reset())
  after(() => server.close())

  const refund = (payment_intent: string) => merchant.request("POST", "/v1/refunds", { payment_intent })

  it("payments, events and disputes show ids of the form ch_…, in the order of creation", async () => {
    const paid = await payWith(merchant)
    const later = [await payWith(merchant, CARDS.declined), await payWith(merchant, "pix"), await payWith(merchant, "boleto")]
    const ids = [paid, ...later].map(({ charges }) => charges.latest)
    for (const id of ids) expect(id).to.match(CHARGE)
    expect([...new Set(ids)].sort()).to.deep.equal(ids)
    expect(await retrieve(merchant, paid.id)).to.deep.include({ charges: paid.charges })
    const dispute = (await vintem.cli("disputes", "open", paid.id, "--json")).json
    expect(dispute.charge).to.equal(paid.charges.latest)
    const { data } = expectStatus(
      await merchant.request("GET", "/v1/events", undefined, { headers: { "service-version": "2026-04-27" } }),
      200,
    )
    const shown = data.map((event: Json) => event.data.object).map(({ charge, charges }: Json) => charge ?? charges.latest)
    expect(shown).to.have.members([ids[0], ids[0], ids[1]])
    for (const { charge } of bank.sales(merchant.account)) expect(charge).to.match(ID_OF_BANK)
  })

  it("refunds, reversals and voids name the acquirer's own id", async () => {
    const paid = await payWith(merchant)
    expect(expectStatus(await refund(paid.id), 201).status).to.equal("succeeded")
    const pix = await payWith(merchant, "pix")
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${pix.id}/cancel`), 200)
    await poll(merchant, 1)
    const boleto = await payWith(merchant, "boleto")
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${boleto.id}/cancel`), 200)
    bank.decide(merchant.account, "approved")
    for (const later of [86_400, 86_401]) await poll(merchant, later)
    const [first, second, third] = bank.sales(merchant.account)
    expect(second).to.include({ kind: "pix", status: "refused" })
    expect(bank.refunds(merchant.account).map(({ charge }) => charge)).to.deep.equal([first!.charge, third!.charge])
  })

  it("payments of a process of the release before, which kept the charge with the intent alone, are shown and refunded", async () => {
    const [paid, pix] = [await payWith(merchant), await payWith(merchant, "pix")]
    await vintem.server.modes.test.database.transaction((tx) => tx.run(forgetCharges, { account: merchant.account }))
    expect((await retrieve(merchant, paid.id)).charges).to.deep.equal(paid.charges)
    expect(expectStatus(await refund(paid.id), 201).status).to.equal("succeeded")
    bank.decide(merchant.account, "approved")
    await poll(merchant, 60)
    expect(expectStatus(await refund(pix.id), 201).status).to.equal("succeeded")
    expect(bank.refunds(merchant.account)).to.have.lengthOf(2)
  })

  for (const [when, laters] of [
    ["at once", [1]],
    ["only after the sale was given up", [1, 450, 901]],
  ] as const) {
    it(`a sale that the acquirer made twice is kept once, and the rest goes back once (found ${when})`, async () => {
      bank.set("authorize", "twice")
      if (laters.length > 1) bank.set("look_up", "nothing_yet")
      const { id } = await payWith(merchant)
      for (const later of laters) await poll(merchant, later)
      const isKept = laters.length === 1
      expect((await retrieve(merchant, id)).status).to.equal(isKept ? "succeeded" : "canceled")
      bank.heal()
      for (const later of [5000, 5001, 90_000, 90_001]) await poll(merchant, later)
      const sales = bank.sales(merchant.account)
      expect(sales).to.have.lengthOf(2)
      const refunded = bank.refunds(merchant.account)
      expect(refunded.map(({ amount }) => amount)).to.deep.equal(isKept ? [4990] : [4990, 4990])
      expect(await balanceIn(merchant)).to.deep.equal({ available: isKept ? 4990 : 0, pending: 0 })
      if (!isKept) return expect(new Set(refunded.map(({ charge }) => charge)).size).to.equal(2)
      // The sale that is kept can be refunded, and is not the one that went back.
      expect(expectStatus(await refund(id), 201).status).to.equal("succeeded")
      expect(new Set(bank.refunds(merchant.account).map(({ charge }) => charge)).size).to.equal(2)
    })
  }

  it("a sale that the acquirer made twice goes back once, without the part that went back at the acquirer", async () => {
    bank.set("authorize", "twice")
    const { id } = await payWith(merchant)
    for (const { charge } of bank.sales(merchant.account)) bank.refundInPortal(merchant.account, charge, 1500)
    for (const later of [1, 100, 3600]) await poll(merchant, later)
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([1500, 1500, 3490])
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_refunded: 1500 })
  })

  it("a sale that the acquirer made twice does not go back, once the card network has taken it back", async () => {
    bank.set("authorize", "twice")
    const { id } = await payWith(merchant)
    bank.chargeBack(merchant.account, 4990)
    for (const later of [1, 2, 100]) await poll(merchant, later)
    expect(bank.refunds(merchant.account)).to.deep.equal([])
    // The charge that the payment has was charged back as well.
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_refunded: 4990 })
  })

  it("a sale that the acquirer made twice with another amount waits for a person, and the second one goes back once", async () => {
    bank.set("authorize", "twice")
    const { id } = await payWith(merchant)
    bank.setAmount(merchant.account, 4000)
    for (const later of [1, 3601, 7202, 90_000, 180_000]) await poll(merchant, later)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([4000])
  })
})
