import { expect } from "chai"
import { type Cielo, startCielo } from "./cielo.ts"
import { callerOf, cardSale } from "./samples.ts"
import { DEFAULTS } from "./types.ts"

const DAY_MS = 24 * 3600 * 1000
const CODES = ["41", "51", "55", "56", "72", "98", "99", "475"]

describe("The simulator of Cielo voids a card's sale", () => {
  let cielo: Cielo
  let caller: ReturnType<typeof callerOf>
  beforeEach(async () => {
    cielo = await startCielo()
    caller = callerOf(cielo)
  })
  afterEach(() => cielo.close())
  const sell = async () => (await caller.sell(cardSale({ Amount: 1000 }))).body.Payment.PaymentId as string
  const wait = () => cielo.control.advance(DEFAULTS.voidGapMs)
  const entry = async () => (await cielo.control.ledger())[0]

  it("wholly, on the day of the sale as voided, and later as refunded", async () => {
    for (const [days, status] of [
      [0, 10],
      [2, 11],
    ] as const) {
      const id = await sell()
      await cielo.control.advance(days * DAY_MS)
      expect(await caller.void(id)).to.deep.include({ status: 200 })
      expect((await caller.query(id)).body.Payment).to.include({ Status: status, CapturedAmount: 1000, VoidedAmount: 1000 })
    }
  })

  it("in parts, which leave it paid until nothing remains", async () => {
    const id = await sell()
    const first = await caller.void(id, 400)
    expect(first.body).to.include({ Status: 2, ReasonCode: 0, ReturnCode: "9" })
    expect((await caller.query(id)).body.Payment).to.include({ Status: 2, VoidedAmount: 400 })
    await cielo.control.setOptions({ older: true })
    expect((await caller.query(id)).body.Payment).not.to.have.property("VoidedAmount")
    await wait()
    expect((await caller.void(id, 601)).body).to.include({ Status: 2, ReturnCode: "51" })
    await wait()
    expect((await caller.void(id, 600)).body).to.include({ Status: 10, ReturnCode: "0" })
    expect(await entry()).to.include({ voided: 1000, remaining: 0 })
  })

  it("once: a second time it answers 41", async () => {
    const id = await sell()
    await caller.void(id)
    await wait()
    expect((await caller.void(id)).body).to.include({ Status: 10, ReturnCode: "41" })
    expect(await entry()).to.include({ voided: 1000 })
  })

  it("not within 5 seconds of the last void of the same sale, and remembers that somebody tried", async () => {
    const [id, other] = [await sell(), await sell()]
    await caller.void(id, 100)
    expect((await caller.void(other, 100)).body).to.include({ ReturnCode: "9" })
    expect((await caller.void(id, 100)).body).to.include({ Status: 2, ReturnCode: "99" })
    const [violation] = await cielo.control.violations()
    expect(violation?.messages[0]).to.match(/^two voids of a sale must be 5 s apart, not /)
    expect(await entry()).to.include({ voided: 100 })
  })

  it("for 360 days", async () => {
    const id = await sell()
    await cielo.control.advance(361 * DAY_MS)
    expect((await caller.void(id)).body).to.include({ Status: 2, ReturnCode: "55" })
  })

  it("not where it was told to answer with a code", async () => {
    const id = await sell()
    for (const code of CODES) {
      await cielo.control.setFaults({ operation: "void", payment: id, fault: `void_code:${code}` })
      expect((await caller.void(id)).body).to.include({ Status: 2, ReturnCode: code, ReasonCode: Number(code) })
      await wait()
    }
    await cielo.control.setOptions({ voidFailures: "400" })
    expect(await caller.void(id)).to.deep.include({ status: 400 })
    expect(await entry()).to.include({ voided: 0 })
  })

  it("and shows it only later where it was told to", async () => {
    const id = await sell()
    await cielo.control.setFaults({ operation: "void", fault: "unseen:60000", times: 1 })
    expect((await caller.void(id, 400)).body).to.include({ Status: 2, ReturnCode: "9" })
    expect((await caller.query(id)).body.Payment).not.to.have.property("VoidedAmount")
    expect(await entry()).to.include({ voided: 0, remaining: 600 })
    await cielo.control.advance(60_000)
    expect((await caller.query(id)).body.Payment).to.include({ VoidedAmount: 400 })
  })

  it("as another status where it was told to", async () => {
    const id = await sell()
    await cielo.control.setFaults({ fault: "voided_as:15" })
    expect((await caller.void(id)).body).to.include({ Status: 15 })
    expect((await caller.query(id)).body.Payment).to.include({ Status: 15 })
  })

  it("never where it was refused, or what the card network took back", async () => {
    const denied = (await caller.sell(cardSale({ card: { CardNumber: "4242424242424242" } }))).body.Payment.PaymentId
    expect((await caller.void(denied)).body).to.include({ Status: 3, ReturnCode: "41" })
    const id = await sell()
    await cielo.control.chargeback({ payment: id, amount: 300 })
    expect((await caller.void(id, 701)).body).to.include({ Status: 2, ReturnCode: "51" })
  })

  it("beside what is sent back in Cielo's portal, which has its own hand on the same money", async () => {
    const id = await sell()
    expect(await cielo.control.refundInPortal({ payment: id, amount: 400 })).to.include({ status: 2, remaining: 600 })
    expect((await caller.void(id, 601)).body).to.include({ Status: 2, ReturnCode: "51" })
    await wait()
    expect((await caller.void(id, 100)).body).to.include({ Status: 2, ReturnCode: "9" })
    expect(await cielo.control.refundInPortal({ payment: id })).to.include({ status: 10, voided: 1000 })
    expect((await entry())?.refunds.map(({ amount, by }) => [amount, by])).to.deep.equal([
      [400, "portal"],
      [100, "call"],
      [500, "portal"],
    ])
  })

  it("and the card network may take the same money once more, in several chargebacks", async () => {
    const id = await sell()
    await caller.void(id)
    for (const amount of [300, 700]) await cielo.control.chargeback({ payment: id, amount })
    const { Status, Chargebacks } = (await caller.query(id)).body.Payment
    expect([Status, Chargebacks.map(({ Amount }: { Amount: number }) => Amount)]).to.deep.equal([10, [300, 700]])
    expect(await entry()).to.include({ voided: 1000, charged_back: 1000, remaining: -1000 })
    const more = await cielo.control.chargeback({ payment: id, amount: 1 }).catch(String)
    expect(more).to.contain("has 0 cents that a card network can take back, not 1")
  })

  it("refuses an amount that is not cents", async () => {
    const id = await sell()
    for (const amount of ["0", "-1", "1.5", "01", ""]) {
      const answer = await caller.call("PUT", `/1/sales/${id}/void?amount=${amount}`)
      expect([amount, answer.status]).to.deep.equal([amount, 400])
    }
    expect(await cielo.control.violations()).to.have.length(5)
  })
})
