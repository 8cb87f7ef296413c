// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { PRICE, type Subscribed, TOLD, withSubscriptions } from "./subscriptions.ts"

/** The day of the cycles of these tests is Thursday 2027-04-01. */
describe("A cycle of a live subscription by PIX Automático", function () {
  this.timeout(60_000)
  const on = withSubscriptions({ tests: 13, townHolidays: { "3550308": ["2027-02-10"] } })
  const tries = (mandate: string) => on.charge(mandate).attempts.map(({ kind, day, status }) => `${kind} ${day} ${status}`)
  const sent = (operation: "putCobr" | "retryCobr") =>
    on.bank.calls(operation).filter(({ client }) => client === on.account.client.id)
  const isPaidOnce = async ({ subscription }: Subscribed, count = 2) => {
    expect((await on.cycles(subscription)).filter((cycle) => cycle.endsWith("succeeded"))).to.have.lengthOf(1)
    expect(on.money()).to.deep.equal(Array(count).fill([PRICE, 0]))
    expect((await on.look(subscription)).status).to.equal("ACTIVE")
    expect(await on.wrong()).to.deep.equal([])
  }

  for (const { isTold, told } of TOLD)
    it(`is sent to the bank five days before its day, and is paid on it${told}`, async () => {
      if (isTold) await on.register()
      const begun = await on.subscribe()
      const { subscription, mandate } = begun
      await on.goTo("2027-03-27T12:00")
      expect(on.bank.chargesUnder(mandate)).to.deep.equal([])
      await on.goTo("2027-03-27T12:10")
      expect(tries(mandate)).to.deep.equal(["AGND 2027-04-01 AGENDADA"])
      expect(await on.cycles(subscription)).to.deep.equal(["pix_automatico processing"])
      await on.goTo("2027-04-01T05:59")
      expect(on.charge(mandate).status).to.equal("ATIVA")
      await on.goTo(isTold ? "2027-04-01T06:02" : "2027-04-01T21:15")
      expect(on.charge(mandate).status).to.equal("CONCLUIDA")
      await on.goTo("2027-04-01T21:15")
      await isPaidOnce(begun)
      expect((await on.look(subscription)).current_period_start).to.equal(subscription.current_period_end)
      expect(sent("putCobr")).to.have.lengthOf(1)
    })

  it("is paid on the next day on which banks of the payer's town work, across Carnival", async () => {
    // The period ends on Carnival Tuesday, 2027-02-09. The next day is a holiday of the payer's town.
    on.clock.ms = Date.parse("2027-01-09T12:00-03:00")
    const { code, customer } = await on.begin()
    const { idRec: mandate } = on.bank.mandate(code)
    on.bank.payAndAgree(code, { payer: { cpf: "52998224725", town: "3550308" } })
    await on.goTo("2027-01-09T12:05")
    const subscription = await on.subscriptionOf(customer)
    await on.goTo("2027-02-04T12:10")
    expect(tries(mandate)).to.deep.equal(["AGND 2027-02-11 AGENDADA"])
    await on.goTo("2027-02-10T23:00")
    expect(await on.cycles(subscription)).to.deep.equal(["pix_automatico processing"])
    expect((await on.look(subscription)).status).to.equal("ACTIVE")
    await on.goTo("2027-02-11T21:15")
    expect(await on.cycles(subscription)).to.deep.equal(["pix_automatico succeeded"])
    expect(on.money()).to.deep.equal([
      [PRICE, 0],
      [PRICE, 0],
    ])
    expect(sent("putCobr")).to.have.lengthOf(1)
  })

  it("whose payer has no money on its day is paid by the retry of day 3", async () => {
    const begun = await on.subscribe()
    const { subscription, mandate } = begun
    on.bank.payerHas(mandate, 0)
    await on.goTo("2027-04-01T21:30")
    expect((await on.look(subscription)).status).to.equal("PAST_DUE")
    expect(tries(mandate)[0]).to.equal("AGND 2027-04-01 EXPIRADA")
    await on.goTo("2027-04-03T12:00")
    on.bank.payerHas(mandate, PRICE)
    await on.goTo("2027-04-04T21:30")
    await isPaidOnce(begun)
    const failed = on.charge(mandate).attempts.filter(({ status }) => status === "EXPIRADA")
    expect(on.charge(mandate).attempts.at(-1)).to.include({ kind: "NTAG", day: "2027-04-04", status: "PAGA" })
    expect(await on.cycles(subscription)).to.deep.equal([
      ...failed.map(() => "pix_automatico canceled"),
      "pix_automatico succeeded",
    ])
  })

  it("that is known to be unpaid only half an hour before midnight is tried again on day 3: for day 1 it is too late", async () => {
    const { mandate } = await on.subscribe()
    on.bank.payerHas(mandate, 0)
    await on.goTo("2027-04-01T18:00")
    on.clock.ms = Date.parse("2027-04-01T23:40-03:00")
    await on.goTo("2027-04-02T12:00")
    expect(tries(mandate)).to.deep.equal(["AGND 2027-04-01 EXPIRADA"])
    await on.goTo("2027-04-03T12:00")
    expect(tries(mandate).at(-1)).to.equal("NTAG 2027-04-04 AGENDADA")
  })

  it("whose payer has never any money ends unpaid on day 7, after at most three retries at the bank", async () => {
    const { subscription, mandate } = await on.subscribe()
    on.bank.payerHas(mandate, 0)
    await on.goTo("2027-04-01T20:59")
    expect((await on.look(subscription)).status).to.equal("ACTIVE")
    await on.goTo("2027-04-08T20:59")
    expect((await on.look(subscription)).status).to.equal("PAST_DUE")
    await on.goTo("2027-04-08T21:30")
    expect((await on.look(subscription)).status).to.equal("UNPAID")
    expect(sent("retryCobr").map(({ path }) => path.split("/").at(-1))).to.deep.equal(["2027-04-02", "2027-04-04", "2027-04-08"])
    expect(new Set(tries(mandate))).to.deep.equal(
      new Set([1, 2, 4, 8].map((day) => `${day === 1 ? "AGND" : "NTAG"} 2027-04-0${day} EXPIRADA`)),
    )
    expect(on.charge(mandate).status).to.equal("EXPIRADA")
    await on.goTo("2027-04-09T12:00")
    expect(on.bank.mandate(mandate).status).to.equal("CANCELADA")
    expect(on.money()).to.deep.equal([[PRICE, 0]])
    await on.goTo("2027-05-15T12:00")
    expect(sent("putCobr")).to.have.lengthOf(1)
    expect(await on.wrong()).to.deep.equal([])
  })

  it("that is tried again after a weekend is paid once, although the retry of the Saturday was lost: a bank tries that on Monday", async () => {
    // The period ends on Friday 2027-04-02.
    on.clock.ms = Date.parse("2027-03-02T12:00-03:00")
    const begun = await on.subscribe()
    on.bank.payerHas(begun.mandate, 0)
    await on.goTo("2027-04-02T18:30")
    on.bank.faults.next({ operation: "retryCobr", fault: "cut_before" })
    await on.goTo("2027-04-03T12:00")
    on.bank.faults.clear()
    await on.goTo("2027-04-05T23:00")
    expect(tries(begun.mandate).at(-1)).to.equal("NTAG 2027-04-06 AGENDADA")
    on.bank.payerHas(begun.mandate, PRICE)
    await on.goTo("2027-04-13T12:00")
    await isPaidOnce(begun)
  })

  it("that the payer's bank rejects before its day, a Sunday, is tried again on Tuesday: Monday is the day of the first try", async () => {
    // The period ends on Sunday 2027-04-04.
    on.clock.ms = Date.parse("2027-03-04T12:00-03:00")
    const begun = await on.subscribe()
    await on.goTo("2027-03-31T12:00")
    on.bank.refuseCharge(on.charge(begun.mandate).txid, "AB10")
    await on.goTo("2027-04-05T12:00")
    expect(tries(begun.mandate)).to.deep.equal(["AGND 2027-04-05 REJEITADA", "NTAG 2027-04-06 AGENDADA"])
    await on.goTo("2027-04-06T21:30")
    await isPaidOnce(begun)
    expect(sent("retryCobr")).to.have.lengthOf(1)
  })

  it("of a week is tried again on days 1 and 3: day 7 is in the next cycle, so codes follow on days 5 and 7", async () => {
    const { subscription, mandate } = await on.subscribe({ interval: "WEEK" })
    on.bank.payerHas(mandate, 0)
    await on.goTo("2027-03-12T12:00")
    expect(tries(mandate)).to.deep.equal(
      ["AGND", "NTAG", "NTAG"].map((kind, i) => `${kind} 2027-03-${["08", "09", "11"][i]} EXPIRADA`),
    )
    expect((await on.look(subscription)).status).to.equal("PAST_DUE")
    await on.goTo("2027-03-14T12:00")
    const byMandate = Array(3).fill("pix_automatico canceled")
    expect(await on.cycles(subscription)).to.deep.equal([...byMandate, "pix requires_action"])
    await on.goTo("2027-03-16T12:00")
    expect(await on.cycles(subscription)).to.deep.equal([...byMandate, "pix canceled", "pix requires_action"])
    expect(sent("retryCobr").map(({ status }) => status)).to.deep.equal([201, 201])
    await on.goTo("2027-03-17T12:00")
    expect((await on.look(subscription)).status).to.equal("UNPAID")
    expect(on.bank.mandate(mandate).status).to.equal("CANCELADA")
  })

  it("of a week is asked for by codes on days 5 and 7 also where the retry of day 3 did not reach the bank", async () => {
    const { subscription, mandate } = await on.subscribe({ interval: "WEEK" })
    on.bank.payerHas(mandate, 0)
    await on.goTo("2027-03-10T08:00")
    on.bank.faults.next({ operation: "retryCobr", fault: "cut_before" })
    await on.goTo("2027-03-12T12:00")
    on.bank.faults.clear()
    expect(tries(mandate)).to.deep.equal(["AGND 2027-03-08 EXPIRADA", "NTAG 2027-03-09 EXPIRADA"])
    expect((await on.look(subscription)).status).to.equal("PAST_DUE")
    await on.goTo("2027-03-14T12:00")
    const byMandate = Array(3).fill("pix_automatico canceled")
    expect(await on.cycles(subscription)).to.deep.equal([...byMandate, "pix requires_action"])
  })
})
