// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { scopeOf } from "../../../src/accounts/scope.ts"
import { listAttention } from "../../../src/attention/list.ts"
import { disputesOf } from "../../../src/payments/disputes/store.ts"
import { findCharge, settleCharge } from "../../../src/payments/intents/settle-charge.ts"
import { cyclesOf, DAY, eventsOf } from "../../support/merchants/subscriptions.ts"
import { liveOf } from "./live-bank.ts"
import { PRICE, type Subscribed, withSubscriptions } from "./subscriptions.ts"

/** The day of the cycles of these tests is Thursday 2027-04-01. Their charges are with the bank from 2027-03-27 on, and their periods begin at noon. */
describe("What ends a live charge or mandate of PIX Automático", function () {
  this.timeout(60_000)
  const on = withSubscriptions({ tests: 20 })
  /** A subscription whose charge is with the bank. */
  const ordered = async (): Promise<Subscribed> => {
    const begun = await on.subscribe()
    await on.register()
    await on.goTo("2027-03-28T12:00")
    expect(on.charge(begun.mandate).status).to.equal("ATIVA")
    return begun
  }
  const cancel = ({ subscription }: Subscribed) => on.post(`/v1/customer_subscriptions/${subscription.id}/cancel`)
  const net = () => on.money().reduce((sum, [received, back]) => sum + received - back, 0)
  const isSound = async () => expect(await on.wrong()).to.deep.equal([])
  /** The days after the day of a cycle on which its codes were made. */
  const codeDays = async ({ subscription }: Subscribed) => {
    const made = (await eventsOf(on.merchant)).filter(
      ({ type, data }) => type === "payment_intent.requires_action" && data.object.subscription === subscription.id,
    )
    return made.map(({ created }) => Math.floor((created - Date.parse("2027-04-01T00:00-03:00") / 1000) / DAY))
  }

  it("a payer who cancels a charge ten minutes before its day is asked by a code when the period begins", async () => {
    const begun = await ordered()
    await on.goTo("2027-03-31T23:50")
    on.bank.cancelCharge(on.charge(begun.mandate).txid)
    await on.goTo("2027-04-01T11:00")
    expect(await on.cycles(begun.subscription)).to.deep.equal(["pix_automatico processing"])
    await on.goTo("2027-04-01T12:10")
    expect(await on.cycles(begun.subscription)).to.deep.equal(["pix_automatico canceled", "pix requires_action"])
    expect((await on.look(begun.subscription)).status).to.equal("ACTIVE")
    expect(on.bank.mandate(begun.mandate).status).to.equal("APROVADA")
    await on.goTo("2027-04-30T12:00")
    expect(on.money()).to.deep.equal([[PRICE, 0]])
    await isSound()
  })

  it("a payer who cancels the retry of day 1 the evening before is asked by codes on days 1, 3, 5 and 7", async () => {
    const begun = await ordered()
    on.bank.payerHas(begun.mandate, 0)
    await on.goTo("2027-04-01T21:30")
    expect(on.charge(begun.mandate).attempts.at(-1)).to.include({ kind: "NTAG", status: "AGENDADA" })
    await on.goTo("2027-04-01T23:50")
    on.bank.cancelCharge(on.charge(begun.mandate).txid)
    await on.goTo("2027-04-10T12:00")
    expect(await codeDays(begun)).to.deep.equal([1, 3, 5, 7])
    expect((await on.look(begun.subscription)).status).to.equal("UNPAID")
    await isSound()
  })

  it("a payer who cancels the mandate is not charged, and is asked by codes from then on", async () => {
    const begun = await ordered()
    await on.goTo("2027-03-29T12:00")
    on.bank.cancelMandate(begun.mandate)
    await on.goTo("2027-03-29T12:10")
    expect((await on.look(begun.subscription)).payment_method).to.equal(null)
    expect((await eventsOf(on.merchant)).map(({ type }) => type)).to.include("payment_method.detached")
    expect(on.charge(begun.mandate).status).to.equal("CANCELADA")
    await on.goTo("2027-04-01T12:10")
    expect(await on.cycles(begun.subscription)).to.deep.equal(["pix_automatico canceled", "pix requires_action"])
    expect(on.money()).to.deep.equal([[PRICE, 0]])
    await isSound()
  })

  it("a payer who cancels the mandate is found out a day later, where no bank tells", async () => {
    const { subscription, mandate } = await on.subscribe()
    on.bank.cancelMandate(mandate)
    await on.goTo("2027-03-02T13:00")
    expect((await on.look(subscription)).payment_method).to.equal(null)
  })

  it("a payer who cancels the mandate on the day of a charge has paid it", async () => {
    const begun = await ordered()
    await on.goTo("2027-04-01T05:00")
    on.bank.cancelMandate(begun.mandate)
    await on.goTo("2027-04-02T12:00")
    expect(await on.cycles(begun.subscription)).to.deep.equal(["pix_automatico succeeded"])
    expect((await on.look(begun.subscription)).status).to.equal("ACTIVE")
    await on.goTo("2027-05-01T12:10")
    expect((await on.cycles(begun.subscription)).at(-1)).to.equal("pix requires_action")
    await isSound()
  })

  it("a merchant who detaches the mandate ends it at the bank, with its charge", async () => {
    const begun = await ordered()
    const { payment_method } = await on.look(begun.subscription)
    await on.post(`/v1/payment_methods/${payment_method}/detach`)
    await on.goTo("2027-03-28T12:10")
    expect(on.bank.mandate(begun.mandate).status).to.equal("CANCELADA")
    await on.goTo("2027-04-01T12:10")
    expect(await on.cycles(begun.subscription)).to.deep.equal(["pix_automatico canceled", "pix requires_action"])
    expect(on.money()).to.deep.equal([[PRICE, 0]])
  })

  for (const [time, what] of [
    ["2027-03-31T21:00", "at nine the evening before"],
    ["2027-03-31T23:00", "at eleven the evening before, when the bank withdraws no charge any more"],
    ["2027-04-01T05:00", "on the day of the charge, which sends the money back"],
  ] as const)
    it(`a merchant who cancels the subscription keeps no money: ${what}`, async () => {
      const begun = await ordered()
      await on.goTo(time)
      await cancel(begun)
      await on.goTo("2027-04-03T12:00")
      expect(on.charge(begun.mandate).status).to.equal(time.startsWith("2027-04") ? "CONCLUIDA" : "CANCELADA")
      expect(on.bank.mandate(begun.mandate).status).to.equal("CANCELADA")
      expect(net()).to.equal(PRICE)
      expect(await on.cycles(begun.subscription)).to.deep.equal(["pix_automatico canceled"])
      await on.goTo("2027-05-10T12:00")
      expect(net()).to.equal(PRICE)
      await isSound()
    })

  it("a payer whose bank rejects a charge as a whole on its day is asked by codes on days 1, 3, 5 and 7", async () => {
    const begun = await ordered()
    on.bank.payerHas(begun.mandate, 0)
    await on.goTo("2027-04-01T13:00")
    on.bank.refuseCharge(on.charge(begun.mandate).txid, "AC05")
    await on.goTo("2027-04-10T14:00")
    expect(await codeDays(begun)).to.deep.equal([1, 3, 5, 7])
    expect((await on.look(begun.subscription)).status).to.equal("UNPAID")
    expect(net()).to.equal(PRICE)
  })

  describe("of a cycle that was paid", () => {
    const paid = async () => {
      const begun = await ordered()
      await on.goTo("2027-04-02T12:00")
      const events = await eventsOf(on.merchant)
      const cycle = events.findLast(({ type }) => type === "payment_intent.succeeded")!.data.object
      return { ...begun, cycle, e2eid: on.charge(begun.mandate).pix[0]! }
    }
    const disputed = async ({ id }: { id: string }) =>
      (await disputesOf(liveOf(on).database, { id, account: on.merchant.account })).map(({ amount, reason }) => [amount, reason])

    it("a refund sends the money back once", async () => {
      const { cycle } = await paid()
      await on.post("/v1/refunds", { payment_intent: cycle.id, amount: 1000 }, 201)
      await on.goTo("2027-04-03T12:00")
      await on.post("/v1/refunds", { payment_intent: cycle.id }, 201)
      await on.goTo("2027-04-05T12:00")
      expect(on.money()).to.deep.equal([
        [PRICE, 0],
        [PRICE, PRICE],
      ])
      expect(await on.look(cycle as { id: string })).to.include({ status: "succeeded", amount_refunded: PRICE })
      await isSound()
    })

    it("a MED return is a dispute also where a person has said that a retry was paid, before the bank told by which payment", async () => {
      const { mandate, subscription } = await ordered()
      const { account } = on.merchant
      on.bank.payerHas(mandate, 0)
      await on.goTo("2027-04-02T05:00")
      on.bank.payerHas(mandate, PRICE)
      on.bank.faults.next({ operation: "getCobr", fault: "cut_before", every: 1 })
      await on.goTo("2027-04-03T12:00")
      const [item] = (await listAttention(liveOf(on), { account })).items.filter(({ kind }) => kind === "outcome_unknown")
      await liveOf(on).database.transaction(async (tx) => {
        const charge = (await findCharge(tx, item!.id))!
        await settleCharge(tx, await scopeOf(tx, liveOf(on), account), charge, "accept")
      })
      on.bank.faults.clear()
      expect(await on.cycles(subscription)).to.deep.equal(["pix_automatico canceled", "pix_automatico succeeded"])
      on.bank.returnByMed(on.charge(mandate).pix[0]!, 1000, "MED_PIX_AUTOMATICO")
      await on.goTo("2027-04-06T12:00")
      const retry = (await cyclesOf(on.merchant, subscription)).at(-1)!
      expect(await disputed(retry)).to.deep.equal([[1000, "fraudulent"]])
      expect(net()).to.equal(2 * PRICE - 1000)
      await isSound()
    })

    it("MED returns are disputes of their amounts, although no bank tells of them", async () => {
      const { cycle, e2eid, subscription } = await paid()
      on.bank.returnByMed(e2eid, 1000, "MED_PIX_AUTOMATICO")
      await on.goTo("2027-04-05T12:00")
      expect(await disputed(cycle)).to.deep.equal([[1000, "fraudulent"]])
      on.bank.returnByMed(e2eid, undefined, "MED_PIX_AUTOMATICO")
      await on.goTo("2027-04-08T12:00")
      expect(await disputed(cycle)).to.have.deep.members([
        [1000, "fraudulent"],
        [3990, "fraudulent"],
      ])
      expect((await on.look(subscription)).status).to.equal("ACTIVE")
      await isSound()
    })
  })
})
