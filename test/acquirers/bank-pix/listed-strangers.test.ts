import { expect } from "chai"
import { retrieve } from "../../support/merchants/rails.ts"
import { DAY, HOUR, withListedDays } from "./listed-day.ts"

describe("The list of the merchant's bank with payments of strangers", function () {
  this.timeout(120_000)
  const on = withListedDays()

  it("is read by pages of a thousand while new ones come: of 2,350 each is counted once, and what is ours is found", async () => {
    const { id, txid, e2eid } = await on.paidPix()
    const second = on.bank.pay(txid, { again: true })
    for (let count = 0; count < 2347; count++) on.bank.payKey(on.bank.key, { amount: 100 })
    on.bank.payKey(on.bank.key, { amount: 4990, txid: "staticcode1" })
    // Another key of the same holder may have the same txids.
    on.bank.account.keys.add("loja@example.com")
    const elsewhere = on.bank.pay(txid, { key: "loja@example.com" })
    // Another installation may have the same account.
    on.bank.payKey(on.bank.key, { amount: 4990, txid: `vintem${"0".repeat(20)}` })
    on.bank.faults.next({ operation: "listPix", fault: "shifts", every: 1 })
    const at = on.bank.clock.now() / 1000 - 70
    await on.list(DAY)
    for (const later of [70, 80]) await on.poll(DAY + later)
    expect([on.entry(e2eid).returned, on.entry(second).returned]).to.deep.equal([0, 4990])
    expect((await retrieve(on.merchant, id)).status).to.equal("succeeded")
    expect(on.entry(elsewhere).returned).to.equal(0)
    const untouched = on.bank.ledger().filter(({ e2eid: one }) => one !== second)
    expect(untouched.filter(({ returned, pending }) => returned + pending > 0)).to.deep.equal([])
    const { strangers, listed_at, due_at } = await on.listing()
    expect(strangers).to.equal(2350)
    expect(listed_at).to.be.within(at + DAY - 60, at + DAY + 60)
    expect(due_at! - listed_at!).to.be.within(HOUR, DAY + 5 * HOUR)
    const pages = on.bank.calls("listPix").map(({ query }) => query["paginacao.itensPorPagina"])
    expect(new Set(pages)).to.deep.equal(new Set(["1000"]))
  })
})
