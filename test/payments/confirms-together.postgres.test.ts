import { expect } from "chai"
import pg from "pg"
import pino from "pino"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"

const MANY = 64
/** The statements of a confirm at the acquirer of test mode, whose ledger is in the same database. BEGIN and COMMIT count. */
const MAX_STATEMENTS = 3
/** Two transactions of a confirm, and one of that ledger. */
const MAX_COMMITS = 0.2

describe("On Postgres, confirms that arrive together", () => {
  let databases: Databases
  let line: Line
  let vintem: Running
  let merchant: Merchant
  let customer: string
  before(async () => {
    databases = await freshDatabases()
    line = await openLine(databases.env.TEST_DATABASE_URL!)
    const env = { ...databases.env, TEST_DATABASE_URL: line.url }
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

  /** Prepares confirms. Each can be sent again with its idempotency key. */
  async function confirms(count: number, amount: number) {
    const make = async () => {
      const { id } = await newIntent(merchant, { customer, amount })
      const body = { payment_method: (await newToken(merchant)).id }
      const idempotencyKey = newIdempotencyKey()
      return () => merchant.request("POST", `/v1/payment_intents/${id}/confirm`, body, { idempotencyKey })
    }
    return Promise.all(Array.from({ length: count }, make))
  }

  /** Counts what is sent to Postgres meanwhile, without the log of requests and the quota. */
  async function sentDuring(work: () => Promise<unknown>): Promise<string[]> {
    const { query } = pg.Client.prototype
    const sent: string[] = []
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [first] = args as [string | { text: string }]
      sent.push(typeof first === "string" ? first : first.text)
      return (query as (...args: unknown[]) => unknown).apply(this, args)
    } as typeof query
    await work().finally(() => {
      pg.Client.prototype.query = query
    })
    return sent.filter((text) => !/api_requests|rate_limits|set_config/.test(text))
  }

  it("cost few statements and commits each", async () => {
    let fewest = Number.POSITIVE_INFINITY
    let commits = Number.POSITIVE_INFINITY
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

  it("are each charged once and settled, although the answer to their shared commit is lost", async () => {
    const amount = 7331
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
    const prepared = await confirms(20, amount)
    const lost = Promise.all(prepared.map((send) => send()))
    await until(async () => charged === prepared.length)
    line.commits = "cut after"
    open()
    const statuses = (await lost).map(({ status }) => status)
    line.commits = "pass"
    restore()
    expect(statuses).to.include(503)
    for (const send of prepared) await until(async () => (await send()).body.status === "succeeded")
    expect(await mockCharges(vintem, amount)).to.have.length(prepared.length)
    const { available } = expectStatus(await merchant.request("GET", "/v1/balance"), 200)
    expect(available).to.deep.equal([{ amount: prepared.length * amount, currency: "brl" }])
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
