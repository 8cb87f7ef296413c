import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { setUsualTerms } from "../support/dashboard/money.ts"
import { newMerchant } from "../support/merchants/merchant.ts"

describe("The terms page of the dashboard", () => {
  let vintem: Running
  let browser: Visitor
  before(async () => {
    vintem = await startVintem()
    browser = await signIn(vintem, "ana@example.com", "viewer")
  })
  after(() => vintem.close())

  const page = async (account: string, language = "en") =>
    (await browser.get(`/${account}/test/balance/terms`, { "accept-language": language })).html.replace(/\s+/g, " ")

  it("says that payments cost nothing while there are no terms", async () => {
    const { account } = await newMerchant(vintem)
    expect(await page(account)).to.include("payments cost nothing, and their money is available at once")
  })

  it("shows a viewer what payments cost and when their money comes", async () => {
    const merchant = await newMerchant(vintem)
    await setUsualTerms(vintem, merchant)
    const html = await page(merchant.account)
    for (const text of [
      ...["Card (debit), Visa, Mastercard, in full", "1.29%", "after 1 banking day"],
      ...["Card, 2 to 12 installments", "3.49% + R$0.39", "each installment 30 days after the one before"],
      ...["0.99%", "at once", "R$2.50", "R$15.00", "does not go back"],
    ])
      expect(html).to.include(text)
    expect(await page(merchant.account, "pt-BR"))
      .to.include("3,49% + R$ 0,39")
      .and.include("em 1 dia útil")
  })

  it("shows earlier terms, with the days on which they counted", async () => {
    const merchant = await newMerchant(vintem)
    await setUsualTerms(vintem, merchant)
    expect(await page(merchant.account)).to.not.include("Earlier terms")
    await setUsualTerms(vintem, merchant, { dispute_fee: 2222 })
    const html = await page(merchant.account)
    const [now = "", before = ""] = html.split("Earlier terms")
    expect(now).to.include("Version 2").and.include("R$22.22").and.not.include("R$15.00")
    expect(before).to.include("Version 1").and.include("R$15.00")
  })
})
