// A process dies at each step of an authentication. Another one on the same databases goes on: one sale, or none.
import { expect } from "chai"
import { type AuthenticatingAccount, startAuthenticatingAccount } from "../acquirers/cielo/live-account.ts"
import { enrolled, type ThreedsPage, threedsPage } from "../acquirers/cielo/threeds-page.ts"
import { cardFor } from "../cielo/outcomes.ts"
import { dieAt } from "../support/app/dying.ts"
import { type Spawned, spawnVintem } from "../support/app/vintem.ts"
import { until } from "../support/merchants/merchant.ts"
import { ADDRESS, confirmWith, newOpenIntent, newPayer, retrieve } from "../support/merchants/rails.ts"

/** What the dead process was doing, and whether the payer has to begin anew. */
const STEPS: { step: string; at: "begin" | "enroll" | "validate"; goesOn: boolean }[] = [
  { step: "authentication: begun", at: "begin", goesOn: false },
  { step: "authentication: enrolling", at: "enroll", goesOn: false },
  { step: "authentication: enrolling answered", at: "enroll", goesOn: false },
  { step: "authentication: validating", at: "validate", goesOn: false },
  { step: "authentication: validating answered", at: "validate", goesOn: false },
  { step: "challenge: attempt written", at: "validate", goesOn: true },
  { step: "charge: stored", at: "validate", goesOn: true },
  { step: "challenge: acquirer answered", at: "validate", goesOn: true },
  { step: "charge: settled", at: "validate", goesOn: true },
]

describe("After kill -9 while a payer is authenticated", function () {
  this.timeout(300_000)
  let live: AuthenticatingAccount
  before(async () => {
    live = await startAuthenticatingAccount()
  })
  after(async () => {
    const violations = [...(await live.cielo.control.violations()), ...(await live.cielo.mpi.control.violations())]
    await live.close()
    expect(violations).to.deep.equal([])
  })

  const salesOf = async (amount: number) => (await live.cielo.control.ledger()).filter((sale) => sale.amount === amount)

  async function waiting(amount: number): Promise<{ id: string; page: ThreedsPage }> {
    const { merchant } = live
    const customer = await newPayer(merchant, { phone: "+5511987654321", address: ADDRESS })
    const options = { card: { request_three_d_secure: "any" } }
    const details = { amount, customer: customer.id, payment_method_types: ["card"], payment_method_options: options }
    const { id } = await newOpenIntent(merchant, details)
    const { next_action } = await confirmWith(merchant, id, cardFor("Visa", "challenge"))
    return { id, page: threedsPage(next_action.url) }
  }

  /** The same page at another process. */
  const at = (victim: Spawned, { url }: ThreedsPage) => threedsPage(victim.server.threedsOrigin + new URL(url).pathname)

  async function spawnVictim(): Promise<Spawned> {
    const { cielo, databases } = live
    const addresses = { CIELO_API_URL: cielo.url, CIELO_QUERY_URL: cielo.queryUrl, CIELO_MPI_URL: cielo.mpi.url }
    return spawnVintem({ ...addresses, LOG_LEVEL: "silent" }, { databases, role: "api" })
  }

  const pass = async (page: ThreedsPage) => {
    const { session } = await enrolled(page)
    await live.cielo.mpi.control.answerChallenge("success")
    await page.validate(session)
  }

  for (const [index, { step, at: when, goesOn }] of STEPS.entries()) {
    it(`at "${step}": the payer pays once, ${goesOn ? "without another challenge" : "after beginning anew"}`, async () => {
      const amount = 4100 + index
      const { id, page } = await waiting(amount)
      const victim = await spawnVictim()
      const dying = at(victim, page)
      if (when === "begin") await dieAt(victim, step, () => dying.begin())
      else if (when === "enroll") {
        const { session } = await page.begin()
        await dieAt(victim, step, () => dying.enroll(session))
      } else {
        const { session } = await enrolled(page)
        await live.cielo.mpi.control.answerChallenge("success")
        await dieAt(victim, step, () => dying.validate(session))
      }
      if (!goesOn) {
        expect(await salesOf(amount)).to.have.lengthOf(0)
        await pass(page)
      }
      await until(async () => (await retrieve(live.merchant, id)).status === "succeeded", 30_000)
      expect(await salesOf(amount)).to.have.lengthOf(1)
      expect((await retrieve(live.merchant, id)).payment_method_details.card.three_d_secure.result).to.equal("authenticated")
    })
  }

  it("at the call itself: the sale is looked up, and never sent again", async () => {
    const { id, page } = await waiting(4150)
    const victim = await spawnVictim()
    const { session } = await enrolled(page)
    await live.cielo.mpi.control.answerChallenge("success")
    await dieAt(victim, "charge: sent", () => at(victim, page).validate(session))
    expect(await page.begin()).to.deep.equal({ step: "over" })
    expect((await page.status()).state).to.equal("processing")
    expect(await salesOf(4150)).to.have.lengthOf(0)
    expect((await retrieve(live.merchant, id)).status).to.equal("requires_action")
  })
})
