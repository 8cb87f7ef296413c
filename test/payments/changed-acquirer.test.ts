import { join } from "node:path"
import { expect } from "chai"
import type { Acquirer } from "../../src/acquirers/acquirer.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, openBank } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent, payWith, perform, refundsOf, retrieve } from "../support/merchants/rails.ts"

describe("After an account has changed its acquirer", () => {
  let databases: Databases
  let vintem: Running
  let merchant: Merchant
  const banks = {} as Record<"before" | "after", Bank>
  let current: Acquirer
  const named = (name: keyof typeof banks): Acquirer => ({ ...banks[name].acquirer, name })
  before(async () => {
    databases = await freshDatabases()
    for (const name of ["before", "after"] as const) banks[name] = openBank(join(databases.directory, `${name}.sqlite`))
    const acquirers = [named("before"), named("after")]
    vintem = await startVintem({}, { role: "api", databases, acquirers, acquirerOf: () => current })
  })
  beforeEach(async () => {
    current = named("before")
    merchant = await newMerchant(vintem)
  })
  afterEach(() => {
    for (const bank of Object.values(banks)) bank.heal()
  })
  after(async () => {
    await vintem.close()
    for (const bank of Object.values(banks)) bank.close()
    await databases.remove()
  })

  const change = () => {
    current = named("after")
  }
  const poll = (later: number) => perform(vintem, callAcquirers, merchant.account, later)
  const calls = (name: keyof typeof banks, operation: Parameters<Bank["calls"]>[1]) =>
    banks[name].calls(merchant.account, operation)

  it("a sale whose outcome is unknown is looked up at the acquirer that it was sent to", async () => {
    banks.before.set("authorize", "lost_after")
    const { id } = await payWith(merchant)
    change()
    await poll(1)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    expect([calls("before", "look_up"), calls("after", "look_up")]).to.deep.equal([1, 0])
  })

  it("a payment is refunded where it was made, and a new one goes to the new acquirer", async () => {
    const { id } = await payWith(merchant)
    change()
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    expect(banks.before.refunds(merchant.account)).to.have.lengthOf(1)
    await payWith(merchant)
    expect([banks.before, banks.after].map((bank) => bank.sales(merchant.account).length)).to.deep.equal([1, 1])
  })

  it("a late sale is reversed where it was made", async () => {
    banks.before.set("authorize", "lost_after")
    banks.before.set("look_up", "nothing_yet")
    const { id } = await payWith(merchant)
    change()
    for (const later of [1, 450, 901]) await poll(later)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    banks.before.heal()
    for (const later of [3600, 3601]) await poll(later)
    expect(banks.before.refunds(merchant.account)).to.have.lengthOf(1)
    expect(calls("after", "refund")).to.equal(0)
  })

  it("a PIX is taken back where it was made", async () => {
    const { id } = await payWith(merchant, "pix")
    change()
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    await poll(1)
    expect([calls("before", "void_pix"), calls("after", "void_pix")]).to.deep.equal([1, 0])
  })

  it("an acquirer that is no longer set up keeps its attempt open: nothing is guessed, and nothing goes elsewhere", async () => {
    current = { ...banks.before.acquirer, name: "gone" }
    banks.before.set("authorize", "lost_after")
    const { id } = await newOpenIntent(merchant)
    await confirmWith(merchant, id, CARDS.approved)
    change()
    for (const later of [1, 450, 901, 7200]) await poll(later)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    expect([calls("before", "look_up"), calls("after", "look_up")]).to.deep.equal([0, 0])
  })
})
