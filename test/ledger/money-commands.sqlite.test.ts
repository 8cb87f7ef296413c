import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { setTerms } from "../../src/ledger/terms/store.ts"
import { defaultTerms, type Terms } from "../../src/ledger/terms/terms.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const TERMS: Terms = {
  ...defaultTerms("brl"),
  card: [
    {
      installments: [1, 12],
      percent: "10",
      fixed: 0,
      settles: { days: 30, business_days: false, next_business_day: true, each_installment: true },
    },
  ],
}

describe("The commands about money", function () {
  this.timeout(60_000)
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const run = (...args: string[]) => vintem.cli(...args, "--mode", "test", "--account", merchant.account)
  const change = (text: string) => vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(text), {}))
  const refund = async (id: string) =>
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 990 }), 201).id

  it("vintem balance show says what the API says", async () => {
    expect((await run("balance", "show")).stdout.trim()).to.equal("The account has had no payments.")
    await payOne(merchant)
    const { body } = await merchant.request("GET", "/v1/balance")
    const funds = [{ currency: "brl", funds: "platform", available: 4990, to_come: 0 }]
    expect((await run("balance", "show", "--json")).json).to.deep.equal({ ...body, funds })
    expect((await run("balance", "show")).stdout.replace(/ +/g, " ").trim().split("\n")).to.deep.equal([
      "brl 4990 cents available 0 cents pending",
      " brl, paid out by the platform 4990 cents available 0 cents to come",
    ])
  })

  it("vintem transactions list shows each change, the newest first, or those of one payment", async () => {
    const { id } = await payOne(merchant)
    const refunded = await refund(id)
    const other = await payOne(merchant)
    const list = async (...args: string[]) =>
      (await run("transactions", "list", ...args, "--json")).json.map((each: { type: string; source: string }) => [
        each.type,
        each.source,
      ])
    const own = [
      ["refund", refunded],
      ["payment", id],
    ]
    expect(await list()).to.deep.equal([["payment", other.id], ...own])
    expect(await list("--payment-intent", id)).to.deep.equal(own)
    const [row] = (await run("transactions", "list", "--payment-intent", id, "--json")).json
    expect(row.id).to.match(/^txn_/)
    expect(row).to.deep.include({ amount: -990, fee: 0, net: -990, currency: "brl", payment_intent: id, installment: null })
    expect(row.available_on).to.equal(row.created)
    const { status, stderr } = await run("transactions", "list", "--limit", "2")
    expect([status, stderr]).to.deep.equal([
      0,
      "There may be more: these are the 2 newest. See older ones with a larger --limit.\n",
    ])
  })

  describe("vintem check", () => {
    const rows = async () => {
      const { status, stdout } = await vintem.cli("check", "--account", merchant.account, "--json")
      const found = JSON.parse(stdout).filter((each: object) => "row" in each)
      expect(status).to.equal(found.length > 0 ? 1 : 0)
      return found
    }

    /** Writes a row of a source once more, with other values. */
    const copy = (source: string, values: Record<string, string>, letter = "z") => {
      const columns =
        "part, account, created, type, source, amount, fee, net, currency, payment_intent, terms, funds, available_on".split(", ")
      return change(`INSERT INTO balance_transactions (id, ${columns})
        SELECT 'txn_${letter}' || substr(id, 6), ${columns.map((name) => values[name] ?? name)} FROM balance_transactions WHERE source = '${source}'`)
    }

    it("finds a payment without rows", async () => {
      const { id } = await payOne(merchant)
      await payOne(merchant)
      expect(await rows()).to.deep.equal([])
      await change(`DELETE FROM balance_transactions WHERE source = '${id}'`)
      const [first, ...others] = await rows()
      expect(others).to.deep.equal([])
      expect(first).to.deep.include({ type: "payment", source: id, row: null, amount: 0, expected_amount: 4990 })
    })

    it("finds a refund that was booked twice", async () => {
      const { id } = await payOne(merchant)
      const refunded = await refund(id)
      await copy(refunded, { part: "1" })
      const [found] = await rows()
      expect(found).to.deep.include({ type: "refund", source: refunded, amount: -1980, expected_amount: -990 })
      expect((await vintem.cli("check", "--account", merchant.account)).stderr).to.contain("Balance transactions are wrong")
    })

    it("finds a payment without terms that has a fee", async () => {
      const { id } = await payOne(merchant)
      await copy(id, { part: "1", fee: "3", net: "-3", amount: "0" })
      expect((await rows())[0]).to.deep.include({ source: id, amount: 0, fee: 3, expected_fee: 0 })
    })

    it("finds a payment with another fee or day than its terms say", async () => {
      const mode = vintem.server.modes.test
      const scope = await scopeOf(mode.database, mode, merchant.account)
      await mode.database.transaction((tx) => setTerms(tx, scope, TERMS))
      const { id } = await payOne(merchant)
      const [row] = (await run("transactions", "list", "--json")).json
      expect([row.fee, await rows()]).to.deep.equal([499, []])
      await copy(id, { part: "1" })
      await change(`DELETE FROM balance_transactions WHERE source = '${id}' AND part = 0`)
      await copy(id, { part: "0", fee: "498", net: "4492", available_on: "available_on + 1" }, "y")
      await change(`DELETE FROM balance_transactions WHERE source = '${id}' AND part = 1`)
      const { available_on } = row
      const days = { available_on: available_on + 1, expected_available_on: available_on }
      expect((await rows())[0]).to.deep.include({ source: id, fee: 498, expected_fee: 499, ...days })
    })
  })
})
