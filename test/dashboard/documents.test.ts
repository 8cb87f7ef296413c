import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"

describe("A payer's CPF or CNPJ in the dashboard", () => {
  let vintem: Running
  let merchant: Merchant
  let operator: Visitor
  let viewer: Visitor
  before(async () => {
    vintem = await startVintem()
    operator = await signIn(vintem, "operator@example.com", "operator")
    viewer = await signIn(vintem, "viewer@example.com", "viewer")
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  /** An event has its place in the list a moment after it was made. */
  const eventOf = (customer: string) =>
    until(async () => {
      const path = "/v1/events?type=customer.created&limit=1"
      const [newest] = expectStatus(await merchant.request("GET", path), 200).data
      return newest?.data.object.id === customer && newest.id
    })

  for (const { type, number, whole, part } of [
    { type: "cpf", number: "11144477735", whole: "111.444.777-35", part: "***.444.777-**" },
    { type: "cnpj", number: "11222333000181", whole: "11.222.333/0001-81", part: "**.222.333/****-**" },
  ])
    it(`is shown to a viewer in part: ${type}`, async () => {
      const { id } = await newCustomer(merchant, { document: { type, number } })
      const payment = await newIntent(merchant, { customer: id })
      const event = await eventOf(id)
      for (const path of ["customers", `customers/${id}`, `payments/${payment.id}`, `webhooks/events/${event}`]) {
        const page = async (visitor: Visitor) => (await visitor.get(`/${merchant.account}/test/${path}`)).html
        const [all, some] = [await page(operator), await page(viewer)]
        expect(all.includes(whole) || all.includes(number), path).to.equal(true)
        expect(some, path).to.include(part).and.not.include(whole).and.not.include(number)
      }
    })
})
