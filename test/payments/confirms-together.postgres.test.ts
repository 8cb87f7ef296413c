import { expect } from "chai"
import pino from "pino"
import { connect } from "../../src/db/drivers/connect.ts"
import { switchKinds } from "../../src/mail/settings.ts"
import { paymentIntents } from "../../src/payments/intents/table.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import { refusedDuring, sentDuring } from "../support/databases/sent.ts"
import { testOnly } from "../support/databases/statement.ts"
import { waitingForLocks } from "../support/databases/waiting-for-locks.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { advance } from "../support/merchants/subscriptions.ts"

const MANY = 64
/** The statements of a confirm at the acquirer of test mode, whose ledger is in the same database. BEGIN and COMMIT count. */
const MAX_STATEMENTS = 3
/** Two transactions of a confirm, and one of that ledger. */
const MAX_COMMITS = 0.2
/** Postgres ends a deadlock after this time, and a shared transaction that waits for a lock after 250 ms. */
const DEADLOCK_MS = 200
const DEADLOCK = "40P01"

const lockOne = testOnly(paymentIntents.find(["account", "id"], (rows) => rows.forUpdate()))
const lockOthers = testOnly(
  paymentIntents.statement(["account", "id"], (rows, p) =>
    rows.where({ account: p.account }).whereNot({ id: p.id }).orderBy("id", "desc").forUpdate(),
  ),
)
/** The URL with a time after which a connection looks for a deadlock. */
function withDeadlocksAfter(ms: number, url: string): string {
  const target = new URL(url)
  target.searchParams.set("options", `-c deadlock_timeout=${ms}ms`)
  return target.href
}

