import { expect } from "chai"
import { type Cielo, startCielo } from "./cielo.ts"
import { cardFor } from "./outcomes.ts"
import { boletoSale, callerOf, cardSale, pixSale, recurrentSale } from "./samples.ts"

const MASTER = { Brand: "Master", CardNumber: cardFor("Master") }
const C1 = { Category: "C1", Subcategory: "CredentialsOnFile" }
const M1 = { Category: "M1", Subcategory: "Subscription" }
const FIRST = { Usage: "First" }
const UNSCHEDULED = { Usage: "Used", Reason: "Unscheduled" }

const ALLOWED: [title: string, body: unknown][] = [
  ["a card with its number", cardSale()],
  ["a card that is saved", cardSale({ card: { CardOnFile: FIRST, SaveCard: true } })],
  ["a saved card while the payer is present", cardSale({ card: { CardOnFile: UNSCHEDULED, SecurityCode: undefined } })],
  ["a saved card while the payer is absent", recurrentSale()],
  ["a saved Master card", cardSale({ card: { ...MASTER, CardOnFile: UNSCHEDULED }, InitiatedTransactionIndicator: C1 })],
  ["a Master card while the payer is absent", recurrentSale({ card: MASTER, InitiatedTransactionIndicator: M1 })],
  ["an Amex card", cardSale({ card: { Brand: "Amex", CardNumber: cardFor("Amex"), SecurityCode: "1234" } })],
  [
    "a Hipercard while the payer is absent, which has no rules of cards on file",
    recurrentSale({ card: { Brand: "Hipercard", CardNumber: cardFor("Hipercard"), CardOnFile: undefined } }),
  ],
  ["a payer without a document", cardSale({ customer: { Identity: undefined, IdentityType: undefined } })],
  ["a company", pixSale({ customer: { Identity: "11222333000181", IdentityType: "CNPJ" } })],
  ["a company with letters in its document", pixSale({ customer: { Identity: "12ABC34501DE35", IdentityType: "CNPJ" } })],
  ["a PIX with an order's id of 25", { ...pixSale(), MerchantOrderId: "a".repeat(25) }],
  ["a boleto of Bradesco", boletoSale()],
  ["a boleto of Banco do Brasil", boletoSale({ Provider: "BancoDoBrasil3", BoletoNumber: "123" })],
]

