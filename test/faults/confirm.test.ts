import { expect } from "chai"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"

/** One process dies during a confirm. Another one on the same databases finishes the payment. */
describe("After kill -9 during a confirm", function () {
  this.timeout(300_000)
  let survivor: Running
  before(async () => {
    survivor = await startVintem()
  })
  after(() => survivor.close())

  const CHECKPOINTS = ["confirm: attempt written", "charge: sent", "confirm: acquirer answered", "charge: settled"]

  for (const [index, step] of CHECKPOINTS.entries()) {
    it(`at "${step}": a retry with the same key finishes the payment within 10 s`, async () => {
      const payment = await newPayment(survivor, 100 + index)
      const victim = await spawnVictim(survivor)
      try {
        await victim.ask("dieAt", step)
        await confirmAndDie(victim, payment, survivor.key)
        await expectFinished(survivor, payment)
      } finally {
        await victim.close()
      }
    })
  }

  it("after the attempt was written: the payment is finished within 10 s without a retry", async () => {
    const payment = await newPayment(survivor, 110)
    const victim = await spawnVictim(survivor)
    try {
      await victim.ask("dieAt", CHECKPOINTS[0])
      await confirmAndDie(victim, payment, survivor.key)
      const deadline = Date.now() + 10_000
      let status = ""
      while (status !== "succeeded" && Date.now() < deadline) {
        status = (await survivor.request("GET", `/v1/payment_intents/${payment.intent}`)).body.status
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      expect(status).to.equal("succeeded")
      expect(await mockCharges(survivor, payment.amount)).to.have.lengthOf(1)
    } finally {
      await victim.close()
    }
  })

  it("before any commit: a retry with the same key finishes the payment with one charge", async () => {
    expect(await dieBeforeEach(survivor, "dieBeforeCommit", 2)).to.be.within(3, 8)
  })

  // Kills about 35 processes on each database. Run it with `VINTEM_TEST_THOROUGH=1 make test`.
  if (process.env.VINTEM_TEST_THOROUGH) {
    it("before any statement: a retry with the same key finishes the payment with one charge", async () => {
      expect(await dieBeforeEach(survivor, "dieBeforeStatement", 4)).to.be.within(20, 120)
    })
  }
})

type Knob = "dieBeforeCommit" | "dieBeforeStatement"

/**
 * Kills a process before the first commit or statement, another before the second, and so on, until one survives. Returns how
 * many died. Several run at a time, because each has to wait for a lease to lapse.
 */
async function dieBeforeEach(survivor: Running, knob: Knob, atOnce: number): Promise<number> {
  for (let first = 1; first < 120; first += atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, index) => first + index)
    const ends = await Promise.all(numbers.map((number) => dieBefore(survivor, knob, number)))
    if (ends.includes("survived")) return first - 1 + ends.indexOf("survived")
  }
  throw new Error("every process died: no confirm finished")
}

type Payment = { amount: number; intent: string; token: string; idempotencyKey: string }

async function newPayment(vintem: Running, amount: number): Promise<Payment> {
  const intent = await newIntent(vintem, { amount })
  const token = await newToken(vintem)
  return { amount, intent: intent.id, token: token.id, idempotencyKey: newIdempotencyKey() }
}

function spawnVictim(survivor: Running): Promise<Spawned> {
  return spawnVintem({ LOG_LEVEL: "silent" }, { databases: survivor.databases, role: "api" })
}

function confirm(vintem: Pick<Running, "request">, { intent, token, idempotencyKey }: Payment, key?: string) {
  return vintem.request("POST", `/v1/payment_intents/${intent}/confirm`, { payment_method: token }, { idempotencyKey, key })
}

/** Kills a process before this commit or statement. Returns `survived` if the confirm finished first. */
async function dieBefore(survivor: Running, knob: Knob, number: number): Promise<"died" | "survived"> {
  const payment = await newPayment(survivor, (knob === "dieBeforeCommit" ? 20_000 : 10_000) + number)
  const victim = await spawnVictim(survivor)
  try {
    await victim.ask(knob, number)
    const response = await confirm(victim, payment, survivor.key).catch(() => undefined)
    if (response) expect(expectStatus(response, 200).status).to.equal("succeeded")
    await expectFinished(survivor, payment)
    return response ? "survived" : "died"
  } finally {
    await victim.close()
  }
}

async function confirmAndDie(victim: Spawned, payment: Payment, key: string): Promise<void> {
  const response = await confirm(victim, payment, key).catch(() => undefined)
  expect(response, "no response from a process that died").to.equal(undefined)
  await victim.exited
}

/** Retries as a client should (openapi.yaml, Idempotency): the same request and key while Service-Should-Retry is true. */
async function expectFinished(survivor: Running, payment: Payment): Promise<void> {
  const started = Date.now()
  let response = await confirm(survivor, payment)
  while (response.headers["service-should-retry"] === "true" && Date.now() - started < 10_000)
    response = await confirm(survivor, payment)
  const seconds = (Date.now() - started) / 1000
  expect(expectStatus(response, 200)).to.include({ id: payment.intent, status: "succeeded" })
  expect(seconds).to.be.below(10)
  expect(await mockCharges(survivor, payment.amount)).to.have.lengthOf(1)
  const again = await confirm(survivor, payment)
  expect(again.text).to.equal(response.text)
}
