import { expect } from "chai"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { payOne, until } from "../support/merchants/merchant.ts"
import { newIdempotencyKey } from "../support/merchants/payments.ts"
import { DAY } from "../support/merchants/subscriptions.ts"
import { expectProven, newPaidOut } from "./merchant.ts"

type Death = Parameters<Spawned["ask"]>

/** Somewhere in the transactions of a payout, and right after each. */
const DEATHS: Death[] = [
  ["dieAt", "payout: made"],
  ...["sent", "decided", "paid"].map((step): Death => ["dieAt", `payout: ${step}`]),
  ...[4, 6, 8, 10].map((number): Death => ["dieBeforeCommit", number]),
]

describe("A payout whose process dies", function () {
  this.timeout(180_000)
  let databases: Databases
  let survivor: Running
  /** They die at the same time, because most of each is the wait until what the dead process had claimed may be claimed again. */
  let ends: Promise<void>[]
  before(async () => {
    databases = await freshDatabases()
    survivor = await startVintem({}, { databases, role: "api" })
    ends = DEATHS.map(survive)
    await Promise.allSettled(ends)
  })
  after(async () => {
    await survivor.close()
    await databases.remove()
  })

  async function survive(death: Death): Promise<void> {
    const merchant = await newPaidOut(survivor)
    await payOne(merchant)
    await survivor.cli("accounts", "update", "--account", merchant.account, "--payouts", "daily")
    const victim = await spawnVintem({}, { databases, role: "api", merchant })
    try {
      const options = { idempotencyKey: newIdempotencyKey(), key: merchant.key }
      const advance = (by: Running | Spawned) =>
        by.request("POST", "/v1/test_helpers/clock/advance", { seconds: 14 * DAY }, options)
      await victim.ask(...death)
      advance(victim).catch(() => {})
      await victim.exited
      await until(async () => (await advance(survivor)).status === 200, 60_000)
      const payouts = await merchant.payouts()
      expect(payouts.map(({ amount, status }) => [amount, status])).to.deep.equal([[4990, "paid"]])
      await expectProven(survivor, merchant.account)
    } finally {
      await victim.close()
    }
  }

  for (const [index, death] of DEATHS.entries()) it(`is made and paid once (${death[0]} ${death[1]})`, () => ends[index])
})
