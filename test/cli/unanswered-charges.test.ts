import { expect } from "chai"
import { listAttention } from "../../src/attention/list.ts"
import { attempts } from "../../src/payments/attempts/table.ts"
import type { Running } from "../support/app/vintem.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { testOnly } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { balanceIn, payWith, retrieve } from "../support/merchants/rails.ts"
import { advance } from "../support/merchants/subscriptions.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE

const saleOf = testOnly(attempts.find(["account"], (rows) => rows.where({ kind: "charge" }).select("id")))

describe("vintem charges settle, where the acquirer gives no answer about a sale", function () {
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
  afterEach(() => server.reset())
  after(() => server.close())

  const settle = (...args: string[]) => vintem.cli("charges", "settle", ...args)
  const attention = async () => (await listAttention(vintem.server.modes.test, { account: merchant.account })).items
  const back = () => server.bank.refunds(merchant.account).map(({ amount }) => amount)

  /** A sale whose response was lost, and look-ups that find out nothing. Returns the payment intent and the charge. */
  async function payUnanswered(sale: "lost_before" | "lost_after"): Promise<{ id: string; charge: string }> {
    server.bank.set("authorize", sale)
    server.bank.set("look_up", "unknown")
    const { id, status } = await payWith(merchant)
    expect(status).to.equal("processing")
    const charge = await vintem.server.modes.test.database.only(saleOf, { account: merchant.account })
    return { id, charge: charge.id }
  }

  it("is refused for 15 minutes, because the acquirer may still tell", async () => {
    const { id, charge } = await payUnanswered("lost_before")
    await advance(merchant, { seconds: 10 * MINUTE })
    for (const flag of ["--accept", "--not-made", "--send-back"]) {
      const refused = await settle(charge, flag)
      expect([flag, refused.status, refused.stdout]).to.deep.equal([flag, 1, ""])
      expect(refused.stderr).to.contain("needs no decision")
    }
    expect((await retrieve(merchant, id)).status).to.equal("processing")
  })

  it("--not-made cancels the payment. What was taken nevertheless goes back once it is found", async () => {
    const { id, charge } = await payUnanswered("lost_after")
    await advance(merchant, { seconds: 16 * MINUTE })
    const [item, ...more] = await attention()
    expect(more).to.deep.equal([])
    expect(item).to.include({ id: charge, kind: "outcome_unknown", payment_intent: id })
    const { json, stderr } = await settle(charge, "--not-made", "--json")
    expect(json, stderr).to.deep.include({ id, status: "canceled" })
    expect(json.last_payment_error.code).to.equal("processing_error")
    expect([await attention(), back()]).to.deep.equal([[], []])

    server.bank.heal()
    await advance(merchant, { seconds: HOUR })
    expect(back()).to.deep.equal([4990])
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
  })

  it("--not-made twice ends the look-ups of a sale that is monitored", async () => {
    const { charge } = await payUnanswered("lost_before")
    await advance(merchant, { seconds: 16 * MINUTE })
    expect((await settle(charge, "--not-made")).stdout).to.match(/^The payment intent pi_\w+ is canceled now\.\n$/)
    await advance(merchant, { seconds: 40 * MINUTE })
    expect((await settle(charge, "--not-made")).status).to.equal(0)
    const lookUps = server.bank.calls(merchant.account, "look_up")
    await advance(merchant, { seconds: 24 * HOUR })
    expect(server.bank.calls(merchant.account, "look_up")).to.equal(lookUps)
    expect((await settle(charge, "--not-made")).status).to.equal(1)
  })

  it("--accept makes the payment succeed with its own amount, once", async () => {
    const { id, charge } = await payUnanswered("lost_after")
    await advance(merchant, { seconds: 16 * MINUTE })
    expect((await settle(charge, "--accept")).stdout).to.equal(`The payment intent ${id} is succeeded now.\n`)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    const again = await settle(charge, "--not-made")
    expect([again.status, again.stdout]).to.deep.equal([1, ""])
    expect(again.stderr).to.contain("needs no decision")
    server.bank.heal()
    await advance(merchant, { seconds: HOUR })
    expect(back()).to.deep.equal([])
  })

  it("needs exactly one decision", async () => {
    for (const flags of [[], ["--accept", "--not-made"], ["--send-back", "--not-made"]]) {
      const { status, stderr } = await settle("att_unknown", ...flags)
      expect(status).to.equal(2)
      expect(stderr).to.contain("error: give one of --accept, --send-back and --not-made\n")
    }
  })
})
