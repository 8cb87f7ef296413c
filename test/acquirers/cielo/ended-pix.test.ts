import { expect } from "chai"
import { callAcquirers } from "../../../src/payments/attempts/work.ts"
import { type Cielo, startCielo } from "../../cielo/cielo.ts"
import { type Merchant, newMerchant } from "../../support/merchant.ts"
import { balanceIn, eventsOf, payWith, perform, retrieve } from "../../support/rails.ts"
import { type Running, startVintem } from "../../support/vintem.ts"
import { openCielo } from "./open.ts"

const DAY = 86_400
const ABORTED = 13
const WAITS = 12

describe("A PIX or a boleto at Cielo", () => {
  let cielo: Cielo
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    cielo = await startCielo({ voidGapMs: 0, pixRefundMs: 0 })
    const acquirer = { ...openCielo(cielo).acquirer, refundGapMs: 0 }
    vintem = await startVintem({}, { role: "api", acquirerOf: () => acquirer })
  })
  beforeEach(async () => {
    await cielo.control.reset()
    merchant = await newMerchant(vintem)
  })
  after(async () => {
    await vintem?.close()
    await cielo?.close()
  })

  const poll = (later: number) => perform(vintem, callAcquirers, merchant.account, later)
  const sales = async () => (await cielo.control.ledger()).map(({ captured, voided }) => ({ captured, voided }))

  for (const [what, first] of [
    ["when its time ends", ABORTED],
    ["after its time has ended", WAITS],
  ] as const) {
    it(`has expired if Cielo aborts it ${what}, and is sent back if it is paid all the same`, async () => {
      await cielo.control.setOptions({ expiredPixStatus: first })
      const { id, next_action } = await payWith(merchant, "pix")
      const [sale] = await cielo.control.ledger()
      const left = next_action.expires_at - Math.floor(Date.now() / 1000)
      await cielo.control.advance((left + 5) * 1000)
      await poll(left + 5)
      await cielo.control.setOptions({ expiredPixStatus: ABORTED })
      await poll(left + 70)
      expect(await retrieve(merchant, id)).to.deep.include({ status: "canceled" })
      expect((await retrieve(merchant, id)).last_payment_error.code).to.equal("payment_intent_expired")
      expect(await eventsOf(merchant, id)).to.have.members(["payment_intent.payment_failed", "payment_intent.canceled"])
      expect(
        (await merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: "pm_x" })).body.error.code,
      ).to.equal("payment_intent_expired")
      await cielo.control.pay({ payment: sale!.payment_id })
      for (const days of [1, 3, 3.1]) await poll(left + days * DAY)
      expect(await sales()).to.deep.equal([{ captured: 4990, voided: 4990 }])
      expect(await balanceIn(merchant)).to.equal(undefined)
      expect((await retrieve(merchant, id)).status).to.equal("canceled")
    })
  }

  for (const type of ["pix", "boleto"] as const) {
    it(`is given up and watched where Cielo first says that it is not finished, as no payer has seen it (${type})`, async () => {
      await cielo.control.setFaults({ fault: "undecided:1", times: 1 })
      const { id, status } = await payWith(merchant, type)
      expect(status).to.equal("processing")
      for (const later of [1, 60, 600, 1000, 2000]) await poll(later)
      expect((await retrieve(merchant, id)).status).to.equal("canceled")
      expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    })
  }
})
