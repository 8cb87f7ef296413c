import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { readHtml } from "../support/bytes/html.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { openForm, submit } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"

const NAME = "Wilhelmina Quixote"

describe("An owner erases who a customer is", () => {
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  let operator: Visitor
  before(async () => {
    vintem = await startVintem()
    owner = await signIn(vintem, "owner@example.com", "owner")
    operator = await signIn(vintem, "operator@example.com", "operator")
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const at = (path: string) => `/${merchant.account}/test/customers${path}`
  const retrieve = async (id: string) => expectStatus(await merchant.request("GET", `/v1/customers/${id}`), 200)

  it("on a page that says what goes and what stays. Then events no longer say it, and the audit log says who did it", async () => {
    const { id } = await newCustomer(merchant, { name: NAME })
    const paid = await payOne(merchant, CARDS.approved, { customer: id })
    expect((await owner.get(at(`/${id}`))).html).to.include(`/customers/${id}/erase"`)
    const text = readHtml((await openForm(owner, at(`/${id}/erase`))).page.html).text
    for (const said of ["Erase who Wilhelmina Quixote is?", "What is erased", "What stays", "This cannot be undone"])
      expect(text).to.include(said)
    const done = await submit(owner, at(`/${id}/erase`))
    expect(done.location).to.equal(at(`/${id}`))
    expect(await retrieve(id)).to.include({ email: "erased@invalid", name: null })
    await until(async () => {
      const { body } = await merchant.request("GET", "/v1/events?limit=100")
      return !JSON.stringify(body).includes(NAME) || undefined
    })
    expect((await merchant.request("GET", `/v1/payment_intents/${paid.id}`)).body).to.deep.equal(paid)
    const audited = await command<{ action: string; target: string; actor: unknown }[]>(vintem, [
      ...["audit", "list", "--account", merchant.account],
    ])
    expect(audited.filter(({ action, target }) => action === "customer.erase" && target === id)).to.have.length(1)
    const page = await owner.get(at(`/${id}`))
    expect([page.status, page.html.includes(`/customers/${id}/erase"`)]).to.deep.equal([200, false])
  })

  it("not while something is open, and the page links to it", async () => {
    const pix = await payWith(merchant, "pix")
    const { html } = await owner.get(at(`/${pix.customer}/erase`))
    expect(readHtml(html).text).to.include("This payment is open. Cancel it, or wait until it has ended.")
    expect(html).to.include(`/payments/${pix.id}"`).and.not.include("Erase for good")
  })

  it("and nobody else does", async () => {
    const { id } = await newCustomer(merchant, { name: NAME })
    expect((await operator.get(at(`/${id}`))).html)
      .to.include("/edit")
      .and.not.include(`/customers/${id}/erase"`)
    expect((await operator.get(at(`/${id}/erase`))).status).to.equal(403)
    expect((await operator.post(at(`/${id}/erase`))).status).to.equal(403)
    expect(await retrieve(id)).to.include({ name: NAME })
  })
})
