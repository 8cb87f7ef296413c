import { expect } from "chai"
import { type Cielo, startCielo } from "../../cielo/cielo.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import { cardOf, cardSale, openCielo } from "./open.ts"

const never = new AbortController().signal

describe("Cielo captures later", () => {
  let cielo: Cielo
  let acquirer: ReturnType<typeof openCielo>["acquirer"]
  before(async () => {
    cielo = await startCielo({ voidGapMs: 0 })
    acquirer = openCielo(cielo).acquirer
  })
  afterEach(async () => {
    await cielo.control.setFaults()
    expect(await cielo.control.violations()).to.deep.equal([])
  })
  after(() => cielo.close())

  const authorize = async (card = cardFor("Visa")) => {
    const sale = cardSale(cardOf(card), { capture_later: true })
    const outcome = await acquirer.authorize(sale, never)
    return { ...sale, outcome, charge: (outcome as { charge: string }).charge }
  }
  const capture = (charge: string, amount = 4990) => acquirer.capture!({ account: "acct_1", charge, amount }, never)
  const release = (charge: string) => acquirer.release!({ account: "acct_1", charge }, never)
  const entryOf = async (charge: string) => (await cielo.control.sales({ payments: [charge] }))[0]!

  it("asks for the amount without the capture", async () => {
    const { outcome, charge } = await authorize()
    expect(outcome).to.include({ result: "authorized", charge, amount: 4990, currency: "brl" })
    expect(await entryOf(charge)).to.include({ status: 1, captured: 0 })
  })

  it("gives the codes of a card that is declined at the capture", async () => {
    const { charge } = await authorize(cardFor("Visa", "authorized, then 51"))
    expect(await capture(charge)).to.include({ result: "refused", code: "insufficient_funds" })
    expect(await entryOf(charge)).to.include({ status: 1, captured: 0 })
  })

  it("a capture whose answer is lost is unknown, and a look-up shows it", async () => {
    for (const fault of ["cut_after", "error_after:500", "truncated"]) {
      const { charge, reference } = await authorize()
      await cielo.control.setFaults({ operation: "capture", fault, times: 1 })
      const outcome = await capture(charge, 990).catch(() => ({ result: "unknown" }))
      expect(outcome.result, fault).to.equal("unknown")
      expect(await acquirer.lookUp("acct_1", reference, never)).to.include({ result: "approved", captured: 990 })
    }
  })

  it("a capture that Cielo reports and does not show yet is unknown", async () => {
    const { charge } = await authorize()
    await cielo.control.setFaults({ operation: "query", fault: "error_before:500", times: 1 })
    expect((await capture(charge).catch(() => ({ result: "unknown" }))).result).to.equal("unknown")
    expect(await capture(charge)).to.include({ result: "approved", captured: 4990 })
  })

  it("a capture in the portal is found, with its amount", async () => {
    const { charge } = await authorize()
    await cielo.control.captureInPortal({ payment: charge, amount: 1990 })
    expect(await capture(charge)).to.include({ result: "approved", captured: 1990 })
  })

  it("what was not captured in time is refused, as something that the acquirer could not process", async () => {
    const { charge } = await authorize()
    await cielo.control.setFaults({ operation: "capture", fault: "capture_code:99", times: 1 })
    expect(await capture(charge)).to.include({ result: "refused", code: "processing_error" })
  })

  it("two authorizations of one order: one is kept, and the other is named", async () => {
    const first = await authorize()
    const again = await acquirer.authorize({ ...first, capture_later: true }, never)
    expect(again).to.include({ result: "authorized" })
    expect(
      [again, await acquirer.lookUp("acct_1", first.reference, never)].map(
        (each) => (each as { also_held: string[] }).also_held.length,
      ),
    ).to.deep.equal([1, 1])
  })

  it("releases until nothing is held", async () => {
    const { charge } = await authorize()
    await cielo.control.setFaults({ operation: "void", fault: "void_code:98", times: 1 })
    expect(await release(charge)).to.deep.equal({ result: "unavailable" })
    expect((await acquirer.holds({ account: "acct_1", charge }, never))?.authorized).to.equal(4990)
    expect(await release(charge)).to.deep.equal({ result: "voided" })
    expect((await acquirer.holds({ account: "acct_1", charge }, never))?.authorized).to.equal(undefined)
  })
})
