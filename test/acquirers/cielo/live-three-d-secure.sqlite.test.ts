// Payers of a live account are authenticated at the simulator of Cielo's MPI. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import type { CieloWithMpi } from "../../cielo/mpi/mpi.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import type { Json } from "../../support/app/client.ts"
import { type Merchant, until } from "../../support/merchants/merchant.ts"
import { cardBody, expectStatus } from "../../support/merchants/payments.ts"
import { ADDRESS, confirm, eventsOf, newOpenIntent, newPayer, refundsOf, retrieve } from "../../support/merchants/rails.ts"
import { type AuthenticatingAccount, startAuthenticatingAccount } from "./live-account.ts"
import { enrolled, type ThreedsPage, threedsPage } from "./threeds-page.ts"

const RETURN_URL = "https://shop.example/thanks"
const PHONE = "+5511987654321"
const HOUR_MS = 3_600_000

describe("A live account at Cielo whose payers are authenticated", function () {
  this.timeout(120_000)
  let live: AuthenticatingAccount
  let cielo: CieloWithMpi
  let merchant: Merchant
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  before(async () => {
    live = await startAuthenticatingAccount({ server: { clock } })
    ;({ cielo, merchant } = live)
  })
  afterEach(async () => {
    await cielo.mpi.control.setFaults()
    await cielo.control.setFaults()
  })
  after(async () => {
    const violations = [...(await cielo.control.violations()), ...(await cielo.mpi.control.violations())]
    await live.close()
    expect(violations).to.deep.equal([])
  })

  type Asked = { request?: string; card?: object; payer?: object; intent?: Json }

  /** Confirms a payment with a card of the simulator. */
  async function confirmed(number: string, amount: number, { request = "any", card = {}, payer = {}, intent = {} }: Asked = {}) {
    const customer = await newPayer(merchant, { phone: PHONE, address: ADDRESS, ...payer })
    const options = { card: { request_three_d_secure: request } }
    const { id } = await newOpenIntent(merchant, {
      amount,
      customer: customer.id,
      payment_method_types: ["card"],
      payment_method_options: options,
      ...intent,
    })
    const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(number, card)), 201)
    return { id, token: token.id, answer: await confirm(merchant, id, token.id, { return_url: RETURN_URL }) }
  }
  async function challenged(number: string, amount: number, asked?: Asked): Promise<{ id: string; page: ThreedsPage }> {
    const { id, answer } = await confirmed(number, amount, asked)
    const body = expectStatus(answer, 200)
    expect([body.status, body.next_action?.type, body.charges.latest]).to.deep.equal(["requires_action", "redirect_to_url", null])
    expect(body.next_action.url.startsWith(`${live.vintem.server.threedsOrigin}/pay/`)).to.equal(true)
    return { id, page: threedsPage(body.next_action.url) }
  }
  const setThreeDSecure = (...options: string[]) =>
    live.vintem.cli("accounts", "update", "--account", merchant.account, ...options)
  const salesOf = async (amount: number) => (await cielo.control.ledger()).filter((sale) => sale.amount === amount)
  const threeDSecureOf = async (id: string) => (await retrieve(merchant, id)).payment_method_details.card.three_d_secure

  it("takes the money of a payer who passes the challenge, once", async () => {
    const { id, page } = await challenged(cardFor("Visa", "challenge"), 3001)
    expect(await salesOf(3001)).to.have.lengthOf(0)
    const { session, next } = await enrolled(page)
    expect(next.step).to.equal("challenge")
    await cielo.mpi.control.answerChallenge("success")
    expect(await page.validate(session)).to.deep.equal({ step: "over" })
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_received: 3001 })
    expect(await threeDSecureOf(id)).to.deep.equal({
      result: "authenticated",
      eci: "05",
      version: "2.2.0",
      liability_shifted: true,
    })
    expect(await salesOf(3001)).to.have.lengthOf(1)
    expect(await page.status()).to.include({ state: "succeeded", outcome: "succeeded" })
    for (const again of [page.validate(session), page.begin(), page.leave()]) expect(await again).to.deep.equal({ step: "over" })
    expect(await salesOf(3001)).to.have.lengthOf(1)
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("takes it without a challenge where the issuer asks for none", async () => {
    const { id, page } = await challenged(cardFor("Master"), 3002)
    const { next } = await enrolled(page)
    expect(next).to.deep.equal({ step: "over" })
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded" })
    expect(await threeDSecureOf(id)).to.include({ result: "authenticated", eci: "02", liability_shifted: true })
  })

  it("says where the card network has answered in the issuer's stead", async () => {
    const { id, page } = await challenged(cardFor("Visa", "stand-in"), 3003)
    await enrolled(page)
    expect(await threeDSecureOf(id)).to.include({ result: "attempted", eci: "06", liability_shifted: true })
  })

  it("refuses the card of a payer who fails, and sends nothing", async () => {
    const { id, page } = await challenged(cardFor("Visa", "challenge failure"), 3004)
    const { session } = await enrolled(page)
    await cielo.mpi.control.answerChallenge("success")
    await page.validate(session)
    const refused = await retrieve(merchant, id)
    expect([refused.status, refused.last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
    expect(await threeDSecureOf(id)).to.include({ result: "failed", liability_shifted: false })
    expect(await salesOf(3004)).to.have.lengthOf(0)
  })

  it("refuses it too if the payer leaves", async () => {
    const { id, page } = await challenged(cardFor("Visa", "challenge"), 3005)
    const { session } = await enrolled(page)
    const form = await fetch(`${page.url}/leave`, { method: "POST", body: new URLSearchParams() })
    expect([form.status, (await page.status()).state], "a form of another site").to.deep.equal([400, "waiting"])
    await page.leave()
    await cielo.mpi.control.answerChallenge("success")
    expect(await page.validate(session)).to.deep.equal({ step: "over" })
    const refused = await retrieve(merchant, id)
    expect([refused.status, refused.last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
    expect(await salesOf(3005)).to.have.lengthOf(0)
  })

  it("goes on without 3DS on credit where nobody asked for it, and refuses where somebody did", async () => {
    const { id, page } = await challenged(cardFor("Visa", "not enrolled"), 3006)
    await enrolled(page)
    expect((await retrieve(merchant, id)).last_payment_error.code).to.equal("authentication_failed")
    const plain = await confirmed(cardFor("Visa"), 3007, { request: "automatic" })
    expect(expectStatus(plain.answer, 200)).to.include({ status: "succeeded" })
    expect(await threeDSecureOf(plain.id)).to.equal(null)
  })

  it("asks where the account's settings ask, and tells the issuers of other sales", async () => {
    expect((await setThreeDSecure("--three-d-secure-from", "300000", "--three-d-secure-brands", "elo")).status).to.equal(0)
    const automatic = { request: "automatic" }
    expect(expectStatus((await confirmed(cardFor("Visa"), 3020, automatic)).answer, 200)).to.include({ status: "succeeded" })
    for (const [brand, amount] of [
      ["Visa", 300_000],
      ["Elo", 3021],
    ] as const) {
      const { id, page } = await challenged(cardFor(brand), amount, automatic)
      await enrolled(page)
      expect(await threeDSecureOf(id)).to.include({ result: "authenticated" })
    }
    for (const payer of [{ phone: null }, { address: { ...ADDRESS, postal_code: "1310-200" } }]) {
      const { answer } = await confirmed(cardFor("Elo"), 3022, { ...automatic, payer })
      expect(expectStatus(answer, 200).status).to.equal("succeeded")
    }
    expect(
      (await setThreeDSecure("--no-three-d-secure-from", "--no-three-d-secure-brands", "--three-d-secure-data")).status,
    ).to.equal(0)
    const { id, page } = await challenged(cardFor("Visa"), 3023, automatic)
    await enrolled(page)
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded" })
    expect(await threeDSecureOf(id)).to.include({ result: "data_only", liability_shifted: false })
    const softly = await challenged(cardFor("Visa", "soft decline, challenge"), 3024, automatic)
    await cielo.control.setFaults({ operation: "card", fault: "cut_after", times: 1 })
    await enrolled(softly.page)
    // The card of a sale whose answer was lost is gone, so its payer cannot be asked after all.
    clock.ahead += 60_000
    await until(async () => (await retrieve(merchant, softly.id)).status === "canceled")
    expect((await retrieve(merchant, softly.id)).last_payment_error.code).to.equal("card_declined")
    expect(await salesOf(3024)).to.have.lengthOf(1)
    expect((await setThreeDSecure("--no-three-d-secure-data")).status).to.equal(0)
  })

  it("begins anew where the page is opened again, and the older session is worth nothing", async () => {
    const { id, page } = await challenged(cardFor("Visa", "challenge"), 3008)
    const first = await enrolled(page)
    const again = await page.open()
    expect([again.status, again.headers.get("content-security-policy")]).to.satisfy(([status, policy]: [number, string]) =>
      Boolean(status === 200 && policy.includes("default-src 'none'") && policy.includes(cielo.mpi.url)),
    )
    const second = await enrolled(page)
    expect(second.session).to.not.equal(first.session)
    await cielo.mpi.control.answerChallenge("success")
    expect(await page.validate(first.session)).to.deep.equal({ step: "over" })
    expect(await retrieve(merchant, id)).to.include({ status: "requires_action" })
    await page.validate(second.session)
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded" })
    expect(await salesOf(3008)).to.have.lengthOf(1)
  })

  it("takes a debit card after the challenge, and never without", async () => {
    const { id, page } = await challenged(cardFor("Visa", "challenge"), 3009, {
      request: "automatic",
      card: { funding: "debit" },
      intent: { payment_method_options: null },
    })
    const { session } = await enrolled(page)
    await cielo.mpi.control.answerChallenge("success")
    await page.validate(session)
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded" })
    const [sale] = await salesOf(3009)
    expect(sale).to.include({ type: "DebitCard", captured: 3009 })
    const other = await challenged(cardFor("Visa", "not enrolled"), 3010, { request: "automatic", card: { funding: "debit" } })
    await enrolled(other.page)
    expect((await retrieve(merchant, other.id)).last_payment_error.code).to.equal("authentication_failed")
    expect(await salesOf(3010)).to.have.lengthOf(0)
  })

  it("asks the payer after a refusal that asks for it, and sells once", async () => {
    const { id, page } = await challenged(cardFor("Visa", "soft decline, challenge"), 3011, { request: "automatic" })
    expect(await salesOf(3011)).to.have.lengthOf(1)
    const { session } = await enrolled(page)
    await cielo.mpi.control.answerChallenge("success")
    await page.validate(session)
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded" })
    const sales = await salesOf(3011)
    expect(sales.map(({ captured }) => captured).sort()).to.deep.equal([0, 3011])
    const never = await confirmed(cardFor("Visa", "soft decline, challenge"), 3012, { request: "never" })
    expect(expectStatus(never.answer, 200)).to.include({ status: "canceled" })
  })

  it("asks for the phone and the address that the customer lacks, and keeps them", async () => {
    const { id, page } = await challenged(cardFor("Visa"), 3013, { payer: { phone: null, address: null } })
    const html = await (await page.open()).text()
    expect(html).to.include('name="phone"').and.include('name="postal_code"')
    expect(await page.begin({ phone: "11 98765" })).to.deep.equal({
      wrong: ["phone", "postal_code", "line1", "city", "state"],
    })
    const address = { postal_code: "01310-200", line1: "Avenida Paulista", number: "1000", city: "São Paulo", state: "SP" }
    const begun = await page.begin({ phone: "(11) 98765-4321", ...address })
    await page.enroll(begun.session)
    const paid = await retrieve(merchant, id)
    expect(paid.status).to.equal("succeeded")
    const customer = expectStatus(await merchant.request("GET", `/v1/customers/${paid.customer}`), 200)
    expect([customer.phone, customer.address.postal_code]).to.deep.equal([PHONE, "01310200"])
  })

  for (const [operation, amount] of [
    ["enroll", 3014],
    ["init", 3019],
  ] as const)
    it(`tries a new session once if the MPI does not ${operation}, and then refuses`, async () => {
      await cielo.mpi.control.setFaults({ operation, fault: "error_before:500" })
      const { id, page } = await challenged(cardFor("Visa"), amount)
      expect((await enrolled(page)).next).to.deep.equal({ step: "again" })
      expect((await enrolled(page)).next).to.deep.equal({ step: "over" })
      const refused = await retrieve(merchant, id)
      expect([refused.status, refused.last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
      expect(await threeDSecureOf(id)).to.include({ result: "unavailable" })
      expect(await salesOf(amount)).to.have.lengthOf(0)
    })

  it("refuses an address abroad before the card is used up, where the payer must be authenticated", async () => {
    const abroad = { ...ADDRESS, state: "CA", postal_code: "94103", country: "US" }
    const { answer } = await confirmed(cardFor("Visa"), 3024, { payer: { address: abroad } })
    expect([answer.status, answer.body.error?.param]).to.deep.equal([400, "customer.address.country"])
    expect(answer.body.error.message).to.include("3-D Secure needs an address in Brazil")
    const plain = await confirmed(cardFor("Visa"), 3025, { request: "automatic", payer: { address: abroad } })
    expect(expectStatus(plain.answer, 200).status).to.equal("succeeded")
  })

  it("finds a sale whose answer was lost, and never sends it again", async () => {
    const { id, page } = await challenged(cardFor("Visa"), 3015)
    await cielo.control.setFaults({ operation: "card", fault: "cut_after", times: 1 })
    await enrolled(page)
    expect(await page.begin()).to.deep.equal({ step: "over" })
    await until(async () => (await retrieve(merchant, id)).status === "succeeded")
    expect(await salesOf(3015)).to.have.lengthOf(1)
    expect(await threeDSecureOf(id)).to.include({ result: "authenticated" })
  })

  it("sends a sale again that was certainly not made, with the same authentication", async () => {
    const { id, page } = await challenged(cardFor("Visa"), 3016)
    await cielo.control.setFaults({ operation: "card", fault: "error_before:429", times: 1 })
    await enrolled(page)
    expect(await retrieve(merchant, id)).to.include({ status: "requires_action" })
    expect((await page.open()).status).to.equal(200)
    expect(await page.begin()).to.deep.equal({ step: "over" })
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded" })
    expect(await salesOf(3016)).to.have.lengthOf(1)
  })

  it("ends when the time of the card is over", async () => {
    const { id, page } = await challenged(cardFor("Visa", "challenge"), 3017)
    const { session } = await enrolled(page)
    await cielo.mpi.control.answerChallenge("success")
    clock.ahead += 20 * 60_000
    await until(async () => (await retrieve(merchant, id)).status === "canceled")
    expect((await retrieve(merchant, id)).last_payment_error.code).to.equal("authentication_failed")
    expect(await page.validate(session)).to.deep.equal({ step: "over" })
    expect(await salesOf(3017)).to.have.lengthOf(0)
  })

  it("holds the one refund of a debit card until Cielo takes it, the next day", async () => {
    const { id, page } = await challenged(cardFor("Visa"), 3018, { request: "automatic", card: { funding: "debit" } })
    await enrolled(page)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    const refund = (amount: number) => merchant.request("POST", "/v1/refunds", { payment_intent: id, amount })
    expect(expectStatus(await refund(1000), 201).status).to.equal("pending")
    expect((await refund(500)).body.error.code).to.equal("payment_intent_already_refunded")
    expect((await salesOf(3018))[0]).to.include({ voided: 0 })
    clock.ahead += 26 * HOUR_MS
    await cielo.control.advance(26 * HOUR_MS)
    await until(async () => (await salesOf(3018))[0]?.voided === 1000)
    await until(async () => (await refundsOf(merchant, id))[0]?.status === "succeeded")
  })
})
