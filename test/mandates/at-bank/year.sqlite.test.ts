// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { switchKinds } from "../../../src/mail/settings.ts"
import { disputesOf } from "../../../src/payments/disputes/store.ts"
import { balanceIn } from "../../support/merchants/rails.ts"
import { cyclesOf, eventsOf } from "../../support/merchants/subscriptions.ts"
import { liveOf } from "./live-bank.ts"
import { PRICE, withSubscriptions } from "./subscriptions.ts"

const MAILS = { receipt: true, pix_to_pay: true, charge_failed: true }

describe("A year of a live subscription by PIX Automático", function () {
  this.timeout(300_000)
  const on = withSubscriptions({ tests: 1 })

  it("has paid months, one that is paid late, an end of the mandate, codes, and a return by MED", async () => {
    const { account } = on.merchant
    await liveOf(on).database.transaction((tx) => switchKinds(tx, account, MAILS))
    const { subscription, mandate } = await on.subscribe()
    const statusNow = async () => (await on.look(subscription)).status
    const isPaid = async (cycles: number, type: string) => {
      const all = await on.cycles(subscription)
      expect(all.filter((cycle) => cycle.endsWith("succeeded"))).to.have.lengthOf(cycles)
      expect([all.at(-1), await statusNow()]).to.deep.equal([`${type} succeeded`, "ACTIVE"])
    }

    // Paid on their days. The first of May is a Saturday.
    await on.goTo("2027-04-02T12:00")
    await isPaid(1, "pix_automatico")
    await on.goTo("2027-05-04T12:00")
    await isPaid(2, "pix_automatico")

    // In June there is no money until the retry of day 3.
    on.bank.payerHas(mandate, 0)
    await on.goTo("2027-06-01T22:00")
    expect(await statusNow()).to.equal("PAST_DUE")
    await on.goTo("2027-06-03T12:00")
    on.bank.payerHas(mandate, 100 * PRICE)
    await on.goTo("2027-06-05T12:00")
    await isPaid(3, "pix_automatico")

    // The payment of July goes back by MED in August.
    await on.goTo("2027-07-02T12:00")
    await isPaid(4, "pix_automatico")
    const july = (await cyclesOf(on.merchant, subscription)).at(-1)!
    const [e2eid] = on.charge(mandate).pix
    await on.goTo("2027-08-10T12:00")
    await isPaid(5, "pix_automatico")
    on.bank.returnByMed(e2eid!, undefined, "MED_PIX_AUTOMATICO")
    await on.goTo("2027-08-13T12:00")
    const disputes = await disputesOf(liveOf(on).database, { id: july.id, account })
    expect(disputes.map(({ amount }) => amount)).to.deep.equal([PRICE])
    expect(await statusNow()).to.equal("ACTIVE")

    // After September the payer ends the mandate, and pays by codes.
    await on.goTo("2027-09-10T12:00")
    await isPaid(6, "pix_automatico")
    on.bank.cancelMandate(mandate)
    await on.goTo("2027-09-11T13:00")
    expect((await on.look(subscription)).payment_method).to.equal(null)
    for (let cycle = 7; cycle <= 12; cycle++) {
      await on.goTo((await on.look(subscription)).current_period_end + 600)
      const code = (await cyclesOf(on.merchant, subscription)).at(-1)!
      expect(code).to.deep.include({ status: "requires_action", payment_method_types: ["pix"] })
      on.bank.pay(code.next_action.qr_code_data)
      await on.goTo(on.clock.ms / 1000 + 3600)
      await isPaid(cycle, "pix")
    }

    const events = (await eventsOf(on.merchant)).map(({ type }) => type)
    const count = (type: string) => events.filter((each) => each === type).length
    expect(["payment_intent.succeeded", "charge.dispute.created", "payment_method.detached"].map(count)).to.deep.equal([13, 1, 1])
    expect(count("payment_intent.payment_failed")).to.equal((await on.cycles(subscription)).length - 12)
    const mails: { kind: string }[] = (await on.vintem.cli("mail", "list", "--mode", "live", "--account", account, "--json")).json
    const mailed = (kind: string) => mails.filter((mail) => mail.kind === kind).length
    expect([mailed("charge_failed")]).to.deep.equal([1])
    const kept = on.money().reduce((sum, [received, back]) => sum + received - back, 0)
    expect(kept).to.equal(12 * PRICE)
    expect(await balanceIn(on.merchant)).to.deep.equal({ available: kept, pending: 0 })
    expect(await on.wrong()).to.deep.equal([])
    expect((await on.vintem.cli("check")).status).to.equal(0)
  })
})
