// What several accounts share in a database must not stop because one of them moves. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { accountSettings } from "../../src/accounts/tables.ts"
import type { Transaction } from "../../src/db/database.ts"
import { isMoving } from "../../src/db/unreachable.ts"
import { Releases } from "../../src/jobs/releases.ts"
import type { Claim } from "../../src/jobs/work.ts"
import { renewLeases } from "../../src/payments/attempts/store.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { testOnly } from "../support/databases/statement.ts"
import type { Merchant } from "../support/merchants/merchant.ts"
import { payWith } from "../support/merchants/rails.ts"
import { dieAfter, runMove, writeAnyway } from "./moves.ts"
import { startOnTwo, type Two } from "./two-databases.ts"

const insertSettings = testOnly(accountSettings.insert(["account"], (rows) => rows.onConflict("account").ignore()))

type Held = { account: string; id: string; held_until_ms: number }

describe("While an account moves, another one of its database", function () {
  this.timeout(300_000)
  let two: Two
  let moving: Merchant
  let other: Merchant
  before(async () => {
    two = await startOnTwo({}, { role: "api" })
    moving = await two.newShop("main")
    other = await two.newShop("main")
    for (const shop of [moving, other]) await payWith(shop)
  })
  after(() => two?.close())

  const database = () => two.modeOn("main").database
  /** The attempt of each, as it would be due and held. */
  const attemptsOf = (set: string) =>
    Promise.all(
      [moving, other].map(async ({ account }) => {
        const [row] = await writeAnyway<Held>(
          two,
          `UPDATE attempts SET ${set} WHERE account = '${account}' RETURNING account, id, held_until_ms::float8 AS held_until_ms`,
        )
        return row!
      }),
    )
  const asClaim = ({ account, id, held_until_ms }: Held): Claim => ({ account, id, held_until_ms, due_at: 1, group: "bank" })

  it("has its due work done, and that of the leaving account is left alone", async () => {
    const items = (await attemptsOf("due_at = 1, held_until_ms = 0")).map(asClaim)
    await dieAfter(two, "leaving", moving.account, "east")
    const claimed = await callAcquirers.queue.claim(database(), items, 1000)
    expect(claimed.map(({ account }) => account)).to.deep.equal([other.account])
    const found = await callAcquirers.queue.earliest(database(), { now: 2, limit: 10, fullAccounts: [], fullGroups: [] })
    expect(
      found.map(({ account }) => account),
      "it is still due",
    ).to.include(moving.account)
    const served = await payWith(moving)
    expect(served.status, "requests are served until it is closed").to.equal("succeeded")
  })

  it("keeps its leases, and can end its claims", async () => {
    await dieAfter(two, "alone", moving.account, "east")
    const held = await attemptsOf(`due_at = NULL, held_until_ms = ${Date.now() + 600_000}`)
    const renewed = await database().transaction((tx) => tx.run(renewLeases, { held, lease_ms: 1000 }))
    expect(renewed).to.equal(1)
    const releases = new Releases(database(), callAcquirers)
    const ended = await Promise.allSettled(held.map((each) => releases.end(asClaim(each))))
    expect(ended.map(({ status }) => status)).to.deep.equal(["rejected", "fulfilled"])
  })

  it("shares no transaction with it after the first one that was refused", async () => {
    let ran = 0
    const write = (shop: Merchant) => async (tx: Transaction) => {
      if (shop === other) ran++
      await tx.run(insertSettings, { account: shop.account })
    }
    const both = async () => {
      const results = await Promise.allSettled(
        [moving, other].map((shop) => database().sharedTransaction({ owner: shop.account, about: [shop.account] }, write(shop))),
      )
      expect(results.map(({ status }) => status)).to.deep.equal(["rejected", "fulfilled"])
      expect(isMoving((results[0] as PromiseRejectedResult).reason)).to.equal(true)
    }
    await both()
    expect(ran, "it ran again, alone").to.equal(2)
    for (let i = 0; i < 20; i++) await both()
    expect(ran).to.equal(22)
  })

  it("is the only one of the two that a process serves that does not know the other database", async () => {
    const { LIVE_DATABASE_URL_EAST: east, ...env } = two.databases.env
    await two.stop()
    two.databases.env = env
    await two.start()
    const statusOf = async ({ request }: Merchant) => (await request("GET", "/v1/payment_intents")).status
    expect(await statusOf(moving)).to.equal(503)
    expect(await statusOf(other)).to.equal(200)
    two.databases.env = { ...env, LIVE_DATABASE_URL_EAST: east! }
    await two.stop()
    await two.start()
    const undone = await runMove(two, "move", moving.account, "--to", "east", "--back")
    expect([undone.status, undone.stderr]).to.deep.equal([0, ""])
    expect(await statusOf(moving)).to.equal(200)
  })
})
