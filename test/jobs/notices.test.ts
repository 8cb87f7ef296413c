import { expect } from "chai"
import { pollAcquirers } from "../../src/payments/attempts/poll.ts"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import { replaceAcquirer } from "../support/acquirer.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchant.ts"
import { mockCharges } from "../support/mock-charges.ts"
import { CARDS, expectStatus } from "../support/payments.ts"
import { eventsOf, perform, refundsOf, retrieve } from "../support/rails.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const SUCCEEDED = "payment_intent.succeeded"
const DISPUTED = "charge.dispute.created"

describe("a dispute of which the acquirer tells", () => {
  let vintem: Running
  let merchant: Merchant
  // Nothing is heard by itself here: there is no scheduler.
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const hear = (later = 0) => perform(vintem, applyMockNotices, merchant.account, later)

  it("is for all of the payment, as fraudulent", async () => {
    const { id } = await payOne(merchant, CARDS.disputed)
    await hear()
    const [event] = expectStatus(await merchant.request("GET", "/v1/events?limit=1"), 200).data
    expect(event.type).to.equal(DISPUTED)
    expect(event.data.object).to.include({ payment_intent: id, amount: 4990, reason: "fraudulent" })
  })

  it("while its charge is still under way is heard afterwards", async () => {
    let answer = (): void => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
      ...acquirer,
      authorize: async (sale) => {
        const made = await acquirer.authorize(sale)
        await answered
        return made
      },
    }))
    const paying = payOne(merchant, CARDS.disputed, { amount: 8101 }).finally(restore)
    await until(async () => (await mockCharges(vintem, 8101)).length === 1)
    await hear()
    answer()
    const { id } = await paying
    expect(await refundsOf(merchant, id)).to.deep.equal([])
    await hear(5)
    expect(await eventsOf(merchant, id)).to.deep.equal([SUCCEEDED, DISPUTED])
  })

  it("before it is known that the charge was made is heard when that is known", async () => {
    const { mockFaults: faults } = vintem.server.modes.test.config
    faults.authorize = "timeout_after"
    const { id, status } = await payOne(merchant, CARDS.disputed).finally(() => {
      delete faults.authorize
    })
    expect(status).to.equal("processing")
    await hear()
    await perform(vintem, pollAcquirers, merchant.account, 5)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    await hear(10)
    expect(await eventsOf(merchant, id)).to.deep.equal([SUCCEEDED, DISPUTED])
  })
})
