import { expect } from "chai"
import { listAttention } from "../../src/attention/list.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import type { Json } from "../support/app/client.ts"
import type { Running } from "../support/app/vintem.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, payWith, refundsOf } from "../support/merchants/rails.ts"

describe("vintem disputes", function () {
  this.timeout(120_000)
  let server: BankServer
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    server = await startWithBank()
    ;({ vintem } = server)
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => server.close())

  const disputes = (...args: string[]) => vintem.cli("disputes", ...args)
  const attention = async () => (await listAttention(vintem.server.modes.test, { account: merchant.account })).items
  const pay = async (): Promise<string> => (await payWith(merchant)).id
  const amounts = async (id: string) => (await refundsOf(merchant, id)).map(({ amount }) => amount)

  it("opens one for a part of a payment, then one for what is left", async () => {
    const id = await pay()
    const { json, status } = await disputes("open", id, "--amount", "1500", "--json")
    const [refund] = await refundsOf(merchant, id)
    expect([status, json.amount, json.payment_intent, json.refund]).to.deep.equal([0, 1500, id, refund?.id])
    expect(refund).to.include({ amount: 1500, status: "succeeded", reason: "dispute" })
    const rest = await disputes("open", id)
    expect([rest.status, rest.stderr]).to.deep.equal([0, ""])
    expect(rest.stdout).to.match(/^Opened dispute dp_\w+ of pi_\w+\. The refund is re_\w+\.\n$/)
    expect(await amounts(id)).to.have.members([1500, 3490])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    expect(await attention()).to.deep.equal([])
  })

  it("opens one for all that was paid where nothing is left. It has no refund, and a person decides about the excess", async () => {
    const id = await pay()
    await disputes("open", id)
    const { stdout, status } = await disputes("open", id)
    expect(status).to.equal(0)
    expect(stdout).to.match(/^Opened dispute dp_\w+ of pi_\w+\. The payment had nothing left, so there is no refund\.\n$/)
    expect(await amounts(id)).to.deep.equal([4990])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    const [item, ...more] = await attention()
    expect(more).to.deep.equal([])
    expect(item).to.include({ kind: "dispute_exceeds_payment", payment_intent: id, refund: null, amount: 4990 })
    const settled = await disputes("excess", String(item?.id), "--not-taken", "--json")
    expect(settled.json).to.deep.equal({ id: item?.id, excess: 4990, currency: "brl", taken: false })
    expect(await attention()).to.deep.equal([])
    const again = await disputes("excess", String(item?.id), "--taken")
    expect([again.status, again.stdout]).to.deep.equal([1, ""])
    expect(again.stderr).to.contain("has no excess that waits for a decision")
  })

  it("refuses an amount above what was paid, and books nothing", async () => {
    const id = await pay()
    const { status, stderr } = await disputes("open", id, "--amount", "4991")
    expect([status, await amounts(id)]).to.deep.equal([1, []])
    expect(stderr).to.contain("exceeds what was paid (4990)")
  })

  it("dismisses a chargeback that was notified and is none, once", async () => {
    const id = await pay()
    const charge = server.bank.sales(merchant.account)[0]?.charge ?? ""
    await noteNotification(vintem.server.modes.test, { acquirer: "bank", charge, chargeback: true })
    await server.poll(merchant, 25 * 3600)
    const [item] = await attention()
    server.reset()
    expect(item).to.include({ kind: "chargeback_unconfirmed", payment_intent: id })
    const { json } = await disputes("dismiss", String(item?.id), "--json")
    expect(json).to.deep.equal({ id: item?.id, payment_intent: id, charge, status: "dismissed" })
    expect([await attention(), await amounts(id)]).to.deep.equal([[], []])
    const again = await disputes("dismiss", String(item?.id))
    expect([again.status, again.stdout]).to.deep.equal([1, ""])
    expect(again.stderr).to.contain("has ended already")
  })

  it("lets one that found nothing left take what a refund gives free that could not be made", async () => {
    const id = await pay()
    server.bank.set("refund", "by_hand")
    const byHand = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    server.reset()
    expect(byHand.status).to.equal("pending")
    const { json: dispute } = await disputes("open", id, "--respond-by", "10d", "--json")
    expect(dispute).to.include({ amount: 4990, refund: null })
    const kinds = async () => (await attention()).map(({ kind }) => kind)
    expect(await kinds()).to.have.members(["refund_by_hand", "dispute_deadline", "dispute_exceeds_payment"])
    expect((await vintem.cli("refunds", "settle", byHand.id, "--failed")).status).to.equal(0)
    expect(await kinds()).to.deep.equal(["dispute_deadline"])
    const made = async () => (await refundsOf(merchant, id)).map(({ status, amount }) => `${status} ${amount}`)
    expect([await made(), await balanceIn(merchant)]).to.deep.equal([
      ["succeeded 4990", "failed 4990"],
      { available: 0, pending: 0 },
    ])
    const { data } = expectStatus(await merchant.request("GET", "/v1/events?type=charge.dispute.updated"), 200)
    expect(data.map((event: Json) => event.data.previous_attributes)).to.deep.equal([{ refund: null }])
    await disputes("close", dispute.id, "--won")
    expect([await made(), await balanceIn(merchant)]).to.deep.equal([
      ["failed 4990", "failed 4990"],
      { available: 4990, pending: 0 },
    ])
  })

  for (const [args, status, words] of [
    [["open", "pi_unknown"], 1, "No such payment intent: 'pi_unknown'."],
    [["open", "pi_unknown", "--amount", "49.90"], 2, "Give an amount in cents, such as 4990."],
    [["open", "pi_unknown", "--amount", "0"], 2, "Give an amount in cents, such as 4990."],
    [["dismiss", "att_unknown"], 1, "No such question to an acquirer: 'att_unknown'."],
    [["excess", "dp_unknown", "--taken"], 1, "No such dispute: 'dp_unknown'."],
    [["excess", "dp_unknown"], 2, "give either --taken or --not-taken"],
    [["excess", "dp_unknown", "--taken", "--not-taken"], 2, "give either --taken or --not-taken"],
  ] as const)
    it(`refuses '${args.join(" ")}'`, async () => {
      const refused = await disputes(...args)
      expect([refused.status, refused.stdout]).to.deep.equal([status, ""])
      expect(refused.stderr).to.contain(words)
    })
})
