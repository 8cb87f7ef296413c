// An MPI whose answers are about something else, or prove nothing. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import type { CieloWithMpi } from "../../cielo/mpi/mpi.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import type { Merchant } from "../../support/merchants/merchant.ts"
import { ADDRESS, confirmWith, newOpenIntent, newPayer, retrieve } from "../../support/merchants/rails.ts"
import { type AuthenticatingAccount, startAuthenticatingAccount } from "./live-account.ts"
import { enrolled, type ThreedsPage, threedsPage } from "./threeds-page.ts"

const AGAIN = { step: "again" }
const OVER = { step: "over" }

describe("A live account at Cielo whose MPI answers wrongly", function () {
  this.timeout(120_000)
  let live: AuthenticatingAccount
  let cielo: CieloWithMpi
  let merchant: Merchant
  let amount = 4600
  before(async () => {
    live = await startAuthenticatingAccount()
    ;({ cielo, merchant } = live)
    const { status } = await live.vintem.cli("accounts", "update", "--account", merchant.account, "--three-d-secure-from", "1")
    expect(status).to.equal(0)
  })
  beforeEach(() => {
    amount++
  })
  afterEach(async () => {
    await cielo.mpi.control.setFaults()
    expect(await cielo.mpi.control.violations()).to.deep.equal([])
  })
  after(() => live?.close())

  async function waiting(card: string, request = "any"): Promise<{ id: string; page: ThreedsPage }> {
    const customer = await newPayer(merchant, { phone: "+5511987654321", address: ADDRESS })
    const payment_method_options = { card: { request_three_d_secure: request } }
    const of = { amount, customer: customer.id, payment_method_types: ["card"], payment_method_options }
    const { id } = await newOpenIntent(merchant, of)
    return { id, page: threedsPage((await confirmWith(merchant, id, cardFor("Visa", card))).next_action.url) }
  }
  const salesOf = async () => (await cielo.control.ledger()).filter((sale) => sale.amount === amount)
  const endOf = async (id: string) => {
    const { status, last_payment_error: error, payment_method_details: details } = await retrieve(merchant, id)
    return [status, error?.code, details.card.three_d_secure?.result, details.card.three_d_secure?.liability_shifted]
  }
  /** Goes through the challenge, whose payer passes. */
  async function pass(page: ThreedsPage): Promise<unknown> {
    const { session, next } = await enrolled(page)
    expect(next.step).to.equal("challenge")
    await cielo.mpi.control.answerChallenge("success")
    return page.validate(session)
  }

  for (const what of ["order", "amount", "card"] as const)
    for (const operation of ["enroll", "validate"] as const)
      it(`takes no money with what ${operation} says of another ${what}`, async () => {
        const { id, page } = await waiting(operation === "enroll" ? "approved" : "challenge")
        await cielo.mpi.control.setFaults({ operation, fault: `another:${what}` })
        if (operation === "enroll") await enrolled(page)
        else await pass(page)
        expect((await endOf(id))[0]).to.equal("canceled")
        expect((await salesOf()).filter(({ captured }) => captured > 0)).to.deep.equal([])
        expect((await page.status()).outcome).to.equal("failed")
      })

  for (const fault of ["eci", "no_cavv"]) {
    it(`sends no sale as authenticated after an answer with ${fault}`, async () => {
      await cielo.mpi.control.setFaults({ operation: "enroll", fault })
      const required = await waiting("approved")
      await enrolled(required.page)
      expect(await endOf(required.id)).to.deep.equal(["canceled", "authentication_failed", "not_enrolled", false])
      expect(await salesOf()).to.deep.equal([])
      const optional = await waiting("approved", "automatic")
      await enrolled(optional.page)
      expect(await endOf(optional.id)).to.deep.equal(["succeeded", undefined, "not_enrolled", false])
      expect((await salesOf()).map(({ captured }) => captured)).to.deep.equal([amount])
    })

    it(`refuses a payer whose challenge is answered with ${fault}, also where nobody had to be asked`, async () => {
      await cielo.mpi.control.setFaults({ operation: "validate", fault })
      for (const request of ["any", "automatic"]) {
        const { id, page } = await waiting("challenge", request)
        expect(await pass(page)).to.deep.equal(OVER)
        expect(await endOf(id)).to.deep.equal(["canceled", "authentication_failed", "failed", false])
      }
      expect(await salesOf()).to.deep.equal([])
    })
  }
})

describe("A live account at Cielo whose MPI opens the session of another order", function () {
  this.timeout(120_000)
  let live: AuthenticatingAccount
  before(async () => {
    live = await startAuthenticatingAccount()
  })
  after(() => live?.close())

  it("begins anew, and sells once", async () => {
    const { merchant, cielo } = live
    const customer = await newPayer(merchant, { phone: "+5511987654321", address: ADDRESS })
    const payment_method_options = { card: { request_three_d_secure: "any" } }
    const of = { amount: 4650, customer: customer.id, payment_method_types: ["card"], payment_method_options }
    const { id } = await newOpenIntent(merchant, of)
    const page = threedsPage((await confirmWith(merchant, id, cardFor("Visa"))).next_action.url)
    await cielo.mpi.control.setFaults({ operation: "init", fault: "another:order", times: 1 })
    expect((await enrolled(page)).next).to.deep.equal(AGAIN)
    expect(await cielo.control.ledger()).to.deep.equal([])
    expect((await enrolled(page)).next).to.deep.equal(OVER)
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_received: 4650 })
    expect((await cielo.control.ledger()).map(({ captured }) => captured)).to.deep.equal([4650])
  })
})
