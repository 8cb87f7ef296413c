import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn } from "../support/dashboard/dashboard.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent } from "../support/merchants/rails.ts"

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
})
