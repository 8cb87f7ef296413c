import { expect } from "chai"
import { listAttention } from "../../src/attention/list.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { confirm, newBareToken, newOpenIntent, newPayer, payWith, retrieve } from "../support/merchants/rails.ts"

const HOUR = 3600

/** As when somebody has replaced the key at the acquirer, and not in Vintém. */
describe("With an acquirer that refuses the account's credentials", () => {
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

  function refuse(): void {
    for (const call of ["authorize", "create_pix", "create_boleto", "verify", "refund"] as const) bank.set(call, "unavailable")
    // A look-up that is refused says nothing about the sale.
    for (const call of ["look_up", "look_up_refund"] as const) bank.set(call, "lost_before")
  }

  it("each request makes one call and is answered with 503, and no work is left", async () => {
    refuse()
    for (const [method, operation] of [
      [CARDS.approved, "authorize"],
      ["pix", "create_pix"],
      ["boleto", "create_boleto"],
    ] as const) {
      const { id } = await newOpenIntent(merchant)
      const token = method === "pix" || method === "boleto" ? newBareToken(merchant, method) : newToken(merchant, method)
      const { status, body } = await confirm(merchant, id, (await token).id)
      expect([status, body.error.code]).to.deep.equal([503, "processing_error"])
      expect((await retrieve(merchant, id)).status).to.equal("requires_payment_method")
      expect(bank.calls(merchant.account, operation)).to.equal(1)
    }
    const body = { token: (await newToken(merchant)).id, customer: (await newPayer(merchant)).id }
    expect((await merchant.request("POST", "/v1/payment_methods", body)).status).to.equal(503)
    expect(bank.calls(merchant.account, "verify")).to.equal(1)
    expect(await poll(merchant, HOUR)).to.equal(0)
    expect(bank.sales(merchant.account)).to.deep.equal([])
  })

  it("a sale whose outcome is unknown is not given up, and is on the attention list", async () => {
    bank.set("authorize", "lost_after")
    const { id } = await payWith(merchant)
    refuse()
    for (const later of [1, 450, 901, HOUR]) await poll(merchant, later)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    const { items } = await listAttention(vintem.server.modes.test, { account: merchant.account })
    expect(items.map(({ kind, payment_intent }) => [kind, payment_intent])).to.deep.equal([["outcome_unknown", id]])
    bank.heal()
    await poll(merchant, 12 * HOUR)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
  })

  it("a refund stays pending, and is made once the credentials are right", async () => {
    const { id } = await payWith(merchant)
    refuse()
    const { status } = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect([status, bank.calls(merchant.account, "refund")]).to.deep.equal(["pending", 1])
    bank.heal()
    await server.recover(merchant)
    expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
  })
})
