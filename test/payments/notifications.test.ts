import { expect } from "chai"
import { noteNotification } from "../../src/payments/notifications.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { payWith, retrieve } from "../support/merchants/rails.ts"

/** Notifications of an acquirer are not signed, so they only make us ask. */
describe("A notification of an acquirer about a charge", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let clock: BankServer["clock"]
  let poll: BankServer["poll"]
  let merchant: Merchant
  before(async () => {
    server = await startWithBank()
    ;({ vintem, bank, clock, poll } = server)
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => server.reset())
  after(() => server.close())

  const charge = () => bank.sales(merchant.account).at(-1)!.charge
  const notify = (chargeback: boolean, about = charge()) =>
    noteNotification(vintem.server.modes.test, { acquirer: "bank", charge: about, chargeback })
  const lookUps = () => bank.calls(merchant.account, "look_up")

  it("makes a PIX that the payer has paid succeed in the next second", async () => {
    const { id } = await payWith(merchant, "pix")
    bank.decide(merchant.account, "approved")
    expect(await poll(merchant, 2)).to.equal(0)
    for (let n = 0; n < 3; n++) await notify(false)
    expect(await poll(merchant, 3)).to.equal(1)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    await notify(false)
    expect([await poll(merchant, 5), lookUps()]).to.deep.equal([0, 1])
  })

  it("is followed by a look-up in the next second, and by none in the same one", async () => {
    const { now } = clock
    const start = Date.now()
    clock.now = () => start + clock.ahead * 1000
    await payWith(merchant, "pix")
    for (const second of [0, 1]) {
      await notify(false)
      expect(await poll(merchant, second), "in the same second").to.equal(0)
      expect(await poll(merchant, second + 1), "in the next one").to.equal(1)
    }
    expect(lookUps()).to.equal(2)
    clock.now = now
  })

  it("makes one look-up a second, however often it arrives, and puts none off", async () => {
    await payWith(merchant, "pix")
    for (let second = 1; second <= 4; second++) {
      clock.ahead = second
      for (let n = 0; n < 3; n++) await notify(false)
      // The worker is late each time.
      if (second % 2 === 0) await poll(merchant, second)
    }
    expect(lookUps()).to.equal(2)
  })

  it("that arrives during a look-up makes another one after it", async () => {
    const { id } = await payWith(merchant, "pix")
    bank.set("look_up", "held_after")
    const polling = poll(merchant, 60)
    await until(async () => lookUps() === 1)
    bank.decide(merchant.account, "approved")
    await notify(false)
    bank.heal()
    await polling
    expect((await retrieve(merchant, id)).status).to.equal("requires_action")
    await poll(merchant, 62)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
  })

  it("changes nothing where the charge is not ours", async () => {
    await payWith(merchant, "pix")
    for (const chargeback of [false, true]) await notify(chargeback, "00000000-0000-4000-8000-000000000000")
    expect([await poll(merchant, 0), lookUps()]).to.deep.equal([0, 0])
  })
})
