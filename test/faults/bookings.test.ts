import { expect } from "chai"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { checkTotals } from "../../src/cli/check-totals.ts"
import { transactionsOf } from "../../src/ledger/book.ts"
import type { Response } from "../support/app/client.ts"
import { type Running, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, newIdempotencyKey, newToken } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent } from "../support/merchants/rails.ts"
import { setTermsOf } from "../support/merchants/terms.ts"

/** Each statement of a request is a moment to die at. `VINTEM_TEST_THOROUGH=1 make test` dies before each, else before each commit. */
const [KNOB, MOST] = process.env.VINTEM_TEST_THOROUGH
  ? (["dieBeforeStatement", 120] as const)
  : (["dieBeforeCommit", 12] as const)

type Client = Pick<Running, "request">
type Request = (client: Client) => Promise<Response>

/** A payment has its rows in the balance, or it is not paid: there is no moment in between. */
describe("After kill -9 while money moves, the balance has each change once", function () {
  this.timeout(300_000)
  let survivor: Running
  before(async () => {
    survivor = await startVintem()
  })
  after(() => survivor.close())

  /** What is wrong in an account's money at this moment, if anything. */
  async function wrong({ account }: Merchant) {
    const { database } = survivor.server.modes.test
    return [...(await checkLedger(database, account)), ...(await checkTotals(database, account))]
  }

  /** Kills a process before the first commit of a request, another before the second, and so on, until one survives. Each is retried. */
  async function dieBeforeEach(
    prepare: (merchant: Merchant) => Promise<Request>,
    expected: (status: string) => readonly string[],
  ): Promise<number> {
    for (let number = 1; number <= MOST; number++) {
      const merchant = await newMerchant(survivor)
      await setTermsOf(survivor, merchant.account)
      const request = await prepare(merchant)
      const victim = await spawnVintem({ LOG_LEVEL: "silent" }, { databases: survivor.databases, role: "api" })
      await victim.ask(KNOB, number)
      const answer = await request(victim).catch(() => undefined)
      await victim.close()
      expect(await wrong(merchant)).to.deep.equal([])
      let again = await request(survivor)
      while (again.headers["service-should-retry"] === "true") again = await request(survivor)
      const { id, payment_intent = id, status } = again.body
      expect(await wrong(merchant)).to.deep.equal([])
      const rows = await transactionsOf(survivor.server.modes.test.database, merchant.account, payment_intent)
      expect(rows.map(({ type, amount, fee }) => `${type} ${amount} ${fee}`)).to.deep.equal(expected(status))
      if (answer) return number
    }
    throw new Error("every process died")
  }

  const PAID = ["payment 1664 44", "payment 1663 43", "payment 1663 43"]

  it("of a payment in three installments", async () => {
    const died = await dieBeforeEach(
      async (merchant) => {
        const [{ id }, token] = [await newOpenIntent(merchant), (await newToken(merchant)).id]
        const options = { idempotencyKey: newIdempotencyKey(), key: merchant.key }
        const body = { payment_method: token, installments: 3 }
        return (client) => client.request("POST", `/v1/payment_intents/${id}/confirm`, body, options)
      },
      (status) => (status === "succeeded" ? PAID : []),
    )
    expect(died).to.be.greaterThan(3)
  })

  it("of a refund that takes two installments", async () => {
    const died = await dieBeforeEach(
      async (merchant) => {
        const { id } = await confirmWith(merchant, (await newOpenIntent(merchant)).id, CARDS.approved, { installments: 3 })
        const options = { idempotencyKey: newIdempotencyKey(), key: merchant.key }
        return (client) => client.request("POST", "/v1/refunds", { payment_intent: id, amount: 2000 }, options)
      },
      // Also while nobody knows whether the acquirer made it.
      () => [...PAID, "refund -1663 -43", "refund -337 -9", "fee -25 0"],
    )
    expect(died).to.be.greaterThan(2)
  })
})
