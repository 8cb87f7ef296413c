import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { setTerms } from "../../src/ledger/terms/store.ts"
import { defaultTerms } from "../../src/ledger/terms/terms.ts"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"
import { expectProven, HOLDER, newPaidOut, type PaidOut } from "./merchant.ts"

describe("A payout", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: PaidOut
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock: standingClock() })
  })
  beforeEach(async () => {
    merchant = await newPaidOut(vintem)
  })
  afterEach(() => expectProven(vintem, merchant.account))
  after(() => vintem.close())

  const create = async (...args: string[]) => {
    const { stderr, json } = await merchant.run("payouts", "create", "--json", ...args)
    expect(stderr).to.equal("")
    return json
  }
  const refused = async (...args: string[]) => {
    const { status, stderr } = await merchant.run(...args)
    expect(status).to.equal(1)
    return stderr
  }
  const available = async () =>
    expectStatus(await merchant.request("GET", "/v1/balance"), 200).available.map(({ amount }: { amount: number }) => amount)
  const setFee = async (payout_fee: number) => {
    const { test } = vintem.server.modes
    const scope = await scopeOf(test.database, test, merchant.account)
    await test.database.transaction((tx) => setTerms(tx, scope, { ...defaultTerms("brl"), payout_fee }))
  }
  const show = async (id: string) => (await vintem.cli("payouts", "show", id, "--json")).json

  it("takes all that is available, once", async () => {
    await payOne(merchant)
    const { id } = await payOne(merchant)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 990 }), 201)
    const payout = await create()
    expect(payout).to.deep.include({ object: "payout", livemode: false, amount: 8990, currency: "brl", status: "pending" })
    expect(payout).to.deep.include({ method: "pix", automatic: false, failure_code: null, reference: null })
    expect(payout.id).to.match(/^po_/)
    expect(await available()).to.deep.equal([0])
    expect(await merchant.rows(payout.id)).to.deep.equal([
      "payout -8990 po",
      "refund -990 re",
      "payment 4990 pi",
      "payment 4990 pi",
    ])
    expect(await refused("payouts", "create")).to.contain("A payout now would be R$ 0,00, so none is made.")
    expect((await merchant.payouts()).map(({ id }) => id)).to.deep.equal([payout.id])
    expect(await show(payout.id)).to.deep.equal(payout)
  })

  it("leaves what comes later to the next one, and shows what each is made of", async () => {
    await payOne(merchant)
    const first = await create()
    const late = await payOne(merchant)
    const second = await create()
    expect([first.amount, second.amount]).to.deep.equal([4990, 4990])
    expect(await merchant.rows(second.id)).to.deep.equal(["payout -4990 po", "payment 4990 pi"])
    const { json } = await merchant.run("transactions", "list", "--payout", second.id, "--json")
    expect(json[1].source).to.equal(late.id)
  })

  it("costs the fee of its day, which it takes itself", async () => {
    await setFee(250)
    await payOne(merchant)
    const { id, amount } = await create()
    expect(amount).to.equal(4740)
    expect(await merchant.rows(id)).to.deep.equal(["payout -4740 po", "fee -250 po", "payment 4990 pi"])
    expect(await available()).to.deep.equal([0])
  })

  it("is not made below the minimum, nor for nothing but its fee", async () => {
    await vintem.cli("accounts", "update", "--account", merchant.account, "--payout-minimum", "5000")
    await payOne(merchant)
    expect(await refused("payouts", "create")).to.contain("R$ 49,90, so none is made. A payout must be at least R$ 50,00.")
    await vintem.cli("accounts", "update", "--account", merchant.account, "--payout-minimum", "0")
    await setFee(4990)
    expect(await refused("payouts", "create")).to.contain("R$ 0,00")
    expect(await merchant.rows()).to.deep.equal(["payment 4990 pi"])
    expect(await available()).to.deep.equal([4990])
  })

  it("arrives at 10:00 of the next banking day in test mode", async () => {
    await payOne(merchant)
    const { id, arrival_date } = await create()
    await advance(merchant, { seconds: 600 })
    expect((await show(id)).status).to.equal("in_transit")
    expect(await refusedCancel(id)).to.contain(`The payout ${id} is in transit, so this is not possible.`)
    await advance(merchant, { to: arrival_date + 10 * 3600 - 60 })
    expect((await show(id)).status).to.equal("in_transit")
    await advance(merchant, { seconds: 120 })
    expect(await show(id)).to.include({ status: "paid", arrival_date, failure_code: null })
    expect(await available()).to.deep.equal([0])
  })

  const refusedCancel = async (id: string) => (await vintem.cli("payouts", "cancel", id)).stderr

  it("that is canceled before it is sent gives back what it took, and its fee", async () => {
    await setFee(250)
    await payOne(merchant)
    const { id } = await create()
    expect((await vintem.cli("payouts", "cancel", id, "--json")).json).to.include({ id, status: "canceled", amount: 4740 })
    expect(await refusedCancel(id)).to.contain("is canceled, so this is not possible")
    expect(await available()).to.deep.equal([4990])
    expect(await merchant.rows(id)).to.deep.equal(["payout_failed 4740 po", "fee 250 po", "payout -4740 po", "fee -250 po"])
    await expectProven(vintem, merchant.account)
    const next = await create()
    expect(next.amount).to.equal(4740)
    expect(await merchant.rows(next.id)).to.deep.equal(["payout -4740 po", "fee -250 po", "payment 4990 pi"])
  })

  it("to a closed account fails, and the next one takes its money again", async () => {
    await merchant.run("bank-account", "set", "--pix-key", "fail@example.com")
    await payOne(merchant)
    const { id } = await create()
    await payOne(merchant)
    await advance(merchant, { seconds: 6 * DAY })
    expect(await show(id)).to.include({ status: "failed", failure_code: "account_closed" })
    expect(await available()).to.deep.equal([9980])
    await merchant.run("bank-account", "set", "--pix-key", HOLDER)
    const next = await create()
    expect(next.amount).to.equal(9980)
    await advance(merchant, { seconds: 6 * DAY })
    expect((await show(next.id)).status).to.equal("paid")
  })

  it("keeps its destination, of which two characters of each number are shown", async () => {
    await payOne(merchant)
    const { id, destination } = await create()
    expect(destination).to.deep.equal({
      ...{ type: "pix", pix_key: "*********25", bank: null, branch: null, account: null, holder: "*********25" },
    })
    await merchant.run("bank-account", "set", "--bank", "260", "--branch", "0001", "--number", "1234567-8")
    expect((await show(id)).destination).to.deep.equal(destination)
    await payOne(merchant)
    const second = await create()
    expect(second.method).to.equal("transfer")
    expect(second.destination).to.deep.equal({
      ...{ type: "transfer", pix_key: null, bank: "*60", branch: "**01", account: "*******-8", holder: "*********25" },
    })
  })

  it("tells that it was made, and whether it arrived", async () => {
    const told = async () => {
      const { data } = expectStatus(await merchant.request("GET", "/v1/events?limit=100"), 200)
      return data.filter(({ type }: { type: string }) => type.startsWith("payout.")).reverse()
    }
    await payOne(merchant)
    const first = await create()
    await advance(merchant, { seconds: 6 * DAY })
    const paid = await show(first.id)
    expect((await told()).map(({ type, data }: Json) => [type, data.object])).to.deep.equal([
      ["payout.created", first],
      ["payout.paid", paid],
    ])
    await merchant.run("bank-account", "set", "--pix-key", "fail@example.com")
    await payOne(merchant)
    const second = await create()
    await advance(merchant, { seconds: 6 * DAY })
    const failed = await show(second.id)
    expect((await told()).slice(2).map(({ type, data }: Json) => [type, data.object])).to.deep.equal([
      ["payout.created", second],
      ["payout.failed", failed],
    ])
    await vintem.cli("payouts", "cancel", (await create()).id)
    expect((await told()).slice(4).map(({ type }: Json) => type)).to.deep.equal(["payout.created"])
  })

  it("needs a bank account", async () => {
    await payOne(merchant)
    await merchant.run("bank-account", "remove")
    expect(await refused("payouts", "create")).to.contain("The account has no bank account that counts.")
    expect((await merchant.run("bank-account", "show")).stdout.trim()).to.equal("The account has no bank account.")
    expect(await refused("bank-account", "remove")).to.contain("The account has no bank account.")
  })

  it("is of one currency", async () => {
    await payOne(merchant)
    await payOne(merchant, undefined, { currency: "usd", amount: 700 })
    expect((await create("--currency", "usd")).amount).to.equal(700)
    expect(await merchant.rows((await create()).id)).to.deep.equal(["payout -4990 po", "payment 4990 pi"])
    expect(await available()).to.deep.equal([0, 0])
  })

  it("in another currency than brl has no minimum: that of the account is in brl", async () => {
    await vintem.cli("accounts", "update", "--account", merchant.account, "--payout-minimum", "5000")
    await payOne(merchant, undefined, { currency: "usd", amount: 700 })
    expect((await create("--currency", "usd")).amount).to.equal(700)
  })

  describe("by a schedule", () => {
    const schedule = (name: string) =>
      vintem.cli("accounts", "update", "--account", merchant.account, "--payouts", name, "--json")
    const dueOn = async (name: string) => (await schedule(name)).json.payouts.next_payout_at as number

    it("is made on its day, of what is available then", async () => {
      await payOne(merchant)
      const due = await dueOn("daily")
      await advance(merchant, { to: due - 1 })
      expect(await merchant.payouts()).to.deep.equal([])
      await advance(merchant, { to: due })
      const [made] = await merchant.payouts()
      expect(made).to.include({ amount: 4990, automatic: true, created: due })
      await payOne(merchant)
      await advance(merchant, { seconds: 7 * DAY })
      expect((await merchant.payouts()).map(({ amount, status }) => [amount, status])).to.deep.equal([
        [4990, "paid"],
        [4990, "paid"],
      ])
    })

    it("is made without a bank account on no day, and on the next day with one", async () => {
      await payOne(merchant)
      await merchant.run("bank-account", "remove")
      const due = await dueOn("daily")
      await advance(merchant, { to: due })
      expect(await merchant.payouts()).to.deep.equal([])
      await merchant.run("bank-account", "set", "--pix-key", HOLDER)
      await advance(merchant, { seconds: 5 * DAY })
      expect(await merchant.payouts()).to.have.lengthOf(1)
    })

    it("goes no more to where the last one could not arrive, until that is another bank account or a person's try arrives", async () => {
      await merchant.run("bank-account", "set", "--pix-key", "fail@example.com")
      await payOne(merchant)
      await schedule("daily")
      await advance(merchant, { seconds: 20 * DAY })
      expect((await merchant.payouts()).map(({ status }) => status)).to.deep.equal(["failed"])
      const { stderr } = await merchant.run("payouts", "list")
      expect(stderr).to.contain("The schedule makes no payouts: the last one could not arrive at the bank account.")
      await create()
      await advance(merchant, { seconds: 20 * DAY })
      expect((await merchant.payouts()).map(({ status }) => status)).to.deep.equal(["failed", "failed"])
      await merchant.run("bank-account", "set", "--pix-key", HOLDER)
      await advance(merchant, { seconds: 8 * DAY })
      expect((await merchant.payouts()).map(({ status }) => status)).to.deep.equal(["paid", "failed", "failed"])
      expect((await merchant.run("payouts", "list")).stderr).to.equal("")
    })

    it("is not made without a bank account, and the list of payouts says so", async () => {
      await payOne(merchant)
      await merchant.run("bank-account", "remove")
      expect((await merchant.run("payouts", "list")).stderr).to.equal("")
      await schedule("daily")
      await advance(merchant, { seconds: 8 * DAY })
      expect(await merchant.payouts()).to.deep.equal([])
      expect((await merchant.run("payouts", "list")).stderr).to.contain("no bank account counts. See: vintem bank-account show")
    })

    it("is made no more once payouts are by hand", async () => {
      await payOne(merchant)
      await schedule("weekly")
      expect(await dueOn("manual")).to.equal(null)
      await advance(merchant, { seconds: 14 * DAY })
      expect(await merchant.payouts()).to.deep.equal([])
    })
  })

  it("shows its bank account in no audit entry and to no reader as it is", async () => {
    await merchant.run("bank-account", "set", "--bank", "260", "--branch", "0001", "--number", "98765432-1")
    const { stdout } = await vintem.cli("audit", "list", "--account", merchant.account, "--json")
    expect(stdout).to.contain("bank_account.set").and.not.contain("98765432")
    expect((await merchant.run("bank-account", "show", "--json")).stdout)
      .to.contain("*-1")
      .and.not.contain("98765432")
  })
})
