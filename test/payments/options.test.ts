import { expect } from "chai"
import { DateTime } from "luxon"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm, confirmWith, newBareToken, newPayer, retrieve } from "../support/merchants/rails.ts"
import { advance, cyclesOf, newRecurringProduct, subscriptionsOf, timeOf } from "../support/merchants/subscriptions.ts"

const TYPES = ["card", "pix", "boleto"]
const CARD = { request_three_d_secure: null, max_installments: null }

describe("The options of a payment's methods", () => {
  let vintem: Running
  let merchant: Merchant
  let customer: string
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    customer = (await newPayer(merchant)).id
  })
  after(() => vintem.close())

  const newPayment = (payment_method_options?: object | null, details: object = {}): Promise<Json> =>
    newIntent(merchant, { customer, payment_method_types: TYPES, payment_method_options, ...details })
  const create = (payment_method_options: object, details: object = {}) =>
    merchant.request("POST", "/v1/payment_intents", {
      ...{ amount: 4990, currency: "brl", customer, payment_method_types: TYPES, payment_method_options, ...details },
    })
  const refusalOf = ({ status, body }: Json) => `${status} ${body.error?.code} ${body.error?.param}`
  const isUsable = async (token: string, details: object = {}) =>
    expectStatus(await confirm(merchant, (await newPayment(null, details)).id, token), 200)

  it("are shown for the methods that the payment takes, null where nothing was chosen", async () => {
    const chosen = { card: { max_installments: 3 }, pix: { expires_after_seconds: 900 } }
    const { id, payment_method_options } = await newPayment(chosen)
    const shown = {
      card: { ...CARD, max_installments: 3 },
      pix: { expires_after_seconds: 900 },
      boleto: { expires_after_days: null },
    }
    expect(payment_method_options).to.deep.equal(shown)
    expect((await retrieve(merchant, id)).payment_method_options).to.deep.equal(shown)
    const { data } = expectStatus(await merchant.request("GET", `/v1/payment_intents?customer=${customer}`), 200)
    expect(data[0].payment_method_options).to.deep.equal(shown)
    expect((await newIntent(merchant, { customer })).payment_method_options).to.deep.equal({
      card: CARD,
      pix: null,
      boleto: null,
    })
    for (const nothing of [null, {}, { pix: null }, { boleto: {} }, { card: { max_installments: null } }])
      expect((await newPayment(nothing)).payment_method_options.card).to.deep.equal(CARD)
  })

  it("are of methods that the payment takes", async () => {
    const payment_method_types = ["card"]
    for (const [type, options] of [
      ["pix", { expires_after_seconds: 900 }],
      ["boleto", {}],
    ] as const)
      expect(refusalOf(await create({ [type]: options }, { payment_method_types }))).to.equal(
        `400 parameter_invalid payment_method_options.${type}`,
      )
    expectStatus(await create({ pix: null, card: { max_installments: 2 } }, { payment_method_types }), 201)
  })

  describe("of PIX", () => {
    it("say how long a code can be paid", async () => {
      for (const seconds of [60, 86_400]) {
        const { id } = await newPayment({ pix: { expires_after_seconds: seconds } })
        const before = await timeOf(merchant)
        const { next_action } = await confirmWith(merchant, id, "pix")
        expect(next_action.expires_at).to.be.within(before + seconds, before + seconds + 30)
      }
    })

    it("end the payment after that time", async () => {
      const { id } = await newPayment({ pix: { expires_after_seconds: 900 } })
      await confirmWith(merchant, id, "pix")
      await advance(merchant, { seconds: 890 })
      expect((await retrieve(merchant, id)).status).to.equal("requires_action")
      await advance(merchant, { seconds: 20 })
      expect((await retrieve(merchant, id)).last_payment_error.code).to.equal("payment_intent_expired")
    })

    it("are longer than a day only if the acquirer takes that, at the create and again at the confirm", async () => {
      const long = { pix: { expires_after_seconds: 86_401 } }
      const refused = "400 parameter_invalid payment_method_options.pix.expires_after_seconds"
      expect(refusalOf(await create(long))).to.equal(refused)
      const sent: number[] = []
      const patient = replaceAcquirer(vintem, merchant, (bank) => ({
        ...bank,
        maxPixSeconds: 2_592_000,
        createPix: (sale, signal) => {
          sent.push(sale.lifetime_seconds)
          return bank.createPix(sale, signal)
        },
      }))
      const [first, second] = [await newPayment(long), await newPayment(long)]
      expect((await confirmWith(merchant, first.id, "pix")).status).to.equal("requires_action")
      expect(sent[0]).to.be.within(86_390, 86_401)
      patient.restore()
      const token = (await newBareToken(merchant, "pix")).id
      expect(refusalOf(await confirm(merchant, second.id, token))).to.equal(refused)
      expect((await retrieve(merchant, second.id)).status).to.equal("requires_payment_method")
      await isUsable(token)
      // The other methods of the payment are as good as ever.
      expect((await confirmWith(merchant, second.id, CARDS.approved)).status).to.equal("succeeded")
    })
  })

  it("of boletos say in how many days of São Paulo a boleto is due", async () => {
    for (const days of [0, 60]) {
      const { id } = await newPayment({ boleto: { expires_after_days: days } })
      const today = DateTime.fromSeconds(await timeOf(merchant), { zone: "America/Sao_Paulo" })
      const { next_action } = await confirmWith(merchant, id, "boleto")
      expect(next_action.expires_at).to.equal(Math.floor(today.plus({ days }).endOf("day").toSeconds()))
    }
  })

  it("of cards limit the installments, and the token is not used up", async () => {
    const { id } = await newPayment({ card: { max_installments: 3 } })
    const token = (await newToken(merchant)).id
    expect(refusalOf(await confirm(merchant, id, token, { installments: 4 }))).to.equal("400 parameter_invalid installments")
    const paid = expectStatus(await confirm(merchant, id, token, { installments: 3 }), 200)
    expect(paid.payment_method_details.card.installments).to.equal(3)
    const single = await newPayment({ card: { max_installments: 1 } })
    expect((await confirmWith(merchant, single.id, CARDS.approved)).status).to.equal("succeeded")
  })

  it("are not copied to the charges of a subscription", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const options = { pix: { expires_after_seconds: 900 } }
    const { id } = await newPayment(options, { product, payment_method_types: ["pix"] })
    await confirmWith(merchant, id, "pix")
    expectStatus(await merchant.request("POST", `/v1/test_helpers/payment_intents/${id}/succeed`, {}), 200)
    const [subscription] = await subscriptionsOf(merchant, customer)
    const now = await advance(merchant, { to: subscription.current_period_end })
    const [cycle] = await cyclesOf(merchant, subscription)
    expect(cycle?.payment_method_options).to.deep.equal({ card: null, pix: { expires_after_seconds: null }, boleto: null })
    expect(cycle?.next_action.expires_at).to.be.within(now + 86_000, now + 86_400)
  })

  it("a return_url may be given at the create, and the confirm may give another one", async () => {
    const [first, second] = ["https://shop.example/one", "https://shop.example/two"]
    const details = { return_url: first, payment_method_types: ["card"] }
    const [one, two] = [await newPayment(null, details), await newPayment(null, details)]
    expect((await confirmWith(merchant, one.id, CARDS.threeDs)).next_action.return_url).to.equal(first)
    expect((await confirmWith(merchant, two.id, CARDS.threeDs, { return_url: second })).next_action.return_url).to.equal(second)
    expect(refusalOf(await create({}, { return_url: "https://user:secret@shop.example" }))).to.equal(
      "400 parameter_invalid return_url",
    )
  })
})
