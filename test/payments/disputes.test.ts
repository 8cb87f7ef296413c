import { writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { expect } from "chai"
import { listAttention } from "../../src/attention/list.ts"
import { dayOf, startOfDay } from "../../src/base/day.ts"
import { closeOverdueDisputes } from "../../src/payments/disputes/deadlines.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, ONLY_OUTCOMES } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, payWith, perform, refundsOf, retrieve } from "../support/merchants/rails.ts"
import { advance } from "../support/merchants/subscriptions.ts"

const DAY = 86_400

describe("A dispute", function () {
  this.timeout(180_000)
  let vintem: Running
  let merchant: Merchant
  /** Where the process stops doing what it does, as if it had died. */
  let diesAt: string | undefined
  before(async () => {
    const checkpoint = (step: string) => {
      if (step === diesAt) throw new Error(`the process dies at: ${step}`)
    }
    vintem = await startVintem({}, { role: "api", checkpoint })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => {
    diesAt = undefined
  })
  after(() => vintem.close())

  const run = (...args: string[]) => vintem.cli("disputes", ...args, "--json")
  /** Runs a command that must succeed. Returns the dispute. */
  async function disputes(...args: string[]): Promise<Json> {
    const { status, json, stderr } = await run(...args)
    expect([status, stderr]).to.deep.equal([0, ""])
    return json
  }
  async function refused(...args: string[]): Promise<string> {
    const { status, stdout, stderr } = await run(...args)
    expect([status, stdout]).to.deep.equal([1, ""])
    return stderr
  }
  const pay = async (): Promise<string> => (await payWith(merchant)).id
  const refund = (payment_intent: string, amount?: number) =>
    merchant.request("POST", "/v1/refunds", { payment_intent, ...(amount && { amount }) })
  const available = async () => (await balanceIn(merchant))?.available
  const amounts = async (id: string) =>
    (await refundsOf(merchant, id)).map(({ amount, status }) => `${status} ${amount}`).reverse()
  const attention = async () => (await listAttention(vintem.server.modes.test, { account: merchant.account })).items
  const kinds = async () => (await attention()).map(({ kind }) => kind)
  const eventsAbout = async (id: string, options = {}): Promise<Json[]> => {
    const { data } = expectStatus(await merchant.request("GET", "/v1/events?limit=100", undefined, options), 200)
    return data.filter((event: Json) => event.data.object.payment_intent === id).reverse()
  }
  const told = async (id: string) => (await eventsAbout(id)).map(({ type }) => type)
  const file = () => {
    const name = path.join(tmpdir(), `vintem-proof-${process.pid}.pdf`)
    writeFileSync(name, "%PDF-1.4 the parcel was delivered")
    return name
  }

  it("that nobody can answer is lost from its beginning, and has no second event", async () => {
    const id = await pay()
    const dispute = await disputes("open", id)
    expect(dispute).to.include({ status: "lost", due_by: null, network_reason: null, amount: 4990 })
    expect(await told(id)).to.deep.equal(["charge.dispute.created", "refund.created"])
    expect((await eventsAbout(id))[0]!.data).to.deep.equal({ object: dispute })
    const [before] = await eventsAbout(id, ONLY_OUTCOMES)
    const { status: _, due_by: _by, network_reason: _reason, ...older } = dispute
    expect(before!.data).to.deep.equal({ object: older })
    expect(await kinds()).to.deep.equal([])
    expect(await refused("accept", dispute.id)).to.contain("is lost")
    expect(await refused("close", dispute.id, "--lost")).to.contain("is lost")
  })

  it("that can be answered waits for it until its day is over in Brasília. Then it is lost", async () => {
    const id = await pay()
    const day = dayOf(Date.now() / 1000) + 10
    const date = new Date(day * DAY * 1000).toISOString().slice(0, 10)
    const dispute = await disputes("open", id, "--respond-by", date)
    expect(dispute).to.include({ status: "needs_response", due_by: startOfDay(day + 1) - 1 })
    const [item] = await attention()
    expect(item).to.include({ kind: "dispute_deadline", id: dispute.id, payment_intent: id, amount: 4990 })
    expect(item!.message).to.contain(`until ${date} 23:59`)
    expect(await available()).to.equal(0)
    const seconds = dispute.due_by - 60 - Math.floor(Date.now() / 1000)
    expect(await perform(vintem, closeOverdueDisputes, merchant.account, seconds)).to.equal(0)
    await advance(merchant, { to: dispute.due_by + 1 })
    expect(await disputes("show", dispute.id)).to.deep.equal({ ...dispute, status: "lost" })
    expect(await told(id)).to.deep.equal(["charge.dispute.created", "refund.created", "charge.dispute.closed"])
    expect(await kinds()).to.deep.equal([])
    expect([await available(), await amounts(id)]).to.deep.equal([0, ["succeeded 4990"]])
  })

  it("is closed once after its deadline, by two processes and after a process that died", async () => {
    const id = await pay()
    const { due_by } = await disputes("open", id, "--respond-by", "1d")
    const later = due_by + 2 * DAY - Math.floor(Date.now() / 1000)
    diesAt = "dispute: closed"
    const close = () => perform(vintem, closeOverdueDisputes, merchant.account, later)
    await close().catch((error: Error) => expect(error.message).to.contain("close_dispute failed"))
    diesAt = undefined
    await Promise.all([close(), close()])
    expect((await told(id)).filter((type) => type === "charge.dispute.closed")).to.have.lengthOf(1)
  })

  it("that is refused is under review, and the card network decides: won, its refund fails and the money is back", async () => {
    const id = await pay()
    const dispute = await disputes("open", id, "--amount", "1500", "--respond-by", "10d")
    const review = await disputes("refuse", dispute.id, "--file", file())
    expect(review).to.deep.equal({ ...dispute, status: "under_review" })
    expect((await eventsAbout(id)).at(-1)!.data).to.deep.equal({
      object: review,
      previous_attributes: { status: "needs_response" },
    })
    expect(await kinds()).to.deep.equal([])
    await advance(merchant, { seconds: 30 * DAY })
    expect(await available()).to.equal(3490)
    const won = await disputes("close", dispute.id, "--won")
    expect(won).to.deep.equal({ ...dispute, status: "won" })
    const [closed, failed] = (await eventsAbout(id)).slice(-2)
    expect([closed!.type, closed!.data]).to.deep.equal(["charge.dispute.closed", { object: won }])
    expect([failed!.type, failed!.data.object.id]).to.deep.equal(["refund.failed", dispute.refund])
    expect((await retrieve(merchant, id)).amount_refunded).to.equal(0)
    expect([await available(), await amounts(id)]).to.deep.equal([4990, ["failed 1500"]])
    expect(await refused("close", dispute.id, "--won")).to.contain("is won")
    expect(await refused("refuse", dispute.id, "--file", file())).to.contain("is won")
    // What came back can be refunded. In test mode the mock's ledger has it, too.
    expect(expectStatus(await refund(id), 201).amount).to.equal(4990)
    expect((await vintem.cli("check", "--mode", "test", "--account", merchant.account)).status).to.equal(0)
  })

  it("that is accepted is lost, and may still be won", async () => {
    const id = await pay()
    const dispute = await disputes("open", id, "--respond-by", "10d")
    expect(await disputes("accept", dispute.id)).to.deep.equal({ ...dispute, status: "lost" })
    expect(await refused("accept", dispute.id)).to.contain("is lost")
    await disputes("close", dispute.id, "--won")
    expect((await told(id)).filter((type) => type === "charge.dispute.closed")).to.have.lengthOf(2)
    expect(await available()).to.equal(4990)
  })

  it("whose case is taken again is the same dispute, with a new refund. Another case is another dispute", async () => {
    const id = await pay()
    const first = await disputes("open", id)
    expect(await refused("open", id, "--again", first.id)).to.contain("is lost")
    await disputes("close", first.id, "--won")
    expect(await refused("open", await pay(), "--again", first.id)).to.contain("has no dispute")
    expect(await refused("open", id, "--again", first.id, "--amount", "1")).to.contain("another case")
    const again = await disputes("open", id, "--again", first.id, "--respond-by", "5d")
    expect(again).to.include({ id: first.id, amount: 4990, status: "needs_response" })
    const updated = (await eventsAbout(id)).find(({ type }) => type === "charge.dispute.updated")
    expect(updated!.data).to.deep.equal({
      object: again,
      previous_attributes: { refund: first.refund, status: "won", due_by: null },
    })
    expect([await available(), await amounts(id)]).to.deep.equal([4990, ["failed 4990", "succeeded 4990"]])
    await disputes("close", first.id, "--won")
    expect((await disputes("open", id)).id).to.not.equal(first.id)
    const all: Json[] = await disputes("list", "--mode", "test", "--account", merchant.account)
    expect(all.map(({ status }) => status)).to.deep.equal(["lost", "won"])
    expect((await vintem.cli("check", "--mode", "test", "--account", merchant.account)).status).to.equal(0)
  })

  it("takes what becomes free when a refund fails, and when another dispute is won", async () => {
    const id = await pay()
    const small = await disputes("open", id, "--amount", "1000")
    const large = await disputes("open", id, "--amount", "4990")
    expect(await amounts(id)).to.deep.equal(["succeeded 1000", "succeeded 3990"])
    expect((await attention()).map(({ amount }) => amount)).to.deep.equal([1000])
    await disputes("close", small.id, "--won")
    expect(await amounts(id)).to.deep.equal(["failed 1000", "failed 3990", "succeeded 4990"])
    expect([await available(), await kinds()]).to.deep.equal([0, []])
    const { refund: replaced } = await disputes("show", large.id)
    const updated = (await eventsAbout(id)).find(({ type }) => type === "charge.dispute.updated")
    expect(updated!.data.previous_attributes).to.deep.equal({ refund: large.refund })
    expect(updated!.data.object.refund).to.equal(replaced)
    expect((await retrieve(merchant, id)).amount_refunded).to.equal(4990)
    expect((await vintem.cli("check", "--mode", "test", "--account", merchant.account)).status).to.equal(0)
  })

  it("that found nothing left has an event without a refund, which older versions do not see", async () => {
    const id = await pay()
    expectStatus(await refund(id), 201)
    const dispute = await disputes("open", id)
    expect(dispute).to.include({ amount: 4990, refund: null })
    const [event, ...more] = await eventsAbout(id).then((all) => all.filter(({ type }) => type === "charge.dispute.created"))
    expect([event!.data, more]).to.deep.equal([{ object: dispute }, []])
    expect(await eventsAbout(id, ONLY_OUTCOMES)).to.deep.equal([])
    const read = (options = {}) => merchant.request("GET", `/v1/events/${event!.id}`, undefined, options)
    const listed = async (options = {}) =>
      (await merchant.request("GET", "/v1/events?type=charge.dispute.created", undefined, options)).body.data.length
    expect([(await read()).status, await listed()]).to.deep.equal([200, 1])
    expect([(await read(ONLY_OUTCOMES)).status, await listed(ONLY_OUTCOMES)]).to.deep.equal([404, 0])
    const endpoint = async (events: string[], service_version: string) => {
      const made = { url: "https://shop.example/hook", events }
      const { body } = await merchant.request("POST", "/v1/webhook_endpoints", made, {
        headers: { "service-version": service_version },
      })
      return (await merchant.request("POST", `/v1/webhook_endpoints/${body.id}/deliveries/${event!.id}/replay`)).status
    }
    expect(await endpoint(["charge.dispute.created"], "2026-12-01")).to.equal(201)
    expect(await endpoint(["charge.dispute.created"], "2026-04-27")).to.equal(404)
    expect(await endpoint(["*"], "2026-04-27")).to.equal(404)
  })

  it("that was won has no excess to decide about, and what is left after a partial one can be refunded", async () => {
    const id = await pay()
    expectStatus(await refund(id, 4000), 201)
    const dispute = await disputes("open", id, "--amount", "2000")
    expect((await attention()).map(({ kind, amount }) => [kind, amount])).to.deep.equal([["dispute_exceeds_payment", 1010]])
    await disputes("close", dispute.id, "--won")
    expect(await kinds()).to.deep.equal([])
    expect(await refused("excess", dispute.id, "--taken")).to.contain("no excess")
    expect(expectStatus(await refund(id), 201).amount).to.equal(990)
  })

  it("is won once, and its money comes back once, however many decide at once", async () => {
    const id = await pay()
    const { id: dispute } = await disputes("open", id, "--amount", "2000")
    const decided = await Promise.all([1, 2, 3].map(() => run("close", dispute, "--won")))
    expect(decided.map(({ status }) => status).sort()).to.deep.equal([0, 1, 1])
    expect(await available()).to.equal(4990)
    expect((await told(id)).filter((type) => type === "charge.dispute.closed")).to.have.lengthOf(1)
  })

  it("cannot be opened with a deadline that has passed, and is refused with a file only", async () => {
    const id = await pay()
    expect(await refused("open", id, "--respond-by", "2020-01-01")).to.contain("has passed")
    const { id: dispute } = await disputes("open", id, "--respond-by", "1d")
    expect(await refused("refuse", dispute, "--file", "/nowhere/proof.pdf")).to.contain("cannot be read")
    expect(await refused("show", "dp_unknown")).to.contain("No such dispute")
    for (const args of [["refuse", dispute], ["close", dispute], ["close", dispute, "--won", "--lost"], ["list"]])
      expect((await run(...args)).status).to.equal(2)
    expect((await disputes("show", dispute)).status).to.equal("needs_response")
  })
})