describe("On Postgres, confirms that arrive together", () => {
  let databases: Databases
  let line: Line
  let vintem: Running
  let merchant: Merchant
  let customer: string
  before(async () => {
    databases = await freshDatabases()
    line = await openLine(databases.env.TEST_DATABASE_URL!)
    const env = { ...databases.env, TEST_DATABASE_URL: withDeadlocksAfter(DEADLOCK_MS, line.url) }
    vintem = await startVintem({ RATE_LIMIT: "100000" }, { databases: { ...databases, env }, log: pino({ level: "silent" }) })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    customer = (await newCustomer(merchant)).id
  })
  afterEach(() => {
    line.commits = "pass"
  })
  after(async () => {
    await vintem.close()
    await line.close()
    await databases.remove()
  })

  /** Prepares confirms, with these cards in turn. Each can be sent again with its idempotency key. */
  async function confirms(count: number, amount: number, cards: readonly string[] = [CARDS.approved]) {
    const make = async (_: unknown, i: number) => {
      const { id } = await newIntent(merchant, { customer, amount })
      const body = { payment_method: (await newToken(merchant, cards[i % cards.length])).id }
      const idempotencyKey = newIdempotencyKey()
      return () => merchant.request("POST", `/v1/payment_intents/${id}/confirm`, body, { idempotencyKey })
    }
    return Promise.all(Array.from({ length: count }, make))
  }

  it("cost few statements and commits each", async () => {
    let fewest = Number.POSITIVE_INFINITY
    let commits = Number.POSITIVE_INFINITY
    // Receipts are work of their own.
    await vintem.server.modes.test.database.transaction((tx) => switchKinds(tx, merchant.account, { receipt: false }))
    // Background work also sends some, and a busy machine may let few arrive together.
    for (let i = 0; i < 10 && (fewest > MAX_STATEMENTS * MANY || commits > MAX_COMMITS * MANY); i++) {
      const prepared = await confirms(MANY, 4990)
      const sent = await sentDuring(() => Promise.all(prepared.map(async (send) => expectStatus(await send(), 200))))
      fewest = Math.min(fewest, sent.length)
      commits = Math.min(commits, sent.filter((text) => text === "COMMIT").length)
    }
    expect(fewest / MANY).to.be.at.most(MAX_STATEMENTS)
    expect(commits / MANY).to.be.at.most(MAX_COMMITS)
  })

  it("each keep their own outcome, and are charged once, although the answer to their shared commit is lost", async () => {
    const amount = 7331
    const outcomes = ["succeeded", "succeeded", "canceled", "requires_action"]
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
    let charged = 0
    const { restore } = replaceAcquirer(vintem, merchant, (mock) => ({
      ...mock,
      authorize: async (sale, signal) => {
        const outcome = await mock.authorize(sale, signal)
        charged++
        await isOpen
        return outcome
      },
    }))
    const prepared = await confirms(20, amount, [CARDS.approved, CARDS.approved, CARDS.declined, CARDS.threeDs])
    const lost = Promise.all(prepared.map((send) => send()))
    await until(async () => charged === prepared.length)
    line.commits = "cut after"
    open()
    const statuses = (await lost).map(({ status }) => status)
    line.commits = "pass"
    restore()
    expect(statuses).to.include(503)
    for (const [i, send] of prepared.entries())
      await until(async () => (await send()).body.status === outcomes[i % outcomes.length])
    expect(await mockCharges(vintem, amount)).to.have.length(prepared.length)
    const { available } = expectStatus(await merchant.request("GET", "/v1/balance"), 200)
    expect(available).to.deep.equal([{ amount: (prepared.length / 2) * amount, currency: "brl" }])
  })

  it("charge nothing, also when they are sent again, if the answer to the commit before their call is lost", async () => {
    const amount = 7333
    const prepared = await confirms(20, amount)
    line.commits = "cut after"
    const statuses = (await Promise.all(prepared.map((send) => send()))).map(({ status }) => status)
    line.commits = "pass"
    expect(new Set(statuses)).to.deep.equal(new Set([503]))
    for (const send of prepared) await until(async () => (await send()).body.status === "processing")
    await advance(merchant, { seconds: 20 * 60 })
    const listed = async () => expectStatus(await merchant.request("GET", "/v1/payment_intents?limit=100"), 200).data
    await until(async () => (await listed()).every(({ status }: { status: string }) => status === "canceled"))
    expect(await mockCharges(vintem, amount)).to.deep.equal([])
  })

  it("are each charged once if a deadlock undoes what they share", async () => {
    const { account } = merchant
    const database = connect(databases.env.TEST_DATABASE_URL!, false)
    const rival = connect(withDeadlocksAfter(60_000, databases.env.TEST_DATABASE_URL!), false)
    let codes: string[] = []
    // On a busy machine, the other process may come too late for a deadlock.
    for (let amount = 7400; amount < 7410 && !codes.includes(DEADLOCK); amount++) {
      const prepared = await confirms(20, amount)
      const id = expectStatus(await merchant.request("GET", "/v1/payment_intents?limit=1"), 200).data[0].id
      const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>()
      const locking = rival.transaction(async (tx) => {
        await tx.run(lockOne, { account, id })
        lock()
        while (!(await database.one(waitingForLocks, {})));
        await tx.run(lockOthers, { account, id })
      })
      await isLocked
      codes = await refusedDuring(async () => {
        const responses = await Promise.all(prepared.map((send) => send()))
        expect(responses.map(({ body }) => body.status)).to.deep.equal(prepared.map(() => "succeeded"))
      })
      await locking
      expect(await mockCharges(vintem, amount)).to.have.length(prepared.length)
    }
    expect(codes).to.include(DEADLOCK)
    await Promise.all([database.close(), rival.close()])
  })

  it("write nothing, and are charged when they are sent again, if their connection breaks before the commit", async () => {
    const amount = 7332
    const prepared = await confirms(20, amount)
    line.commits = "cut before"
    const statuses = (await Promise.all(prepared.map((send) => send()))).map(({ status }) => status)
    line.commits = "pass"
    expect(new Set(statuses)).to.deep.equal(new Set([503]))
    expect(await mockCharges(vintem, amount)).to.deep.equal([])
    const again = await Promise.all(prepared.map((send) => send()))
    expect(again.map(({ body }) => body.status)).to.deep.equal(prepared.map(() => "succeeded"))
    expect(await mockCharges(vintem, amount)).to.have.length(prepared.length)
  })
})
