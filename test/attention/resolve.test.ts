import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { scriptedAcquirer, took } from "./scripted.ts"

describe("A person who takes failing work off the attention list", function () {
  this.timeout(60_000)
  const { acquirer, answer } = scriptedAcquirer()
  let vintem: Running
  let merchant: Merchant
  let refund: Json
  let item: Json
  before(async () => {
    vintem = await startVintem({}, { acquirerOf: () => acquirer })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    answer({ authorize: took(4990) })
    const { id: payment_intent } = await payOne(merchant)
    answer({ refund: { result: "unavailable" } })
    refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent }), 201)
    // The time of the database cannot be advanced.
    const age = sql<void>("UPDATE failing_work SET since_ms = since_ms - 600000")
    item = await until(async () => {
      await vintem.server.modes.test.database.transaction((tx) => tx.run(age, {}))
      return (await listed())[0]
    })
  })

  const listed = async (): Promise<Json[]> =>
    (await vintem.cli("attention", "list", "--account", merchant.account, "--json")).json
  const resolve = (...args: string[]) => vintem.cli("attention", "resolve", ...args)
  const audited = async (): Promise<Json[]> => {
    const entries: Json[] = (await vintem.cli("audit", "list", "--mode", "test", "--json")).json
    return entries.filter(({ action, target }) => action === "attention.resolve" && target === item.id)
  }

  it("says why, and the audit log keeps it. The work goes on, and is done once it can be", async () => {
    const { json, stderr } = await resolve(item.id, "--reason", "Known at the bank: ticket 7.", "--json")
    expect([json, stderr]).to.deep.equal([{ id: item.id, status: "resolved" }, ""])
    expect(await listed()).to.deep.equal([])
    const [entry, ...others] = await audited()
    expect(entry).to.include({ account: merchant.account, outcome: "done", reason: "Known at the bank: ticket 7." })
    expect(others).to.deep.equal([])
    answer({ refund: { result: "refunded" } })
    await until(async () => (await merchant.request("GET", `/v1/refunds/${refund.id}`)).body.status === "succeeded")
  })

  it("gives a reason, and names what is on the list", async () => {
    expect((await resolve(item.id)).status).to.equal(2)
    const empty = await resolve(item.id, "--reason", " ")
    expect([empty.status, empty.stderr]).to.deep.equal([1, "vintem: Give a reason, of at most 255 characters.\n"])
    const unknown = await resolve(refund.id, "--reason", "Paid back.")
    expect([unknown.status, unknown.stdout]).to.deep.equal([1, ""])
    expect(unknown.stderr).to.include(`No failing work with the id '${refund.id}'.`)
    expect(await listed()).to.have.length(1)
  })

  it("presses a button in the dashboard, which asks for the reason too", async () => {
    const operator = await signIn(vintem, `${merchant.account}@example.com`, "operator")
    const path = `/${merchant.account}/test/attention/${item.id}/resolve`
    expect((await submit(operator, path)).status).to.equal(400)
    expect((await submit(operator, path, { reason: "Known at the bank." })).location).to.equal(
      `/${merchant.account}/test/attention`,
    )
    expect(await listed()).to.deep.equal([])
    expect((await audited()).map(({ reason, outcome }) => [reason, outcome])).to.deep.include(["Known at the bank.", "done"])
    expect((await operator.get(path)).status).to.equal(404)
    const other = `/${vintem.account}/test/attention/${item.id}/resolve`
    expect((await operator.get(other)).status).to.equal(404)
  })
})
