import { expect } from "chai"
import type { Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Outcome, withAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"

describe("Requests that wait for another request", function () {
  this.timeout(60_000)
  let vintem: Running
  let merchant: Merchant
  let confirming: {
    path: string
    send: (request?: Merchant["request"]) => Promise<Response>
    first: Promise<Response>
    finish: (outcome?: Outcome) => void
    idempotencyKey: string
  }
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    const path = `/v1/payment_intents/${(await newIntent(merchant)).id}`
    const body = { payment_method: (await newToken(merchant)).id }
    const held = Promise.withResolvers<Outcome>()
    const { seen, restore } = withAcquirer(vintem, merchant, () => held.promise)
    const idempotencyKey = newIdempotencyKey()
    const send = (request = merchant.request) => request("POST", `${path}/confirm`, body, { idempotencyKey })
    const finish = (outcome?: Outcome) => {
      held.resolve(outcome)
      restore()
    }
    confirming = { path, send, first: send(), finish, idempotencyKey }
    await until(async () => seen.calls === 1)
  })
  afterEach(() => confirming.finish())

  /** Counts the transactions of the service. */
  function countTransactions(): { count(): number; stop(): void } {
    const { database } = vintem.server.modes.test
    const { transaction, sharedTransaction } = database
    let count = 0
    database.transaction = (work) => {
      count++
      return transaction(work)
    }
    database.sharedTransaction = (sharing, work) => {
      count++
      return sharedTransaction(sharing, work)
    }
    return { count: () => count, stop: () => void Object.assign(database, { transaction, sharedTransaction }) }
  }

  const outcomeOf = ({ status, body }: Response) => `${status} ${body.error?.code ?? body.status}`

  it("a hundred repetitions of a confirm cost little while they wait, and then get its response", async () => {
    const transactions = countTransactions()
    try {
      const began = performance.now()
      const repeated = Array.from({ length: 100 }, () => confirming.send())
      await until(async () => transactions.count() >= 100 && performance.now() - began > 500)
      // One look for each, and after that the first of them looks now and then. A look of each every 20 ms would be thousands.
      expect(transactions.count()).to.be.lessThan(150)
      confirming.finish()
      const { text } = await confirming.first
      const responses = await Promise.all(repeated)
      // On a slow machine some have waited for five seconds before it is their turn.
      for (const response of responses)
        if (response.status === 200) expect(response.text).to.equal(text)
        else expect(outcomeOf(response)).to.equal("409 idempotency_request_in_progress")
      expect(responses.map(({ status }) => status)).to.include(200)
      expect(transactions.count()).to.be.lessThan(300)
    } finally {
      transactions.stop()
    }
  })

  it("two hundred of an account may wait: the next one is 409 at once, and other accounts wait as before", async () => {
    const { waiters } = vintem.server.modes.test.database
    const others = Array.from({ length: 198 }, () => waiters.join(merchant.account, "something else")!)
    const answered: string[] = []
    const sent = Array.from({ length: 3 }, async () => {
      const outcome = outcomeOf(await confirming.send())
      answered.push(outcome)
      return outcome
    })
    await until(async () => answered.length > 0)
    const cancel = () => merchant.request("POST", `${confirming.path}/cancel`)
    expect(outcomeOf(await cancel())).to.equal("409 payment_intent_locked")
    expect(answered).to.deep.equal(["409 idempotency_request_in_progress"])
    const neighbour = await newMerchant(vintem)
    const { id } = await newIntent(neighbour)
    expectStatus(await neighbour.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    for (const other of others) other.leave()
    confirming.finish()
    const outcomes = await Promise.all(sent)
    expect(outcomes.sort()).to.deep.equal(["200 succeeded", "200 succeeded", "409 idempotency_request_in_progress"])
    // Whoever has waited leaves the place to others.
    const next = Array.from({ length: 200 }, () => waiters.join(merchant.account, "something else"))
    expect(next).not.to.include(undefined)
    for (const waiter of next) waiter!.leave()
    expect(outcomeOf(await cancel())).to.equal("400 payment_intent_unexpected_state")
  })

  for (const [what, outcome, status] of [
    ["a confirm", undefined, 200],
    ["a confirm that charged nothing", { result: "unavailable" }, 503],
  ] as const) {
    it(`are woken by the end of ${what}: those for its key and those for its payment intent`, async () => {
      const { waiters } = vintem.server.modes.test.database
      const woken: string[] = []
      const wake = waiters.wake.bind(waiters)
      waiters.wake = (topic) => {
        woken.push(topic)
        wake(topic)
      }
      confirming.finish(outcome)
      expectStatus(await confirming.first.finally(() => Reflect.deleteProperty(waiters, "wake")), status)
      const intent = confirming.path.split("/").at(-1)!
      expect(woken).to.include(intent).and.include(`${merchant.account} ${confirming.idempotencyKey}`)
    })
  }
})
