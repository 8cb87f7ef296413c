import { expect } from "chai"
import { type Cielo, startCielo } from "./cielo.ts"
import { CARD, callerOf, cardSale } from "./samples.ts"

const NOBODY = "/1/sales/0b9a3f0e-3d55-4c3c-9d3b-0b9a3f0e3d55"
const ZEROAUTH = "/1/zeroauth"
const TOKEN = { CardNumber: CARD.CardNumber, Holder: CARD.Holder, ExpirationDate: CARD.ExpirationDate, Brand: "Visa" }

type Sent = [method: string, path: string, body?: unknown, headers?: Record<string, string>]
const REFUSED: [status: number, message: string, ...Sent][] = [
  [401, "the header MerchantId must be a GUID", "GET", NOBODY, undefined, { MerchantId: "" }],
  [401, "the header MerchantKey must have 40 characters", "GET", NOBODY, undefined, { MerchantKey: "" }],
  [400, "the header MerchantId must be a GUID", "GET", NOBODY, undefined, { MerchantId: "1" }],
  [400, "the header MerchantKey must have 40 characters", "GET", NOBODY, undefined, { MerchantKey: "A".repeat(39) }],
  [400, "the header RequestId must be a GUID", "GET", NOBODY, undefined, { RequestId: "1" }],
  [400, "the header Content-Type must be application/json", "POST", "/1/sales", cardSale(), { "Content-Type": "text/plain" }],
  [400, "the body must be JSON", "POST", "/1/sales", "{"],
  [400, "the body must be empty", "PUT", `${NOBODY}/void`, {}],
  [400, "the query parameter Amount is not one that the document has", "PUT", `${NOBODY}/void?Amount=1`],
  [400, "the query parameter merchantorderid is not one that the document has", "GET", "/1/sales?merchantorderid=a"],
  [400, "merchantOrderId must be 1 to 25 letters and digits", "GET", "/1/sales?merchantOrderId=a-b"],
  [404, "the bank has no such path", "GET", "/2/sales/1"],
  [404, "the bank has no such path", "GET", "/1/sales/1"],
  [404, "the bank has no such path", "POST", `${NOBODY}/void`],
  [404, "DELETE is not for this host (both)", "DELETE", NOBODY],
  [400, "CardNumber must have the right check digit", "POST", ZEROAUTH, { ...CARD, CardNumber: "4111111111111112" }],
  [400, "Amount is not a member that the document has", "POST", ZEROAUTH, { ...CARD, Amount: 1 }],
  [400, "CustomerName is required", "POST", "/1/card/", TOKEN],
  [400, "SecurityCode is not a member that the document has", "POST", "/1/card/", { ...CARD, CustomerName: "Ana" }],
]

describe("The simulator of Cielo reads a request", () => {
  let cielo: Cielo
  let caller: ReturnType<typeof callerOf>
  before(async () => {
    cielo = await startCielo()
    caller = callerOf(cielo)
  })
  after(() => cielo.close())
  beforeEach(() => cielo.control.reset())

  for (const [status, message, ...sent] of REFUSED) {
    it(`refuses, and remembers: ${sent[0]} ${sent[1]}: ${message}`, async () => {
      const answer = await caller.call(...sent)
      expect(answer).to.deep.equal({ status, body: [{ Code: 126, Message: message }] })
      expect((await cielo.control.violations()).map(({ messages }) => messages)).to.deep.equal([[message]])
    })
  }

  it("refuses credentials that are well formed and wrong, without calling it a violation", async () => {
    const answer = await caller.call("GET", NOBODY, undefined, { MerchantKey: "A".repeat(40) })
    expect([answer.status, await cielo.control.violations()]).to.deep.equal([401, []])
  })

  it("shows a merchant only its own sales", async () => {
    const other = callerOf({ ...cielo, merchant: await cielo.control.newMerchant() })
    const sale = cardSale()
    const { body } = await caller.sell(sale)
    const statuses = [
      await caller.query(body.Payment.PaymentId),
      await other.query(body.Payment.PaymentId),
      await other.void(body.Payment.PaymentId),
      await other.ofOrder(sale.MerchantOrderId),
    ].map(({ status }) => status)
    expect(statuses).to.deep.equal([200, 404, 404, 404])
  })

  it("takes sales at one host and queries at the other, where there are two", async () => {
    const split = await startCielo({ split: true })
    try {
      const { body } = await callerOf(split).sell(cardSale())
      const path = `/1/sales/${body.Payment.PaymentId}`
      const swapped = callerOf({ ...split, url: split.queryUrl, queryUrl: split.url })
      expect((await callerOf(split).call("GET", path)).status).to.equal(200)
      expect((await swapped.call("GET", path)).status).to.equal(404)
      expect((await swapped.sell(cardSale())).status).to.equal(404)
      const violations = await split.control.violations()
      const messages = ["GET is not for this host (api)", "POST is not for this host (query)"]
      expect(violations.flatMap((violation) => violation.messages)).to.deep.equal(messages)
    } finally {
      await split.close()
    }
  })
})
