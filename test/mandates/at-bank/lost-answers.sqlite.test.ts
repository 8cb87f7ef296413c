// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import type { OperationName } from "../../bank-pix/operations.ts"
import { DAY } from "../../support/merchants/subscriptions.ts"
import { PRICE, withSubscriptions } from "./subscriptions.ts"

const FAULTS = ["cut_before", "cut_after", "error_after:500", "error_before:503"]

describe("An answer of the bank that is lost, about PIX Automático,", function () {
  this.timeout(60_000)
  const on = withSubscriptions({ tests: 60 })
  const calls = (operation: OperationName) => on.bank.calls(operation).filter(({ client }) => client === on.account.client.id)
  const isSound = async () => expect(await on.wrong()).to.deep.equal([])

  for (const operation of ["postLocrec", "postRec", "putCob", "getRec", "listRec"] as const)
    for (const fault of FAULTS)
      it(`leaves one mandate and one charge, or none, and a payer can pay: ${operation}, ${fault}`, async () => {
        const { id } = await on.unpaid()
        const token = await on.post("/v1/tokens", { type: "pix_automatico" }, 201)
        const confirm = () => on.merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
        on.bank.faults.next({ operation, fault })
        const first = await confirm()
        expect(first.status).to.be.oneOf([200, 503])
        const { status, body } = first.status === 200 ? first : await confirm()
        expect(status).to.equal(200)
        on.bank.payAndAgree(body.next_action.qr_code_data)
        await on.goTo(on.clock.ms / 1000 + DAY)
        expect(await on.look(body)).to.include({ status: "succeeded" })
        expect(on.living()).to.deep.equal([on.bank.mandate(body.next_action.qr_code_data).idRec])
        expect(on.money()).to.deep.equal([[PRICE, 0]])
        await isSound()
      })

  for (const fault of FAULTS)
    it(`leaves no mandate of a trial that nobody has seen: ${fault}`, async () => {
      const { id } = await on.unpaid({ first: 0, trialDays: 14 })
      const token = await on.post("/v1/tokens", { type: "pix_automatico" }, 201)
      on.bank.faults.next({ operation: "postRec", fault })
      // The bank does not say either whether it was made, when it is asked for the second and the third time.
      for (const _ of [2, 3]) on.bank.faults.next({ operation: "listRec", fault: "error_before:503", every: 2, times: 1 })
      const { status } = await on.merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
      on.bank.faults.clear()
      await on.goTo(on.clock.ms / 1000 + 2 * DAY)
      expect(status).to.equal(503)
      expect(on.living()).to.deep.equal([])
    })

  for (const fault of FAULTS)
    for (const operation of ["putCobr", "getCobr"] as const)
      it(`leaves at most one charge of a cycle, which is paid once: ${operation}, ${fault}`, async () => {
        const { subscription, mandate } = await on.subscribe()
        await on.goTo("2027-03-27T11:59")
        on.bank.faults.next({ operation, fault, times: operation === "getCobr" ? 3 : 1 })
        await on.goTo("2027-04-02T12:00")
        // What has not reached the bank is ordered again, by a new payment.
        const isLost = operation === "putCobr" && fault.includes("before")
        expect(on.bank.chargesUnder(mandate)).to.have.lengthOf(1)
        const paid = "pix_automatico succeeded"
        expect(await on.cycles(subscription)).to.deep.equal(isLost ? ["pix_automatico canceled", paid] : [paid])
        expect(calls("putCobr")).to.have.lengthOf(1)
        expect(on.money()).to.deep.equal(Array(2).fill([PRICE, 0]))
        await isSound()
      })

  it("that comes while a second order of a cycle is made leaves one charge, because the bank takes no other one of the cycle", async () => {
    const { subscription, mandate } = await on.subscribe()
    await on.goTo("2027-03-27T11:59")
    // The bank makes the charge, and shows it to nobody for hours.
    on.bank.faults.next({ operation: "putCobr", fault: `cut_after+unseen:${DAY * 1000}` })
    await on.goTo("2027-03-28T18:00")
    expect(on.bank.chargesUnder(mandate)).to.have.lengthOf(1)
    expect(calls("putCobr").map(({ status }) => status)).to.deep.equal([null, 400])
    await on.goTo("2027-04-01T12:10")
    // The charge was withdrawn once it was found.
    expect(on.bank.chargesUnder(mandate).map(({ status }) => status)).to.deep.equal(["CANCELADA"])
    expect((await on.cycles(subscription)).at(-1)).to.equal("pix requires_action")
    expect(on.money()).to.deep.equal([[PRICE, 0]])
    await isSound()
  })

  it("and never reaches the bank is ordered again every six hours, until two banking days before: then the cycle is a code", async () => {
    const { subscription } = await on.subscribe()
    await on.goTo("2027-03-27T11:59")
    on.bank.faults.next({ operation: "putCobr", fault: "cut_before", every: 1 })
    await on.goTo("2027-04-01T11:00")
    on.bank.faults.clear()
    const unsent = await on.cycles(subscription)
    expect(new Set(unsent)).to.deep.equal(new Set(["pix_automatico canceled"]))
    // The day is Thursday, so the last order was possible on Tuesday until eight in the evening.
    expect(unsent.length).to.be.within(12, 14)
    await on.goTo("2027-04-01T12:10")
    expect(await on.cycles(subscription)).to.deep.equal([...unsent, "pix requires_action"])
    expect(on.money()).to.deep.equal([[PRICE, 0]])
    await isSound()
  })

  for (const fault of FAULTS)
    it(`leaves one retry of a day, which is paid once: ${fault}`, async () => {
      const { subscription, mandate } = await on.subscribe()
      on.bank.payerHas(mandate, 0)
      await on.goTo("2027-04-01T21:09")
      on.bank.faults.next({ operation: "retryCobr", fault })
      await on.goTo("2027-04-02T05:00")
      on.bank.payerHas(mandate, PRICE)
      await on.goTo("2027-04-05T12:00")
      const days = on.charge(mandate).attempts.map(({ kind, day }) => `${kind} ${day}`)
      expect(new Set(days).size).to.equal(days.length)
      expect((await on.cycles(subscription)).at(-1)).to.equal("pix_automatico succeeded")
      expect(on.money()).to.deep.equal(Array(2).fill([PRICE, 0]))
      await isSound()
    })

  for (const operation of ["patchCobr", "patchRec"] as const)
    for (const fault of FAULTS)
      it(`leaves nothing that is charged after a cancellation: ${operation}, ${fault}`, async () => {
        const { subscription, mandate } = await on.subscribe()
        await on.goTo("2027-03-28T12:00")
        on.bank.faults.next({ operation, fault })
        await on.post(`/v1/customer_subscriptions/${subscription.id}/cancel`)
        await on.goTo("2027-04-02T12:00")
        expect([on.charge(mandate).status, on.bank.mandate(mandate).status]).to.deep.equal(["CANCELADA", "CANCELADA"])
        expect(on.money()).to.deep.equal([[PRICE, 0]])
        await isSound()
      })

  it("is that to the end of a mandate whose subscription is unpaid: a payer who agrees meanwhile is never charged", async () => {
    const { code, customer } = await on.begin()
    on.bank.pay(code)
    await on.goTo(on.clock.ms / 1000 + 180)
    const subscription = await on.subscriptionOf(customer)
    on.bank.faults.next({ operation: "patchRec", fault: "cut_before", times: 1000 })
    for (let day = 0; (await on.look(subscription)).status !== "UNPAID" && day < 20; day++)
      await on.goTo(subscription.current_period_end + day * DAY)
    on.bank.agree(code)
    on.bank.faults.clear()
    await on.goTo(on.clock.ms / 1000 + 40 * DAY)
    expect(on.bank.mandate(code).status).to.equal("CANCELADA")
    expect((await on.look(subscription)).status).to.equal("UNPAID")
    expect(on.money()).to.deep.equal([[PRICE, 0]])
    expect(calls("putCobr")).to.deep.equal([])
    await isSound()
  })

  it("of no worker of several lets a cycle be charged twice", async () => {
    const { subscription, mandate } = await on.subscribe()
    await on.goTo("2027-03-27T11:59")
    on.clock.ms = Date.parse("2027-03-27T12:01-03:00")
    for (let round = 0; round < 4; round++) await on.work(3)
    await on.goTo("2027-04-01T20:00")
    on.clock.ms = Date.parse("2027-04-01T21:11-03:00")
    for (let round = 0; round < 4; round++) await on.work(3)
    expect(await on.cycles(subscription)).to.deep.equal(["pix_automatico succeeded"])
    expect(on.bank.chargesUnder(mandate)).to.have.lengthOf(1)
    expect(calls("putCobr")).to.have.lengthOf(1)
    await isSound()
  })
})
