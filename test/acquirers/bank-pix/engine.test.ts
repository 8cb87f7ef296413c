import { expect } from "chai"
import { listAttention } from "../../../src/attention/list.ts"
import { randomBase62 } from "../../../src/base/ids.ts"
import { disputesOf } from "../../../src/payments/disputes/store.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { balanceIn, confirm, eventsOf, newBareToken, newOpenIntent, refundsOf, retrieve } from "../../support/merchants/rails.ts"
import { withBank } from "./engine-with-bank.ts"

const DAY = 86_400

/** A PIX has a txid while it waits. Its payment has an end-to-end id, and that is what refunds and notifications are about. */
describe("A payment by PIX at the merchant's bank", function () {
  this.timeout(60_000)
  const on = withBank()
  const request = (...args: Parameters<typeof on.merchant.request>) => on.merchant.request(...args)
  const cancel = (id: string) => request("POST", `/v1/payment_intents/${id}/cancel`)
  const entryOf = (e2eid: string) => on.bank.ledger().find((entry) => entry.e2eid === e2eid)!
  const succeeded = (id: string) =>
    eventsOf(on.merchant, id).then((types) => types.filter((type) => type === "payment_intent.succeeded").length)
  const disputed = async (id: string) => {
    const disputes = await disputesOf(on.vintem.server.modes.test.database, { id, account: on.merchant.account })
    return disputes.map(({ amount, reason }) => ({ amount, reason }))
  }

  it("keeps its id in the API when it is paid, is known by its payment from then on, and is refunded once", async () => {
    const { id, txid, public: before } = await on.newPix()
    expect(await on.attempts()).to.deep.equal([{ kind: "charge", state: "waiting", charge: txid }])
    const e2eid = on.bank.pay(txid)
    await on.poll(70)
    const paid = await retrieve(on.merchant, id)
    expect([paid.status, paid.charges.latest]).to.deep.equal(["succeeded", before])
    expect(await on.attempts()).to.deep.equal([{ kind: "charge", state: "done", charge: e2eid }])
    expect(await succeeded(id)).to.equal(1)
    expect(expectStatus(await request("POST", "/v1/refunds", { payment_intent: id }), 201).status).to.equal("succeeded")
    expect(entryOf(e2eid)).to.include({ received: 4990, returned: 4990, pending: 0 })
  })

  it("tells the end-to-end id to the merchant, and is found by it", async () => {
    const { id, e2eid } = await on.paidPix()
    const options = { headers: { "service-version": "2026-12-01" } }
    const { payment_method_details } = expectStatus(await request("GET", `/v1/payment_intents/${id}`, undefined, options), 200)
    expect(payment_method_details.acquirer).to.include({ end_to_end_id: e2eid, tid: null })
  })

  it("succeeds once where two workers ask at the same time", async () => {
    const { id, txid } = await on.newPix()
    const e2eid = on.bank.pay(txid)
    await Promise.all([on.poll(70), on.poll(70), on.notify({ txid, endToEndId: e2eid })])
    await on.poll(75)
    expect(await succeeded(id)).to.equal(1)
    expect((await on.attempts()).filter(({ kind }) => kind === "charge")).to.deep.equal([
      { kind: "charge", state: "done", charge: e2eid },
    ])
    expect(await balanceIn(on.merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })

  for (const step of ["charge: settled", "inquiry: acquirer answered"])
    it(`is paid once where the process dies at "${step}"`, async () => {
      const { id, txid } = await on.newPix()
      const e2eid = on.bank.pay(txid)
      await on.notify({ txid, endToEndId: e2eid })
      on.dies.at = step
      await on.pollInVain(70)
      await on.notify({ txid, endToEndId: e2eid })
      await on.pollInVain(200)
      on.dies.at = undefined
      await on.poll(600)
      expect(await succeeded(id)).to.equal(1)
      expect((await retrieve(on.merchant, id)).status).to.equal("succeeded")
      expect(entryOf(e2eid)).to.include({ received: 4990, returned: 0, pending: 0 })
    })

  it("is found by asking where no notification comes", async () => {
    const { id } = await on.paidPix()
    expect((await retrieve(on.merchant, id)).status).to.equal("succeeded")
  })

  it("stays open where a notification says that it was paid, and the bank does not", async () => {
    const { id, txid } = await on.newPix()
    await on.notify({ txid, endToEndId: `E${"1".repeat(31)}` })
    await on.poll(2)
    expect((await retrieve(on.merchant, id)).status).to.equal("requires_action")
    expect(on.bank.calls("getCob").filter(({ path }) => path.endsWith(txid))).to.have.lengthOf(1)
  })

  it("is looked up once where a notification of fifty payments names it, and strangers are not", async () => {
    const ours = [await on.newPix(), await on.newPix()]
    const strangers = Array.from({ length: 48 }, (_, index) => ({
      ...(index % 3 === 0 ? {} : { txid: index % 3 === 1 ? randomBase62(30) : `vintem${randomBase62(20)}` }),
      endToEndId: `E${randomBase62(31)}`,
    }))
    const paid = ours.map(({ txid }) => ({ txid, endToEndId: on.bank.pay(txid) }))
    const before = on.bank.calls().length
    await on.notify([...strangers.slice(0, 20), paid[0]!, ...strangers.slice(20), paid[1]!])
    await on.poll(2)
    const asked = on.bank.calls().slice(before)
    expect(asked.map(({ operation, path }) => `${operation} ${path.split("/").at(-1)}`).sort()).to.deep.equal(
      ours.map(({ txid }) => `getCob ${txid}`).sort(),
    )
    for (const { id } of ours) expect((await retrieve(on.merchant, id)).status).to.equal("succeeded")
  })

  it("costs one read and nothing else where a notification names a charge that nobody has", async () => {
    const { test } = on.vintem.server.modes
    const done: string[] = []
    const database = new Proxy(test.database, {
      get: (real, name) => {
        const member = Reflect.get(real, name)
        if (typeof member !== "function") return member
        return (...args: unknown[]) => {
          done.push(String(name))
          return member.apply(real, args)
        }
      },
    })
    const before = on.bank.calls().length
    const nobodys = { txid: `vintem${randomBase62(20)}`, endToEndId: `E${randomBase62(31)}` }
    await on.notify(nobodys, Object.assign(Object.create(test), { database }))
    await on.poll(2)
    expect(done).to.deep.equal(["one"])
    expect(on.bank.calls().slice(before)).to.deep.equal([])
  })

  describe("that was paid twice", () => {
    it("keeps one payment, and sends the other one back by its own id", async () => {
      const { id, txid } = await on.newPix()
      const first = on.bank.pay(txid)
      const second = on.bank.pay(txid, { again: true, at: on.bank.clock.now() + 1000 })
      await on.poll(70)
      await on.poll(71)
      expect((await retrieve(on.merchant, id)).status).to.equal("succeeded")
      expect([entryOf(first).returned, entryOf(second).returned]).to.deep.equal([0, 4990])
    })

    it("also sends one back that comes after the payment has succeeded", async () => {
      const { txid, e2eid } = await on.paidPix()
      const second = on.bank.pay(txid, { again: true })
      await on.notify({ txid, endToEndId: second })
      for (const later of [200, 300]) await on.poll(later)
      expect([entryOf(e2eid).returned, entryOf(second).returned]).to.deep.equal([0, 4990])
      expect((await on.attempts()).filter(({ kind }) => kind === "reversal")).to.deep.equal([
        { kind: "reversal", state: "done", charge: second },
      ])
    })

    it("learns of it although a look-up that had not seen it moved the payment while the notification was read", async () => {
      const { txid } = await on.newPix()
      const first = on.bank.pay(txid)
      const { test } = on.vintem.server.modes
      let second: string | undefined
      const transaction: typeof test.database.transaction = async (run) => {
        if (!second) {
          second = "begun"
          await on.poll(70)
          second = on.bank.pay(txid, { again: true })
        }
        return test.database.transaction(run)
      }
      const database = new Proxy(test.database, {
        get: (real, name) => (name === "transaction" ? transaction : Reflect.get(real, name)),
      })
      await on.notify({ txid, endToEndId: first }, Object.assign(Object.create(test), { database }))
      for (const later of [200, 300]) await on.poll(later)
      expect([entryOf(first).returned, entryOf(second!).returned]).to.deep.equal([0, 4990])
    })
  })

  describe("whose time is over", () => {
    it("is removed at the bank, which keeps it open, so that nobody pays it any more", async () => {
      const { id, txid } = await on.newPix()
      await on.poll(3700)
      expect((await retrieve(on.merchant, id)).status).to.equal("canceled")
      await on.poll(3701)
      expect(on.bank.charge(txid).status).to.equal("REMOVIDA_PELO_USUARIO_RECEBEDOR")
    })

    it("sends back whole what comes all the same, once", async () => {
      const { id, txid } = await on.newPix()
      await on.poll(3700)
      const e2eid = on.bank.pay(txid, { late: true })
      for (const later of [3701, 8000, 8001, 20_000]) await on.poll(later)
      expect((await retrieve(on.merchant, id)).status).to.equal("canceled")
      expect(entryOf(e2eid)).to.include({ received: 4990, returned: 4990, pending: 0 })
    })

    it("sends back what comes after the removal, which the bank shows in its list alone", async () => {
      const { txid } = await on.newPix()
      for (const later of [3700, 3701]) await on.poll(later)
      const e2eid = on.bank.pay(txid, { late: true, afterRemoval: true })
      await on.notify({ txid, endToEndId: e2eid })
      for (const later of [3710, 3711, 3800]) await on.poll(later)
      expect(entryOf(e2eid)).to.include({ received: 4990, returned: 4990 })
    })
  })

  describe("that is canceled", () => {
    it("is removed at the bank, also if the answer to that is lost", async () => {
      const { id, txid } = await on.newPix()
      on.bank.faults.next({ operation: "patchCob", fault: "cut_after" })
      expect(expectStatus(await cancel(id), 200).status).to.equal("canceled")
      await on.poll(2)
      expect(on.bank.charge(txid).status).to.equal("REMOVIDA_PELO_USUARIO_RECEBEDOR")
    })

    it("and paid at the same moment is sent back by its payment's id", async () => {
      const { id, txid } = await on.newPix()
      const e2eid = on.bank.pay(txid)
      expectStatus(await cancel(id), 200)
      for (const later of [70, 71, 200, 201]) await on.poll(later)
      expect(entryOf(e2eid)).to.include({ received: 4990, returned: 4990 })
      expect((await on.attempts()).map(({ kind, charge }) => [kind, charge])).to.have.deep.members([
        ["charge", e2eid],
        ["void", txid],
        ["reversal", e2eid],
      ])
    })
  })

  it("of another amount is no success, and is sent back if a person says so", async () => {
    const { id, txid, public: shown } = await on.newPix()
    const e2eid = on.bank.pay(txid, { amount: 5990 })
    await on.poll(70)
    expect((await retrieve(on.merchant, id)).status).to.equal("processing")
    const { items } = await listAttention(on.vintem.server.modes.test, { account: on.merchant.account })
    expect(items.map(({ kind }) => kind)).to.deep.equal(["amount_mismatch"])
    expect((await on.vintem.cli("charges", "settle", shown.replace("ch_", "att_"), "--send-back")).status).to.equal(0)
    await on.poll(80)
    expect(entryOf(e2eid)).to.include({ received: 5990, returned: 5990 })
  })

  describe("of which money goes back without an order from here", () => {
    const MED = [{ natureza: "MED_FRAUDE" }]

    it("has a refund where it was made in the bank's app", async () => {
      const { id, txid, e2eid } = await on.paidPix()
      on.bank.refundInApp(e2eid, 990)
      await on.notify({ txid, endToEndId: e2eid, devolucoes: [{}] })
      await on.poll(200)
      expect((await refundsOf(on.merchant, id)).map(({ amount, status }) => [amount, status])).to.deep.equal([[990, "succeeded"]])
    })

    it("has a dispute of its amount where a fraud was found (MED), in part or as a whole", async () => {
      const { id, txid, e2eid } = await on.paidPix()
      on.bank.returnByMed(e2eid, 1000)
      await on.notify({ txid, endToEndId: e2eid, devolucoes: MED })
      await on.poll(200)
      expect(await disputed(id)).to.deep.equal([{ amount: 1000, reason: "fraudulent" }])
      on.bank.returnByMed(e2eid)
      await on.notify({ txid, endToEndId: e2eid, devolucoes: MED })
      await on.poll(400)
      expect((await disputed(id)).map(({ amount }) => amount)).to.have.members([1000, 3990])
      expect(await balanceIn(on.merchant)).to.deep.equal({ available: 0, pending: 0 })
    })

    it("has none where a notification says so and the bank does not", async () => {
      const { id, txid, e2eid } = await on.paidPix()
      await on.notify({ txid, endToEndId: e2eid, devolucoes: MED })
      for (const later of [200, 400, DAY]) await on.poll(later)
      expect(await disputed(id)).to.deep.equal([])
      expect((await listAttention(on.vintem.server.modes.test, { account: on.merchant.account })).items).to.deep.equal([])
    })
  })

  it("whose charge is at the bank only after the confirm was given up cannot be paid, and what is paid all the same goes back", async () => {
    on.bank.faults.next({ operation: "putCob", fault: "cut_after+unseen:600000" })
    const { id } = await newOpenIntent(on.merchant)
    const token = await newBareToken(on.merchant, "pix")
    expectStatus(await confirm(on.merchant, id, token.id), 503)
    const txid = on.bank.calls("putCob").at(-1)!.path.split("/").at(-1)!
    for (const later of [700, 1000, 4000, 8000]) await on.poll(later)
    expect(on.bank.charge(txid).status).to.equal("REMOVIDA_PELO_USUARIO_RECEBEDOR")
    const e2eid = on.bank.pay(txid, { late: true, afterRemoval: true })
    for (const later of [2 * DAY, 3 * DAY, 3 * DAY + 60]) await on.poll(later)
    expect(entryOf(e2eid)).to.include({ received: 4990, returned: 4990 })
    expect((await retrieve(on.merchant, id)).status).to.equal("requires_payment_method")
  })

  it("is canceled where the bank has removed its charge by itself", async () => {
    const { id, txid } = await on.newPix()
    on.bank.removeByPsp(txid)
    await on.poll(70)
    expect((await retrieve(on.merchant, id)).status).to.equal("canceled")
  })

  it("whose call was lost before the bank made it is 503, and another confirm makes another charge", async () => {
    on.bank.faults.next({ operation: "putCob", fault: "cut_before" })
    const { id } = await newOpenIntent(on.merchant)
    const token = await newBareToken(on.merchant, "pix")
    expectStatus(await confirm(on.merchant, id, token.id), 503)
    expect((await retrieve(on.merchant, id)).status).to.equal("requires_payment_method")
    expect(expectStatus(await confirm(on.merchant, id, token.id), 200).status).to.equal("requires_action")
    const puts = on.bank.calls("putCob").slice(-2)
    expect(new Set(puts.map(({ path }) => path)).size).to.equal(2)
  })
})
