// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import type { Transaction } from "../../src/db/database.ts"
import type { Scope } from "../../src/modes/wiring.ts"
import { bankAccountsOf, releaseBankAccount, setBankAccount } from "../../src/payouts/bank-accounts.ts"
import { readPixKey } from "../../src/payouts/destination.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit, submitTwice } from "../support/dashboard/form.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

const HOLDER = "11222333000181"
const DAY = 86_400

describe("Live payouts in the dashboard", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  before(async () => {
    vintem = await startVintem({}, { live: true })
    owner = await signIn(vintem, "owner@example.com", "owner")
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem, "live")
    await run("accounts", "update", "--account", merchant.account, "--holder-document", HOLDER)
    await prove(0)
  })
  after(() => vintem.close())

  const at = (rest = "") => `/${merchant.account}/live/balance/payouts${rest}`
  const page = async () => (await owner.get(at(), { "accept-language": "en" })).html.replaceAll(/\s+/g, " ")
  async function run(...args: string[]) {
    const result = await vintem.cli(...args)
    expect(result.status, result.stderr).to.equal(0)
    return result
  }
  const inLive = () => ["--account", merchant.account, "--mode", "live"]
  /** As if the user had confirmed their identity so long ago, in milliseconds. */
  const prove = (ago: number) =>
    vintem.server.modes.live!.database.transaction((tx) =>
      tx.run(sql<void>(`UPDATE sessions SET proved_ms = ${Date.now() - ago}`), {}),
    )
  async function act<T>(work: (tx: Transaction, scope: Scope) => Promise<T>): Promise<T> {
    const live = vintem.server.modes.live!
    const scope = await scopeOf(live.database, live, merchant.account)
    return live.database.transaction((tx) => work(tx, scope))
  }
  /** The bank account of two days ago. */
  const releasedBefore = () =>
    act(async (tx, scope) => {
      const before = { ...scope, now: scope.now - 2 * DAY }
      const { id } = await setBankAccount(tx, before, readPixKey(HOLDER))
      return releaseBankAccount(tx, before, { id, told: undefined })
    })

  it("ask to confirm the identity again before money or its destination moves", async () => {
    await releasedBefore()
    await run("payouts", "open", ...inLive(), "--balance", "15000")
    const { json } = await run("payouts", "create", ...inLive(), "--json")
    // For the token of the forms.
    await page()
    await prove(301_000)
    for (const rest of ["/new", `/${json.id}/cancel`, "/bank-account/set", "/bank-account/remove"]) {
      const asked = await owner.get(at(rest))
      expect([asked.status, asked.location], rest).to.deep.equal([303, `/prove?${new URLSearchParams({ to: at(rest) })}`])
      expect((await owner.post(at(rest), { form_token: "A".repeat(22) })).location, rest).to.equal(asked.location)
    }
    expect((await run("payouts", "show", json.id, "--json")).json.status).to.equal("pending")
  })

  it("are canceled and made by an owner, once the operator has opened them", async () => {
    await releasedBefore()
    for (const [language, told] of [
      ["en", "Ask the operator of the platform to open them"],
      ["pt", "Peça a liberação à plataforma"],
    ] as const) {
      await owner.post("/language", { language, to: at() })
      const early = await submit(owner, at("/new"))
      expect([early.status, early.html.includes(told), early.html.includes("vintem ")]).to.deep.equal([400, true, false])
    }
    await owner.post("/language", { language: "en", to: at() })
    await run("payouts", "open", ...inLive(), "--balance", "15000")
    expect(await page())
      .to.include("R$150.00")
      .and.include("PIX ************81")
    const sent = await submitTwice(owner, at("/new"))
    expect(sent.map(({ status }) => status)).to.deep.equal([303, 303])
    const [payout, ...others] = (await run("payouts", "list", ...inLive(), "--json")).json
    expect([payout.amount, payout.status, others]).to.deep.equal([15_000, "pending", []])
    await run("payouts", "export")
    expect((await submit(owner, at(`/${payout.id}/cancel`))).html).to.include("is in transit, so this is not possible")
    await run("payouts", "fail", payout.id, "--reference", "D1", "--failure-code", "account_closed")
    const { html } = await owner.get(at(`/${payout.id}`), { "accept-language": "en" })
    expect(html).to.include("The bank account is closed").and.include("D1").and.include("gave back all")
    const again = await submit(owner, at("/new"))
    expect(again.status).to.equal(303)
    expect((await submit(owner, `${again.location}/cancel`)).status).to.equal(303)
    const entries = await command<Json[]>(vintem, ["audit", "list", "--mode", "live", "--account", merchant.account])
    const own = entries.filter(({ action, actor }) => /^payout\./.test(action) && /^user:/.test(actor))
    expect(own.map(({ action, outcome }) => `${action} ${outcome}`)).to.deep.equal([
      "payout.cancel done",
      "payout.create done",
      "payout.cancel refused: payout_unexpected_state",
      "payout.create done",
      ...Array(2).fill("payout.create refused: payouts_not_open"),
    ])
  })

  it("go to the old bank account until the new one has waited a day and the operator has released it", async () => {
    await releasedBefore()
    expect((await submit(owner, at("/bank-account/set"), { type: "pix", pix_key: "loja@example.com" })).status).to.equal(303)
    const { next } = await act((tx, scope) => bankAccountsOf(tx, scope))
    expect(await page())
      .to.include("PIX ************81")
      .and.include("PIX **************om")
      .and.include("after 24 hours")
      .and.include(`has not released it yet. It is ${next!.id}`)
    await run("bank-account", "release", next!.id, ...inLive())
    expect(await page())
      .to.include("Counts from")
      .and.not.include("has not released it yet")
    await run("payouts", "open", ...inLive(), "--balance", "15000")
    expect((await submit(owner, at("/new"))).status).to.equal(303)
    const [payout] = (await run("payouts", "list", ...inLive(), "--json")).json
    expect(payout.destination.pix_key).to.equal("************81")
  })
})
