// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { DAY } from "../../support/merchants/subscriptions.ts"
import { PRICE, TOLD, withSubscriptions } from "./subscriptions.ts"

describe("The payer of a live subscription by PIX Automático", function () {
  this.timeout(60_000)
  const on = withSubscriptions({ tests: 10 })
  const minutes = (count: number) => on.goTo(on.clock.ms / 1000 + count * 60)
  const mandateOf = async (intent: { id: string }) => {
    const { payment_method_details } = await on.look(intent)
    return on.look({ id: payment_method_details.payment_method })
  }

  for (const { isTold, told } of TOLD)
    it(`may pay first and agree a minute later${told}`, async () => {
      if (isTold) await on.register()
      const { code, intent, customer } = await on.begin()
      on.bank.pay(code)
      await minutes(2)
      expect((await on.look(intent)).status).to.equal("succeeded")
      expect(await on.subscriptionOf(customer)).to.include({ status: "ACTIVE", payment_method: null })
      expect((await mandateOf(intent)).pix_automatico).to.deep.equal({ status: "pending" })
      on.bank.agree(code)
      await minutes(5)
      const mandate = await mandateOf(intent)
      expect(mandate.pix_automatico).to.deep.equal({ status: "active" })
      expect(await on.subscriptionOf(customer)).to.include({ status: "ACTIVE", payment_method: mandate.id })
      expect(on.money()).to.deep.equal([[PRICE, 0]])
    })

  for (const { isTold, told } of TOLD)
    it(`may agree first and pay a minute later${told}`, async () => {
      if (isTold) await on.register()
      const { code, intent, customer } = await on.begin()
      on.bank.agree(code)
      await minutes(2)
      expect((await on.look(intent)).status).to.equal("requires_action")
      expect(await on.subscriptionOf(customer)).to.equal(undefined)
      on.bank.pay(code)
      await minutes(5)
      const mandate = await mandateOf(intent)
      expect(mandate.pix_automatico).to.deep.equal({ status: "active" })
      expect(await on.subscriptionOf(customer)).to.include({ status: "ACTIVE", payment_method: mandate.id })
      expect(on.money()).to.deep.equal([[PRICE, 0]])
    })

  it("may pay without a mandate: then the next cycle is a code", async () => {
    const { code, customer, intent } = await on.begin()
    const { idRec } = on.bank.mandate(code)
    on.bank.payAndAgree(code, { isAgreed: false })
    await minutes(5)
    const subscription = await on.subscriptionOf(customer)
    expect(subscription).to.include({ status: "ACTIVE", payment_method: null })
    expect((await mandateOf(intent)).pix_automatico).to.deep.equal({ status: "rejected" })
    await on.goTo(subscription.current_period_end + 60)
    expect(await on.cycles(subscription)).to.deep.equal(["pix requires_action"])
    expect(on.bank.chargesUnder(idRec)).to.deep.equal([])
  })

  it("begins a trial by agreeing alone, and is charged five days after the trial's end", async () => {
    const { subscription, intent, mandate } = await on.subscribe({ first: 0, trialDays: 14 })
    expect(await on.look(intent)).to.include({ status: "succeeded", amount: 0 })
    expect(subscription.status).to.equal("TRIALING")
    expect(on.money()).to.deep.equal([])
    expect(on.bank.mandate(mandate).terms.calendario).to.deep.include({ dataInicial: "2027-03-15", periodicidade: "MENSAL" })
    await on.goTo(subscription.trial_end - 1)
    expect(on.bank.chargesUnder(mandate)).to.deep.equal([])
    await on.goTo(subscription.trial_end + 120)
    expect(on.charge(mandate)).to.include({ status: "ATIVA" })
    expect(on.charge(mandate).terms.calendario.dataDeVencimento).to.equal("2027-03-20")
    expect((await on.look(subscription)).status).to.equal("TRIALING")
    // A Saturday is paid on Monday.
    await on.goTo("2027-03-22T22:00")
    expect(await on.cycles(subscription)).to.deep.equal(["pix_automatico succeeded"])
    expect(await on.look(subscription)).to.include({ status: "ACTIVE", current_period_end: subscription.trial_end + 31 * DAY })
    expect(on.money()).to.deep.equal([[PRICE, 0]])
    expect(await on.wrong()).to.deep.equal([])
  })

  it("does not begin a trial by declining", async () => {
    const { code, intent, customer } = await on.begin({ first: 0, trialDays: 14 })
    on.bank.decline(on.bank.mandate(code).idRec)
    await minutes(10)
    expect(await on.look(intent)).to.include({ status: "canceled" })
    expect(await on.subscriptionOf(customer)).to.equal(undefined)
  })

  it("who lets the code expire cannot agree any more", async () => {
    const { code, intent } = await on.begin()
    await on.goTo(on.clock.ms / 1000 + 2 * DAY)
    expect(await on.look(intent)).to.include({ status: "canceled" })
    expect(on.bank.mandate(code).status).to.equal("CANCELADA")
    expect(on.bank.charge(code).status).to.equal("REMOVIDA_PELO_USUARIO_RECEBEDOR")
  })
})
