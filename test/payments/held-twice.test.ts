import { expect } from "chai"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIntent } from "../support/merchants/payments.ts"
import { balanceIn, confirmWith, retrieve } from "../support/merchants/rails.ts"

describe("When the acquirer has authorized a card twice for one payment", () => {
  let server: BankServer
  let bank: Bank
  let merchant: Merchant
  before(async () => {
    server = await startWithBank()
    bank = server.bank
  })
  beforeEach(async () => {
    merchant = await newMerchant(server.vintem)
  })
  afterEach(() => server.reset())
  after(() => server.close())

  const order = (id: string, what: string) => merchant.request("POST", `/v1/payment_intents/${id}/${what}`)
  const poll = async (...laters: number[]) => {
    for (const later of laters) await server.poll(merchant, later)
  }
  /** Confirms a payment. The answer is lost, and look-ups find the card authorized twice. */
  async function heldTwice(): Promise<string> {
    const { id } = await newIntent(merchant, { capture_method: "manual" })
    bank.set("authorize", "twice")
    expect((await confirmWith(merchant, id, CARDS.approved)).status).to.equal("processing")
    bank.heal()
    return id
  }
  const statuses = () =>
    bank
      .sales(merchant.account)
      .map(({ status }) => status)
      .sort()

  it("one is kept for the capture, and the other is released", async () => {
    const id = await heldTwice()
    await poll(1, 2)
    expect(await retrieve(merchant, id)).to.include({ status: "requires_capture", amount_capturable: 4990 })
    expect(statuses()).to.deep.equal(["authorized", "released"])
    expect(expectStatus(await order(id, "capture"), 200)).to.include({ status: "succeeded", amount_received: 4990 })
    await poll(60, 100_000)
    expect(statuses()).to.deep.equal(["approved", "released"])
    expect(bank.refunds(merchant.account)).to.deep.equal([])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })

  it("the release of the other is repeated until nothing is held", async () => {
    const id = await heldTwice()
    bank.set("release", "lost_before")
    await poll(1, 2).catch(() => undefined)
    expect(statuses()).to.deep.equal(["authorized", "authorized"])
    bank.heal()
    await poll(60, 600)
    expect(statuses()).to.deep.equal(["authorized", "released"])
    expect((await retrieve(merchant, id)).status).to.equal("requires_capture")
  })

  it("both are released after a cancel", async () => {
    const id = await heldTwice()
    await poll(1, 2)
    expectStatus(await order(id, "cancel"), 200)
    await poll(60, 600)
    expect(statuses()).to.deep.equal(["released", "released"])
  })

  it("both are released where they turn up after the sale was given up", async () => {
    const { id } = await newIntent(merchant, { capture_method: "manual" })
    bank.set("authorize", "twice")
    bank.set("look_up", "nothing_yet")
    await confirmWith(merchant, id, CARDS.approved)
    await poll(1, 450, 901)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    bank.heal()
    await poll(5000, 5001, 30_000, 30_001)
    expect(statuses()).to.deep.equal(["released", "released"])
    expect(await balanceIn(merchant)).to.equal(undefined)
  })

  it("where the other was captured in the portal, its money goes back", async () => {
    const id = await heldTwice()
    await poll(1)
    const kept = (await retrieve(merchant, id)).status
    expect(kept).to.equal("requires_capture")
    const other = bank.sales(merchant.account)[0]!
    await bank.captureInPortal(merchant.account, other.charge, 4990)
    await poll(2, 60, 100_000, 100_001)
    const taken = bank.sales(merchant.account).filter(({ status }) => status === "approved")
    const back = bank.refunds(merchant.account).reduce((sum, { amount }) => sum + amount, 0)
    const { status } = await retrieve(merchant, id)
    expect(taken).to.have.lengthOf(1)
    expect([status, back]).to.be.deep.oneOf([
      ["succeeded", 0],
      ["canceled", 4990],
    ])
    expect(statuses()).to.deep.equal(["approved", "released"])
  })
})