const CARD = "Payment.CreditCard."
const REFUSED: [message: string, body: unknown][] = [
  ["MerchantOrderId must be 1 to 20 letters and digits", { ...cardSale(), MerchantOrderId: "order-1" }],
  ["MerchantOrderId must be 1 to 20 letters and digits", { ...cardSale(), MerchantOrderId: "a".repeat(21) }],
  ["MerchantOrderId must be 1 to 25 letters and digits", { ...pixSale(), MerchantOrderId: "a".repeat(26) }],
  ["MerchantOrderId is required", { ...cardSale(), MerchantOrderId: undefined }],
  ["Extra is not a member that the document has", { ...cardSale(), Extra: 1 }],
  ["Customer.Name must be 1 to 255 characters", cardSale({ customer: { Name: " " } })],
  ["Customer.Name must be 1 to 255 characters", cardSale({ customer: { Name: "a".repeat(256) } })],
  ["Customer.Email must be an e-mail address of at most 255 characters", cardSale({ customer: { Email: "ana" } })],
  [
    "Customer.Identity must be a CPF of 11 digits or a CNPJ of 14 digits and capital letters",
    cardSale({ customer: { Identity: "123.456.789-09" } }),
  ],
  ["Customer.Identity must have 14 characters, as IdentityType is CNPJ", cardSale({ customer: { IdentityType: "CNPJ" } })],
  ["Customer.Identity and Customer.IdentityType must come together", cardSale({ customer: { Identity: undefined } })],
  ["Customer.IdentityType must be CPF or CNPJ", cardSale({ customer: { IdentityType: "cpf" } })],
  ["Customer.Address is not a member that the document has", cardSale({ customer: { Address: {} } })],
  ["Payment.Type must be CreditCard, DebitCard, Pix or Boleto", cardSale({ Type: "toString" })],
  ["Payment.Amount must be an integer from 1 to 999999999999", cardSale({ Amount: 0 })],
  ["Payment.Amount must be an integer from 1 to 999999999999", cardSale({ Amount: "15700" })],
  ["Payment.Amount must be an integer from 1 to 999999999999", cardSale({ Amount: 1.5 })],
  ["Payment.Amount is required", cardSale({ Amount: undefined })],
  ["Payment.Currency must be BRL", cardSale({ Currency: "brl" })],
  ["Payment.Country must be BRA", cardSale({ Country: "BR" })],
  ["Payment.Installments must be an integer from 1 to 12", cardSale({ Installments: 13 })],
  ["Payment.Interest must be ByMerchant or ByIssuer", cardSale({ Interest: "" })],
  ["Payment.Capture must be true or false", cardSale({ Capture: "true" })],
  ["Payment.Authenticate must be true or false", cardSale({ Authenticate: "true" })],
  ["Payment.SoftDescriptor must be 1 to 13 letters and digits", cardSale({ SoftDescriptor: "LOJA DA ANA" })],
  ["Payment.SoftDescriptor must be 1 to 13 letters and digits", cardSale({ SoftDescriptor: "A".repeat(14) })],
  ["Payment.SoftDescriptor must be 1 to 13 letters and digits", cardSale({ SoftDescriptor: "" })],
  ["Payment.Provider is not a member that the document has", cardSale({ Provider: "Cielo30" })],
  [`${CARD}CardNumber must have the right check digit`, cardSale({ card: { CardNumber: "4111111111111112" } })],
  [`${CARD}CardNumber must be 13 to 19 digits`, cardSale({ card: { CardNumber: "4111 1111 1111 1111" } })],
  [`${CARD}Holder must be 1 to 25 characters of ASCII`, cardSale({ card: { Holder: "JOÃO" } })],
  [`${CARD}Holder must be 1 to 25 characters of ASCII`, cardSale({ card: { Holder: "A".repeat(26) } })],
  [`${CARD}ExpirationDate must be a month as MM/YYYY`, cardSale({ card: { ExpirationDate: "1/2030" } })],
  [`${CARD}SecurityCode must have 3 digits`, cardSale({ card: { SecurityCode: "1234" } })],
  [`${CARD}SecurityCode must have 4 digits`, cardSale({ card: { Brand: "Amex", CardNumber: cardFor("Amex") } })],
  [`${CARD}SecurityCode is required, unless the card is on file`, cardSale({ card: { SecurityCode: undefined } })],
  [`${CARD}Brand is Master, but the number is not of Master`, cardSale({ card: { Brand: "Master" } })],
  [
    `${CARD}Brand must be Visa or Master or Amex or Elo or Aura or JCB or Diners or Discover or Hipercard`,
    cardSale({ card: { Brand: "visa" } }),
  ],
  [
    `${CARD}CardOnFile is for Visa, Master and Elo`,
    cardSale({ card: { Brand: "Hipercard", CardNumber: cardFor("Hipercard"), CardOnFile: FIRST } }),
  ],
  [
    `${CARD}CardOnFile.Reason must be left out of a first use`,
    cardSale({ card: { CardOnFile: { ...UNSCHEDULED, Usage: "First" } } }),
  ],
  [`${CARD}CardOnFile.Reason is required of a card that is used`, cardSale({ card: { CardOnFile: { Usage: "Used" } } })],
  [`${CARD}CardOnFile.Usage must be First or Used`, cardSale({ card: { CardOnFile: { Usage: "first" } } })],
  [`${CARD}CardToken must be a GUID`, cardSale({ CreditCard: { CardToken: "x", Brand: "Visa" } })],
  [`${CARD}SecurityCode must be left out of a recurrent sale`, recurrentSale({ card: { SecurityCode: "123" } })],
  ["Payment.Installments must be 1 in a recurrent sale", recurrentSale({ Installments: 2 })],
  [`${CARD}CardOnFile.Reason must be Recurring in a recurrent sale`, recurrentSale({ card: { CardOnFile: UNSCHEDULED } })],
  ["Payment.Recurrent must be true where CardOnFile.Reason is Recurring", recurrentSale({ Recurrent: false })],
  ["Payment.InitiatedTransactionIndicator is for Master", cardSale({ InitiatedTransactionIndicator: C1 })],
  [
    "Payment.InitiatedTransactionIndicator is required of a Master card that is on file",
    cardSale({ card: { ...MASTER, CardOnFile: UNSCHEDULED } }),
  ],
  [
    "Payment.InitiatedTransactionIndicator.Category must be M1 in a recurrent sale, and C1 in all others",
    recurrentSale({ card: MASTER, InitiatedTransactionIndicator: C1 }),
  ],
  ["Customer.Identity is required", pixSale({ customer: { Identity: undefined } })],
  ["Customer.IdentityType is required", pixSale({ customer: { IdentityType: undefined } })],
  ["Payment.Provider must be Cielo2", pixSale({ Provider: "Cielo30" })],
  ["Payment.QrCode.Expiration must be an integer from 1 to 86400", pixSale({ QrCode: { Expiration: 86_401 } })],
  ["Payment.SoftDescriptor is not a member that the document has", pixSale({ SoftDescriptor: "LOJA" })],
  ["Customer.Address is required", boletoSale({ customer: { Address: undefined } })],
  ["Customer.Address.ZipCode must be 8 digits", boletoSale({ address: { ZipCode: "01310-100" } })],
  ["Customer.Address.State must be the code of a state", boletoSale({ address: { State: "São Paulo" } })],
  ["Customer.Address.State must be the code of a state", boletoSale({ address: { State: "MX" } })],
  ["Customer.Address.Street is required", boletoSale({ address: { Street: undefined } })],
  ["Payment.Provider must be Bradesco2 or BancoDoBrasil3", boletoSale({ Provider: "Bradesco" })],
  ["Payment.ExpirationDate must be a date as YYYY-MM-DD", boletoSale({ ExpirationDate: "31/01/2040" })],
  ["Payment.ExpirationDate must be a date that exists", boletoSale({ ExpirationDate: "2040-02-31" })],
  ["Payment.ExpirationDate must not be in the past", boletoSale({ ExpirationDate: "2024-02-01" })],
  ["Payment.Instructions must be 1 to 255 characters", boletoSale({ Instructions: "a".repeat(256) })],
]

describe("The simulator of Cielo reads a sale", () => {
  let cielo: Cielo
  let caller: ReturnType<typeof callerOf>
  before(async () => {
    cielo = await startCielo()
    caller = callerOf(cielo)
  })
  after(() => cielo.close())
  beforeEach(() => cielo.control.reset())

  for (const [title, body] of ALLOWED) {
    it(`allows ${title}`, async () => {
      const { status, body: answer } = await caller.sell(body)
      expect([status, await cielo.control.violations()], JSON.stringify(answer)).to.deep.equal([201, []])
    })
  }

  for (const [message, cases] of Map.groupBy(REFUSED, ([rule]) => rule)) {
    it(`refuses, and remembers: ${message}`, async () => {
      for (const [, body] of cases) {
        const answer = await caller.sell(body)
        expect(answer, JSON.stringify(body)).to.deep.equal({ status: 400, body: [{ Code: 126, Message: message }] })
      }
      const violations = await cielo.control.violations()
      expect(violations.map(({ messages }) => messages)).to.deep.equal(cases.map(() => [message]))
      expect(await cielo.control.ledger()).to.deep.equal([])
    })
  }
})
