import { expect } from "chai"
import pino from "pino"
import { cieloKind } from "../../src/acquirers/cielo/cielo.ts"
import { listAttention } from "../../src/attention/list.ts"
import { attemptsOfCharge } from "../../src/payments/attempts/charges.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { disputesOf } from "../../src/payments/disputes/store.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { openCielo } from "../acquirers/cielo/open.ts"
import { type Cielo, startCielo } from "../cielo/cielo.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { arriveLate } from "../support/banks/late-sale.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import {
  balanceIn,
  eventsOf,
  mayFail,
  payWith,
  perform,
  recoverAttempts,
  refundsOf,
  retrieve,
} from "../support/merchants/rails.ts"

const APPROVED = "4111111111111111"
const REFUSED = "4000000000000002"
const DAY = 86_400
const [STATUS, CHARGEBACK] = [1, 7]
/** A sale that was not found for 15 minutes counts as not made. It is found later. */
const [GIVEN_UP, FOUND] = [1000, 2000]

describe("A chargeback of money that no payment keeps", () => {
  let cielo: Cielo
  let vintem: Running
  let merchant: Merchant
  /** Where the process stops doing what it does, as if it had died. */
  let diesAt: string | undefined
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  const logged: Json[] = []
  const log = pino({ base: undefined }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  before(async () => {
    cielo = await startCielo({ voidGapMs: 0 })
    // The simulator takes one void after another, so no test has to wait for what Cielo wants.
    const acquirer = { ...openCielo(cielo).acquirer, refundGapMs: 0 }
    const checkpoint = (step: string) => {
      if (step === diesAt) throw new Error(`the process dies at: ${step}`)
    }
    vintem = await startVintem({}, { role: "api", clock, log, checkpoint, acquirerOf: () => acquirer })
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
  const notify = async (change: number, index = 0) => {
    const { payment_id: PaymentId } = await sale(index)
    const notification = cieloKind().readNotification({ PaymentId, ChangeType: change })!
    await noteNotification(mode(), { acquirer: "cielo", ...notification })
  }
  const chargeBack = async (amount: number, index = 0) =>
    cielo.control.chargeback({ payment: (await sale(index)).payment_id, amount })
  const returnInPortal = async (amount: number) => cielo.control.refundInPortal({ payment: (await sale()).payment_id, amount })
  const attention = async () => (await listAttention(mode(), { account: merchant.account })).items
  const disputed = async (id: string) =>
    (await disputesOf(mode().database, { account: merchant.account, id })).map(({ amount, excess }) => [amount, excess])
  const inquiries = async (index = 0) => {
    const about = { acquirer: "cielo", charge: (await sale(index)).payment_id }
    const rows = await mode().database.all(attemptsOfCharge, about)
    return rows.filter(({ kind }) => kind === "inquiry").map(({ state }) => state)
  }

  /** A call is so slow on its way that its sale counts as not made. Then Cielo makes it. */
  async function payTooLate(): Promise<string> {
    await cielo.control.setFaults({ fault: "cut_before", operation: "card", times: 1 })
    const { id } = await payWith(merchant, APPROVED)
    for (const later of [1, GIVEN_UP]) await poll(later)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    await arriveLate(vintem, merchant, cielo, id)
    return id
  }

  /** The money of a payment that had ended is sent back. */
  async function sendBack(): Promise<string> {
    const id = await payTooLate()
    for (const later of [FOUND, FOUND + 1]) await poll(later)
    expect(await sale()).to.include({ captured: 4990, voided: 4990 })
    return id
  }

  async function expectNothingPaid(id: string): Promise<void> {
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    expect(await refundsOf(merchant, id)).to.deep.equal([])
    expect(await eventsOf(merchant, id)).to.not.include("charge.dispute.created")
    expect((await balanceIn(merchant))?.available ?? 0).to.equal(0)
  }

  it("is a dispute that a person answers, once, however often it is notified", async () => {
    const id = await sendBack()
    await chargeBack(4990)
    await Promise.all([notify(CHARGEBACK), notify(CHARGEBACK), notify(CHARGEBACK)])
    for (const later of [FOUND + 100, FOUND + 4000, FOUND + 8000]) {
      await poll(later)
      await notify(CHARGEBACK)
    }
    expect(await disputed(id)).to.deep.equal([[4990, 4990]])
    const [item, ...more] = await attention()
    expect(more).to.deep.equal([])
    expect(item).to.include({ kind: "dispute_exceeds_payment", payment_intent: id, amount: 4990, currency: "brl", refund: null })
    await expectNothingPaid(id)
    expect((await vintem.cli("disputes", "excess", item!.id, "--taken")).status).to.equal(0)
    expect(await attention()).to.deep.equal([])
    expect((await vintem.cli("check")).status).to.equal(0)
  })

  it("is a dispute of each further part, also of a cent", async () => {
    const id = await sendBack()
    for (const [amount, later] of [
      [1000, FOUND + 100],
      [1, FOUND + 200],
    ] as const) {
      await chargeBack(amount)
      await notify(CHARGEBACK)
      await poll(later)
    }
    expect(await disputed(id)).to.deep.equal([
      [1000, 1000],
      [1, 1],
    ])
  })

  it("is no dispute as far as the money was not sent back", async () => {
    const id = await payTooLate()
    await chargeBack(1000)
    await notify(CHARGEBACK)
    for (const later of [FOUND, FOUND + 1, FOUND + 200]) await poll(later)
    expect(await sale()).to.include({ voided: 3990, charged_back: 1000 })
    expect([await disputed(id), await attention()]).to.deep.equal([[], []])
    await chargeBack(3990)
    await notify(CHARGEBACK)
    await poll(FOUND + 400)
    expect(await disputed(id)).to.deep.equal([[3990, 3990]])
  })

  it("is found by the monitoring of the sale where its notification is lost", async () => {
    const id = await payTooLate()
    await returnInPortal(4990)
    await chargeBack(4990)
    for (const later of [FOUND, FOUND + 100]) await poll(later)
    expect(await disputed(id)).to.deep.equal([[4990, 4990]])
    await expectNothingPaid(id)
    await notify(CHARGEBACK)
    await poll(FOUND + 200)
    expect(await disputed(id)).to.deep.equal([[4990, 4990]])
  })

  it("is found by the reversal that would be made where its notification is lost", async () => {
    const id = await payTooLate()
    await cielo.control.setFaults({ fault: "void_code:99", operation: "void", times: 1 })
    await poll(FOUND)
    await mayFail(poll(FOUND + 1))
    await returnInPortal(4990)
    await chargeBack(4990)
    for (const later of [100, 200]) await recoverAttempts(vintem, merchant.account, later)
    expect(await disputed(id)).to.deep.equal([[4990, 4990]])
  })

  it("takes nothing of the payment where it is of a second charge of the same sale", async () => {
    await cielo.control.setFaults({ fault: "cut_after", operation: "card", times: 1 })
    const { id } = await payWith(merchant, APPROVED)
    // Of sales of one second, Cielo does not say which was the first.
    await cielo.control.advance(1000)
    await arriveLate(vintem, merchant, cielo, id)
    for (const later of [1, 2, 3]) await poll(later)
    expect(await sale(1)).to.include({ voided: 4990 })
    await chargeBack(4990, 1)
    await notify(CHARGEBACK, 1)
    await poll(100)
    expect(await disputed(id)).to.deep.equal([[4990, 4990]])
    expect(await refundsOf(merchant, id)).to.deep.equal([])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    // A chargeback of the charge that the payment keeps is another one.
    await chargeBack(1000)
    await notify(CHARGEBACK)
    await poll(200)
    expect(await disputed(id)).to.deep.equal([
      [4990, 4990],
      [1000, 0],
    ])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 3990, pending: 0 })
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    expect(await sale(1)).to.include({ voided: 4990, charged_back: 4990 })
  })

  it("is booked once where the process dies before and after it has booked it", async () => {
    const id = await sendBack()
    await chargeBack(4990)
    await notify(CHARGEBACK)
    for (const step of ["inquiry: acquirer answered", "inquiry: settled"]) {
      diesAt = step
      await recoverAttempts(vintem, merchant.account, 100).catch(() => {})
      expect(await disputed(id)).to.have.lengthOf(step === "inquiry: settled" ? 1 : 0)
    }
    diesAt = undefined
    await recoverAttempts(vintem, merchant.account, 200)
    expect(await disputed(id)).to.have.lengthOf(1)
  })

  it("waits until it is known whether the money was sent back", async () => {
    const id = await payTooLate()
    await cielo.control.setFaults({ fault: "cut_before", operation: "void", times: 1 })
    for (const later of [FOUND, FOUND + 1]) await poll(later)
    await chargeBack(2000)
    await notify(CHARGEBACK)
    for (const later of [FOUND + 100, FOUND + 1000]) await poll(later)
    expect([await disputed(id), await inquiries()]).to.deep.equal([[], ["unconfirmed"]])
    const [item] = await attention()
    expect(item).to.include({ kind: "outcome_unknown", amount: 4990 })
    expect((await vintem.cli("refunds", "settle", item!.id)).status).to.equal(0)
    await poll(FOUND + 5000)
    expect([await disputed(id), await inquiries()]).to.deep.equal([[[2000, 2000]], ["done"]])
  })

  it("that is forged books nothing, and a person is told after a day", async () => {
    const id = await sendBack()
    for (let n = 0; n < 5; n++) await notify(CHARGEBACK)
    for (const later of [FOUND + 100, FOUND + 3600, DAY]) await poll(later)
    expect([await disputed(id), await attention(), await inquiries()]).to.deep.equal([[], [], ["unconfirmed"]])
    await poll(FOUND + DAY + 100)
    const [item, ...more] = await attention()
    expect(more).to.deep.equal([])
    expect(item).to.include({ kind: "returned_chargeback_unconfirmed", payment_intent: id, amount: 4990 })
    expect(item!.message).to.contain(`vintem disputes dismiss ${item!.id}`).and.not.to.contain("disputes open")
    expect((await vintem.cli("disputes", "dismiss", item!.id)).status).to.equal(0)
    expect([await attention(), await disputed(id)]).to.deep.equal([[], []])
    await expectNothingPaid(id)
  })

  it("that is forged is not asked about again where Cielo has captured nothing", async () => {
    const { id, status } = await payWith(merchant, REFUSED)
    expect(status).to.equal("canceled")
    await notify(CHARGEBACK)
    await poll(100)
    expect([await inquiries(), await disputed(id)]).to.deep.equal([["done"], []])
  })

  describe("while a person is to pay it back", () => {
    /** Cielo refuses the reversal, so a person is to pay the money back. */
    async function leaveToPerson(): Promise<string> {
      const id = await payTooLate()
      await cielo.control.setFaults({ fault: "void_code:72", operation: "void" })
      for (const later of [FOUND, FOUND + 1]) await poll(later)
      expect((await attention()).map(({ kind, amount }) => [kind, amount])).to.deep.equal([["reversal_by_hand", 4990]])
      return id
    }

    it("leaves less to pay back, and nothing where it takes all", async () => {
      const id = await leaveToPerson()
      await chargeBack(1000)
      await notify(CHARGEBACK)
      await poll(FOUND + 100)
      expect((await attention()).map(({ kind, amount }) => [kind, amount])).to.deep.equal([["reversal_by_hand", 3990]])
      await chargeBack(3990)
      await notify(CHARGEBACK)
      await poll(FOUND + 200)
      expect([await attention(), await disputed(id)]).to.deep.equal([[], []])
    })

    it("is a dispute as far as the person has paid it back", async () => {
      const id = await leaveToPerson()
      await returnInPortal(1000)
      await notify(STATUS)
      await poll(FOUND + 100)
      const [item] = await attention()
      expect(item).to.include({ kind: "reversal_by_hand", amount: 3990 })
      expect((await vintem.cli("refunds", "settle", item!.id)).status).to.equal(0)
      await chargeBack(500)
      await notify(CHARGEBACK)
      await poll(FOUND + 200)
      expect(await disputed(id)).to.deep.equal([[500, 500]])
    })
  })
})
