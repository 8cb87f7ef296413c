import { expect } from "chai"
import { listAttention } from "../../src/attention/list.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { mayFail, payWith, retrieve } from "../support/merchants/rails.ts"

const DAY = 86_400

const ageFailures = sql<void>("UPDATE failing_work SET since_ms = since_ms - 3600000")

describe("The watch of a payment that was given up", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let poll: BankServer["poll"]
  before(async () => {
    server = await startWithBank()
    ;({ vintem, bank, poll } = server)
  })
  afterEach(() => server.reset())
  after(() => server.close())

  const refunded = (merchant: Merchant) => bank.refunds(merchant.account).map(({ amount }) => amount)
  const listed = async ({ account }: Merchant) => {
    const mode = vintem.server.modes.test
    await mode.database.transaction((tx) => tx.run(ageFailures, {}))
    return (await listAttention(mode, { account })).items.map(({ kind }) => kind)
  }
  /** Polls, also where the work is put off because it failed. */
  const again = (merchant: Merchant, later: number) => {
    server.clock.ahead = later
    return server.recover(merchant)
  }
  async function pollThrough(merchant: Merchant, days: number): Promise<void> {
    for (let later = 60; later < days * DAY; later = Math.ceil(later * 1.3) + 60) {
      await mayFail(again(merchant, later)) // it is listed
    }
  }

  for (const [type, days] of [
    ["pix", 7],
    ["boleto", 30],
  ] as const) {
    it(`does not end while the bank gives no answer, of which a person is told (${type})`, async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await payWith(merchant, type)
      bank.set("look_up", "lost_before")
      bank.decide(merchant.account, "approved")
      await pollThrough(merchant, days * 2)
      expect((await retrieve(merchant, id)).status).to.equal("canceled")
      expect(await listed(merchant)).to.deep.equal(["work_failing"])
      bank.heal()
      for (const later of [days * 2.5, days * 2.6]) await again(merchant, later * DAY)
      expect(refunded(merchant)).to.deep.equal([4990])
      expect(await listed(merchant)).to.deep.equal([])
    })
  }

  for (const [when, later] of [
    ["while its payer could still pay", 60],
    ["once its payer's time was over", 3600],
  ] as const) {
    it(`goes on where the bank has ended a PIX that it called undecided ${when}, and sends back what is paid all the same`, async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await payWith(merchant, "pix")
      bank.decide(merchant.account, "pending")
      await poll(merchant, later)
      await poll(merchant, 3600)
      bank.decide(merchant.account, "refused")
      await poll(merchant, 3 * 3600)
      expect((await retrieve(merchant, id)).status).to.equal("canceled")
      bank.payLate(merchant.account)
      await poll(merchant, 2 * DAY)
      await poll(merchant, 2 * DAY + 1)
      expect(refunded(merchant)).to.deep.equal([4990])
      expect(await listed(merchant)).to.deep.equal([])
    })
  }

  it("begins again with a notification that comes after its end", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await payWith(merchant, "boleto")
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    await pollThrough(merchant, 70)
    const lookUps = bank.calls(merchant.account, "look_up")
    await poll(merchant, 90 * DAY)
    expect(bank.calls(merchant.account, "look_up")).to.equal(lookUps)
    bank.decide(merchant.account, "approved")
    const { charge } = bank.sales(merchant.account)[0]!
    await noteNotification(vintem.server.modes.test, { acquirer: "bank", charge, chargeback: false })
    for (const later of [1, 60]) await poll(merchant, 90 * DAY + later)
    expect(refunded(merchant)).to.deep.equal([4990])
  })

  it("sends nothing back of a lost sale that appears when it is already charged back", async () => {
    const merchant = await newMerchant(vintem)
    bank.set("authorize", "late")
    const { id } = await payWith(merchant)
    bank.heal()
    for (const later of [1, 60, 600, 903, 1000]) await poll(merchant, later)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    bank.reveal(merchant.account, "sales")
    bank.chargeBack(merchant.account, 4990)
    for (const later of [2000, DAY, DAY + 60]) await poll(merchant, later)
    expect(refunded(merchant)).to.deep.equal([])
    expect(await listed(merchant)).to.deep.equal([])
  })

  it("sends back what the card network has left of a lost sale that appears when a part of it is charged back", async () => {
    const merchant = await newMerchant(vintem)
    bank.set("authorize", "late")
    await payWith(merchant)
    bank.heal()
    for (const later of [1, 60, 600, 903, 1000]) await poll(merchant, later)
    bank.reveal(merchant.account, "sales")
    bank.chargeBack(merchant.account, 1000)
    for (const later of [2000, DAY, DAY + 60]) await poll(merchant, later)
    expect(refunded(merchant)).to.deep.equal([3990])
    expect(await listed(merchant)).to.deep.equal([])
  })
})
