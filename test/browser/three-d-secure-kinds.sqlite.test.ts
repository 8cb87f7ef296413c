// The page of 3-D Secure in live mode, for what is not a credit card that is authenticated before its sale. Live mode is on Postgres, so
// SQLite is enough for test mode.
import { expect } from "chai"
import type { Page } from "playwright-core"
import { answerBank, bankOf, type Payment, RETURN_URL, useThreedsPages } from "../support/browser/threeds-pages.ts"

const AUTOMATIC = { payment_method_options: { card: { request_three_d_secure: "automatic" } } }

describe("The page of 3-D Secure in live mode leads the payer", function () {
  this.timeout(120_000)
  const pages = useThreedsPages()
  let page: Page

  async function open(payment: Payment): Promise<void> {
    await pages.newVisitor()
    page = await pages.newTab(payment.url)
  }
  /** Back at the shop, with what has become of the payment. */
  async function ends(payment: Payment, result: string, sales: number[]): Promise<void> {
    await page.waitForURL(`${RETURN_URL}?payment_intent=${payment.id}&redirect_status=succeeded`)
    const { status, payment_method_details: details } = await pages.retrieve(payment.id)
    const { three_d_secure } = details.card
    expect([status, three_d_secure.result]).to.deep.equal(["succeeded", result])
    expect(three_d_secure.liability_shifted).to.equal(result === "authenticated")
    expect((await pages.salesOf(payment)).sort((a, b) => a - b)).to.deep.equal(sales)
  }
  async function tellIssuers(isTold: boolean): Promise<void> {
    const { vintem, merchant } = pages.live
    const option = isTold ? "--three-d-secure-data" : "--no-three-d-secure-data"
    expect((await vintem.cli("accounts", "update", "--account", merchant.account, option)).status).to.equal(0)
  }

  it("of a debit card through the bank's page", async () => {
    const payment = await pages.newPayment("challenge", { card: { funding: "debit" }, intent: { payment_method_options: null } })
    await open(payment)
    await answerBank(page)
    await ends(payment, "authenticated", [payment.amount])
    const [sale] = (await pages.live.cielo.control.ledger()).filter(({ amount }) => amount === payment.amount)
    expect(sale!.type).to.equal("DebitCard")
  })

  it("of a card whose issuer has refused it without 3-D Secure", async () => {
    const payment = await pages.newPayment("soft decline, challenge", { intent: AUTOMATIC })
    await open(payment)
    await answerBank(page)
    await ends(payment, "authenticated", [0, payment.amount])
  })

  it("of whom the issuer is only told, without asking anything", async () => {
    await tellIssuers(true)
    const payment = await pages.newPayment("approved", { intent: AUTOMATIC })
    await open(payment)
    await ends(payment, "data_only", [payment.amount])
  })

  it("of whom the issuer was only told, and then wants more, on to the bank's page", async () => {
    const payment = await pages.newPayment("soft decline, challenge", { intent: AUTOMATIC })
    await open(payment)
    await bankOf(page).getByLabel("Código").waitFor()
    expect(page.url()).to.not.equal(payment.url)
    await answerBank(page)
    await ends(payment, "authenticated", [0, payment.amount])
    // Whoever opens the first page again learns how it ended.
    page = await pages.newTab(payment.url)
    await page.getByRole("heading", { name: "Pagamento autorizado" }).waitFor()
    await tellIssuers(false)
  })

  it("of such a payment back to the shop where the payer gives up on the bank's page", async () => {
    await tellIssuers(true)
    const payment = await pages.newPayment("soft decline, challenge", { intent: AUTOMATIC })
    await open(payment)
    await answerBank(page, "Cancelar")
    await page.waitForURL(`${RETURN_URL}?payment_intent=${payment.id}&redirect_status=failed`)
    expect((await pages.retrieve(payment.id)).last_payment_error.code).to.equal("authentication_failed")
    expect(await pages.salesOf(payment)).to.deep.equal([0])
    await tellIssuers(false)
  })
})
