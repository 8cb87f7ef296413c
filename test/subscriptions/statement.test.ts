import { expect } from "chai"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"
import { cyclesOf, DAY, newPayer, newRecurringProduct, saveNewCard, subscriptionsOf } from "../support/merchants/subscriptions.ts"
import { stepsWith } from "./steps.ts"

const DESCRIPTOR = "Café & Cia 77"

describe("The text on the statement of a subscription's payer", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock() })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const { toEnd } = stepsWith(() => ({ vintem, merchant }))

  async function subscribed(statement_descriptor: string | null) {
    const customer = await newPayer(merchant)
    const product = await newRecurringProduct(vintem, merchant)
    await payWith(merchant, undefined, { customer, product, statement_descriptor })
    return (await subscriptionsOf(merchant, customer))[0]!
  }

  for (const descriptor of [DESCRIPTOR, null])
    it(`is that of the first payment (${descriptor ?? "none"}), in renewals and in their retries`, async () => {
      const sent: (string | null)[] = []
      const { restore } = replaceAcquirer(vintem, merchant, (bank) => ({
        ...bank,
        authorize: (sale, signal) => {
          sent.push(sale.statement_descriptor)
          return bank.authorize(sale, signal)
        },
      }))
      const subscription = await subscribed(descriptor)
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      await toEnd(subscription, DAY)
      restore()
      const cycles = await cyclesOf(merchant, subscription)
      expect(cycles.map(({ statement_descriptor }) => statement_descriptor)).to.deep.equal([descriptor, descriptor])
      expect(sent).to.deep.equal([descriptor, descriptor, descriptor])
    })
})
