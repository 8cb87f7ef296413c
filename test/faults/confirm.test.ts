import { expect } from "chai"
import { mockCharges } from "../support/mock-charges.ts"
import { expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/payments.ts"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/vintem.ts"

/** A process that dies in a confirm, beside one that lives: on the same databases, the second finishes what the first began. */
describe("kill -9 in a confirm", function () {
  this.timeout(300_000)
  let survivor: Running
  before(async () => {
    survivor = await startVintem()
  })
  after(() => survivor.close())

  const CHECKPOINTS = ["confirm: attempt written", "confirm: acquirer answered", "confirm: settled"]

  for (const [index, step] of CHECKPOINTS.entries()) {
    it(`after "${step}": the same key finishes the same payment within 10 s`, async () => {
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

  it("after the attempt was written: it is finished within 10 s when nobody asks again", async () => {
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

  it("before any of its commits: the same key finishes the same payment, with one charge", async () => {
    expect(await dieBeforeEach(survivor, "dieBeforeCommit", 2)).to.be.within(3, 8)
  })

  // Some 35 processes that die on each database: `VINTEM_TEST_THOROUGH=1 make test`.
  if (process.env.VINTEM_TEST_THOROUGH) {
    it("before any of the statements that it runs: the same key finishes the same payment, with one charge", async () => {
      expect(await dieBeforeEach(survivor, "dieBeforeStatement", 4)).to.be.within(20, 120)
    })
  }
})

type Knob = "dieBeforeCommit" | "dieBeforeStatement"

/** Dies before the first, the second, … until one lives to the end; answers how many died. Several die at a time, as each waits for its lease to lapse. */
async function dieBeforeEach(survivor: Running, knob: Knob, atOnce: number): Promise<number> {
  for (let first = 1; first < 120; first += atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, index) => first + index)
    const ends = await Promise.all(numbers.map((number) => dieBefore(survivor, knob, number)))
    if (ends.includes("survived")) return first - 1 + ends.indexOf("survived")
  }
  throw new Error("no confirm came to its end")
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

/** Dies before the statement or commit of this number; answers whether the confirm was over before it came to that. */
async function dieBefore(survivor: Running, knob: Knob, number: number): Promise<"died" | "survived"> {
  const payment = await newPayment(survivor, (knob === "dieBeforeCommit" ? 20_000 : 10_000) + number)
  const victim = await spawnVictim(survivor)
  try {
    await victim.ask(knob, number)
    const answer = await confirm(victim, payment, survivor.key).catch(() => undefined)
    if (answer) expect(expectStatus(answer, 200).status).to.equal("succeeded")
    await expectFinished(survivor, payment)
    return answer ? "survived" : "died"
  } finally {
    await victim.close()
  }
}

async function confirmAndDie(victim: Spawned, payment: Payment, key: string): Promise<void> {
  const answer = await confirm(victim, payment, key).catch(() => undefined)
  expect(answer, "no answer from a process that died").to.equal(undefined)
  await victim.exited
}

/** Does what the specification tells a client to do: the same request with the same key, for as long as it is told to retry. */
async function expectFinished(survivor: Running, payment: Payment): Promise<void> {
  const started = Date.now()
  let answer = await confirm(survivor, payment)
  while (answer.headers["service-should-retry"] === "true" && Date.now() - started < 10_000)
    answer = await confirm(survivor, payment)
  const seconds = (Date.now() - started) / 1000
  expect(expectStatus(answer, 200)).to.include({ id: payment.intent, status: "succeeded" })
  expect(seconds).to.be.below(10)
  expect(await mockCharges(survivor, payment.amount)).to.have.lengthOf(1)
  const again = await confirm(survivor, payment)
  expect(again.text).to.equal(answer.text)
}
