// Live payments whose authentication goes another way than usual: data alone, debit of every brand, and an MPI that answers about something else.
// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import type { CieloWithMpi } from "../../cielo/mpi/mpi.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import type { Json } from "../../support/app/client.ts"
import type { Merchant } from "../../support/merchants/merchant.ts"
import { cardBody, expectStatus } from "../../support/merchants/payments.ts"
import { ADDRESS, confirm, newOpenIntent, newPayer, retrieve } from "../../support/merchants/rails.ts"
import { type AuthenticatingAccount, startAuthenticatingAccount } from "./live-account.ts"
import { enrolled, type ThreedsPage, threedsPage } from "./threeds-page.ts"

const RETURN_URL = "https://shop.example/thanks"
/** Cielo takes no debit cards of this brand. */
const HIPERCARD = "6062825624254001"

describe("A live account at Cielo", function () {
  this.timeout(120_000)
  let live: AuthenticatingAccount
  let cielo: CieloWithMpi
  let merchant: Merchant
  before(async () => {
    live = await startAuthenticatingAccount()
    ;({ cielo, merchant } = live)
  })
  afterEach(async () => {
    await cielo.mpi.control.setFaults()
  })
  after(async () => {
    const violations = [...(await cielo.control.violations()), ...(await cielo.mpi.control.violations())]
    await live.close()
    expect(violations).to.deep.equal([])
  })

  type Asked = { request?: string; card?: object }

  async function confirmed(number: string, amount: number, { request = "automatic", card = {} }: Asked = {}) {
    const customer = await newPayer(merchant, { phone: "+5511987654321", address: ADDRESS })
    const payment_method_options = { card: { request_three_d_secure: request } }
    const of = { amount, customer: customer.id, payment_method_types: ["card"], payment_method_options }
    const { id } = await newOpenIntent(merchant, of)
    const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(number, card)), 201)
    return { id, token: token.id, answer: await confirm(merchant, id, token.id, { return_url: RETURN_URL }) }
  }
  async function waiting(number: string, amount: number, asked?: Asked): Promise<{ id: string; page: ThreedsPage }> {
    const { id, answer } = await confirmed(number, amount, asked)
    return { id, page: threedsPage(expectStatus(answer, 200).next_action.url) }
  }
  const salesOf = async (amount: number) => (await cielo.control.ledger()).filter((sale) => sale.amount === amount)
  const threeDSecureOf = async (id: string) => (await retrieve(merchant, id)).payment_method_details.card.three_d_secure
  const set = (...options: string[]) => live.vintem.cli("accounts", "update", "--account", merchant.account, ...options)

  it("refuses a debit card of a brand that is not taken before its payer is asked, and uses nothing up", async () => {
    const debit = { card: { funding: "debit" } }
    const { id, token, answer } = await confirmed(HIPERCARD, 3028, debit)
    expect([answer.status, answer.body.error?.param]).to.deep.equal([400, "payment_method"])
    expect(answer.body.error.message).to.include("takes debit cards of visa, mastercard, elo, not of hipercard")
    expect((await retrieve(merchant, id)).status).to.equal("requires_payment_method")
    const again = await confirm(merchant, id, token, { return_url: RETURN_URL })
    expect([again.status, again.body.error?.param], "the token is not used up").to.deep.equal([400, "payment_method"])
    expect(await salesOf(3028)).to.have.lengthOf(0)
  })

  it("asks the payer of whom the issuer was only told, after a refusal that asks for it, once, and sells once", async () => {
    expect((await set("--three-d-secure-data")).status).to.equal(0)
    const card = cardFor("Visa", "soft decline, challenge")
    const { id, page } = await waiting(card, 3026)
    const { session } = await page.begin()
    expect(await page.enroll(session)).to.deep.equal({ step: "over" })
    const { status, next_action } = await retrieve(merchant, id)
    expect([status, next_action?.url === page.url]).to.deep.equal(["requires_action", false])
    expect((await page.status()).state).to.equal("moved")
    expect((await page.open()).headers.get("location")).to.equal(new URL(next_action.url).pathname)
    for (const again of [page.begin(), page.enroll(session), page.leave()]) expect(await again).to.deep.equal({ step: "over" })
    const asked = threedsPage(next_action.url)
    const second = await enrolled(asked)
    expect(second.next.step).to.equal("challenge")
    await cielo.mpi.control.answerChallenge("success")
    await asked.validate(second.session)
    expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_received: 3026 })
    expect(await threeDSecureOf(id)).to.include({ result: "authenticated", liability_shifted: true })
    expect((await salesOf(3026)).map(({ captured }) => captured).sort()).to.deep.equal([0, 3026])
    const events: Json[] = expectStatus(await merchant.request("GET", "/v1/events?limit=100"), 200).data
    const urls = events.flatMap(({ type, data: { object } }) =>
      type === "payment_intent.requires_action" && object.id === id ? [object.next_action.url] : [],
    )
    expect(urls).to.have.members([page.url, next_action.url])
    const refused = await waiting(cardFor("Visa", "soft decline, challenge failure"), 3027)
    await enrolled(refused.page)
    const failing = threedsPage((await retrieve(merchant, refused.id)).next_action.url)
    const third = await enrolled(failing)
    await cielo.mpi.control.answerChallenge("success")
    await failing.validate(third.session)
    const ended = await retrieve(merchant, refused.id)
    expect([ended.status, ended.last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
    expect((await salesOf(3027)).map(({ captured }) => captured)).to.deep.equal([0])
    expect((await set("--no-three-d-secure-data")).status).to.equal(0)
  })
})
