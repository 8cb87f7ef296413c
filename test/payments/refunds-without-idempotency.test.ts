import { expect } from "chai"
import { listAttention } from "../../src/attention/list.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { balanceIn, payWith, refundsOf } from "../support/merchants/rails.ts"

const HOUR = 3600
const DAY = 24 * HOUR

/** Most real acquirers repeat an operation if a request is repeated. So an unknown outcome is looked up and never sent again. */
describe("With an acquirer without idempotency", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  let clock: BankServer["clock"]
  let poll: BankServer["poll"]
  let recover: BankServer["recover"]
  before(async () => {
    server = await startWithBank()
    ;({ vintem, bank, clock, poll, recover } = server)
  })
  afterEach(() => server.reset())
  after(() => server.close())

  const refund = (merchant: Merchant, intent: string, idempotencyKey = newIdempotencyKey()) =>
    merchant.request("POST", "/v1/refunds", { payment_intent: intent, amount: 1000 }, { idempotencyKey })

  async function newPaid(): Promise<{ merchant: Merchant; id: string }> {
    const merchant = await newMerchant(vintem)
    return { merchant, id: (await payWith(merchant)).id }
  }

  it("a refund that look-ups do not show for hours is not sent again, and is found and paid once", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "late")
    const made = expectStatus(await refund(merchant, id), 201)
    expect(made.status).to.equal("pending")
    bank.heal()
    for (let later = 10; later < 900; later += 30) await poll(merchant, later)
    expect(bank.calls(merchant.account, "look_up_refund")).to.be.within(5, 25)
    for (const later of [910, HOUR, 4 * HOUR]) await poll(merchant, later)
    expect(await refundsOf(merchant, id)).to.deep.equal([made])
    bank.reveal(merchant.account, "refunds")
    await poll(merchant, 12 * HOUR)
    expect(await refundsOf(merchant, id)).to.deep.equal([{ ...made, status: "succeeded" }])
    expect(bank.calls(merchant.account, "refund")).to.equal(1)
    expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
    expect(await poll(merchant, DAY)).to.equal(0)
  })

  it("a refund that never arrived waits for an operator, who records that it failed, and can then be made", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "lost_before")
    const made = expectStatus(await refund(merchant, id), 201)
    bank.heal()
    for (const later of [10, 910, HOUR]) await poll(merchant, later)
    expect(bank.calls(merchant.account, "refund")).to.equal(1)
    const { items } = await listAttention(vintem.server.modes.test, { account: merchant.account })
    expect(items[0]).to.include({ id: made.id, kind: "outcome_unknown" })
    expect((await vintem.cli("refunds", "settle", made.id, "--failed", "--json")).json.status).to.equal("failed")
    expect(expectStatus(await refund(merchant, id), 201).status).to.equal("succeeded")
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([1000])
    expect(await poll(merchant, DAY)).to.equal(0)
  })

  it("a refund that the acquirer cannot look up is not sent again, and stays pending until an operator settles it", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "lost_before")
    bank.set("look_up_refund", "lost_before")
    const made = expectStatus(await refund(merchant, id), 201)
    for (let later = 10; later < HOUR; later += 30) await poll(merchant, later)
    expect(bank.calls(merchant.account, "look_up_refund")).to.be.within(5, 25)
    for (const later of [DAY, 30 * DAY]) expect(await poll(merchant, later)).to.equal(1)
    expect(bank.calls(merchant.account, "refund")).to.equal(1)
    expect(await refundsOf(merchant, id)).to.deep.equal([made])
    expect((await vintem.cli("refunds", "settle", made.id, "--json")).json.status).to.equal("succeeded")
    expect(await poll(merchant, 60 * DAY)).to.equal(0)
  })

  it("a refund whose response got lost is found and paid once", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "lost_after")
    expect(expectStatus(await refund(merchant, id), 201).status).to.equal("pending")
    await poll(merchant, 1)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([1000])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 3990, pending: 0 })
    expect(await poll(merchant, DAY)).to.equal(0)
  })

  it("a refund that the acquirer refuses fails: the merchant keeps the money and can try again", async () => {
    const { merchant, id } = await newPaid()
    const key = newIdempotencyKey()
    bank.set("refund", "refused")
    const refused = expectStatus(await refund(merchant, id, key), 201)
    expect(refused.status).to.equal("failed")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    bank.heal()
    const again = await refund(merchant, id, key)
    expect([again.status, again.body, again.headers["idempotent-replayed"]]).to.deep.equal([201, refused, "true"])
    expect(await poll(merchant, DAY)).to.equal(0)
    expect(expectStatus(await refund(merchant, id), 201).status).to.equal("succeeded")
    expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 3990, pending: 0 })
  })

  it("a refund that is found refused fails", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "lost_before")
    expect(expectStatus(await refund(merchant, id), 201).status).to.equal("pending")
    bank.set("look_up_refund", "refused")
    await poll(merchant, 1)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["failed"])
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
  })

  it("a refund that the rail cannot make waits for the operator, and the acquirer is not polled", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "by_hand")
    const made = expectStatus(await refund(merchant, id), 201)
    expect(made.status).to.equal("pending")
    bank.heal()
    expect(await poll(merchant, DAY)).to.equal(0)
    const more = await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 3991 })
    expect(more.body.error.code).to.equal("parameter_invalid")
    expect((await vintem.cli("refunds", "settle", made.id, "--json")).json.status).to.equal("succeeded")
    expect(bank.refunds(merchant.account)).to.deep.equal([])
  })

  it("a refund that the acquirer cannot process now is sent again ever more rarely, until it is made once", async () => {
    const { merchant, id } = await newPaid()
    const key = newIdempotencyKey()
    bank.set("refund", "unavailable")
    const made = expectStatus(await refund(merchant, id, key), 201)
    expect(made.status).to.equal("pending")
    // It fails four times, so it is put off for eight seconds.
    for (let i = 0; i < 4; i++) await recover(merchant).catch(() => {})
    for (let i = 0; i < 3; i++) expect(await poll(merchant, 60)).to.equal(0)
    expect(bank.calls(merchant.account, "refund")).to.equal(5)
    bank.heal()
    expect(await recover(merchant)).to.equal(1)
    expect(await refundsOf(merchant, id)).to.deep.equal([{ ...made, status: "succeeded" }])
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([1000])
    expect(bank.calls(merchant.account, "look_up_refund")).to.equal(0)
    expect((await refund(merchant, id, key)).body).to.deep.equal(made)
    expect(await poll(merchant, DAY)).to.equal(0)
  })

  it("an operator cannot settle a refund during its call, but can once the call has ended", async () => {
    const { merchant, id } = await newPaid()
    bank.set("refund", "held")
    const key = newIdempotencyKey()
    const refunding = refund(merchant, id, key)
    await until(async () => bank.calls(merchant.account, "refund") > 0)
    const [{ id: made }] = (await refundsOf(merchant, id)) as [{ id: string }]
    for (const flags of [[], ["--failed"]]) {
      const { status, stderr } = await vintem.cli("refunds", "settle", made, ...flags)
      expect([status, stderr]).to.deep.equal([
        1,
        `vintem: The acquirer is making the refund ${made} now. Try again in a minute.\n`,
      ])
    }
    expect((await refundsOf(merchant, id))[0]!.status).to.equal("pending")
    bank.set("refund", "lost_before")
    const pending = expectStatus(await refunding, 201)
    expect(pending).to.include({ id: made, status: "pending" })
    expect((await vintem.cli("refunds", "settle", made, "--failed")).status).to.equal(0)
    bank.heal()
    expect(await poll(merchant, 60)).to.equal(0)
    expect(bank.calls(merchant.account, "look_up_refund")).to.equal(0)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    const again = await refund(merchant, id, key)
    expect([again.status, again.body, again.headers["idempotent-replayed"]]).to.deep.equal([201, pending, "true"])
  })

  it("a refund that is found after its key was reused does not change the new request's response", async () => {
    const { merchant, id } = await newPaid()
    const key = newIdempotencyKey()
    bank.set("refund", "lost_after")
    expect(expectStatus(await refund(merchant, id, key), 201).status).to.equal("pending")
    clock.ahead = 25 * HOUR
    const next = await newIntent(merchant)
    const body = { payment_method: (await newToken(merchant)).id }
    const send = () => merchant.request("POST", `/v1/payment_intents/${next.id}/confirm`, body, { idempotencyKey: key })
    bank.set("authorize", "held")
    const confirming = send()
    await until(async () => bank.calls(merchant.account, "authorize") === 2)
    await poll(merchant, 26 * HOUR)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    bank.heal()
    const confirmed = expectStatus(await confirming, 200)
    expect((await send()).body).to.deep.equal(confirmed)
  })
})
