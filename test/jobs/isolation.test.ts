import { expect } from "chai"
import pino from "pino"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { newPayer, payWith, retrieve } from "../support/merchants/rails.ts"
import { advance, cyclesOf, DAY, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

const PIX_SECONDS = 2

type Subscriber = { merchant: Merchant; subscription: { id: string; customer: string } }

describe("Work that falls due", () => {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  let vintem: Running
  // Work that fails is logged as an error.
  const log = pino({ level: "silent" })
  beforeEach(async () => {
    vintem = await startVintem({ PIX_TTL_SECONDS: String(PIX_SECONDS) }, { clock, log })
  })
  afterEach(() => vintem.close())

  const newSubscriber = async (): Promise<Subscriber> => {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant, { interval: "DAY" })
    return { merchant, subscription: await subscribe(merchant, product) }
  }
  const setFault = ({ merchant }: Subscriber, fault: "hang" | `slow:${number}`) => {
    vintem.server.modes.test.config.mockFaults[`account:${merchant.account}/authorize`] = fault
  }
  const renewals = async ({ merchant, subscription }: Subscriber) =>
    (await cyclesOf(merchant, subscription)).map(({ status }) => status)
  const hasBegun = (subscriber: Subscriber) => until(async () => (await renewals(subscriber)).length > 0)
  /** Pays by PIX, lets the time to pay pass, and returns by how many milliseconds the expiry was late. */
  const latenessOfExpiry = async (merchant: Merchant) => {
    const { id } = await payWith(merchant, "pix", { customer: (await newPayer(merchant)).id })
    const expires = (await retrieve(merchant, id)).next_action.expires_at * 1000
    await until(async () => (await retrieve(merchant, id)).status === "canceled")
    return clock.now() - expires
  }

  it("of other merchants is done on time while a merchant's acquirer is slow", async () => {
    const slow = await newSubscriber()
    const other = await newMerchant(vintem)
    setFault(slow, "slow:25000")
    clock.ahead += DAY * 1000
    await hasBegun(slow)
    expect(await latenessOfExpiry(other)).to.be.below(2000)
    expect(await renewals(slow)).to.deep.equal(["requires_payment_method"])
  })

  it("is done on time, and the process reports that it is stuck, while a call never returns", async () => {
    const [hanging, other] = [await newSubscriber(), await newSubscriber()]
    setFault(hanging, "hang")
    clock.ahead += DAY * 1000
    await hasBegun(hanging)
    await until(async () => (await renewals(other)).includes("succeeded"))
    expect(await latenessOfExpiry(other.merchant)).to.be.below(2000)
    expectStatus(await vintem.request("GET", "/readyz", undefined, { key: null }), 200)
    clock.ahead += 90_000
    // A chore that is under way at the moment of the jump is named, too, until it ends.
    const stuck = "503 This process is stuck in: call_acquirer (test mode)."
    await until(async () => {
      const { status, body } = await vintem.request("GET", "/readyz", undefined, { key: null })
      return `${status} ${body.error?.message}` === stuck
    })
    await until(async () => {
      const worker = await fetch(vintem.metricsUrl.replace("/metrics", "/readyz"))
      return `${worker.status} ${await worker.text()}` === stuck
    })
  })

  it("of one merchant is done although another item of the same merchant fails", async () => {
    const good = await newSubscriber()
    const product = await newRecurringProduct(vintem, good.merchant, { interval: "DAY" })
    const bad = { merchant: good.merchant, subscription: await subscribe(good.merchant, product) }
    await damage(bad)
    clock.ahead += DAY * 1000
    await until(async () => (await renewals(good)).includes("succeeded"))
    clock.ahead += DAY * 1000
    await until(async () => (await renewals(good)).length === 2)
    expect(await renewals(bad)).to.deep.equal([])
  })

  it("lets an advance of the clock go on although an item fails", async () => {
    const good = await newSubscriber()
    const product = await newRecurringProduct(vintem, good.merchant, { interval: "DAY" })
    const bad = { merchant: good.merchant, subscription: await subscribe(good.merchant, product) }
    await damage(bad)
    await advance(good.merchant, { seconds: 3 * DAY })
    expect(await renewals(good)).to.deep.equal(["succeeded", "succeeded", "succeeded"])
    expect(await renewals(bad)).to.deep.equal([])
  })

  /** Stores an interval that no calendar knows, so that the renewal fails. */
  async function damage({ subscription }: Subscriber): Promise<void> {
    const { database } = vintem.server.modes.test
    await database.transaction((tx) =>
      tx.run(sql(`UPDATE subscriptions SET "interval" = 'NEVER' WHERE id = '${subscription.id}'`), {}),
    )
  }
})
