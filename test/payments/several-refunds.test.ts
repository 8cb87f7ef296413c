import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, payWith, refundsOf, retrieve } from "../support/merchants/rails.ts"
import { clearFaults, mockChargesOf } from "./unknown-outcomes.ts"

describe("Several refunds of a payment", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => clearFaults(faults()))
  after(() => vintem.close())

  const faults = () => vintem.server.modes.test.config.mockFaults
  const ask = (payment_intent: string, amount?: number, headers?: Json) =>
    merchant.request("POST", "/v1/refunds", { payment_intent, amount }, { headers })
  const refund = async (...of: Parameters<typeof ask>) => expectStatus(await ask(...of), 201)
  const refused = async (...of: Parameters<typeof ask>) => expectStatus(await ask(...of), 400).error
  const atBank = async () => (await mockChargesOf(vintem, merchant.account)).map(({ refunded }) => refunded)

  it("return its money in parts, and at last what is left", async () => {
    const { id } = await payWith(merchant)
    for (const amount of [990, 1, 1999]) expect(await refund(id, amount)).to.include({ amount, status: "succeeded" })
    expect(await refused(id, 2001)).to.include({ code: "parameter_invalid", param: "amount" })
    expect((await refused(id, 2001)).message).to.equal("The refund exceeds what is left of the payment (2000).")
    expect(await refund(id)).to.include({ amount: 2000, status: "succeeded" })
    expect(await refused(id))
      .to.include({ code: "payment_intent_already_refunded" })
      .and.not.have.property("param")
    expect((await refused(id, 1)).code).to.equal("payment_intent_already_refunded")
    expect((await refundsOf(merchant, id)).map(({ amount }) => amount)).to.deep.equal([2000, 1999, 1, 990])
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_refunded: 4990 })
    expect([await balanceIn(merchant), await atBank()]).to.deep.equal([{ available: 0, pending: 0 }, [4990]])
  })

  it("count while they are pending, and no longer once they have failed", async () => {
    const { id } = await payWith(merchant)
    faults().refund = "timeout_before"
    const pending = await refund(id, 3000)
    clearFaults(faults())
    expect(pending.status).to.equal("pending")
    expect((await refused(id, 1991)).code).to.equal("parameter_invalid")
    expect(await refund(id, 1000)).to.include({ status: "succeeded" })
    expect((await vintem.cli("refunds", "settle", pending.id, "--failed")).status).to.equal(0)
    expect(await refund(id)).to.include({ amount: 3990, status: "succeeded" })
    expect([await balanceIn(merchant), await atBank()]).to.deep.equal([{ available: 0, pending: 0 }, [4990]])
  })

  it("that arrive together never return more than the payment", async () => {
    const { id } = await payWith(merchant)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(id, 1000)))
    const made = answers.filter(({ status }) => status === 201)
    const codes = answers.filter(({ status }) => status === 400).map(({ body }) => body.error.code)
    expect([made.length, new Set(codes)]).to.deep.equal([4, new Set(["parameter_invalid"])])
    expect([await balanceIn(merchant), await atBank()]).to.deep.equal([{ available: 990, pending: 0 }, [4000]])
  })

  it("leave to a chargeback what they did not take, and the other way round", async () => {
    const { id } = await payWith(merchant)
    await refund(id, 1000)
    expect((await vintem.cli("disputes", "open", id, "--amount", "1500", "--json")).json).to.include({ amount: 1500 })
    expect((await refused(id, 2491)).code).to.equal("parameter_invalid")
    await refund(id, 490)
    expect((await vintem.cli("disputes", "open", id, "--json")).json).to.include({ amount: 2000 })
    expect((await refused(id)).code).to.equal("payment_intent_already_refunded")
    expect([await balanceIn(merchant), await atBank()]).to.deep.equal([{ available: 0, pending: 0 }, [4990]])
  })

  for (const version of ["2026-04-25", "2026-04-27"]) {
    describe(`at ${version}`, () => {
      const older = { "service-version": version }

      it("are one that the merchant makes, even of a part", async () => {
        const { id } = await payWith(merchant)
        const first = await refund(id, 990, older)
        const { code, message } = await refused(id, 1, older)
        expect([code, message]).to.deep.equal([
          "payment_intent_already_refunded",
          `The payment intent ${id} already has a refund: ${first.id}.`,
        ])
        expect((await refund(id)).amount).to.equal(4000)
      })

      it("do not count what a chargeback took or what failed, and return what is left", async () => {
        const { id } = await payWith(merchant)
        expect((await vintem.cli("disputes", "open", id, "--amount", "990")).status).to.equal(0)
        faults().refund = "timeout_before"
        const failed = await refund(id, 100, older)
        clearFaults(faults())
        expect((await vintem.cli("refunds", "settle", failed.id, "--failed")).status).to.equal(0)
        expect(await refund(id, undefined, older)).to.include({ amount: 4000, status: "succeeded" })
      })
    })
  }
})
