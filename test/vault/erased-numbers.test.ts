import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { withAcquirer } from "../support/banks/acquirer.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import {
  CARDS,
  cardBody,
  expectStatus,
  newCustomer,
  newIdempotencyKey,
  newIntent,
  newToken,
} from "../support/merchants/payments.ts"
import { confirm } from "../support/merchants/rails.ts"
import { advance, again, newPayer, newRecurringProduct, subscriptionsOf } from "../support/merchants/subscriptions.ts"

const sealedNumber = statement<{ sealed_number: string | null; erase_after_ms: number | null }>((k, p) =>
  k("cards").join("tokens", "tokens.card", "cards.id").where({ "tokens.id": p.token }).select("sealed_number", "erase_after_ms"),
)

/** Lets the minute pass after which the service looks again at a card that it needed. */
const lookAgain = statement<void, "token">((k, p) =>
  k("cards")
    .whereIn("id", k("tokens").where({ id: p.token }).select("card"))
    .whereNotNull("erase_after_ms")
    .update({ erase_after_ms: 0 }),
)

describe("The number of a card", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const cardOf = async (token: string) => (await vintem.server.modes.test.database.one(sealedNumber, { token }))!
  const isKept = async (token: string) => (await cardOf(token)).sealed_number !== null
  const erased = (token: string) => until(async () => !(await isKept(token)))
  /** Waits until the service has decided to keep a card. */
  const judged = (token: string) =>
    until(async () => {
      await vintem.server.tick()
      const { erase_after_ms } = await cardOf(token)
      return erase_after_ms === null || erase_after_ms > Date.now() + 30_000
    })
  const pay = async (card: string, details: Json = {}) => {
    const intent = await newIntent(merchant, details)
    const token = (await newToken(merchant, card)).id as string
    return { token, intent: intent.id as string, response: await confirm(merchant, intent.id, token) }
  }
  const save = async (customer: string, token: string) => merchant.request("POST", "/v1/payment_methods", { customer, token })
  const payWith = async (customer: string, method: string) =>
    confirm(merchant, (await newIntent(merchant, { customer })).id, method)

  for (const name of ["approved", "declined", "processing", "threeDs"] as const) {
    it(`is erased when its token is used up (${name}), and the payment still shows the card`, async () => {
      const { token, intent } = await pay(CARDS[name])
      await erased(token)
      const paid = expectStatus(await merchant.request("GET", `/v1/payment_intents/${intent}`), 200)
      expect(paid.payment_method_details.card.last4).to.equal(CARDS[name].slice(-4))
    })
  }

  it("is erased while the acquirer has not decided, and the payment still succeeds", async () => {
    const { restore } = withAcquirer(vintem, merchant, () => "lost")
    const { token, intent, response } = await pay(CARDS.approved).finally(restore)
    expect(expectStatus(response, 200).status).to.equal("processing")
    await erased(token)
    await advance(merchant, { seconds: 60 })
    expect((await merchant.request("GET", `/v1/payment_intents/${intent}`)).body.status).to.equal("succeeded")
  })

  it("is kept while the token can still be used, after the acquirer was unreachable", async () => {
    const { token, response } = await pay(CARDS.unreachable)
    expect(response.status).to.equal(503)
    await vintem.server.tick()
    expect(await isKept(token)).to.equal(true)
    await advance(merchant, { seconds: 16 * 60 })
    await erased(token)
  })

  it("is erased when its token expires unused, and the token can still be created again under its key", async () => {
    const options = { idempotencyKey: newIdempotencyKey() }
    const create = () => merchant.request("POST", "/v1/tokens", cardBody(), options)
    const first = expectStatus(await create(), 201)
    await advance(merchant, { seconds: 16 * 60 })
    await erased(first.id)
    expect(expectStatus(await create(), 201).id).to.equal(first.id)
  })

  it("is kept while a payment is at the acquirer, however long ago its card was released", async () => {
    const { id: customer } = await newCustomer(merchant)
    const token = (await newToken(merchant)).id
    const method = expectStatus(await save(customer, token), 201).id
    const [reached, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<undefined>()]
    const { restore } = withAcquirer(vintem, merchant, () => {
      reached.resolve()
      return letGo.promise
    })
    const paying = payWith(customer, method)
    await reached.promise
    expectStatus(await merchant.request("POST", `/v1/payment_methods/${method}/detach`, {}), 200)
    await judged(token)
    expect(await isKept(token)).to.equal(true)
    letGo.resolve(undefined)
    expect(expectStatus(await paying.finally(restore), 200).status).to.equal("succeeded")
  })

  it("is kept for a saved card, which can be charged, and erased once the card is detached", async () => {
    const { id: customer } = await newCustomer(merchant)
    const token = (await newToken(merchant)).id
    const method = expectStatus(await save(customer, token), 201).id
    await judged(token)
    expect(expectStatus(await payWith(customer, method), 200).status).to.equal("succeeded")
    expectStatus(await merchant.request("POST", `/v1/payment_methods/${method}/detach`, {}), 200)
    await erased(token)
    expect((await merchant.request("GET", `/v1/payment_methods/${method}`)).body.card.last4).to.equal("4242")
  })

  it("is erased when the issuer refuses to have the card saved", async () => {
    const { id: customer } = await newCustomer(merchant)
    const token = (await newToken(merchant, CARDS.declined)).id
    expectStatus(await save(customer, token), 402)
    await erased(token)
  })

  it("is kept through a 3DS challenge of a subscription's first payment, which then renews by the saved card", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const customer = await newPayer(merchant)
    const { token, intent } = await pay(CARDS.threeDs, { customer, product })
    await judged(token)
    expectStatus(await merchant.request("POST", `/v1/test_helpers/payment_intents/${intent}/succeed`, {}), 200)
    const [subscription] = await subscriptionsOf(merchant, customer)
    await advance(merchant, { to: subscription.current_period_end })
    const renewed = await again(merchant, subscription)
    expect(renewed.latest_payment_intent).not.to.equal(intent)
    // A card that needs 3DS is refused off session by its issuer: it was sent.
    const cycle = expectStatus(await merchant.request("GET", `/v1/payment_intents/${renewed.latest_payment_intent}`), 200)
    expect(cycle.last_payment_error.code).to.equal("authentication_failed")
  })

  it("is erased when a subscription's first payment ends without success", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const { token, intent } = await pay(CARDS.threeDs, { customer: await newPayer(merchant), product })
    await judged(token)
    expect(await isKept(token)).to.equal(true)
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${intent}/cancel`, {}), 200)
    await vintem.server.modes.test.database.transaction((tx) => tx.run(lookAgain, { token }))
    await erased(token)
  })
})
