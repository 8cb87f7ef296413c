// One account's clock is advanced past everything that falls due. Another account has the same things due, but its clock stands.
import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { newId } from "../../src/base/ids.ts"
import { findSubscription, insertSubscription } from "../../src/billing/subscriptions/store.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { createIntent } from "../../src/payments/intents/create.ts"
import { clockTurns } from "../../src/test-clock/table.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { withAcquirer } from "../support/banks/acquirer.ts"
import { keyedOperations } from "../support/contract/examples.ts"
import { showingOf } from "../support/contract/strangers.ts"
import { statement, testOnly } from "../support/databases/statement.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent, payWith, perform } from "../support/merchants/rails.ts"
import { advance, again, cyclesOf, DAY, newRecurringProduct, subscribe, timeOf } from "../support/merchants/subscriptions.ts"
import { type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"

const cvcOfToken = statement<{ sealed_cvc: string | null }>((k, p) =>
  k("cards").join("tokens", "tokens.card", "cards.id").where({ "tokens.id": p.token }).select("sealed_cvc"),
)
const turnsOf = testOnly(clockTurns.find(["account"]))

type Prepared = Merchant & { token: string; endpoint: string; createdOnce: () => ReturnType<Merchant["request"]> }

describe("What is due in one account when another account's clock is advanced", function () {
  this.timeout(180_000)
  let vintem: Running
  let sink: Sink
  const held: (() => void)[] = []
  let advanced: Prepared
  let neighbour: Prepared
  let before40Days: Record<string, Json>

  before(async () => {
    await trustTestAuthority()
    // Real time stands still and there is no scheduler, so nothing happens in the background.
    const now = Date.now()
    const clock = { now: () => now }
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { role: "api", clock })
    sink = await startSink((_request, response) => void held.push(() => response.end()))
    advanced = await prepare()
    neighbour = await prepare()
    before40Days = await everythingOf(neighbour)
    await advance(advanced, { seconds: 40 * DAY })
  })
  after(async () => {
    await sink.close()
    await vintem.close()
  })

  /** A merchant with something of every kind due within 40 days. */
  async function prepare(): Promise<Prepared> {
    const merchant = await newMerchant(vintem)
    const { mockFaults } = vintem.server.modes.test.config
    // Nothing listens on this port, so deliveries are retried.
    const endpoint = (await newEndpoint(merchant, "https://127.0.0.1:9/")).id
    await cancelOne(merchant)
    for (const method of ["pix", "boleto", CARDS.threeDs]) await confirmWith(merchant, (await newOpenIntent(merchant)).id, method)
    for (const card of [CARDS.processing, CARDS.disputed]) await payWith(merchant, card)
    mockFaults.authorize = "timeout_after"
    expect((await payOne(merchant)).status).to.equal("processing")
    delete mockFaults.authorize
    await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody()), 201).id
    const idempotencyKey = newIdempotencyKey()
    const createdOnce = () => merchant.request("POST", "/v1/customers", { email: "ana@example.com" }, { idempotencyKey })
    expectStatus(await createdOnce(), 201)
    await until(async () => (await deliveriesOf(merchant, endpoint)).every(({ attempts }) => attempts > 0))
    return { ...merchant, token, endpoint, createdOnce }
  }

  /** All data of an account, including webhook deliveries and its time. */
  async function everythingOf(merchant: Prepared): Promise<Record<string, Json>> {
    const shown: [string, Json][] = []
    for (const { path, parameters } of showingOf(keyedOperations)) {
      const limit = parameters.some(({ name }) => name === "limit") ? "?limit=100" : ""
      shown.push([path, expectStatus(await merchant.request("GET", path + limit), 200)])
    }
    return {
      ...Object.fromEntries(shown),
      deliveries: await deliveriesOf(merchant, merchant.endpoint),
      now: await timeOf(merchant),
    }
  }

  async function hasCvc({ token }: Prepared): Promise<boolean> {
    return (await vintem.server.modes.test.database.one(cvcOfToken, { token }))!.sealed_cvc !== null
  }

  const isReplayed = async ({ createdOnce }: Prepared) => (await createdOnce()).headers["idempotent-replayed"] === "true"

  /** The states of its payments and deliveries, its events, refunds and balance. */
  async function outcomeOf(merchant: Prepared): Promise<object> {
    const { deliveries, ...shown } = await everythingOf(merchant)
    const sorted = (items: Json[], name: string) => items.map((item) => item[name]).sort()
    return {
      intents: sorted(shown["/v1/payment_intents"].data, "status"),
      events: sorted(shown["/v1/events"].data, "type"),
      refunds: sorted(shown["/v1/refunds"].data, "reason"),
      deliveries: sorted(deliveries, "status"),
      balance: shown["/v1/balance"],
    }
  }

  it("does not happen: payments, subscriptions, disputes and deliveries are unchanged", async () => {
    expect(await everythingOf(neighbour)).to.deep.equal(before40Days)
  })

  it("does not erase the CVCs of its tokens", async () => {
    expect([await hasCvc(advanced), await hasCvc(neighbour)]).to.deep.equal([false, true])
  })

  it("does not erase the saved responses of its idempotency keys", async () => {
    expect([await isReplayed(advanced), await isReplayed(neighbour)]).to.deep.equal([false, true])
  })

  it("happens when its own clock is advanced", async () => {
    await advance(neighbour, { seconds: 40 * DAY })
    expect([await hasCvc(neighbour), await isReplayed(neighbour)]).to.deep.equal([false, false])
    expect(await outcomeOf(neighbour)).to.deep.equal(await outcomeOf(advanced))
  })

  it("does not delay the other account's charges, however many are due or retried", async () => {
    await subscribeMany(await newMerchant(vintem), 200)
    const merchant = await newMerchant(vintem)
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const charges = async () => (await cyclesOf(merchant, subscription)).map(({ status }) => status)
    await advance(merchant, { to: subscription.current_period_end })
    expect(await charges()).to.deep.equal(["succeeded"])

    const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
    await advance(merchant, { to: (await again(merchant, subscription)).current_period_end }).finally(restore)
    expect(await charges()).to.deep.equal(["succeeded", "requires_payment_method"])
    expect(await perform(vintem, callAcquirers, merchant.account, 60)).to.equal(1)
    expect(await charges()).to.deep.equal(["succeeded", "succeeded"])
  })

  /** Creates copies of a subscription that are due an hour earlier and that the acquirer cannot process. */
  async function subscribeMany(merchant: Merchant, count: number): Promise<void> {
    const { id } = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const { test } = vintem.server.modes
    const scope = await scopeOf(test.database, test, merchant.account)
    await test.database.transaction(async (tx) => {
      const first = (await findSubscription(tx, scope.account, id))!
      const late = { charge_due_at: first.charge_due_at! - 3600 }
      for (let i = 0; i < count; i++) {
        const { id: founding_intent } = await createIntent(tx, scope, first)
        await insertSubscription(tx, scope, { ...first, ...late, id: newId("csub"), founding_intent })
      }
    })
  }

  describe("while the other account waits for an endpoint that hangs", () => {
    it("is not delayed, and each clock reaches its time, even with the same Idempotency-Key", async () => {
      const slow = await newMerchant(vintem)
      const quick = await newMerchant(vintem)
      await newEndpoint(slow, sink.url)
      await cancelOne(slow)
      await sink.arrived(1)
      const from = await timeOf(slow)
      const idempotencyKey = newIdempotencyKey()
      const advanceBy = (merchant: Merchant, seconds: number, key = newIdempotencyKey()) =>
        merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds }, { idempotencyKey: key })
      const waiting = [advanceBy(slow, 60)]
      await until(async () => (await turns(slow)).filter(({ begun }) => begun).length === 1)
      waiting.push(advanceBy(slow, 100, idempotencyKey))
      await until(async () => (await turns(slow)).length === 2)
      expect(expectStatus(await advanceBy(quick, 40 * DAY, idempotencyKey), 200).now).to.equal(from + 40 * DAY)
      expect(await timeOf(slow)).to.equal(from)
      for (const release of held) release()
      await Promise.all(waiting)
      expect(await timeOf(slow)).to.equal(from + 160)
    })
  })

  const turns = ({ account }: Merchant) => vintem.server.modes.test.database.all(turnsOf, { account })
})
