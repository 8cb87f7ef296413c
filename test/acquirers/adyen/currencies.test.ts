import { expect } from "chai"
import { CARDS } from "../../adyen/cards.ts"
import type { Json } from "../../support/app/client.ts"
import { cardBody, expectStatus, newIntent, newToken } from "../../support/merchants/payments.ts"
import { balanceIn, confirm, refundsOf, retrieve } from "../../support/merchants/rails.ts"
import { actsOf, MINUTE } from "./acts.ts"
import { withAdyen } from "./at-adyen.ts"

const HOUR = 60 * MINUTE

describe("A card at Adyen pays in other currencies:", () => {
  const on = withAdyen()
  const { capture, control, entries, pay, refund, saleOf, statusOf } = actsOf(on)

  for (const currency of ["usd", "eur"])
    it(`${currency}, from the authorization to the dispute, in a balance of its own`, async () => {
      const { id, status } = await pay({ currency, amount: 12_345, capture_method: "manual" })
      expect(status).to.equal("requires_capture")
      await on.told()
      await capture(id, 10_000)
      for (const later of [2, 4]) await on.told().then(() => on.poll(later))
      expect(await retrieve(on.merchant, id)).to.include({ status: "succeeded", currency, amount_received: 10_000 })
      await refund(id, 2500)
      let later = 6
      const pollUntil = async (isDone: (refunds: Json[]) => boolean) => {
        for (; !isDone(await refundsOf(on.merchant, id)) && later < HOUR; later += MINUTE)
          await on.told().then(() => on.poll(later))
      }
      await pollUntil((refunds) => refunds.every((one) => one.status === "succeeded"))
      await control().dispute({ payment: (await saleOf()).reference, code: "CHARGEBACK", amount: 3000 })
      await pollUntil((refunds) => refunds.length === 2)
      const made = await refundsOf(on.merchant, id)
      expect(made.map((one) => `${one.currency} ${one.amount} ${one.status}`).sort()).to.deep.equal([
        `${currency} 2500 succeeded`,
        `${currency} 3000 succeeded`,
      ])
      expect((await entries())[0]).to.include({ captured: 10_000, refunded: 2500, chargedBack: 3000 })
      const { available, pending } = (await balanceIn(on.merchant, currency))!
      expect(available + pending).to.equal(4500)
      expect((await balanceIn(on.merchant)) ?? { available: 0, pending: 0 }).to.deep.equal({ available: 0, pending: 0 })
    })

  it("not the one of a sale that Adyen tells in another currency: a person decides", async () => {
    await control().hold()
    await control().setFaults({ operation: "payments", fault: "cut_after", every: 1 })
    const { id } = await pay({ currency: "usd" })
    const { reference } = await saleOf()
    await control().drop()
    await control().notify({
      payment: reference,
      item: { eventCode: "AUTHORISATION", pspReference: "OTHER00000000082", amount: { currency: "EUR", value: 4990 } },
    })
    await control().release()
    await on.told()
    await on.poll(2)
    expect(await statusOf(id)).to.equal("processing")
    expect(await on.attention()).to.deep.equal(["amount_mismatch"])
  })

  it("and refuses in words what is Brazilian: installments and debit", async () => {
    const open = await newIntent(on.merchant, { currency: "usd", payment_method_types: ["card"] })
    const { id: token } = await newToken(on.merchant, CARDS.visa)
    const refused = async (body: object) => {
      const { status, body: answer } = await on.merchant.request("POST", `/v1/payment_intents/${open.id}/confirm`, body)
      return [status, answer.error.message]
    }
    const [status, message] = await refused({ payment_method: token, installments: 3 })
    expect(status).to.equal(400)
    expect(message).to.contain("Only a card payment in brl")
    const debit = expectStatus(await on.merchant.request("POST", "/v1/tokens", cardBody(CARDS.visa, { funding: "debit" })), 201)
    expect((await refused({ payment_method: debit.id }))[1]).to.contain("A debit card pays in brl only")
    // Nothing was used up.
    expect(expectStatus(await confirm(on.merchant, open.id, token), 200).status).to.equal("succeeded")
  })
})
