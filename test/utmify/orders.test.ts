import { expect } from "chai"
import { closeDispute } from "../../src/payments/disputes/close.ts"
import { disputesOf } from "../../src/payments/disputes/store.ts"
import { OPERATOR } from "../../src/payments/intents/platform-money.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, payOne, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer } from "../support/merchants/payments.ts"
import { help, payWith, scopeOfAccount } from "../support/merchants/rails.ts"
import { cyclesOf, DAY, newRecurringProduct, saveNewCard, subscribe } from "../support/merchants/subscriptions.ts"
import { setTermsOf } from "../support/merchants/terms.ts"
import { secondsOf } from "../support/utmify/order.ts"
import { type Seller, startSellers } from "./seller.ts"

describe("UTMify", () => {
  let vintem: Running
  let sellers: Awaited<ReturnType<typeof startSellers>>
  let seller: Seller
  before(async () => {
    sellers = await startSellers()
    vintem = await startVintem({ UTMIFY_URL: sellers.utmify.url })
  })
  beforeEach(async () => {
    seller = await sellers.newSeller(vintem, { platform: "MinhaLoja" })
    sellers.utmify.errors.length = 0
  })
  afterEach(() => expect(sellers.utmify.errors).to.deep.equal([]))
  after(async () => {
    await vintem.close()
    await sellers.utmify.close()
  })

  const statuses = (payment: string) => seller.told(payment).map(({ status }) => status)
  const refund = async (payment_intent: string, amount?: number) =>
    expectStatus(await seller.merchant.request("POST", "/v1/refunds", { payment_intent, ...(amount && { amount }) }), 201)

  it("is told of a paid card with its customer, product, attribution, fee and net", async () => {
    await setTermsOf(vintem, seller.merchant.account)
    const product = await newRecurringProduct(vintem, seller.merchant)
    const phone = "+5511987654321"
    const document = { type: "cpf", number: "529.982.247-25" }
    const address = { line1: "Rua A", city: "Recife", state: "PE", postal_code: "50000000" }
    const customer = await newCustomer(seller.merchant, { name: "Ana Souza", phone, document, address })
    const utm = { utm_source: "ig", utm_campaign: "verão", src: "parceiro", sck: "abc", utm_referrer: "https://a.example" }
    const { id, created } = await payOne(seller.merchant, CARDS.approved, { amount: 4990, customer: customer.id, product, utm })
    const { createdAt, approvedDate, ...order } = await seller.has(id, "paid")
    expect(secondsOf(createdAt)).to.equal(created)
    expect(secondsOf(approvedDate!)).to.be.within(created, created + 60)
    const { planId } = order.products[0]!
    expect(planId).to.match(/^plan_/)
    expect(order).to.deep.equal({
      orderId: id,
      platform: "MinhaLoja",
      paymentMethod: "credit_card",
      status: "paid",
      refundedAt: null,
      customer: { name: "Ana Souza", email: "ana@example.com", phone: "5511987654321", document: "52998224725", country: "BR" },
      products: [{ id: product, name: "Clube do Café", planId, planName: "Clube", quantity: 1, priceInCents: 4990 }],
      trackingParameters: {
        ...{ src: "parceiro", sck: "abc", utm_source: "ig", utm_campaign: "verão" },
        ...{ utm_medium: null, utm_content: null, utm_term: null },
      },
      // 2 % of 49.90 are 99.8 cents, and 30 cents.
      commission: { totalPriceInCents: 4990, gatewayFeeInCents: 130, userCommissionInCents: 4860, currency: "BRL" },
      isTest: true,
    })
    const call = sellers.utmify.calls.find(({ order: { orderId } }) => orderId === id)
    expect(call?.token).to.equal(seller.token)
  })

  it("is told that a PIX waits, that it is paid, and of the refund of all of it, but of no part", async () => {
    const { id } = await payWith(seller.merchant, "pix")
    const waiting = await seller.has(id, "waiting_payment")
    expect([waiting.paymentMethod, waiting.approvedDate]).to.deep.equal(["pix", null])
    expect(waiting.commission).to.include({ totalPriceInCents: 4990, gatewayFeeInCents: 0, userCommissionInCents: 4990 })
    expectStatus(await help(seller.merchant, id, "succeed"), 200)
    await seller.has(id, "paid")
    await refund(id, 990)
    await refund(id)
    const refunded = await seller.has(id, "refunded")
    expect(refunded.createdAt).to.equal(waiting.createdAt)
    expect(statuses(id)).to.deep.equal(["waiting_payment", "paid", "refunded"])
  })

  it("is told that a boleto waits, and that it is refused once it has expired", async () => {
    const { id } = await payWith(seller.merchant, "boleto")
    expect((await seller.has(id, "waiting_payment")).paymentMethod).to.equal("boleto")
    expectStatus(await help(seller.merchant, id, "expire"), 200)
    await seller.has(id, "refused")
  })

  it("is told of a refused card, and not of a payment that a person has canceled", async () => {
    const canceled = await cancelOne(seller.merchant)
    const { id } = await payOne(seller.merchant, CARDS.declined)
    expect((await seller.has(id, "refused")).products[0]).to.include({ id, name: id, planId: null })
    expect(statuses(canceled.id)).to.deep.equal([])
  })

  it("is told of a trial without a charge as free, and of each cycle with its plan", async () => {
    const product = await newRecurringProduct(vintem, seller.merchant, { trialDays: 3 })
    const { id: trial, customer } = await payOne(seller.merchant, CARDS.approved, { product, amount: 0 })
    expect((await seller.has(trial, "paid")).paymentMethod).to.equal("free_price")
    const { data } = (await seller.merchant.request("GET", `/v1/customer_subscriptions?customer=${customer}`)).body
    await seller.pass(3 * DAY + 60)
    const [cycle] = await cyclesOf(seller.merchant, data[0])
    expect((await seller.has(cycle.id, "paid")).products[0]).to.include({ id: product, planName: "Clube", priceInCents: 4990 })
  })

  it("is told of a dispute, and that the sale counts again once it is won", async () => {
    const { id } = await payOne(seller.merchant, CARDS.disputed)
    await seller.has(id, "chargedback")
    const { database } = vintem.server.modes.test
    const [dispute] = await disputesOf(database, { account: seller.merchant.account, id })
    const scope = await scopeOfAccount(vintem, seller.merchant.account)
    await database.transaction((tx) => closeDispute(tx, { ...scope, by: OPERATOR }, dispute!, "won"))
    await seller.has(id, "paid")
    expect(statuses(id)).to.deep.equal(["paid", "chargedback", "paid"])
  })

  it("is told what was captured, once it was", async () => {
    const { id } = await payOne(seller.merchant, CARDS.approved, { capture_method: "manual" })
    expectStatus(await seller.merchant.request("POST", `/v1/payment_intents/${id}/capture`, { amount_to_capture: 990 }), 200)
    expect((await seller.has(id, "paid")).commission.totalPriceInCents).to.equal(990)
    expect(statuses(id)).to.deep.equal(["paid"])
  })

  it("is told of a subscription's failed cycle", async () => {
    const product = await newRecurringProduct(vintem, seller.merchant)
    const subscription = await subscribe(seller.merchant, product)
    await saveNewCard(seller.merchant, subscription.customer, CARDS.declinedWhenCharged)
    await until(async () => sellers.utmify.calls.at(-1)?.order.status === "paid")
    await seller.pass(31 * DAY)
    const [cycle] = await cyclesOf(seller.merchant, subscription)
    await seller.has(cycle.id, "refused")
  })

  it("is not told in a currency that it does not take", async () => {
    const yen = await payOne(seller.merchant, CARDS.approved, { currency: "jpy" })
    const { id } = await payOne(seller.merchant, CARDS.approved, { currency: "usd" })
    expect((await seller.has(id, "paid")).commission.currency).to.equal("USD")
    expect(statuses(yen.id)).to.deep.equal([])
  })

  it("gets nothing once its integration is inactive, and other tools still get their envelopes", async () => {
    const { status, json } = await vintem.cli("integrations", "deactivate", seller.integration, "--json")
    expect([status, json.active]).to.deep.equal([0, false])
    const { id } = await payOne(seller.merchant)
    await until(async () => (await seller.merchant.request("GET", `/v1/payment_intents/${id}`)).body.status === "succeeded")
    expect(await seller.deliveries()).to.deep.equal([])
  })
})
