import { expect } from "chai"
import { type CieloWithMpi, startCieloWithMpi } from "./mpi/mpi.ts"
import { type Attempt, authenticate, newOrder } from "./mpi/samples.ts"
import { cardFor } from "./outcomes.ts"
import { callerOf, debitSale } from "./samples.ts"
import { DEFAULTS } from "./types.ts"

const DAY_MS = 24 * 3600 * 1000
type Members = Record<string, unknown>

describe("The simulator of Cielo takes debit cards", () => {
  let cielo: CieloWithMpi
  let caller: ReturnType<typeof callerOf>
  beforeEach(async () => {
    cielo = await startCieloWithMpi()
    caller = callerOf(cielo)
  })
  afterEach(() => cielo.close())

  const sell = async (members: Members = {}, name = "approved", brand: "Visa" | "Master" | "Elo" = "Visa") => {
    const attempt: Attempt = { order: newOrder(), amount: 1000, number: cardFor(brand, name), method: "debit" }
    const card = { CardNumber: attempt.number, Brand: brand }
    const authenticated = await authenticate(cielo, attempt)
    const sale = debitSale({ Amount: 1000, card, ...authenticated, ...members })
    return caller.sell({ ...sale, MerchantOrderId: attempt.order })
  }
  const paid = async () => (await sell()).body.Payment.PaymentId as string
  const broken = async () => (await cielo.control.violations()).flatMap(({ messages }) => messages)

  it("and captures at once", async () => {
    for (const brand of ["Visa", "Master", "Elo"] as const) {
      const { status, body } = await sell({ Installments: 1 }, "approved", brand)
      expect([status, body.Payment.Status, body.Payment.CapturedAmount]).to.deep.equal([201, 2, 1000])
      expect(body.Payment.DebitCard).to.include({ Brand: brand }).and.not.have.property("SecurityCode")
      expect(body.Payment.DebitCard.CardNumber).to.contain("******")
      expect(body.Payment).not.to.have.property("CreditCard")
    }
    expect((await sell({}, "51")).body.Payment).to.include({ Status: 3, ReturnCode: "51" })
    expect((await cielo.control.ledger()).map(({ type }) => type)).to.deep.equal(Array(4).fill("DebitCard"))
    expect(await broken()).to.deep.equal([])
  })

  const AMEX = { CardNumber: cardFor("Amex"), Brand: "Amex", SecurityCode: "1234" }
  const WRONG: [rule: string, Members][] = [
    ["Payment.Authenticate must be true in a debit sale", { Authenticate: false, ExternalAuthentication: undefined }],
    ["Payment.Capture is not a member that the document has", { Capture: true }],
    ["Payment.Interest is not a member that the document has", { Interest: "ByMerchant" }],
    ["Payment.Installments must be 1", { Installments: 2 }],
    ["Payment.Amount must be an integer from 1 to 999999999999", { Amount: 0 }],
    ["Payment.DebitCard.Brand must be Visa or Master or Elo", { card: AMEX }],
    ["Payment.DebitCard.SaveCard is not a member that the document has", { card: { SaveCard: true } }],
    [
      "Payment.InitiatedTransactionIndicator is for Master",
      { InitiatedTransactionIndicator: { Category: "M2", Subcategory: "Subscription" } },
    ],
  ]
  for (const [rule, members] of WRONG)
    it(`refuses, and remembers: ${rule}`, async () => {
      const { status, body } = await sell(members)
      expect([status, body]).to.deep.equal([400, [{ Code: 126, Message: rule }]])
      expect(await broken()).to.deep.equal([rule])
    })

  it("refuses a session for credit", async () => {
    const attempt: Attempt = { order: newOrder(), amount: 1000, number: cardFor("Visa") }
    const sale = debitSale({ Amount: 1000, ...(await authenticate(cielo, attempt)) })
    const { body } = await caller.sell({ ...sale, MerchantOrderId: attempt.order })
    expect(body[0].Message).to.equal("Payment.ExternalAuthentication is of a session with another paymentMethod")
  })

  it("without an authentication where the issuer permits it", async () => {
    await cielo.control.setOptions({ debitWithoutPassword: true })
    const sale = debitSale({ Authenticate: false })
    expect((await caller.sell(sale)).body.Payment).to.include({ Status: 2 })
  })

  it("without a later capture", async () => {
    expect((await caller.capture(await paid())).status).to.equal(400)
    expect(await broken()).to.deep.equal(["only the sale of a credit card is captured"])
  })

  it("and voids from the day after the capture on, for 360 days", async () => {
    const [id, late] = [await paid(), await paid()]
    expect((await caller.void(id)).body).to.include({ Status: 2, ReturnCode: "56" })
    expect(await broken()).to.deep.equal(["a debit sale is voided from the day after its capture on"])
    await cielo.control.advance(DAY_MS)
    expect((await caller.void(id)).body).to.include({ Status: 11, ReturnCode: "0" })
    await cielo.control.advance(360 * DAY_MS)
    expect((await caller.void(late)).body).to.include({ Status: 2, ReturnCode: "55" })
  })

  it("and voids in part once, and not within 5 seconds", async () => {
    const id = await paid()
    await cielo.control.advance(DAY_MS)
    expect((await caller.void(id, 400)).body).to.include({ Status: 2, ReturnCode: "9" })
    expect((await caller.void(id, 100)).body).to.include({ ReturnCode: "99" })
    await cielo.control.advance(DEFAULTS.voidGapMs)
    for (const rest of [100, 600, undefined]) {
      expect((await caller.void(id, rest)).body).to.include({ Status: 2, ReturnCode: "98" })
      await cielo.control.advance(DEFAULTS.voidGapMs)
    }
    expect((await cielo.control.ledger())[0]).to.include({ voided: 400, remaining: 600 })
    expect((await broken()).filter((rule) => rule === "a debit sale is voided in part once")).to.have.length(3)
  })

  it("does not blame the caller for what a person has sent back in the portal", async () => {
    const id = await paid()
    await cielo.control.refundInPortal({ payment: id, amount: 400 })
    await cielo.control.advance(DAY_MS)
    expect((await caller.void(id, 100)).body).to.include({ ReturnCode: "98" })
    expect(await broken()).to.deep.equal([])
  })
})
