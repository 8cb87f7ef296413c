import { expect } from "chai"
import { clockTurns } from "../../src/test-clock/table.ts"
import { PAIRS, type Skewed, startSkewed } from "../support/app/skewed.ts"
import { withAcquirer } from "../support/banks/acquirer.ts"
import { testOnly } from "../support/databases/statement.ts"
import { newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"
import { DAY, newRecurringProduct, subscribe, timeOf } from "../support/merchants/subscriptions.ts"

const turnsOf = testOnly(clockTurns.find(["account"], (rows) => rows.select("id")))

/** An advance of the test clock holds both a lease of its idempotency key and one of its turn. */
describe("A server whose clock differs from another's by ten seconds", function () {
  this.timeout(60_000)
  let servers: Skewed
  let close: () => Promise<void>
  before(async () => {
    ;({ servers, close } = await startSkewed(10_000))
  })
  after(() => close())

  for (const [first, second] of PAIRS) {
    /** Starts an advance by a day and more on one server, and holds it at the acquirer. */
    async function hold() {
      const merchant = await newMerchant(servers[first])
      await subscribe(merchant, await newRecurringProduct(servers[first], merchant, { interval: "DAY" }))
      const held = Promise.withResolvers<undefined>()
      const { seen, restore } = withAcquirer(servers[first], merchant, () => held.promise)
      const advanceOn = (name: typeof first | typeof second, idempotencyKey: string) =>
        servers[name].request(
          "POST",
          "/v1/test_helpers/clock/advance",
          { seconds: DAY + 60 },
          { key: merchant.key, idempotencyKey },
        )
      const key = newIdempotencyKey()
      const from = await timeOf(merchant)
      const running = advanceOn(first, key)
      await until(async () => seen.calls === 1)
      const finish = () => {
        held.resolve(undefined)
        restore()
        return running
      }
      return { merchant, key, from, advanceOn, finish }
    }

    it(`does not run a request again that the other one runs (${second} of ${first})`, async () => {
      const { key, advanceOn, finish } = await hold()
      const meanwhile = await advanceOn(second, key)
      expect([meanwhile.status, meanwhile.body.error?.code]).to.deep.equal([409, "idempotency_request_in_progress"])
      const answer = await finish()
      expectStatus(answer, 200)
      const replay = await advanceOn(second, key)
      expect([replay.text, replay.headers["idempotent-replayed"]]).to.deep.equal([answer.text, "true"])
    })

    it(`waits for an advance of the clock that the other one makes (${second} of ${first})`, async () => {
      const { merchant, from, advanceOn, finish } = await hold()
      const next = advanceOn(second, newIdempotencyKey())
      const { database } = servers[first].server.modes.test
      await until(async () => (await database.all(turnsOf, { account: merchant.account })).length === 2)
      expectStatus(await finish(), 200)
      expect(expectStatus(await next, 200).now - from).to.be.within(2 * DAY + 120 - 20, 2 * DAY + 120 + 60)
    })
  }
})
