// What a live account's sale proves of its payer, and what nobody else can prove. No scheduler runs, so nothing but the payer's page moves a
// payment. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import pg from "pg"
import type { CieloWithMpi } from "../../cielo/mpi/mpi.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import type { Json } from "../../support/app/client.ts"
import { type Merchant, until } from "../../support/merchants/merchant.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { ADDRESS, confirm, confirmWith, newOpenIntent, newPayer, retrieve } from "../../support/merchants/rails.ts"
import { saveNewCard } from "../../support/merchants/subscriptions.ts"
import { type AuthenticatingAccount, startAuthenticatingAccount } from "./live-account.ts"
import { enrolled, type ThreedsPage, threedsPage } from "./threeds-page.ts"

const OVER = { step: "over" }
const CARD_SECONDS = 20 * 60
const AUTHENTICATED = { result: "authenticated", eci: "05", version: "2.2.0", liability_shifted: true }

describe("A live account at Cielo, and the proof that its payer was authenticated,", function () {
  this.timeout(120_000)
  let live: AuthenticatingAccount
  let cielo: CieloWithMpi
  let merchant: Merchant
  let client: pg.Client
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  before(async () => {
    const settings = { CIELO_AUTHENTICATION_CODES: "1A,51" }
    live = await startAuthenticatingAccount({ settings, server: { clock, role: "api" } })
    ;({ cielo, merchant } = live)
    client = new pg.Client({ connectionString: live.databases.env.LIVE_DATABASE_URL! })
    await client.connect()
    // The account asks for 3DS by itself, so a sale could go on without it.
    const three_d_secure = JSON.stringify({ minimum_amount: 4000, brands: [], data_only: false })
    await client.query("INSERT INTO account_settings (account, three_d_secure) VALUES ($1, $2)", [
      merchant.account,
      three_d_secure,
    ])
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

  async function newPayment(amount: number, request = "automatic"): Promise<Json> {
    const customer = await newPayer(merchant, { phone: "+5511987654321", address: ADDRESS })
    const payment_method_options = { card: { request_three_d_secure: request } }
    const of = { amount, customer: customer.id, payment_method_types: ["card"], payment_method_options }
    return newOpenIntent(merchant, of)
  }
  /** A payment that waits for its payer. */
  async function waiting(name: string, amount: number, request?: string): Promise<{ id: string; page: ThreedsPage }> {
    const { id } = await newPayment(amount, request)
    const { next_action } = await confirmWith(merchant, id, cardFor("Visa", name))
    return { id, page: threedsPage(next_action.url) }
  }
  const salesOf = async (amount: number) => (await cielo.control.ledger()).filter((sale) => sale.amount === amount)
  const sessionsOf = async (amount: number) => (await cielo.mpi.control.ledger()).filter((session) => session.amount === amount)
  const callsOf = async (operation: "token" | "enroll" | "validate") => (await cielo.mpi.control.calls()).counts[operation] ?? 0
  const endOf = async (id: string) => {
    const { status, last_payment_error } = await retrieve(merchant, id)
    return last_payment_error?.code ?? status
  }
  const rowOf = async (id: string): Promise<Json> => {
    const text = "SELECT a.* FROM authentications AS a JOIN payment_intents AS i ON i.latest_attempt = a.attempt WHERE i.id = $1"
    return (await client.query(text, [id])).rows[0]
  }
  const setOf = async (id: string, column: "sealed_secret" | "sealed_proof", value: string) =>
    client.query(`UPDATE authentications SET ${column} = $2 WHERE attempt = $1`, [(await rowOf(id)).attempt, value])
  const pass = () => cielo.mpi.control.answerChallenge("success")
  /** The payer was authenticated, and the sale was certainly not made. */
  async function unmade(amount: number) {
    const payment = await waiting("approved", amount)
    await cielo.control.setFaults({ operation: "card", fault: "error_before:429", times: 1 })
    await enrolled(payment.page)
    expect(await endOf(payment.id)).to.equal("requires_action")
    return payment
  }

  it("sends with each sale what the MPI has said in its own session, for its order, amount and card", async () => {
    const payments = [await waiting("challenge", 4701), await waiting("challenge", 4702)]
    const begun = await Promise.all(payments.map(({ page }) => enrolled(page)))
    for (const [at, amount] of [
      [1, 4702],
      [0, 4701],
    ] as const) {
      const [session] = await sessionsOf(amount)
      await cielo.mpi.control.answerChallenge("success", { transaction: session!.transaction_id! })
      await payments[at]!.page.validate(begun[at]!.session)
      const [sale] = await salesOf(amount)
      const [after] = await sessionsOf(amount)
      expect(after).to.include({ order: sale!.order_id, amount, sale: sale!.payment_id, eci: "05", version: "2.2.0" })
      expect(after!.card).to.equal(await cielo.mpi.control.digestOf(cardFor("Visa", "challenge")))
      const { status, payment_method_details } = await retrieve(merchant, payments[at]!.id)
      expect([status, payment_method_details.card.three_d_secure]).to.deep.equal(["succeeded", AUTHENTICATED])
    }
  })

  it("believes nothing that the browser says of the challenge", async () => {
    const { id, page } = await waiting("challenge failure", 4703)
    const { session } = await enrolled(page)
    await pass()
    const said = { result: "authenticated", status: 1, eci: "05", cavv: "AAABAWFlmQAAAABjRWWZEEFgFz8=", version: "2.2.0" }
    const body = JSON.stringify({ session, ...said, three_d_secure: AUTHENTICATED, proof: { ...said, session } })
    const headers = { "content-type": "application/json" }
    expect((await fetch(`${page.url}/validate`, { method: "POST", headers, body })).status).to.equal(200)
    expect(await endOf(id)).to.equal("authentication_failed")
    expect(await salesOf(4703)).to.have.lengthOf(0)
  })

  it("takes each step once, whoever clicks at the same time, and has stored it before the MPI is asked", async () => {
    const { id, page } = await waiting("challenge", 4704)
    const { session } = await page.begin()
    for (const [step, take, calls] of [
      ["enrolling", () => page.enroll(session), "enroll"],
      ["validating", () => page.validate(session), "validate"],
    ] as const) {
      const before = await callsOf(calls)
      await cielo.mpi.control.setFaults({ operation: calls, fault: "slow_before:1000" })
      const first = take()
      await until(async () => (await callsOf(calls)) > before)
      expect((await rowOf(id)).step).to.equal(step)
      expect(await take()).to.deep.equal(OVER)
      if (step === "enrolling") {
        expect((await first).step).to.equal("challenge")
        await pass()
      } else expect(await first).to.deep.equal(OVER)
      expect(await callsOf(calls)).to.equal(before + 1)
    }
    expect(await endOf(id)).to.equal("succeeded")
    expect(await salesOf(4704)).to.have.lengthOf(1)
  })

  it("goes on in the latest session, also if an earlier one begins while that one is still on its way", async () => {
    const { id, page } = await waiting("approved", 4719)
    const slow = (ms: number) => ({ operation: "token" as const, fault: `slow_before:${ms}`, times: 1 })
    await cielo.mpi.control.setFaults(slow(3000), slow(4000))
    const before = await callsOf("token")
    const first = page.begin()
    await until(async () => (await callsOf("token")) === before + 1)
    const second = page.begin()
    await until(async () => (await callsOf("token")) === before + 2)
    expect(await first).to.deep.equal(OVER)
    const { session } = await second
    expect(await rowOf(id)).to.include({ session, sessions: 2 })
    await page.enroll(session)
    expect(await endOf(id)).to.equal("succeeded")
  })

  it("drops the result of a session in whose place another one has begun meanwhile", async () => {
    const { id, page } = await waiting("challenge", 4705)
    const { session } = await enrolled(page)
    await pass()
    const before = await callsOf("validate")
    await cielo.mpi.control.setFaults({ operation: "validate", fault: "slow_after:1500", times: 1 })
    const late = page.validate(session)
    await until(async () => (await callsOf("validate")) > before)
    const second = await enrolled(page)
    expect(await late).to.deep.equal(OVER)
    expect([await endOf(id), await salesOf(4705)]).to.deep.equal(["requires_action", []])
    await pass()
    await page.validate(second.session)
    expect(await endOf(id)).to.equal("succeeded")
    expect(await salesOf(4705)).to.have.lengthOf(1)
  })

  it("never sells to a payer who has left, although the sale could go on without 3DS", async () => {
    for (const [amount, until] of [
      [4706, "before the page begins"],
      [4707, "during the challenge"],
    ] as const) {
      const { id, page } = await waiting("challenge", amount)
      if (until === "during the challenge") await enrolled(page)
      await page.leave()
      expect([await endOf(id), await salesOf(amount)], until).to.deep.equal(["authentication_failed", []])
    }
  })

  it("asks no payer who is absent, whatever the account's settings or the issuer say", async () => {
    for (const [name, amount, end] of [
      ["challenge", 4708, "succeeded"],
      ["soft decline, challenge", 4720, "card_declined"],
    ] as const) {
      const { id, customer } = await newPayment(amount)
      const saved = await saveNewCard(merchant, customer, cardFor("Visa", name))
      expectStatus(await confirm(merchant, id, saved, { off_session: true }), 200)
      expect([await endOf(id), await rowOf(id), await sessionsOf(amount)]).to.deep.equal([end, undefined, []])
    }
  })

  it("asks once only, also where the issuer still wants it after the challenge", async () => {
    const { id, page } = await waiting("challenge, then 51", 3709)
    const { session } = await enrolled(page)
    await pass()
    await page.validate(session)
    expect(await endOf(id)).to.equal("insufficient_funds")
    expect(await salesOf(3709)).to.have.lengthOf(2)
  })

  it("is used for one sale, also where the issuer could not decide about that one", async () => {
    const { id, page } = await waiting("96", 4710, "any")
    await enrolled(page)
    expect(await endOf(id)).to.equal("processing_error")
    expect(await page.begin()).to.deep.equal(OVER)
    expect(await salesOf(4710)).to.have.lengthOf(1)
  })

  it("keeps the proof for as long as its sale can be sent again, and what opens the session not that long", async () => {
    const { id, page } = await unmade(4711)
    const { sealed_secret, sealed_proof, transaction_id } = await rowOf(id)
    expect([sealed_secret, transaction_id]).to.deep.equal([null, null])
    expect(sealed_proof).to.be.a("string")
    await page.begin()
    expect(await endOf(id)).to.equal("succeeded")
    expect(await rowOf(id)).to.include({ sealed_secret: null, sealed_proof: null, step: "decided" })
  })

  it("opens in its own payment only: neither the proof nor the session of another one can be used", async () => {
    const [own, other] = [await unmade(4712), await unmade(4713)]
    await setOf(own.id, "sealed_proof", (await rowOf(other.id)).sealed_proof)
    const sent = (await cielo.control.calls()).counts.card
    await own.page.begin()
    expect([await endOf(own.id), (await cielo.control.calls()).counts.card]).to.deep.equal(["requires_action", sent])
    await other.page.begin()
    expect(await endOf(other.id)).to.equal("succeeded")
    const [first, second] = [await waiting("challenge", 4714), await waiting("challenge", 4715)]
    const [{ session }] = [await first.page.begin(), await second.page.begin()]
    await setOf(first.id, "sealed_secret", (await rowOf(second.id)).sealed_secret)
    const before = await callsOf("enroll")
    expect(await first.page.enroll(session)).to.deep.equal({ step: "again" })
    expect(await callsOf("enroll")).to.equal(before)
  })

  it("shows the page neither the card nor what opens the session", async () => {
    const number = cardFor("Visa", "challenge")
    const { page } = await waiting("challenge", 4716)
    const html = await (await page.open()).text()
    const begun = await page.begin()
    const asked = await page.enroll(begun.session)
    await pass()
    const over = await page.validate(begun.session)
    const shown = JSON.stringify([html, begun, asked, over, await page.status()])
    expect(shown).to.not.include(number).and.not.include(number.slice(0, 12))
    expect(asked).to.have.all.keys("step", "acs_url", "payload", "transaction_id", "order")
    const headers = { authorization: `Bearer ${begun.browser_token}`, "content-type": "application/json" }
    expect((await fetch(`${cielo.mpi.url}/v3/3ds/enroll`, { method: "POST", headers, body: "{}" })).status).to.equal(401)
  })

  it("takes no step that a form of another site could ask for", async () => {
    const { id, page } = await waiting("approved", 4717)
    const before = await callsOf("token")
    for (const step of ["begin", "leave"]) {
      const answer = await fetch(`${page.url}/${step}`, { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" })
      expect(answer.status, step).to.equal(400)
    }
    expect([await callsOf("token"), await endOf(id)]).to.deep.equal([before, "requires_action"])
  })

  it("takes no step once the payer's time is over, which is that of the card", async () => {
    const { id, page } = await waiting("challenge", 4718)
    const { created, expires_at } = await rowOf(id)
    expect(Number(expires_at) - Number(created)).to.be.within(CARD_SECONDS - 60, CARD_SECONDS)
    const { session } = await enrolled(page)
    await pass()
    const before = [await callsOf("token"), await callsOf("validate")]
    clock.ahead += (CARD_SECONDS + 1) * 1000
    expect([await page.validate(session), await page.begin()]).to.deep.equal([OVER, OVER])
    expect([await callsOf("token"), await callsOf("validate")]).to.deep.equal(before)
    expect([await endOf(id), await salesOf(4718)]).to.deep.equal(["requires_action", []])
  })
})
