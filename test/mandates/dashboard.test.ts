import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { advance, cyclesOf, DAY } from "../support/merchants/subscriptions.ts"
import { A_MONDAY, beginByMandate, PRICES, subscribeByMandate } from "./mandates.ts"

describe("A merchant sees of PIX Automático in the dashboard", () => {
  let vintem: Running
  let merchant: Merchant
  let viewer: Visitor
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock(A_MONDAY) })
    viewer = await signIn(vintem, "viewer@example.com", "viewer")
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  /** The text of a page, with one blank between words. */
  const read = async (path: string) =>
    (await viewer.get(`/${merchant.account}/test${path}`)).html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")
  const pageOf = ({ id }: Json) => read(`/subscriptions/${id}`)
  const paymentPage = ({ id }: Json) => read(`/payments/${id}`)

  it("the mandate of a subscription, when the bank pays next, and when it is told", async () => {
    const { subscription, intent } = await subscribeByMandate(vintem, merchant)
    expect(await pageOf(subscription))
      .to.include("PIX Automático Active The payer’s bank pays each period.")
      .and.match(/49\.90 ?\. Paid by the payer’s bank on \w+ \d+, \d{4}\. It is told on \w+ \d+/)
    expect(await paymentPage(intent)).to.match(/Mandate Active pm_\w+ For Clube do Café Charges R\$ ?49\.90 a month From \w+ \d+/)
  })

  it("a charge that is with the bank, and on which day the bank pays it", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY })
    const [cycle] = await cyclesOf(merchant, subscription)
    expect(await pageOf(subscription)).to.match(
      new RegExp(`With the payer’s bank, which pays on \\w+ \\d+, \\d{4}: ${cycle!.id}`),
    )
    expect(await paymentPage(cycle!)).to.match(/The bank pays on \w+ \d+, \d{4}/)
  })

  it("on which days the bank tries again, and that a payment was such a retry", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant, { amount: PRICES.neverPays })
    await advance(merchant, { to: subscription.current_period_end })
    // Banks may be closed on the day, and on those after it.
    while ((await cyclesOf(merchant, subscription)).length < 2) await advance(merchant, { seconds: 6 * 3600 })
    const page = await pageOf(subscription)
    expect(page).to.include("The payer’s bank found no money. It tries the same charge of").and.include("Retry 2: ")
    // That of day 1 is with the bank by now.
    expect(page.match(/The bank is told on/g)).to.have.length(2)
    expect(page).to.include("Renewal PIX Automático").and.include("insufficient_funds")
    const [first, retry] = await cyclesOf(merchant, subscription)
    expect(await paymentPage(first!)).to.include("the account lacks the money. The bank can be asked again.")
    expect(await paymentPage(retry!)).to.match(/Retry of the charge of \w+ \d+/)
  })

  it("that the bank tries a weekly charge on days 1 and 3 alone, and codes follow", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant, { amount: PRICES.neverPays, interval: "WEEK" })
    await advance(merchant, { to: subscription.current_period_end + 12 * 3600 })
    const page = await pageOf(subscription)
    expect(page).to.include("After that each retry is a PIX code.").and.include("Retry 4: ")
    // That of day 1 is with the bank by now.
    expect(page.match(/The bank is told on/g)).to.have.length(1)
  })

  it("why a period is paid by a code", async () => {
    const { subscription, mandate } = await subscribeByMandate(vintem, merchant)
    await vintem.cli("mandates", "cancel", mandate.id)
    await advance(merchant, { to: subscription.current_period_end })
    expect(await pageOf(subscription))
      .to.include("Canceled It has ended. Each period is paid by a PIX code.")
      .and.include("Renewal PIX code")
    const rejected = await subscribeByMandate(vintem, merchant, { amount: PRICES.rejects })
    expect(await pageOf(rejected.subscription)).to.include("Rejected The payer or the bank has rejected it.")
  })

  it("that a payer has not agreed yet", async () => {
    const { intent } = await beginByMandate(vintem, merchant)
    expect(await paymentPage(intent)).to.include("Mandate Waits for the payer")
  })
})
