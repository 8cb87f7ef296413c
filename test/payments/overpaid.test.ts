import { expect } from "chai"
import { noteNotification } from "../../src/payments/notifications.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, payWith, refundsOf } from "../support/merchants/rails.ts"

/** A payer pays R$ 69.90 instead of R$ 49.90, and an operator accepts that. */
describe("A payment of which the acquirer took more than was asked for, and which was accepted", () => {
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

  const charge = () => bank.sales(merchant.account)[0]!.charge
  const notify = () => noteNotification(vintem.server.modes.test, { acquirer: "bank", charge: charge(), chargeback: false })

  async function acceptOverpaid(): Promise<string> {
    const { id, charges } = await payWith(merchant, "pix")
    bank.decide(merchant.account, "approved")
    bank.setAmount(merchant.account, 6990)
    await poll(merchant, 60)
    const attempt = charges.latest.replace("ch_", "att_")
    expect((await vintem.cli("charges", "settle", attempt, "--accept")).status).to.equal(0)
    return id
  }

  async function returnInPortal(amount: number, later: number): Promise<void> {
    bank.refundInPortal(merchant.account, charge(), amount)
    await notify()
    await poll(merchant, later)
  }

  it("keeps its whole amount where the excess is returned in the portal", async () => {
    const id = await acceptOverpaid()
    await returnInPortal(2000, 200)
    expect(await refundsOf(merchant, id)).to.deep.equal([])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })

  it("is refunded with what is returned in the portal beyond the excess", async () => {
    const id = await acceptOverpaid()
    await returnInPortal(1500, 200)
    await returnInPortal(1500, 400)
    expect((await refundsOf(merchant, id)).map(({ amount, status }) => [amount, status])).to.deep.equal([[1000, "succeeded"]])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 3990, pending: 0 })
  })

  it("is refunded in full with its own amount, and the excess may be returned before or after that", async () => {
    const id = await acceptOverpaid()
    await returnInPortal(1000, 200)
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect(refund).to.include({ amount: 4990, status: "succeeded" })
    await returnInPortal(1000, 400)
    expect(await refundsOf(merchant, id)).to.have.lengthOf(1)
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([1000, 4990, 1000])
  })
})
