// What becomes of a dispute at Adyen, which tells each by itself. Nobody need say what Adyen has said for sure.
import { expect } from "chai"
import type { Json } from "../../support/app/client.ts"
import { balanceIn, eventsOf, retrieve } from "../../support/merchants/rails.ts"
import { actsOf } from "./acts.ts"
import { withAdyen } from "./at-adyen.ts"

describe("A dispute at Adyen", () => {
  const on = withAdyen()
  const { control, pay, saleOf } = actsOf(on)
  let later = 0
  beforeEach(() => {
    later = 0
  })

  const disputes = async (): Promise<Json[]> => {
    const list = ["disputes", "list", "--mode", "test", "--account", on.merchant.account, "--json"]
    return (await on.vintem.cli(...list)).json.toReversed()
  }
  const stand = async () => (await disputes()).map(({ amount, status }) => `${amount} ${status}`)
  const balance = async () => (await balanceIn(on.merchant))!.available
  const follow = async () => {
    await on.told()
    later += 130
    await on.poll(later)
  }
  type Event = Parameters<ReturnType<typeof control>["dispute"]>[0]
  const tell = async (code: Event["code"], details: Partial<Event> = {}) => {
    const dispute = await control().dispute({ payment: (await saleOf()).reference, code, ...details })
    await follow()
    return dispute.pspReference
  }

  for (const amount of [4990, 2000])
    it(`of ${amount} is won once the money has come back, and lost for good once it was taken again`, async () => {
      const { id } = await pay()
      await tell("REQUEST_FOR_INFORMATION", { amount })
      await tell("NOTIFICATION_OF_CHARGEBACK", { amount })
      expect([await stand(), await balance()]).to.deep.equal([[], 4990])
      await tell("CHARGEBACK", { amount })
      expect([await stand(), await balance()]).to.deep.equal([[`${amount} lost`], 4990 - amount])
      await tell("CHARGEBACK_REVERSED", { amount })
      expect([await stand(), await balance()]).to.deep.equal([[`${amount} won`], 4990])
      expect(await retrieve(on.merchant, id)).to.include({ amount_refunded: 0 })
      await tell("PREARBITRATION_WON", { amount })
      expect([await stand(), await balance()]).to.deep.equal([[`${amount} won`], 4990])
      await tell("PREARBITRATION_LOST", { amount: 1500 })
      expect([await stand(), await balance()]).to.deep.equal([["1500 lost"], 3490])
      expect((await eventsOf(on.merchant, id)).filter((type) => type === "charge.dispute.created")).to.have.lengthOf(1)
      expect(await on.attention()).to.deep.equal([])
    })

  it("whose money had come back before Vintém heard of it takes nothing, and nobody need act", async () => {
    await pay()
    await control().hold()
    for (const code of ["CHARGEBACK", "CHARGEBACK_REVERSED"] as const)
      await control().dispute({ payment: (await saleOf()).reference, code })
    await control().release({ order: "reversed", times: 2 })
    await follow()
    later += 86_400 * 2
    await follow()
    expect([await stand(), await balance(), await on.attention()]).to.deep.equal([[], 4990, []])
  })

  it("is told apart from another one of the same amount", async () => {
    await pay()
    await tell("CHARGEBACK", { amount: 1000 })
    const second = await tell("CHARGEBACK", { amount: 1000, isNew: true, hasOriginal: false })
    await tell("CHARGEBACK_REVERSED", { dispute: second, amount: 1000, hasOriginal: false })
    expect([await stand(), await balance()]).to.deep.equal([["1000 lost", "1000 won"], 3990])
  })

  it("that a person has recorded is Adyen's, and what a person has said of its end stays", async () => {
    const { id } = await pay()
    const opened = await on.vintem.cli("disputes", "open", id, "--amount", "2000")
    expect(opened.status, opened.stderr).to.equal(0)
    const first = await tell("CHARGEBACK", { amount: 2000 })
    expect([await stand(), await balance()]).to.deep.equal([["2000 lost"], 2990])
    const [{ id: dispute }] = (await disputes()) as [Json]
    const closed = await on.vintem.cli("disputes", "close", dispute, "--won")
    expect(closed.status, closed.stderr).to.equal(0)
    expect(await balance()).to.equal(4990)
    const second = await tell("CHARGEBACK", { amount: 500, isNew: true })
    expect([await stand(), await balance()]).to.deep.equal([["2000 won", "500 lost"], 4490])
    await tell("CHARGEBACK_REVERSED", { amount: 2000, dispute: first })
    await tell("CHARGEBACK_REVERSED", { amount: 500, dispute: second })
    expect([await stand(), await balance()]).to.deep.equal([["2000 won", "500 won"], 4990])
    await tell("SECOND_CHARGEBACK", { amount: 2000, dispute: first })
    expect([await stand(), await balance()]).to.deep.equal([["2000 lost", "500 won"], 2990])
  })

  it("is won and lost by what two processes hear at once, each once", async () => {
    await pay()
    await tell("CHARGEBACK", { amount: 2000 })
    await control().hold()
    await control().dispute({ payment: (await saleOf()).reference, code: "CHARGEBACK_REVERSED", amount: 2000 })
    await control().release({ times: 3 })
    await on.told()
    later += 130
    await Promise.all([on.poll(later), on.recover(on.other)])
    await follow()
    expect([await stand(), await balance()]).to.deep.equal([["2000 won"], 4990])
  })
})
