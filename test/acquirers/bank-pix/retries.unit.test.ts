import { expect } from "chai"
import type { MandateCharge } from "../../../src/acquirers/mandates.ts"
import { atBankWithMandates, pending, recurringTxidOf, retryOf } from "./at-bank-mandates.ts"

describe("A charge under a mandate that is tried again", () => {
  const on = atBankWithMandates()
  const at = (time: string) => on.bank.clock.set(time)

  /** A charge whose day brought nothing. The next day begins. */
  async function unpaid(): Promise<MandateCharge> {
    const order = await on.ordered()
    on.bank.payerHas(order.mandate, 0)
    at("2026-12-10T21:30")
    return order
  }
  const retries = () => on.bank.calls("retryCobr").length

  it("is paid on the retry's day", async () => {
    const order = await unpaid()
    const retry = retryOf(order, "2026-12-11")
    expect(await on.charge(retry)).to.deep.equal(pending(order))
    on.bank.payerHas(order.mandate, 3700)
    at("2026-12-11T07:00")
    const [e2eid] = on.bank.recurring(recurringTxidOf(order)).pix
    expect(await on.lookUpCharge(retry)).to.include({ result: "approved", charge: e2eid, captured: 3700 })
  })

  it("three times without money is over after the third", async () => {
    const order = await unpaid()
    for (const [day, mayRetry] of [
      ["2026-12-11", true],
      ["2026-12-13", true],
      ["2026-12-17", undefined],
    ] as const) {
      const retry = retryOf(order, day)
      at(`${new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)}T22:00`)
      expect(await on.charge(retry), day).to.deep.equal(pending(order))
      at(`${day}T20:00`)
      expect(await on.lookUpCharge(retry), day).to.deep.equal(pending(order))
      at(`${day}T21:01`)
      const outcome = await on.lookUpCharge(retry)
      expect(outcome, day).to.include({ result: "refused", charge: recurringTxidOf(order) })
      expect((outcome as { may_retry?: boolean }).may_retry, day).to.equal(mayRetry)
    }
    expect(on.bank.recurring(recurringTxidOf(order)).status).to.equal("EXPIRADA")
    expect(await on.charge(retryOf(order, "2026-12-18"))).to.not.have.property("may_retry")
  })

  it("belongs to its own day: an earlier retry stays refused when a later one pays", async () => {
    const order = await unpaid()
    const [first, second] = [retryOf(order, "2026-12-11"), retryOf(order, "2026-12-13")]
    await on.charge(first)
    at("2026-12-11T22:00")
    await on.charge(second)
    on.bank.payerHas(order.mandate, 3700)
    at("2026-12-13T07:00")
    expect(await on.lookUpCharge(second)).to.include({ result: "approved" })
    expect(await on.lookUpCharge(first))
      .to.include({ result: "refused" })
      .and.not.have.property("may_retry")
    expect(await on.lookUpCharge(retryOf(order, "2026-12-12"))).to.equal(undefined)
  })

  it("and was paid meanwhile is paid, and not ordered again", async () => {
    const order = await on.ordered()
    at("2026-12-10T07:00")
    const retry = retryOf(order, "2026-12-11")
    expect(await on.charge(retry)).to.include({ result: "approved", captured: 3700 })
    expect(await on.lookUpCharge(retry)).to.include({ result: "approved" })
    const [e2eid = ""] = on.bank.recurring(recurringTxidOf(order)).pix
    expect(await on.charge({ ...retry, retry_of: e2eid })).to.include({ result: "refused" })
  })

  it("too late for a day may be tried on another one", async () => {
    const order = await unpaid()
    at("2026-12-11T00:10")
    expect(await on.charge(retryOf(order, "2026-12-11"))).to.include({ result: "refused", may_retry: true })
    expect(await on.charge(retryOf(order, "2026-12-13"))).to.deep.equal(pending(order))
  })

  for (const fault of ["cut_after", "error_after:500", "html_after:502", "truncated", "malformed"])
    it(`is found where the answer was lost after the bank took it (${fault})`, async () => {
      const order = await unpaid()
      on.bank.faults.next({ operation: "retryCobr", fault })
      expect(await on.charge(retryOf(order, "2026-12-11"))).to.deep.equal(pending(order))
      expect(retries()).to.equal(1)
    })

  for (const fault of ["cut_before", "error_before:503", "html_before:502"])
    it(`is unknown where the answer was lost before the bank took it (${fault})`, async () => {
      const retry = retryOf(await unpaid(), "2026-12-11")
      on.bank.faults.next({ operation: "retryCobr", fault })
      expect(await on.charge(retry)).to.deep.equal({ result: "unknown" })
      expect(await on.lookUpCharge(retry)).to.equal(undefined)
      expect(retries()).to.equal(1)
    })
})
