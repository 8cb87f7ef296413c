// A process dies at each step of an authentication. Another one on the same databases goes on: one sale, or none.
import { expect } from "chai"
import { type AuthenticatingAccount, startAuthenticatingAccount } from "../acquirers/cielo/live-account.ts"
import { enrolled, type ThreedsPage, threedsPage } from "../acquirers/cielo/threeds-page.ts"
import { cardFor } from "../cielo/outcomes.ts"
import { dieAt } from "../support/app/dying.ts"
import { type Spawned, spawnVintem } from "../support/app/vintem.ts"
import { until } from "../support/merchants/merchant.ts"
import { cardBody, expectStatus } from "../support/merchants/payments.ts"
import { ADDRESS, confirmWith, newOpenIntent, newPayer, retrieve } from "../support/merchants/rails.ts"

/** What the dead process was doing, and whether the payer has to begin anew. */
const STEPS: { step: string; at: "begin" | "enroll" | "validate"; goesOn: boolean }[] = [
  { step: "authentication: counted", at: "begin", goesOn: false },
  { step: "authentication: begin answered", at: "begin", goesOn: false },
  { step: "authentication: begun", at: "begin", goesOn: false },
  { step: "authentication: enrolling", at: "enroll", goesOn: false },
  { step: "authentication: enrolling answered", at: "enroll", goesOn: false },
  { step: "authentication: challenged", at: "enroll", goesOn: false },
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
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  before(async () => {
    live = await startAuthenticatingAccount({ server: { clock } })
  })
  after(async () => {
    const violations = [...(await live.cielo.control.violations()), ...(await live.cielo.mpi.control.violations())]
    await live.close()
    expect(violations).to.deep.equal([])
  })

  const salesOf = async (amount: number) => (await live.cielo.control.ledger()).filter((sale) => sale.amount === amount)

  async function newIntent(amount: number, request: string): Promise<string> {
    const { merchant } = live
    const customer = await newPayer(merchant, { phone: "+5511987654321", address: ADDRESS })
    const options = { card: { request_three_d_secure: request } }
    const details = { amount, customer: customer.id, payment_method_types: ["card"], payment_method_options: options }
    return (await newOpenIntent(merchant, details)).id
  }
  async function waiting(amount: number): Promise<{ id: string; page: ThreedsPage }> {
    const id = await newIntent(amount, "any")
    const { next_action } = await confirmWith(live.merchant, id, cardFor("Visa", "challenge"))
    return { id, page: threedsPage(next_action.url) }
  }
  /** A process dies at a step of a confirm. Another one goes on until the payer is asked. */
  async function diesInConfirm(id: string, card: string, step: string): Promise<ThreedsPage> {
    const { merchant } = live
    const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(cardFor("Visa", card))), 201)
    const victim = await spawnVictim()
    await dieAt(victim, step, () =>
      fetch(`${victim.url}/v1/payment_intents/${id}/confirm`, {
        method: "POST",
        headers: { authorization: `Bearer ${merchant.key}`, "content-type": "application/json" },
        body: JSON.stringify({ payment_method: token.id }),
      }),
    )
    return asked(id)
  }
  async function asked(id: string, before?: string): Promise<ThreedsPage> {
    const urlNow = async () => (await retrieve(live.merchant, id)).next_action?.url
    await until(async () => ![undefined, before].includes(await urlNow()), 30_000)
    return threedsPage(await urlNow())
  }
  const isPaidOnce = async (id: string, amount: number, refusals = 0) => {
    await until(async () => (await retrieve(live.merchant, id)).status === "succeeded", 30_000)
    const captured = (await salesOf(amount)).map((sale) => sale.captured).sort((a, b) => a - b)
    expect(captured).to.deep.equal([...Array(refusals).fill(0), amount])
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

  it("at a confirm whose payer must be asked: the payer is asked, and pays once", async () => {
    const id = await newIntent(4140, "any")
    const page = await diesInConfirm(id, "challenge", "confirm: attempt written")
    expect(await salesOf(4140)).to.have.lengthOf(0)
    await pass(page)
    await isPaidOnce(id, 4140)
  })

  it("between a refusal that asks for it and asking: the payer is asked, and pays once", async () => {
    const id = await newIntent(4141, "automatic")
    await pass(await diesInConfirm(id, "soft decline, challenge", "confirm: acquirer answered"))
    await isPaidOnce(id, 4141, 1)
  })

  it("between such a refusal of data alone and asking: the payer is asked on another page, and pays once", async () => {
    const set = (option: string) => live.vintem.cli("accounts", "update", "--account", live.merchant.account, option)
    expect((await set("--three-d-secure-data")).status).to.equal(0)
    const id = await newIntent(4142, "automatic")
    const { next_action } = await confirmWith(live.merchant, id, cardFor("Visa", "soft decline, challenge"))
    const page = threedsPage(next_action.url)
    const victim = await spawnVictim()
    const { session } = await page.begin()
    await dieAt(victim, "challenge: acquirer answered", () => at(victim, page).enroll(session))
    await pass(await asked(id, next_action.url))
    await isPaidOnce(id, 4142, 1)
    expect((await set("--no-three-d-secure-data")).status).to.equal(0)
  })

  it("while the payer leaves: nothing is charged", async () => {
    const { id, page } = await waiting(4143)
    await enrolled(page)
    const victim = await spawnVictim()
    await dieAt(victim, "challenge: attempt written", () => at(victim, page).leave())
    await until(async () => (await retrieve(live.merchant, id)).status === "canceled", 30_000)
    expect((await retrieve(live.merchant, id)).last_payment_error.code).to.equal("authentication_failed")
    expect(await salesOf(4143)).to.have.lengthOf(0)
  })

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
    // Cielo has no such sale. After a while it is certain that none comes.
    await until(async () => {
      clock.ahead += 60_000
      return (await retrieve(live.merchant, id)).status === "canceled"
    }, 60_000)
    expect((await retrieve(live.merchant, id)).last_payment_error.code).to.equal("processing_error")
    expect(await page.status()).to.include({ state: "failed", outcome: "failed" })
    expect(await salesOf(4150)).to.have.lengthOf(0)
  })
})
