// The texts are the same on both databases, so SQLite is enough.
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { readHtml } from "../support/bytes/html.ts"
import { readPdf } from "../support/bytes/pdf.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"

const DESCRIPTOR = "PADARIA DO ZE"
const DESCRIPTION = "margin 40 %, regular"

describe("What the payer reads about a purchase", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const pay = (method: string, details: object = {}) =>
    payWith(vintem, method, { description: DESCRIPTION, statement_descriptor: DESCRIPTOR, ...details })
  const pageOf = async ({ next_action: { qr_code_url, pdf_url, url } }: Json) =>
    readHtml(await (await fetch(url ?? (qr_code_url ?? pdf_url).replace(/\/[^/]*$/, ""))).text()).text

  const methods = { "a PIX": "pix", "a boleto": "boleto", "a 3DS challenge": CARDS.threeDs }
  for (const [name, method] of Object.entries(methods)) {
    it(`on the page of ${name} is the statement_descriptor, never the description`, async () => {
      const page = await pageOf(await pay(method))
      expect(page).to.contain(DESCRIPTOR).and.not.to.contain(DESCRIPTION)
      expect(await pageOf(await pay(method, { statement_descriptor: null }))).not.to.contain(DESCRIPTION)
    })
  }

  it("on the PDF of a boleto is the statement_descriptor, never the description", async () => {
    const pdf = async ({ next_action }: Json) =>
      readPdf(Buffer.from(await (await fetch(next_action.pdf_url)).arrayBuffer()))
        .words.map(({ text }) => text)
        .join("\n")
    expect(await pdf(await pay("boleto")))
      .to.contain(DESCRIPTOR)
      .and.not.to.contain(DESCRIPTION)
    expect(await pdf(await pay("boleto", { statement_descriptor: null }))).not.to.contain(DESCRIPTION)
  })

  it("in a PIX code is not the description", async () => {
    expect((await pay("pix")).next_action.qr_code_data).not.to.contain(DESCRIPTION.slice(0, 6))
  })
})
