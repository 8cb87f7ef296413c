import { expect } from "chai"
import { dieAt } from "../support/app/dying.ts"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { retrieve } from "../support/merchants/rails.ts"
import { advance } from "../support/merchants/subscriptions.ts"

/** Look-ups must find nothing for this long until a sale counts as not made. */
const GIVE_UP_AFTER_SECONDS = 15 * 60

/**
 * One process dies during a confirm. Another one on the same databases finishes the payment. A sale that may be on its way is never sent a
 * second time: it is looked up.
 */
describe("After kill -9 during a confirm", function () {
  this.timeout(300_000)
  let survivor: Running
  before(async () => {
    survivor = await startVintem()
  })
  after(() => survivor.close())

  const ANSWERED = "confirm: acquirer answered"

  async function confirmUntil(step: string, amount: number): Promise<Payment> {
    const payment = await newPayment(survivor, amount)
    const victim = await spawnVictim(survivor)
    await dieAt(victim, step, () => confirm(victim, payment))
    return payment
  }

  for (const [index, step] of [ANSWERED, "charge: settled"].entries()) {
    it(`at "${step}": a retry with the same key finishes the payment within 10 s`, async () => {
      const payment = await confirmUntil(step, 100 + index)
      expect(await retry(survivor, payment)).to.equal("succeeded")
    })
  }

  it("after the acquirer has answered: the payment is finished within 10 s without a retry", async () => {
    const { merchant, intent, amount } = await confirmUntil(ANSWERED, 110)
    await until(async () => (await retrieve(merchant, intent)).status === "succeeded", 10_000)
    expect(await mockCharges(survivor, amount)).to.have.lengthOf(1)
  })

  for (const [index, step] of ["confirm: attempt written", "charge: stored", "charge: sent"].entries()) {
    it(`at "${step}": a retry is answered with processing, and after 15 minutes nothing was charged`, async () => {
      const payment = await confirmUntil(step, 111 + index)
      expect(await retry(survivor, payment)).to.equal("processing")
      await expectNothingCharged(survivor, payment)
    })
  }

  it("before the call: the payment is processing within 10 s without a retry, and after 15 minutes nothing was charged", async () => {
    const payment = await confirmUntil("confirm: attempt written", 120)
    const status = async () => (await retrieve(payment.merchant, payment.intent)).status
    await until(async () => (await status()) === "processing", 10_000)
    await expectNothingCharged(survivor, payment)
  })

  it("before any commit: a retry with the same key finishes the payment with one charge, or with none", async () => {
    const retried = await dieBeforeEach(survivor, "dieBeforeCommit", 2)
    expect(retried.length).to.be.within(3, 8)
    // Only between the first commit and the one of the acquirer.
    expect(retried.filter((status) => status === "processing")).to.have.lengthOf(1)
  })

  // Kills about 35 processes on each database. Run it with `VINTEM_TEST_THOROUGH=1 make test`.
  if (process.env.VINTEM_TEST_THOROUGH) {
    it("before any statement: a retry with the same key finishes the payment with one charge, or with none", async () => {
      const retried = await dieBeforeEach(survivor, "dieBeforeStatement", 4)
      expect(retried.length).to.be.within(20, 120)
      expect(retried).to.include("processing")
    })
  }
})

type Knob = "dieBeforeCommit" | "dieBeforeStatement"
type Status = "succeeded" | "processing"

/**
 * Kills a process before the first commit or statement, another before the second, and so on, until one survives. Returns what the retries
 * of those that died were answered with. Several run at a time, because each has to wait for a lease to lapse.
 */
async function dieBeforeEach(survivor: Running, knob: Knob, atOnce: number): Promise<Status[]> {
  const retried: Status[] = []
  for (let first = 1; first < 120; first += atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, index) => first + index)
    for (const end of await Promise.all(numbers.map((number) => dieBefore(survivor, knob, number)))) {
      if (end === "survived") return retried
      retried.push(end)
    }
  }
  throw new Error("every process died: no confirm finished")
}

/** A payment of a merchant of its own, whose clock can be advanced. */
type Payment = { merchant: Merchant; amount: number; intent: string; token: string; idempotencyKey: string }

async function newPayment(vintem: Running, amount: number): Promise<Payment> {
  const merchant = await newMerchant(vintem)
  const intent = await newIntent(merchant, { amount })
  const token = await newToken(merchant)
  return { merchant, amount, intent: intent.id, token: token.id, idempotencyKey: newIdempotencyKey() }
}

function spawnVictim(survivor: Running): Promise<Spawned> {
  return spawnVintem({ LOG_LEVEL: "silent" }, { databases: survivor.databases, role: "api" })
}

function confirm(vintem: Pick<Running, "request">, { merchant, intent, token, idempotencyKey }: Payment) {
  const options = { idempotencyKey, key: merchant.key }
  return vintem.request("POST", `/v1/payment_intents/${intent}/confirm`, { payment_method: token }, options)
}

/** Kills a process before this commit or statement. Returns `survived` if the confirm finished first, and else what a retry says. */
async function dieBefore(survivor: Running, knob: Knob, number: number): Promise<Status | "survived"> {
  const payment = await newPayment(survivor, (knob === "dieBeforeCommit" ? 20_000 : 10_000) + number)
  const victim = await spawnVictim(survivor)
  try {
    await victim.ask(knob, number)
    const response = await confirm(victim, payment).catch(() => undefined)
    if (response) expect(expectStatus(response, 200).status).to.equal("succeeded")
    const status = await retry(survivor, payment)
    if (status === "processing") await expectNothingCharged(survivor, payment)
    return response ? "survived" : status
  } finally {
    await victim.close()
  }
}

/**
 * Retries as a client should (openapi.yaml, Idempotency): the same request and key while Service-Should-Retry is true. Checks that the
 * answer tells what the acquirer has charged, comes within 10 s, and stays the same.
 */
async function retry(survivor: Running, payment: Payment): Promise<Status> {
  const started = Date.now()
  let response = await confirm(survivor, payment)
  while (response.headers["service-should-retry"] === "true" && Date.now() - started < 10_000)
    response = await confirm(survivor, payment)
  const seconds = (Date.now() - started) / 1000
  const { id, status } = expectStatus(response, 200)
  expect(id).to.equal(payment.intent)
  expect(status).to.be.oneOf(["succeeded", "processing"])
  expect(seconds).to.be.below(10)
  expect(await mockCharges(survivor, payment.amount)).to.have.lengthOf(status === "succeeded" ? 1 : 0)
  const again = await confirm(survivor, payment)
  expect(again.text).to.equal(response.text)
  return status
}

/** The sale never arrived. It was not sent again, and it counts as not made once look-ups have not found it for long enough. */
async function expectNothingCharged(survivor: Running, { merchant, intent, amount }: Payment): Promise<void> {
  await advance(merchant, { seconds: GIVE_UP_AFTER_SECONDS - 300 })
  expect((await retrieve(merchant, intent)).status).to.equal("processing")
  await advance(merchant, { seconds: 300 })
  const { status, last_payment_error } = await until(async () => {
    const latest = await retrieve(merchant, intent)
    return latest.status !== "processing" && latest
  })
  expect({ status, code: last_payment_error.code }).to.deep.equal({ status: "canceled", code: "processing_error" })
  expect(await mockCharges(survivor, amount)).to.deep.equal([])
}
