import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { closeDispute } from "../../src/payments/disputes/close.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { disputesOf } from "../../src/payments/disputes/store.ts"
import { OPERATOR } from "../../src/payments/intents/platform-money.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { balanceIn, payWith } from "../support/merchants/rails.ts"

describe("A dispute that was won, at an acquirer that is asked what it holds", () => {
  let server: BankServer
  let merchant: Merchant
  let id: string
  /** When the acquirer is asked next: it is asked about a charge once a minute. */
  let later: number
  before(async () => {
    server = await startWithBank()
  })
  beforeEach(async () => {
    merchant = await newMerchant(server.vintem)
    id = (await payWith(merchant)).id
    later = 0
  })
  afterEach(() => server.reset())
  after(() => server.close())

  const test = () => server.vintem.server.modes.test
  const booked = async () =>
    (await disputesOf(test().database, { account: merchant.account, id })).map(({ amount, status }) => `${status} ${amount}`)
  const available = async () => (await balanceIn(merchant))?.available
  /** The acquirer shows this total of chargebacks from now on, and says that something has changed. */
  async function shows(total: number): Promise<void> {
    server.clock.ahead = later
    server.bank.chargeBack(merchant.account, total)
    const charge = server.bank.sales(merchant.account).at(-1)!.charge
    await noteNotification(test(), { acquirer: "bank", charge, chargeback: total > 0 })
    await server.poll(merchant, later + 60)
    later += 600
  }
  async function win(): Promise<void> {
    const [dispute] = await disputesOf(test().database, { account: merchant.account, id })
    const scope = await scopeOf(test().database, test(), merchant.account)
    await test().database.transaction((tx) => closeDispute(tx, { ...scope, by: OPERATOR }, dispute!, "won"))
  }

  it("is not booked again while the acquirer still shows it. What its total rises above that is another one", async () => {
    await shows(1000)
    await win()
    await shows(1000)
    expect([await booked(), await available()]).to.deep.equal([["won 1000"], 4990])
    await shows(1500)
    await shows(1500)
    expect([await booked(), await available()]).to.deep.equal([["won 1000", "lost 500"], 4490])
  })

  it("is booked as another one if it was gone from the acquirer's total, and came again", async () => {
    await shows(1000)
    await win()
    await shows(0)
    await shows(700)
    expect([await booked(), await available()]).to.deep.equal([["won 1000", "lost 700"], 4290])
  })

  it("and that a person had reported, counts only for what the acquirer had shown of it", async () => {
    const scope = await scopeOf(test().database, test(), merchant.account)
    await test().database.transaction((tx) => openDispute(tx, scope, id, { reason: null, amount: 1000 }))
    await shows(400)
    expect(await booked()).to.deep.equal(["lost 1000"])
    await win()
    await shows(1000)
    expect([await booked(), await available()]).to.deep.equal([["won 1000", "lost 600"], 4390])
  })
})
