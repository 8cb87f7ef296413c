// Which addresses a boleto can have. They are judged before anything is sent, by the same code in both modes: test/acquirers/same-verdicts compares.
import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { readPdf } from "../support/bytes/pdf.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { ADDRESS, confirm, newBareToken, newOpenIntent, newPayer, payWith, retrieve } from "../support/merchants/rails.ts"

const REFUSED: [member: string, value: string][] = [
  ["state", "PX"],
  ["state", "Par"],
  ["state", "Parana do Sul"],
  ["state", "S"],
  ["state", "S P"],
  ["state", "California"],
  ["state", "東京"],
  ["state", "constructor"],
  ["postal_code", "0131010"],
  ["postal_code", "013101000"],
  ["postal_code", "CEP 01310-100"],
  ["postal_code", "O1310-100"],
  ["postal_code", "０１３１０１００"],
  ["postal_code", "-"],
  ["country", "US"],
  ["country", "PT"],
]

const TAKEN: [member: string, value: string, printed: string][] = [
  ["state", "SP", "SP"],
  ["state", "sp", "SP"],
  ["state", "Paraná", "PR"],
  ["state", "PARANA", "PR"],
  ["state", "Pará", "PA"],
  ["state", "Mato Grosso", "MT"],
  ["state", "Mato Grosso do Sul", "MS"],
  ["state", "Distrito Federal", "DF"],
  ["postal_code", "01310100", "01310-100"],
  ["postal_code", "01310-200", "01310-200"],
  ["postal_code", "01.310-200", "01310-200"],
  ["postal_code", "01310 200", "01310-200"],
]

describe("The address of a boleto", () => {
  let vintem: Vintem
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const payerAt = (address: object) => newPayer(merchant, { address: { ...ADDRESS, ...address } })

  for (const [member, value] of REFUSED)
    it(`with the ${member} ${value} is refused when the boleto is made, and uses no token up`, async () => {
      const customer = await payerAt({ [member]: value })
      const { id } = await newOpenIntent(merchant, { customer: customer.id })
      const { id: token } = await newBareToken(merchant, "boleto")
      const { status, body } = await confirm(merchant, id, token)
      const refused = [400, "parameter_invalid", `customer.address.${member}`]
      expect([status, body.error?.code, body.error?.param]).to.deep.equal(refused)
      expect(await retrieve(merchant, id)).to.deep.include({ status: "requires_payment_method", payment_method_details: null })
      expectStatus(await merchant.request("POST", `/v1/customers/${customer.id}`, { address: ADDRESS }), 200)
      expect(expectStatus(await confirm(merchant, id, token), 200).status).to.equal("requires_action")
    })

  for (const [member, value, printed] of TAKEN)
    it(`may have the ${member} ${value}, which the slip shows as ${printed}, and which stays as it is`, async () => {
      const customer = await payerAt({ [member]: value })
      const { next_action } = await payWith(merchant, "boleto", { customer: customer.id })
      const pdf = readPdf(Buffer.from(await (await fetch(next_action.pdf_url)).arrayBuffer()))
      expect(pdf.words.map(({ text }) => text).find((text) => text.includes(" – CEP "))).to.include(printed)
      const { address } = expectStatus(await merchant.request("GET", `/v1/customers/${customer.id}`), 200)
      expect(address[member]).to.equal(value)
    })

  it("may be anywhere for a PIX and a card", async () => {
    const customer = await payerAt({ state: "Lisboa", postal_code: "1100-148", country: "PT" })
    expect((await payWith(merchant, "pix", { customer: customer.id })).status).to.equal("requires_action")
    expect((await payWith(merchant, undefined, { customer: customer.id })).status).to.equal("succeeded")
  })
})
