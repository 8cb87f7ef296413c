// What happens to a payment of a live account while its payer is authenticated. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import pg from "pg"
import type { SaleOutcome } from "../../../src/acquirers/sale.ts"
import { mustFindAttempt } from "../../../src/payments/attempts/store.ts"
import { applySaleOutcome } from "../../../src/payments/intents/apply-outcome.ts"
import type { PaymentsMode } from "../../../src/payments/intents/mode.ts"
import { recoverSale } from "../../../src/payments/intents/sale.ts"
import { findAuthenticating } from "../../../src/payments/three-d-secure/authenticating.ts"
import { leave } from "../../../src/payments/three-d-secure/steps.ts"
import type { CieloWithMpi } from "../../cielo/mpi/mpi.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import { type Merchant, until } from "../../support/merchants/merchant.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { ADDRESS, confirm, confirmWith, eventsOf, newOpenIntent, newPayer, retrieve } from "../../support/merchants/rails.ts"
import { saveNewCard } from "../../support/merchants/subscriptions.ts"
import { type AuthenticatingAccount, startAuthenticatingAccount } from "./live-account.ts"
import { enrolled, threedsPage } from "./threeds-page.ts"

describe("A live account at Cielo, while a payer is authenticated,", function () {
  this.timeout(120_000)
  let live: AuthenticatingAccount
  let cielo: CieloWithMpi
  let merchant: Merchant
  let client: pg.Client
  let mode: PaymentsMode
  before(async () => {
    live = await startAuthenticatingAccount()
    ;({ cielo, merchant } = live)
    mode = live.vintem.server.modes.live!
    client = new pg.Client({ connectionString: live.databases.env.LIVE_DATABASE_URL! })
    await client.connect()
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

  async function newPayment(amount: number, request = "automatic") {
    const customer = await newPayer(merchant, { phone: "+5511987654321", address: ADDRESS })
    const payment_method_options = { card: { request_three_d_secure: request } }
    const of = { amount, customer: customer.id, payment_method_types: ["card"], payment_method_options }
    return { id: (await newOpenIntent(merchant, of)).id, customer: customer.id }
  }
  /** A payment that waits for its payer. */
  async function waiting(number: string, amount: number) {
    const payment = await newPayment(amount, "any")
    const { next_action } = await confirmWith(merchant, payment.id, number)
    return { ...payment, page: threedsPage(next_action.url) }
  }
  const salesOf = async (amount: number) => (await cielo.control.ledger()).filter((sale) => sale.amount === amount)
  /** The newest attempt to charge a payment. */
  const attemptOf = async (id: string) => {
    const text = "SELECT attempts.* FROM attempts JOIN payment_intents AS i ON i.latest_attempt = attempts.id WHERE i.id = $1"
    return (await client.query(text, [id])).rows[0]
  }

  const secretsOf = async (id: string) => {
    const text = "SELECT sealed_secret, sealed_proof FROM authentications WHERE attempt = $1"
    return (await client.query(text, [(await attemptOf(id)).id])).rows
  }

  it("answers a confirm with the payment as it is, if another process has learned first that its issuer asks for 3DS", async () => {
    const { id } = await newPayment(4601)
    await cielo.control.setFaults({ operation: "card", fault: "slow_after:2500", times: 1 })
    const confirming = confirmWith(merchant, id, cardFor("Visa", "soft decline, challenge"))
    await until(async () => (await salesOf(4601)).length === 1)
    const sent = await mustFindAttempt(mode.database, { account: merchant.account, id: (await attemptOf(id)).id })
    const { attempt, outcome } = await recoverSale(mode, sent)
    await applySaleOutcome(mode, attempt, outcome as SaleOutcome)
    const { status, next_action } = await confirming
    expect([status, next_action?.type]).to.deep.equal(["requires_action", "redirect_to_url"])
    expect((await enrolled(threedsPage(next_action.url))).next.step).to.equal("challenge")
    expect(await salesOf(4601)).to.have.lengthOf(1)
  })

  for (const [step, operation, amount] of [
    ["a session begins", "init", 4602],
    ["the issuer is asked", "enroll", 4603],
  ] as const)
    it(`keeps no secret of a session if the payment is canceled while ${step}`, async () => {
      const { id, page } = await waiting(cardFor("Visa", "challenge"), amount)
      await cielo.mpi.control.setFaults({ operation, fault: "slow_before:2500", times: 1 })
      const hits = async () => (await cielo.mpi.control.calls()).counts[operation] ?? 0
      const before = await hits()
      const stepping = enrolled(page)
      await until(async () => (await hits()) > before)
      expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {}), 200)
      expect((await stepping).next).to.deep.equal({ step: "over" })
      expect(await secretsOf(id)).to.deep.equal([{ sealed_secret: null, sealed_proof: null }])
    })

  describe("a payer who gives up", () => {
    const endOf = async (id: string) => {
      const { status, last_payment_error } = await retrieve(merchant, id)
      return [status, last_payment_error?.code]
    }

    it("pays nothing after a sale that was certainly not made, and the payment ends", async () => {
      const { id, page } = await waiting(cardFor("Visa"), 4612)
      await cielo.control.setFaults({ operation: "card", fault: "error_before:429", times: 1 })
      await enrolled(page)
      expect(await endOf(id)).to.deep.equal(["requires_action", undefined])
      expect(await page.leave()).to.deep.equal({ step: "over" })
      expect(await endOf(id)).to.deep.equal(["canceled", "processing_error"])
      expect(await page.begin()).to.deep.equal({ step: "over" })
      expect(await salesOf(4612)).to.have.lengthOf(0)
      expect(await page.status()).to.include({ state: "failed", outcome: "failed" })
      expect(await secretsOf(id)).to.deep.equal([{ sealed_secret: null, sealed_proof: null }])
    })

    it("has given up nothing while the sale's answer is missing", async () => {
      const { id, page } = await waiting(cardFor("Visa"), 4613)
      await cielo.control.setFaults(
        { operation: "card", fault: "cut_after", times: 1 },
        { operation: "query_order", fault: "error_before:500" },
      )
      await enrolled(page)
      expect(await page.leave()).to.deep.equal({ step: "over" })
      expect((await page.status()).state).to.equal("processing")
      await cielo.control.setFaults()
      await until(async () => (await retrieve(merchant, id)).status === "succeeded")
      expect(await salesOf(4613)).to.have.lengthOf(1)
    })

    it("has given up whatever session another page has begun at that moment", async () => {
      const { id, page } = await waiting(cardFor("Visa", "challenge"), 4614)
      const { database } = mode
      const attempt = { account: merchant.account, id: (await attemptOf(id)).id }
      const seen = (await findAuthenticating(mode, attempt))!
      await enrolled(page)
      await leave(seen)
      expect(await endOf(id)).to.deep.equal(["canceled", "authentication_failed"])
      expect((await mustFindAttempt(database, attempt)).state).to.equal("done")
    })
  })

  describe("a saved card that is detached", () => {
    /** A payment by a saved card that waits for its payer. */
    async function bySaved(amount: number) {
      const { id, customer } = await newPayment(amount, "any")
      const number = cardFor("Visa", "challenge")
      const saved = await saveNewCard(merchant, customer, number)
      const answer = expectStatus(await confirm(merchant, id, saved), 200)
      const detach = async () => expectStatus(await merchant.request("POST", `/v1/payment_methods/${saved}/detach`), 200)
      return { id, customer, saved, detach, page: threedsPage(answer.next_action.url) }
    }
    /** The payer has passed the challenge, and the page has not told so yet. */
    async function passed(amount: number) {
      const payment = await bySaved(amount)
      const { session } = await enrolled(payment.page)
      await cielo.mpi.control.answerChallenge("success")
      return { ...payment, validate: () => payment.page.validate(session) }
    }
    async function isRefused(id: string, amount: number) {
      const { status, last_payment_error } = await retrieve(merchant, id)
      expect([status, last_payment_error?.code]).to.deep.equal(["canceled", "payment_method_not_found"])
      expect(await salesOf(amount)).to.have.lengthOf(0)
      const text = "SELECT state, outcome FROM attempts WHERE id = $1"
      expect((await client.query(text, [(await attemptOf(id)).id])).rows).to.deep.equal([{ state: "done", outcome: "refused" }])
      expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.payment_failed"])
    }

    it("is not charged when its payer has passed the challenge", async () => {
      const { id, detach, page, validate } = await passed(4604)
      await detach()
      expect(await validate()).to.deep.equal({ step: "over" })
      await isRefused(id, 4604)
      expect(await page.status()).to.include({ state: "failed", outcome: "failed" })
    })

    it("is sent to nobody any more, and its number is erased at once", async () => {
      const { id, saved, detach, page } = await bySaved(4605)
      const { session } = await page.begin()
      await detach()
      const calls = async () => (await cielo.mpi.control.calls()).counts
      const before = await calls()
      const number = "SELECT sealed_number FROM cards JOIN payment_methods AS m ON m.card = cards.id WHERE m.id = $1"
      await until(async () => (await client.query(number, [saved])).rows[0].sealed_number === null)
      expect(await page.enroll(session)).to.deep.equal({ step: "over" })
      await isRefused(id, 4605)
      const other = await bySaved(4606)
      await other.detach()
      expect(await other.page.begin()).to.deep.equal({ step: "over" })
      await isRefused(other.id, 4606)
      expect(await calls()).to.deep.equal(before)
    })

    it("is not charged if it is detached while another process is taking over its sale", async () => {
      const { id, detach, validate } = await passed(4607)
      const { acquirerOfAttempt } = mode
      const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      Object.assign(mode, {
        acquirerOfAttempt: async (...args: Parameters<typeof acquirerOfAttempt>) => {
          const found = await acquirerOfAttempt(...args)
          if ((await attemptOf(id)).state !== "new") return found
          reached.resolve()
          await gate.promise
          return found
        },
      })
      const validating = validate()
      await reached.promise
      Object.assign(mode, { acquirerOfAttempt })
      await detach()
      gate.resolve()
      await validating
      await isRefused(id, 4607)
    })

    it("is not charged by a process that would have read it while it was being detached", async () => {
      const { id, saved, validate } = await passed(4608)
      const detaching = new pg.Client({ connectionString: live.databases.env.LIVE_DATABASE_URL! })
      await detaching.connect()
      await detaching.query("BEGIN")
      await detaching.query("UPDATE payment_methods SET customer = NULL WHERE id = $1", [saved])
      const validating = validate()
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%payment_methods%'"
      await until(async () => (await client.query(waiting)).rowCount === 1)
      await detaching.query("COMMIT")
      await detaching.end()
      await validating
      await isRefused(id, 4608)
    })

    it("is not sent again after its sale was certainly not made", async () => {
      const { id, detach, page, validate } = await passed(4609)
      await cielo.control.setFaults({ operation: "card", fault: "error_before:429", times: 1 })
      await validate()
      expect((await retrieve(merchant, id)).status).to.equal("requires_action")
      await detach()
      expect(await page.begin()).to.deep.equal({ step: "over" })
      await isRefused(id, 4609)
    })

    it("goes on where the detach comes once the sale is on its way", async () => {
      const { id, detach, validate } = await passed(4610)
      await cielo.control.setFaults({ operation: "card", fault: "slow_before:2500", times: 1 })
      const validating = validate()
      await until(async () => (await attemptOf(id)).state === "sent")
      await detach()
      await validating
      expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    })

    it("stays if its customer is to be erased: the payment has to end first", async () => {
      const { id, customer, validate } = await passed(4611)
      const { status, stderr } = await live.vintem.cli("customers", "erase", customer)
      expect([status, stderr]).to.satisfy(([status, text]: [number, string]) => status !== 0 && text.includes(id))
      await validate()
      expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    })
  })
})
