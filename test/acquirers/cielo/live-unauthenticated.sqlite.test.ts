// Payers of a live account who are not authenticated, or only nearly. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import pg from "pg"
import { mustFindAttempt } from "../../../src/payments/attempts/store.ts"
import { applySaleOutcome } from "../../../src/payments/intents/apply-outcome.ts"
import { AUTHENTICATE } from "../../../src/payments/intents/authenticate.ts"
import type { CieloWithMpi } from "../../cielo/mpi/mpi.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import type { Json } from "../../support/app/client.ts"
import { type Merchant, until } from "../../support/merchants/merchant.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { ADDRESS, confirmWith, newOpenIntent, newPayer, retrieve } from "../../support/merchants/rails.ts"
import { type AuthenticatingAccount, startAuthenticatingAccount } from "./live-account.ts"
import { BROWSER, enrolled, threedsPage } from "./threeds-page.ts"

const OVER = { step: "over" }
const FAILED = { result: "failed", eci: null, version: null, liability_shifted: false }

describe("A live account at Cielo whose payers are not authenticated", function () {
  this.timeout(120_000)
  let live: AuthenticatingAccount
  let cielo: CieloWithMpi
  let merchant: Merchant
  let client: pg.Client
  before(async () => {
    live = await startAuthenticatingAccount()
    ;({ cielo, merchant } = live)
    client = new pg.Client({ connectionString: live.databases.env.LIVE_DATABASE_URL! })
    await client.connect()
    const settings = JSON.stringify({ minimum_amount: 1, brands: [], data_only: false })
    await client.query("INSERT INTO account_settings (account, three_d_secure) VALUES ($1, $2)", [merchant.account, settings])
  })
  afterEach(async () => {
    await cielo.mpi.control.setFaults()
    await cielo.control.setFaults()
  })
  after(async () => {
    const violations = [...(await cielo.control.violations()), ...(await cielo.mpi.control.violations())]
    await client.end()
    await live.close()
    expect(violations).to.deep.equal([])
  })

  /** A payment that waits for its payer. The account asks for 3DS by itself, so the sale could go on without it. */
  async function waiting(number: string, amount: number, request = "automatic") {
    const customer = await newPayer(merchant, { phone: "+5511987654321", address: ADDRESS })
    const payment_method_options = { card: { request_three_d_secure: request } }
    const of = { amount, customer: customer.id, payment_method_types: ["card"], payment_method_options }
    const { id } = await newOpenIntent(merchant, of)
    const { next_action } = await confirmWith(merchant, id, number)
    return { id, page: threedsPage(next_action.url) }
  }
  const salesOf = async (amount: number) => (await cielo.control.ledger()).filter((sale) => sale.amount === amount)
  const isRefused = async (id: string, amount: number, sales = 0) => {
    const { status, last_payment_error } = await retrieve(merchant, id)
    expect([status, last_payment_error?.code]).to.deep.equal(["canceled", sales ? "processing_error" : "authentication_failed"])
    expect(await salesOf(amount)).to.have.lengthOf(sales)
  }
  const cancel = async (id: string) => expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {}), 200)
  const attemptOf = async (id: string) =>
    (await client.query("SELECT id, state FROM attempts WHERE payment_intent = $1 AND kind = 'charge'", [id])).rows[0]
  const secretsOf = async (id: string) => {
    const text = "SELECT sealed_secret, sealed_proof FROM authentications WHERE attempt = $1"
    return (await client.query(text, [(await attemptOf(id)).id])).rows
  }

  it("refuses a payer who opens the page again and again", async () => {
    const { id, page } = await waiting(cardFor("Visa", "challenge failure"), 4501)
    expect((await enrolled(page)).next.step).to.equal("challenge")
    for (let opened = 1; opened < 10; opened++) expect((await page.begin()).step).to.equal("collect")
    expect(await page.begin()).to.deep.equal(OVER)
    await isRefused(id, 4501)
  })

  it("counts the payments whose issuer bears the loss of a fraud, also where the network has answered in its stead", async () => {
    const counted = async () => {
      const text = "SELECT count FROM totals WHERE kind = $1 UNION ALL SELECT count FROM total_deltas WHERE kind = $1"
      return (await client.query(text, ["authenticated"])).rows.reduce((sum, row) => sum + Number(row.count), 0)
    }
    const before = await counted()
    for (const card of ["approved", "stand-in", "not enrolled"]) await enrolled((await waiting(cardFor("Visa", card), 4517)).page)
    expect(await counted()).to.equal(before + 2)
    expect((await live.vintem.cli("check")).status).to.equal(0)
  })

  it("gives a payer who has reloaded the page another try after an error of the MPI, and only one", async () => {
    const [pays, fails] = [await waiting(cardFor("Visa"), 4515, "any"), await waiting(cardFor("Visa"), 4516, "any")]
    for (const { page } of [pays, fails]) {
      for (let opened = 0; opened < 3; opened++) expect((await page.begin()).step).to.equal("collect")
      await cielo.mpi.control.setFaults({ operation: "enroll", fault: "error_before:500" })
      expect((await enrolled(page)).next).to.deep.equal({ step: "again" })
      if (page === pays.page) await cielo.mpi.control.setFaults()
      expect((await enrolled(page)).next).to.deep.equal(OVER)
    }
    expect(await retrieve(merchant, pays.id)).to.include({ status: "succeeded" })
    expect(await salesOf(4515)).to.have.lengthOf(1)
    await isRefused(fails.id, 4516)
  })

  it("goes on without 3DS if the MPI begins no session, twice", async () => {
    await cielo.mpi.control.setFaults({ operation: "token", fault: "error_before:500" })
    const { id, page } = await waiting(cardFor("Visa"), 4502)
    expect([await page.begin(), await page.begin()]).to.deep.equal([{ step: "again" }, OVER])
    const { status, payment_method_details } = await retrieve(merchant, id)
    expect([status, payment_method_details.card.three_d_secure.result]).to.deep.equal(["succeeded", "unavailable"])
    expect(await salesOf(4502)).to.have.lengthOf(1)
  })

  for (const [what, operation, fault] of [
    ["refuses the account's credentials", "token", "error_before:401"],
    ["has not enabled 3-D Secure for the merchant", "init", "error_before:400"],
    ["says that the merchant is badly configured", "enroll", "reason:234"],
  ] as const)
    it(`tells an operator that the MPI ${what}, and takes only what needs no 3DS`, async () => {
      const listed = async () => {
        await client.query("UPDATE failing_work SET since_ms = since_ms - 600000")
        const { stdout } = await live.vintem.cli("attention", "list", "--account", merchant.account, "--json")
        return JSON.parse(stdout).map(({ id, kind, message }: Json) => [id, kind, message.includes("3-D Secure")])
      }
      await cielo.mpi.control.setFaults({ operation, fault })
      const optional = await waiting(cardFor("Visa"), 4511)
      await enrolled(optional.page)
      expect(await listed(), "it may be over soon").to.deep.equal([])
      await enrolled(optional.page)
      expect((await retrieve(merchant, optional.id)).status).to.equal("succeeded")
      const required = await waiting(cardFor("Visa"), 4512, "any")
      await enrolled(required.page)
      await enrolled(required.page)
      await isRefused(required.id, 4512)
      expect(await listed()).to.deep.equal([[merchant.account, "work_failing", true]])
      await cielo.mpi.control.setFaults()
      await enrolled((await waiting(cardFor("Visa"), 4513)).page)
      expect(await listed()).to.deep.equal([])
    })

  for (const [what, fault, amount] of [
    ["fails", "error_before:500", 4509],
    ["says that the card takes no part", "reason:MPI601", 4514],
  ] as const)
    it(`refuses a payer whom the issuer has asked, if the MPI ${what} after that`, async () => {
      const { id, page } = await waiting(cardFor("Visa", "challenge failure"), amount)
      expect((await enrolled(page)).next.step).to.equal("challenge")
      await cielo.mpi.control.setFaults({ operation: "enroll", fault })
      // The payer of an error has one more try.
      if (fault === "error_before:500") expect((await enrolled(page)).next).to.deep.equal({ step: "again" })
      expect((await enrolled(page)).next).to.deep.equal(OVER)
      await isRefused(id, amount)
    })

  it("asks the issuer whatever the browser says about itself", async () => {
    const { page } = await waiting(cardFor("Visa", "challenge"), 4510)
    const { session } = await page.begin()
    const browser = { ...BROWSER, language: "x", color_depth: 30 }
    const headers = { "content-type": "application/json", "user-agent": "\u00e9" }
    const answer = await fetch(`${page.url}/enroll`, { method: "POST", headers, body: JSON.stringify({ session, browser }) })
    expect(((await answer.json()) as Json).step).to.equal("challenge")
  })

  it("says what is wrong with a request of the browser, and begins nothing", async () => {
    const { id, page } = await waiting(cardFor("Visa"), 4511)
    const answerTo = async (body: string, type = "application/json") => {
      const response = await fetch(`${page.url}/begin`, { method: "POST", headers: { "content-type": type }, body })
      return [response.status, ((await response.json()) as Json).error.code]
    }
    expect(await answerTo(JSON.stringify({ line1: "a".repeat(70_000) }))).to.deep.equal([413, "request_too_large"])
    for (const body of ["", "[]", "null", "{", '{"phone": "\\ud800"}', '{"phone": "\\u0000"}'])
      expect(await answerTo(body), body).to.deep.equal([400, "parameter_invalid"])
    expect(await answerTo("{}", "text/plain")).to.deep.equal([400, "parameter_invalid"])
    expect((await attemptOf(id)).state).to.equal("waiting")
    expect(await page.status()).to.include({ state: "waiting" })
  })

  it("names no file that its origin does not have where there is no such page", async () => {
    const { page } = await waiting(cardFor("Visa"), 4512)
    const { origin } = new URL(page.url)
    const response = await fetch(`${origin}/pay/${"A".repeat(22)}`)
    expect(response.status).to.equal(404)
    const files = [...(await response.text()).matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path]) => path)
    for (const path of files) expect((await fetch(origin + path)).status, path).to.equal(200)
  })

  it("begins one session if many pages begin at once", async () => {
    const { page } = await waiting(cardFor("Visa"), 4503)
    const before = (await cielo.mpi.control.calls()).counts.token ?? 0
    const steps = await Promise.all(Array.from({ length: 12 }, () => page.begin()))
    const begun = ((await cielo.mpi.control.calls()).counts.token ?? 0) - before
    // Requests that come later begin anew. Of those at the same time, one does.
    expect(begun).to.be.within(1, 10)
    expect(steps.filter(({ step }) => step === "collect").length).to.be.at.most(begun)
    const { rows } = await client.query("SELECT sessions FROM authentications ORDER BY created DESC, attempt DESC LIMIT 1")
    expect(Number(rows[0].sessions)).to.equal(begun)
  })

  it("never sends the sale of a payer who has failed, even if the refusal was not applied", async () => {
    const { id, page } = await waiting(cardFor("Visa", "challenge failure"), 4504, "any")
    const decided = "UPDATE authentications SET step = 'decided', result = $2 WHERE attempt = $1"
    await client.query(decided, [(await attemptOf(id)).id, JSON.stringify(FAILED)])
    expect(await page.begin()).to.deep.equal(OVER)
    await isRefused(id, 4504)
  })

  it("does not send a sale again under a reference whose sale was refused", async () => {
    await cielo.mpi.control.setFaults({ operation: "enroll", fault: "error_before:500" })
    const { id, page } = await waiting(cardFor("Visa", "96"), 4505)
    await enrolled(page)
    await enrolled(page)
    await isRefused(id, 4505, 1)
    expect(await page.begin()).to.deep.equal(OVER)
    await isRefused(id, 4505, 1)
  })

  it("keeps neither the session nor the proof of a payment that was canceled", async () => {
    const nothing = [{ sealed_secret: null, sealed_proof: null }]
    const asked = await waiting(cardFor("Visa", "challenge"), 4506)
    await enrolled(asked.page)
    await cancel(asked.id)
    expect(await secretsOf(asked.id)).to.deep.equal(nothing)
    await cielo.control.setFaults({ operation: "card", fault: "error_before:429", times: 1 })
    const unmade = await waiting(cardFor("Visa"), 4507)
    await enrolled(unmade.page)
    await cancel(unmade.id)
    expect(await secretsOf(unmade.id)).to.deep.equal(nothing)
  })

  it("goes on with a sale while a slow process still says that its payer must be authenticated", async () => {
    const { id, page } = await waiting(cardFor("Visa"), 4508)
    const { live: mode } = live.vintem.server.modes
    const called = await mustFindAttempt(mode!.database, { account: merchant.account, id: (await attemptOf(id)).id })
    await cielo.control.setFaults({ operation: "card", fault: "slow_before:2500", times: 1 })
    const selling = enrolled(page)
    await until(async () => (await attemptOf(id)).state === "sent")
    await applySaleOutcome(mode!, { ...called, state: "new" }, AUTHENTICATE)
    expect((await attemptOf(id)).state).to.equal("sent")
    const canceled = await merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {})
    // It waits for the sale for a while.
    expect(canceled.body.error?.code).to.be.oneOf(["payment_intent_locked", "payment_intent_unexpected_state"])
    await selling
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded" })
  })
})
