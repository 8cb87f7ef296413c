import { expect } from "chai"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { type Merchant, newMerchant, ONLY_OUTCOMES, payOne, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { eventsOf, perform, refundsOf, retrieve } from "../support/merchants/rails.ts"

const SUCCEEDED = "payment_intent.succeeded"
const DISPUTED = "charge.dispute.created"

describe("A dispute that the acquirer reports", () => {
  let vintem: Running
  let merchant: Merchant
  // There is no scheduler, so notices are applied only when a test calls applyNotices().
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const applyNotices = (later = 0) => perform(vintem, applyMockNotices, merchant.account, later)

  it("disputes the whole payment as fraudulent", async () => {
    const { id } = await payOne(merchant, CARDS.disputed)
    await applyNotices()
    const [event] = expectStatus(await merchant.request("GET", "/v1/events?limit=1", undefined, ONLY_OUTCOMES), 200).data
    expect(event.type).to.equal(DISPUTED)
    expect(event.data.object).to.include({ payment_intent: id, amount: 4990, reason: "fraudulent" })
  })

  it("while the charge is still in progress is applied afterwards", async () => {
    let respond = (): void => {}
    const responded = new Promise<void>((resolve) => {
      respond = resolve
    })
    const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
      ...acquirer,
      authorize: async (sale, signal) => {
        const made = await acquirer.authorize(sale, signal)
        await responded
        return made
      },
    }))
    const paying = payOne(merchant, CARDS.disputed, { amount: 8101 }).finally(restore)
    await until(async () => (await mockCharges(vintem, 8101)).length === 1)
    await applyNotices()
    respond()
    const { id } = await paying
    expect(await refundsOf(merchant, id)).to.deep.equal([])
    await applyNotices(5)
    expect(await eventsOf(merchant, id)).to.deep.equal([SUCCEEDED, DISPUTED])
  })

  it("before the charge is known to have succeeded is applied once it is known", async () => {
    const { mockFaults: faults } = vintem.server.modes.test.config
    faults.authorize = "timeout_after"
    const { id, status } = await payOne(merchant, CARDS.disputed).finally(() => {
      delete faults.authorize
    })
    expect(status).to.equal("processing")
    await applyNotices()
    await perform(vintem, callAcquirers, merchant.account, 5)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    await applyNotices(10)
    expect(await eventsOf(merchant, id)).to.deep.equal([SUCCEEDED, DISPUTED])
  })
})
