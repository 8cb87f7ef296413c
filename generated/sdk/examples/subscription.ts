// Sells a subscription and runs it for three months, which take seconds on the test clock.
// Set PRODUCT to a product with a monthly plan: vintem plans create --mode test --product prd_… --name Monthly --interval MONTH
import Vintem from "vintem"

const vintem = new Vintem()
const product = process.env.PRODUCT ?? ""
const { amount, currency } = await vintem.products.retrievePrice(product)

// Vintém creates the subscription when the first charge for the product succeeds.
const customer = await vintem.customers.create({ email: "bia@example.com" })
const token = await vintem.tokens.create({
  type: "card",
  card: { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" },
})
const first = await vintem.paymentIntents.create({ amount, currency, customer: customer.id, product })
await vintem.paymentIntents.confirm(first.id, { payment_method: token.id })

const [subscription] = await vintem.customerSubscriptions.list({ customer: customer.id }).toArray({ limit: 1 })
if (!subscription) throw new Error("There is no subscription. Does the product have an active plan?")
console.log(`${subscription.status} until ${new Date(subscription.current_period_end * 1000).toISOString().slice(0, 10)}`)

for (let month = 1; month <= 3; month++) {
  const { current_period_end } = await vintem.customerSubscriptions.retrieve(subscription.id)
  await vintem.testHelpers.clock.advance({ to: current_period_end + 1 })
}

const charges = await vintem.paymentIntents.list({ customer: customer.id }).toArray()
console.log(`${charges.length} charges: ${charges.map(({ status }) => status).join(", ")}`)

const canceled = await vintem.customerSubscriptions.cancel(subscription.id, {
  reason: "moving abroad",
  cancel_at_period_end: true,
})
console.log(`${canceled.status}, ends with the period: ${canceled.cancel_at_period_end}`)
