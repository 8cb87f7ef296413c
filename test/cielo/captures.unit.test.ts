import { expect } from "chai"
import { type Cielo, startCielo } from "./cielo.ts"
import { cardFor } from "./outcomes.ts"
import { callerOf, cardSale } from "./samples.ts"

const DAY_MS = 24 * 3600 * 1000

describe("The simulator of Cielo captures a card's sale", () => {
  let cielo: Cielo
  let caller: ReturnType<typeof callerOf>
  beforeEach(async () => {
    cielo = await startCielo()
    caller = callerOf(cielo)
  })
  afterEach(() => cielo.close())
  const reserve = async (number?: string) => {
    const sale = cardSale({ Amount: 1000, Capture: false, ...(number && { card: { CardNumber: number } }) })
    return (await caller.sell(sale)).body.Payment.PaymentId as string
  }
  const paymentOf = async (id: string) => (await caller.query(id)).body.Payment

  it("wholly, or in part, once", async () => {
    const [whole, part] = [await reserve(), await reserve()]
    expect((await caller.capture(whole)).body).to.include({ Status: 2, ReturnCode: "6", ReasonCode: 0 })
    expect(await paymentOf(whole)).to.include({ Status: 2, CapturedAmount: 1000 })
    expect((await caller.capture(part, 400)).body).to.include({ Status: 2, ReturnCode: "6" })
    expect(await paymentOf(part)).to.include({ Status: 2, Amount: 1000, CapturedAmount: 400 })
    expect((await caller.capture(part, 600)).body).to.include({ Status: 2, ReturnCode: "15" })
    expect(await paymentOf(part)).to.include({ CapturedAmount: 400 })
  })

  it("not more than was authorized, not too late, and not after a void, which gives Status 10", async () => {
    const [id, late] = [await reserve(), await reserve()]
    expect((await caller.capture(id, 1001)).body).to.include({ Status: 1, ReturnCode: "15" })
    expect((await caller.void(id)).body).to.include({ Status: 10, ReturnCode: "0" })
    expect((await caller.capture(id)).body).to.include({ Status: 10, ReturnCode: "15" })
    await cielo.control.advance(8 * DAY_MS)
    expect((await caller.capture(late)).body).to.include({ Status: 1, ReturnCode: "15" })
  })

  it("or declines it, with the code of the card", async () => {
    const id = await reserve(cardFor("Visa", "authorized, then 51"))
    expect((await caller.capture(id)).body).to.include({ Status: 1, ReturnCode: "51" })
    expect(await paymentOf(id)).to.include({ Status: 1 })
  })
})
