import { expect } from "chai"
import { listAttention } from "../../../src/attention/list.ts"
import { disputesOf } from "../../../src/payments/disputes/store.ts"
import { statement } from "../../support/databases/statement.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { balanceIn, refundsOf, retrieve } from "../../support/merchants/rails.ts"
import { DAY, HOUR, withListedDays } from "./listed-day.ts"

const releaseLists = statement<void, "account">((k, p) =>
  k("acquirer_listings").where({ account: p.account }).update({ held_until_ms: 0 }),
)
const releaseAttempts = statement<void, "account">((k, p) =>
  k("attempts").where({ account: p.account }).update({ held_until_ms: 0 }),
)
const DOWN = { fault: "error_before:503", every: 1 }
const failAnHourAgo = statement<void, "account">((k, p) =>
  k("failing_work")
    .where({ account: p.account })
    .update({ since_ms: k.raw("since_ms - 3600000") }),
)

/** Nothing of it is told by a notification. */
describe("What the merchant's bank lists of the days before", function () {
  this.timeout(120_000)
  const on = withListedDays()
  const mode = () => on.vintem.server.modes.test
  const kinds = async () => (await on.attempts()).map(({ kind }) => kind)
  const disputed = async (id: string) =>
    (await disputesOf(mode().database, { id, account: on.merchant.account })).map(({ amount, reason }) => [amount, reason])
  /** Ends the holds of what failed, and of a process that has died. */
  const release = () =>
    mode().database.transaction(async (tx) => {
      for (const one of [releaseLists, releaseAttempts]) await tx.run(one, { account: on.merchant.account })
    })
  const attention = async () => (await listAttention(mode(), { account: on.merchant.account })).items.map(({ kind }) => kind)

  it("leads to no question where it is what was booked", async () => {
    const { id } = await on.paidPix()
    const other = await on.paidPix()
    expectStatus(await on.merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 1000 }), 201)
    const asked = on.bank.calls("getPix").length
    await on.list(DAY)
    expect(await kinds()).to.not.include("inquiry")
    expect(on.bank.calls("getPix")).to.have.lengthOf(asked)
    expect((await retrieve(on.merchant, other.id)).status).to.equal("succeeded")
    const periods = on.bank
      .calls("listPix")
      .slice(-2)
      .map(({ query }) => query)
    expect(periods.map(({ devolucaoPresente }) => devolucaoPresente)).to.deep.equal([undefined, "true"])
  })

  it("sends a second payment back that came after the first one was known", async () => {
    const { id, txid, e2eid } = await on.paidPix()
    const second = on.bank.pay(txid, { again: true })
    await on.list(DAY)
    await on.poll(DAY + 70)
    await on.poll(DAY + 80)
    expect([on.entry(e2eid).returned, on.entry(second).returned]).to.deep.equal([0, 4990])
    expect((await retrieve(on.merchant, id)).status).to.equal("succeeded")
    expect(await balanceIn(on.merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })

  it("sends a second payment back that the charge does not show", async () => {
    const { txid, e2eid } = await on.paidPix()
    const second = on.bank.pay(txid, { again: true, isShown: false })
    await on.list(DAY)
    for (const later of [70, 80]) await on.poll(DAY + later)
    expect([on.entry(e2eid).returned, on.entry(second).returned]).to.deep.equal([0, 4990])
  })

  it("books a refund that was made in the bank's app, once", async () => {
    const { id, e2eid } = await on.paidPix()
    on.bank.refundInApp(e2eid, 990)
    await on.list(DAY)
    await on.poll(DAY + 70)
    await on.list(2 * DAY + 6 * HOUR)
    await on.poll(2 * DAY + 7 * HOUR)
    expect((await refundsOf(on.merchant, id)).map(({ amount, status }) => [amount, status])).to.deep.equal([[990, "succeeded"]])
  })

  it("books a dispute of what a fraud took back (MED) in part and then whole, weeks after the payment", async () => {
    const { id, e2eid } = await on.paidPix()
    await on.list(40 * DAY)
    on.bank.returnByMed(e2eid, 1000)
    await on.list(42 * DAY)
    await on.poll(42 * DAY + 70)
    expect(await disputed(id)).to.deep.equal([[1000, "fraudulent"]])
    on.bank.returnByMed(e2eid)
    await on.list(44 * DAY)
    await on.poll(44 * DAY + 70)
    expect(await disputed(id)).to.have.deep.members([
      [1000, "fraudulent"],
      [3990, "fraudulent"],
    ])
    expect(await refundsOf(on.merchant, id)).to.satisfy((all: { reason: string }[]) =>
      all.every(({ reason }) => reason === "dispute"),
    )
  })

  for (const isShown of [false, true])
    it(`sends money of a payment back that ended weeks ago, ${isShown ? "which its charge shows" : "which only the list has"}`, async () => {
      const { id, txid } = await on.newPix()
      for (const later of [3700, 3701, 2 * DAY, 5 * DAY, 8 * DAY, 20 * DAY]) await on.poll(later)
      const e2eid = on.bank.pay(txid, { late: true, afterRemoval: true, isShown })
      await on.poll(21 * DAY)
      expect(on.entry(e2eid).returned).to.equal(0)
      await on.list(21 * DAY)
      for (const later of [70, 80, 90]) await on.poll(21 * DAY + later)
      expect(on.entry(e2eid)).to.include({ received: 4990, returned: 4990, pending: 0 })
      expect((await retrieve(on.merchant, id)).status).to.equal("canceled")
      await on.list(22 * DAY + 6 * HOUR)
      expect((await kinds()).filter((kind) => kind === "reversal")).to.have.lengthOf(1)
    })

  it("leaves a payment of another amount alone that a person has accepted", async () => {
    const { txid, public: shown } = await on.newPix()
    on.bank.pay(txid, { amount: 5990 })
    await on.poll(70)
    expect((await on.vintem.cli("charges", "settle", shown.replace("ch_", "att_"), "--accept")).status).to.equal(0)
    await on.poll(200)
    await on.list(DAY)
    expect(await kinds()).to.deep.equal(["charge"])
  })

  it("is read by the day where the bank limits the period", async () => {
    on.bank.options.maxIntervalDays = 1
    const { id, e2eid } = await on.paidPix()
    on.bank.refundInApp(e2eid, 990)
    await on.list(DAY)
    await on.poll(DAY + 70)
    on.bank.options.maxIntervalDays = null
    expect((await refundsOf(on.merchant, id)).map(({ amount }) => amount)).to.deep.equal([990])
  })

  it("is read on where the bank wants a pause between calls", async () => {
    const { id, e2eid } = await on.paidPix()
    on.bank.refundInApp(e2eid, 990)
    on.bank.faults.next({ operation: "listPix", fault: "too_many:1", times: 1 })
    await on.list(DAY)
    await on.poll(DAY + 70)
    expect((await refundsOf(on.merchant, id)).map(({ amount }) => amount)).to.deep.equal([990])
  })

  it("is tried later while the bank is down, is on the attention list as failing work, and then makes up for the days", async () => {
    const { id, txid, e2eid } = await on.paidPix()
    await on.list(DAY)
    const { due_at: before } = await on.listing()
    const second = on.bank.pay(txid, { again: true, late: true, at: on.bank.clock.now() + HOUR * 1000 })
    on.bank.faults.next({ ...DOWN, operation: "listPix" })
    for (let tries = 0; tries < 2; tries++) {
      await on.listInVain(8 * DAY)
      await release()
    }
    expect((await on.listing()).due_at).to.equal(before)
    expect(await attention()).to.deep.equal([])
    await mode().database.transaction((tx) => tx.run(failAnHourAgo, { account: on.merchant.account }))
    expect(await attention()).to.deep.equal(["work_failing"])
    on.bank.faults.clear()
    await on.list(9 * DAY)
    for (const later of [70, 80]) await on.poll(9 * DAY + later)
    expect(await attention()).to.deep.equal([])
    expect([on.entry(e2eid).returned, on.entry(second).returned]).to.deep.equal([0, 4990])
    expect((await retrieve(on.merchant, id)).status).to.equal("succeeded")
  })

  for (const step of ["payments: listed", "payments: compared", "inquiry: acquirer answered"])
    it(`is compared once more where the process dies at "${step}", and nothing is sent back twice`, async () => {
      const { txid, e2eid } = await on.paidPix()
      const second = on.bank.pay(txid, { again: true })
      on.bank.refundInApp(e2eid, 990)
      on.dies.at = step
      await on.listInVain(DAY)
      await on.pollInVain(DAY + 70)
      on.dies.at = undefined
      await release()
      await on.list(DAY + 200)
      for (const later of [300, 400, 500]) await on.poll(DAY + later)
      expect([on.entry(e2eid).returned, on.entry(second).returned]).to.deep.equal([990, 4990])
      expect((await kinds()).filter((kind) => kind === "reversal")).to.have.lengthOf(1)
      expect((await refundsOfAll()).map(({ amount }) => amount)).to.deep.equal([990])
    })

  it("is compared by two workers at once without a second question", async () => {
    const { id, txid, e2eid } = await on.paidPix()
    const second = on.bank.pay(txid, { again: true })
    on.bank.refundInApp(e2eid, 990)
    await on.poll(DAY)
    await Promise.all([on.compare(), on.compare()])
    expect((await kinds()).filter((kind) => kind === "inquiry")).to.have.lengthOf(2)
    for (const later of [70, 80, 200]) await on.poll(DAY + later)
    expect([on.entry(e2eid).returned, on.entry(second).returned]).to.deep.equal([990, 4990])
    expect((await refundsOf(on.merchant, id)).map(({ amount }) => amount)).to.deep.equal([990])
    expect((await kinds()).filter((kind) => kind === "reversal")).to.have.lengthOf(1)
  })

  it("leaves a payment to its look-up that is still open", async () => {
    const { id, txid } = await on.newPix()
    const e2eid = on.bank.pay(txid)
    on.bank.faults.next({ ...DOWN, operation: "getCob" })
    await on.pollInVain(DAY)
    on.bank.faults.clear()
    await on.listInVain(DAY)
    for (const later of [2, 10, 4000, 8000]) await on.pollInVain(DAY + later)
    expect(on.entry(e2eid).received - on.entry(e2eid).returned).to.equal(
      (await retrieve(on.merchant, id)).status === "succeeded" ? 4990 : 0,
    )
  })

  const refundsOfAll = async () =>
    expectStatus(await on.merchant.request("GET", "/v1/refunds?limit=100"), 200).data as { amount: number }[]
})
