import { expect } from "chai"
import { confirmedTerms } from "../../src/billing/subscriptions/tables.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { withAcquirer } from "../support/banks/acquirer.ts"
import { testOnly } from "../support/databases/statement.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm, confirmWith, help, newBareToken, recoverAttempts } from "../support/merchants/rails.ts"
import {
  cyclesOf,
  DAY,
  endPlanOf,
  newPayer,
  newPlan,
  newRecurringProduct,
  subscriptionsOf,
} from "../support/merchants/subscriptions.ts"
import { HOUR, stepsWith } from "./steps.ts"

const keptOf = testOnly(confirmedTerms.find(["account"]))

describe("A subscription gets the plan and the price", () => {
  let vintem: Running
  let merchant: Merchant
  let customer: string
  let product: string
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    customer = await newPayer(merchant)
    product = await newRecurringProduct(vintem, merchant)
  })
  after(() => vintem.close())

  const { toEnd } = stepsWith(() => ({ vintem, merchant }))
  const newPayment = async (details: object = {}): Promise<string> => {
    const types = { payment_method_types: ["card", "pix", "boleto"] }
    return (await newIntent(merchant, { amount: 4990, customer, product, ...types, ...details })).id
  }
  const setPrice = async (amount: number, currency = "brl") =>
    expectStatus(await merchant.request("POST", `/v1/products/${product}/price`, { amount, currency }), 201)
  const replacePlan = async () => {
    await endPlanOf(vintem, merchant, product)
    await newPlan(vintem, merchant, product, { interval: "YEAR", count: 2, trialDays: 7, name: "Bienal" })
  }
  const pay = async (payment: string) => expectStatus(await help(merchant, payment, "succeed"), 200)
  const started = async () => {
    const subscriptions = await subscriptionsOf(merchant, customer)
    expect(subscriptions).to.have.length(1)
    return subscriptions[0]
  }
  const kept = () => vintem.server.modes.test.database.all(keptOf, { account: merchant.account })

  describe("of the confirm", () => {
    for (const method of ["pix", "boleto", CARDS.threeDs]) {
      const name = method === CARDS.threeDs ? "card with a challenge" : method
      it(`of its ${name}, whatever price is set before it is paid, and its renewals are charged that price`, async () => {
        const payment = await newPayment()
        await confirmWith(merchant, payment, method)
        await setPrice(9990)
        await pay(payment)
        const subscription = await started()
        expect(subscription).to.include({ amount: 4990, currency: "brl" })
        await toEnd(subscription)
        expect((await cyclesOf(merchant, subscription)).map(({ amount }) => amount)).to.deep.equal([4990])
      })
    }

    it("although the plan is deactivated before the payer pays", async () => {
      const payment = await newPayment()
      await confirmWith(merchant, payment, "boleto")
      await endPlanOf(vintem, merchant, product)
      await pay(payment)
      const subscription = await started()
      expect(subscription.plan).to.include({ name: "Clube", interval: "MONTH", interval_count: 1 })
      await toEnd(subscription)
      expect(await cyclesOf(merchant, subscription)).to.have.length(1)
    })

    it("although the product has another plan, and is inactive, before the payer pays", async () => {
      const payment = await newPayment()
      await confirmWith(merchant, payment, "pix")
      await replacePlan()
      expectStatus(await merchant.request("POST", `/v1/products/${product}`, { status: "INACTIVE" }), 200)
      await pay(payment)
      const { plan, status, trial_end } = await started()
      expect([plan.name, plan.interval, plan.interval_count, status, trial_end]).to.deep.equal([
        ...["Clube", "MONTH", 1, "ACTIVE", null],
      ])
    })

    it("with its trial, which begins when the payer pays", async () => {
      await replacePlan()
      const payment = await newPayment()
      await confirmWith(merchant, payment, "boleto")
      await endPlanOf(vintem, merchant, product)
      await newPlan(vintem, merchant, product)
      await pay(payment)
      const { plan, status, created, trial_end } = await started()
      expect([plan.name, plan.interval, status, trial_end]).to.deep.equal(["Bienal", "YEAR", "TRIALING", created + 7 * DAY])
    })

    it("and the payment's amount, if the product got its first price only after it", async () => {
      product = await newRecurringProduct(vintem, merchant, { amount: null })
      const payment = await newPayment({ amount: 1234 })
      await confirmWith(merchant, payment, "pix")
      await setPrice(9990)
      await pay(payment)
      expect(await started()).to.include({ amount: 1234, currency: "brl" })
    })

    it("although the acquirer's answer is lost, and the charge is found later", async () => {
      const payment = await newPayment()
      const { restore } = withAcquirer(vintem, merchant, () => "lost")
      expect((await confirmWith(merchant, payment, CARDS.approved)).status).to.equal("processing")
      restore()
      await setPrice(9990)
      await replacePlan()
      await recoverAttempts(vintem, merchant.account, HOUR)
      // The scheduler may have begun with it.
      await until(async () => (await subscriptionsOf(merchant, customer)).length > 0)
      const subscription = await started()
      expect([subscription.amount, subscription.plan.name]).to.deep.equal([4990, "Clube"])
    })

    it("that the acquirer was reached by, not of one before it that was undone", async () => {
      const payment = await newPayment()
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      const token = (await newToken(merchant)).id
      const refused = await confirm(merchant, payment, token)
      restore()
      expect(refused.status).to.equal(503)
      await setPrice(9990)
      await replacePlan()
      expectStatus(await confirm(merchant, payment, token), 200)
      const subscription = await started()
      expect([subscription.amount, subscription.plan.name]).to.deep.equal([9990, "Bienal"])
    })

    it("that counts, not of one that was refused because another held the payment", async () => {
      const payment = await newPayment()
      const tokens = await Promise.all([1, 2, 3].map(async () => (await newBareToken(merchant, "boleto")).id))
      const answers = await Promise.all(tokens.map((token) => confirm(merchant, payment, token)))
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1)
      await setPrice(9990)
      await replacePlan()
      const late = await confirm(merchant, payment, (await newBareToken(merchant, "boleto")).id)
      expect(late.status).to.equal(400)
      await pay(payment)
      const subscription = await started()
      expect([subscription.amount, subscription.plan.name]).to.deep.equal([4990, "Clube"])
    })
  })

  describe("of its success", () => {
    it("if the product had no active plan at the confirm", async () => {
      await endPlanOf(vintem, merchant, product)
      const payment = await newPayment()
      await confirmWith(merchant, payment, "boleto")
      await setPrice(9990)
      await newPlan(vintem, merchant, product, { interval: "YEAR", name: "Anual" })
      await pay(payment)
      const subscription = await started()
      expect([subscription.amount, subscription.plan.name]).to.deep.equal([9990, "Anual"])
    })

    it("if a test helper succeeds a payment that was never confirmed", async () => {
      const payment = await newPayment()
      await setPrice(9990)
      await replacePlan()
      await pay(payment)
      const subscription = await started()
      expect([subscription.amount, subscription.plan.name]).to.deep.equal([9990, "Bienal"])
    })

    it("if the only confirm was undone, and none if there is no plan by then", async () => {
      const [first, second] = [await newPayment(), await newPayment()]
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      for (const payment of [first, second]) {
        const { status } = await confirm(merchant, payment, (await newToken(merchant)).id)
        expect(status).to.equal(503)
      }
      restore()
      await setPrice(9990)
      await pay(first)
      expect((await started()).amount).to.equal(9990)
      await endPlanOf(vintem, merchant, product)
      await pay(second)
      await started()
    })
  })

  it("and nothing of them stays beside the payment once it has ended, or where its confirm was undone", async () => {
    const [paid, canceled, expired, undone, open] = await Promise.all(Array.from({ length: 5 }, () => newPayment()))
    for (const payment of [paid, canceled, expired, open]) await confirmWith(merchant, payment!, "boleto")
    const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
    const { status } = await confirm(merchant, undone!, (await newToken(merchant)).id)
    restore()
    expect(status).to.equal(503)
    await pay(paid!)
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${canceled}/cancel`, {}), 200)
    expectStatus(await help(merchant, expired!, "expire"), 200)
    await confirmWith(merchant, await newPayment(), CARDS.declined)
    expect((await kept()).map(({ payment_intent }) => payment_intent)).to.deep.equal([open])
  })
})
