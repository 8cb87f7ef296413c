import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"

describe("An Idempotency-Key that several accounts use at the same time", function () {
  this.timeout(180_000)
  let vintem: Running
  let now = Date.now()
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock: { now: () => now } })
  })
  after(() => vintem.close())

  /** Holds the verification of this account's card until `goOn` is called. `begun` resolves once it has started. */
  function holdUp({ account }: Merchant): { begun: Promise<void>; goOn: () => void } {
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    replaceAcquirer(vintem, { account }, (acquirer) => ({
      ...acquirer,
      verify: async (...args) => {
        begun.resolve()
        await end.promise
        return acquirer.verify(...args)
      },
    }))
    return { begun: begun.promise, goOn: end.resolve }
  }

  it("stays claimed by its account while requests of other accounts succeed, fail or take long", async () => {
    const idempotencyKey = newIdempotencyKey()
    const post = (by: Merchant, path: string, body: object) => by.request("POST", path, body, { idempotencyKey })
    const merchant = await newMerchant(vintem)
    const body = { customer: (await newCustomer(merchant)).id, token: (await newToken(merchant)).id }
    const { begun, goOn } = holdUp(merchant)
    const first = post(merchant, "/v1/payment_methods", body)
    await begun

    expectStatus(await post(await newMerchant(vintem), "/v1/customers", { email: "ana@example.com" }), 201)
    const refused = await newMerchant(vintem)
    const { id } = await newIntent(refused)
    const { id: payment_method } = await newToken(refused, CARDS.unreachable)
    expectStatus(await post(refused, `/v1/payment_intents/${id}/confirm`, { payment_method }), 503)
    const from = performance.now()
    expectStatus(await post(await newMerchant(vintem), "/v1/test_helpers/clock/advance", { seconds: 60 }), 200)
    // A clock waits for its own account's calls to the acquirer. If it waited for all accounts, this would take 50 seconds.
    expect(performance.now() - from).to.be.below(40_000)

    now += 10_000 // leases do not depend on this clock
    const meanwhile = await post(merchant, "/v1/payment_methods", body)
    expect(expectStatus(meanwhile, 409).error.code).to.equal("idempotency_request_in_progress")
    goOn()
    const saved = expectStatus(await first, 201)
    const again = await post(merchant, "/v1/payment_methods", body)
    expect([again.body.id, again.headers["idempotent-replayed"]]).to.deep.equal([saved.id, "true"])
  })
})
