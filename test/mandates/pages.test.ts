import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { openForm } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { beginByMandate, subscribeByMandate } from "./mandates.ts"

describe("The pages about PIX Automático", () => {
  let vintem: Running
  let merchant: Merchant
  let operator: Visitor
  before(async () => {
    vintem = await startVintem()
    operator = await signIn(vintem, "operator@example.com", "operator")
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  /** The page of a code, as its payer reads it. */
  async function pageOf(url: string, language: string): Promise<string> {
    const response = await fetch(url.replace("/qr.png", ""), { headers: { "accept-language": language } })
    return response.text()
  }

  it("tell the payer of the first payment to what the same code agrees", async () => {
    const { intent } = await beginByMandate(vintem, merchant)
    const { qr_code_url } = intent.next_action
    expect(await pageOf(qr_code_url, "pt-BR")).to.match(/também autoriza o Pix Automático de “Clube do Café”: R\$\s49,90 por mês/)
    expect(await pageOf(qr_code_url, "en")).to.match(/also authorize PIX Automático for “Clube do Café”: R\$\s?49[.,]90 a month/)
  })

  it("ask the payer of a trial to authorize, and show no amount to pay", async () => {
    const { intent } = await beginByMandate(vintem, merchant, { trialDays: 14, first: 0 })
    const page = await pageOf(intent.next_action.qr_code_url, "pt-BR")
    expect(page).to.include("<h1>Autorize o Pix Automático</h1>").and.not.include('class="amount"')
  })

  it("show an operator the mandates of a customer, and detach one", async () => {
    const { subscription, mandate, intent } = await subscribeByMandate(vintem, merchant)
    const at = (path: string) => `/${merchant.account}/test${path}`
    const customer = at(`/customers/${subscription.customer}`)
    expect((await operator.get(customer)).html)
      .to.include("PIX Automático")
      .and.include("Clube do Café")
      .and.include("Active")
    expect((await operator.get(at(`/subscriptions/${subscription.id}`))).html).to.include("PIX Automático")
    expect((await operator.get(at(`/payments/${intent.id}`))).html).to.include("PIX Automático")
    await (await openForm(operator, `${customer}/mandates/${mandate.id}/detach`)).send()
    const after = await merchant.request("GET", `/v1/customer_subscriptions/${subscription.id}`)
    expect(after.body).to.include({ status: "ACTIVE", payment_method: null })
  })
})
