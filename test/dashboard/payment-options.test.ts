import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn } from "../support/dashboard/dashboard.ts"
import { csvRows } from "../support/dashboard/money.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent, payByDebit } from "../support/merchants/rails.ts"

describe("The page of a payment with options", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("shows what the merchant chose, and what came of 3DS, in two languages", async () => {
    const merchant = await newMerchant(vintem)
    const browser = await signIn(vintem, "options@example.com", "viewer")
    const card = { request_three_d_secure: "any", max_installments: 3 }
    const options = { card, pix: { expires_after_seconds: 900 }, boleto: { expires_after_days: 5 } }
    const chosen = await newOpenIntent(merchant, { payment_method_options: options })
    await confirmWith(merchant, chosen.id, CARDS.frictionless)
    const plain = await newOpenIntent(merchant)
    const page = async (id: string, language: string) => {
      const path = `/${merchant.account}/test/payments/${id}`
      const { html } = await browser.get(path, { "accept-language": language })
      return html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")
    }
    const english = await page(chosen.id, "en")
    for (const fact of [
      "3DS requested Always",
      "Installments at most 3×",
      "Time to pay the PIX 15 min",
      "Time to pay the boleto 5 days",
    ])
      expect(english).to.include(fact)
    expect(english).to.include("3DS The issuer authenticated the payer: the issuer bears the risk of fraud")
    expect(await page(chosen.id, "pt-BR")).to.include("3DS solicitado Sempre")
    const untouched = await page(plain.id, "en")
    for (const name of ["3DS", "Installments at most", "Time to pay"]) expect(untouched).to.not.include(name)
  })

  it("shows a debit card as one, as the list and the file of payments do", async () => {
    const merchant = await newMerchant(vintem)
    const browser = await signIn(vintem, "debit@example.com", "viewer")
    await confirmWith(merchant, (await newOpenIntent(merchant)).id, CARDS.approved)
    const { id } = await payByDebit(merchant)
    const payments = `/${merchant.account}/test/payments`
    for (const [language, name] of [
      ["en", "Visa debit •••• 3121"],
      ["pt-BR", "Visa débito •••• 3121"],
    ] as const)
      for (const path of [payments, `${payments}/${id}`])
        expect((await browser.get(path, { "accept-language": language })).html).to.include(name)
    expect((await browser.get(payments, { "accept-language": "en" })).html).to.include("Visa •••• 4242")
    const rows = await csvRows(browser, `${payments}/export.csv`)
    expect(rows.map(({ card_funding }) => card_funding)).to.deep.equal(["debit", "credit"])
  })
})
