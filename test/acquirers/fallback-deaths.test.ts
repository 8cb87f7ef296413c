// A process that dies while a sale goes to the fallback, and charges that no request waits for: docs/decisions/0033-fallback.md.
import { join } from "node:path"
import { expect } from "chai"
import type { Acquirer } from "../../src/acquirers/acquirer.ts"
import { billSubscriptions } from "../../src/billing/subscriptions/charge.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor, openBank } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm, mayFail, perform, recoverAttempts, retrieve } from "../support/merchants/rails.ts"
import { again, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

const MINUTE = 60

/** The moments of a confirm whose first acquirer is down, in order. The last two come when the second acquirer has made the sale. */
const MOMENTS = [
  ...["the first sale is stored", "its call is ready", "its call begins", "the first acquirer has answered"],
  ...[
    "the second sale has taken its place",
    "the second sale is to be sent",
    "its call is prepared",
    "its call is about to begin",
  ],
  ...["the second acquirer has answered", "the payment is decided"],
]

describe("A sale that goes to the fallback", () => {
  let databases: Databases
  let own: Bank
  let other: Bank
  let dying: Running
  let alive: Running
  let merchant: Merchant
  const clock = standingClock()
  /** At which checkpoint the process dies, and how many have passed. */
  let dies = { at: 0, passed: 0 }
  before(async () => {
    databases = await freshDatabases()
    own = bankFor(databases)
    other = openBank(join(databases.directory, "other.sqlite"))
    dying = await start((step) => {
      if (dies.at > 0 && ++dies.passed >= dies.at) throw new Error(`the process dies at: ${step}`)
    })
    alive = await start()
  })
  beforeEach(async () => {
    merchant = await newMerchant(dying)
  })
  afterEach(() => {
    dies = { at: 0, passed: 0 }
    own.heal()
    other.heal()
  })
  after(async () => {
    await alive.close()
    await dying.close()
    own.close()
    other.close()
    await databases.remove()
  })

  async function start(checkpoint?: (step: string) => void): Promise<Running> {
    const second: Acquirer = { ...other.acquirer, name: "other" }
    const options = {
      role: "api",
      databases,
      clock,
      acquirers: [own.acquirer, second],
      ...(checkpoint && { checkpoint }),
    } as const
    const vintem = await startVintem({}, options)
    const routing = { own: { acquirer: own.acquirer, drained: false }, fallback: { acquirer: second, drained: false } }
    Object.assign(vintem.server.modes.test, { routingOf: async () => routing })
    return vintem
  }

  const sales = () => [...own.sales(merchant.account), ...other.sales(merchant.account)]

  /** What another process does in the time after it. */
  async function recover(): Promise<void> {
    for (const later of [0, 1, 5 * MINUTE, 16 * MINUTE, 17 * MINUTE])
      await mayFail(recoverAttempts(alive, merchant.account, later))
  }

  for (const [index, moment] of MOMENTS.entries())
    it(`is made once, or its payment fails, if its process dies when ${moment}`, async () => {
      own.set("authorize", "unavailable")
      const { id } = await newIntent(merchant)
      const { id: token } = await newToken(merchant)
      dies = { at: index + 1, passed: 0 }
      await confirm(merchant, id, token).catch((error) => expect(String(error)).to.contain("internal_error"))
      expect(dies.passed, "this moment comes").to.be.at.least(index + 1)
      dies.at = 0
      await recover()
      const { status } = await retrieve(merchant, id)
      expect(status).to.equal(sales().length === 1 ? "succeeded" : "canceled")
      expect(sales()).to.have.lengthOf(index < MOMENTS.length - 2 ? 0 : 1)
      expect(await checkLedger(alive.server.modes.test.database, merchant.account)).to.deep.equal([])
    })

  it("of which the fallback's answer is lost is looked up there", async () => {
    own.set("authorize", "unavailable")
    other.set("authorize", "lost_after")
    const { id } = await newIntent(merchant)
    const { id: token } = await newToken(merchant)
    expect((await confirm(merchant, id, token)).body.status).to.equal("processing")
    await recover()
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    expect(sales()).to.have.lengthOf(1)
  })

  it("of a renewal goes there at once, and is then retried there for an hour", async () => {
    const product = await newRecurringProduct(alive, merchant)
    const subscription = await subscribe(merchant, product)
    own.set("authorize", "unavailable")
    other.set("authorize", "unavailable")
    const before = sales().length
    clock.ms = subscription.current_period_end * 1000
    await perform(alive, billSubscriptions, merchant.account)
    for (let i = 0; i < 2; i++) await perform(alive, callAcquirers, merchant.account)
    expect([own.calls(merchant.account, "authorize"), other.calls(merchant.account, "authorize")]).to.deep.equal([2, 1])
    other.heal()
    await perform(alive, callAcquirers, merchant.account, 10 * MINUTE)
    expect(sales().length).to.equal(before + 1)
    expect(own.calls(merchant.account, "authorize")).to.equal(2)
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
  })
})
