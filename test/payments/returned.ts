// Money at Cielo that no payment keeps, and what becomes of it.
import { expect } from "chai"
import { cieloKind } from "../../src/acquirers/cielo/cielo.ts"
import { listAttention } from "../../src/attention/list.ts"
import { attemptsOfCharge } from "../../src/payments/attempts/charges.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { disputesOf } from "../../src/payments/disputes/store.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { openCielo } from "../acquirers/cielo/open.ts"
import { type Cielo, startCielo } from "../cielo/cielo.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { arriveLate } from "../support/banks/late-sale.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { payWith, perform, retrieve } from "../support/merchants/rails.ts"

export const APPROVED = "4111111111111111"
export const DAY = 86_400
export const [STATUS, CHARGEBACK] = [1, 7]
/** A sale that was not found for 15 minutes counts as not made. It is found later. */
export const [GIVEN_UP, FOUND] = [1000, 2000]

/** Starts Cielo and Vintém for the tests of a block, with a merchant for each test. Each test sends Cielo only what its document allows. */
export function returnedMoney() {
  let cielo: Cielo
  let vintem: Running
  let merchant: Merchant
  /** Where the process stops doing what it does, as if it had died. */
  let diesAt: string | undefined
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  before(async () => {
    cielo = await startCielo({ voidGapMs: 0 })
    // The simulator takes one void after another, so no test has to wait for what Cielo wants.
    const acquirer = { ...openCielo(cielo).acquirer, refundGapMs: 0 }
    const checkpoint = (step: string) => {
      if (step === diesAt) throw new Error(`the process dies at: ${step}`)
    }
    vintem = await startVintem({}, { role: "api", clock, checkpoint, acquirerOf: () => acquirer })
  })
  beforeEach(async () => {
    await cielo.control.reset()
    merchant = await newMerchant(vintem)
  })
  afterEach(async () => {
    diesAt = undefined
    clock.ahead = 0
    expect(await cielo.control.violations()).to.deep.equal([])
  })
  after(async () => {
    await vintem.close()
    await cielo.close()
  })

  const mode = () => vintem.server.modes.test
  const poll = (later: number) => {
    clock.ahead = later
    return perform(vintem, callAcquirers, merchant.account)
  }
  const sale = async (index = 0) => (await cielo.control.ledger()).at(index)!

  /** A call is so slow on its way that its sale counts as not made. Then Cielo makes it. */
  async function payTooLate(): Promise<string> {
    await cielo.control.setFaults({ fault: "cut_before", operation: "card", times: 1 })
    const { id } = await payWith(merchant, APPROVED)
    for (const later of [1, GIVEN_UP]) await poll(later)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    await arriveLate(vintem, merchant, cielo, id)
    return id
  }

  return {
    poll,
    sale,
    payTooLate,
    cielo: () => cielo,
    server: () => vintem,
    merchant: () => merchant,
    dieAt: (step: string | undefined) => {
      diesAt = step
    },
    /** Lets time pass, and does nothing meanwhile. */
    wait: (later: number) => {
      clock.ahead = later
    },
    notify: async (change: number, index = 0) => {
      const { payment_id: PaymentId } = await sale(index)
      const notification = cieloKind().readNotifications({ PaymentId, ChangeType: change })![0]!
      await noteNotification(mode(), { acquirer: "cielo", ...notification })
    },
    chargeBack: async (amount: number, index = 0) =>
      cielo.control.chargeback({ payment: (await sale(index)).payment_id, amount }),
    returnInPortal: async (amount: number) => cielo.control.refundInPortal({ payment: (await sale()).payment_id, amount }),
    attention: async () => (await listAttention(mode(), { account: merchant.account })).items,
    disputed: async (id: string) =>
      (await disputesOf(mode().database, { account: merchant.account, id })).map(({ amount, excess }) => [amount, excess]),
    inquiries: async (index = 0) => {
      const about = { acquirer: "cielo", charge: (await sale(index)).payment_id }
      const rows = await mode().database.all(attemptsOfCharge, about)
      return rows.filter(({ kind }) => kind === "inquiry").map(({ state }) => state)
    },
  }
}
