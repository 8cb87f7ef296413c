import { expect } from "chai"
import fc from "fast-check"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { eventsOf, newPayer } from "../support/merchants/rails.ts"
import { COMMANDS, commands, compare, compareBalance, createPayment, type Real } from "./commands.ts"
import { type Model, refundedOf } from "./model.ts"

const RUNS = Number(process.env.VINTEM_TEST_RUNS ?? 20)

const bankOf = statement<{ approved: number; refunded: number }>((k, p) =>
  k("mock_charges").where({ account: p.account, status: "approved" }).count({ approved: "*" }).sum({ refunded: "refunded" }),
)

describe("Random commands compared with a model of payments", function () {
  this.timeout(300_000)
  const clock = standingClock()
  let vintem: Running
  before(async () => {
    // There is no scheduler: ticks are commands. Time passes in commands only, so that the model knows it to the second.
    vintem = await startVintem({}, { role: "api", clock })
  })
  after(() => vintem.close())

  it(`${RUNS} runs of up to ${COMMANDS} commands: merchant and bank see what the model predicts`, async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const merchant = await newMerchant(vintem)
        const customers = [(await newPayer(merchant)).id, (await newPayer(merchant)).id]
        const model: Model = { payments: [], cards: [], now: clock.now() / 1000 }
        const real: Real = { vintem, merchant, customers }
        for (const amount of [700, 4990, 100_000]) await createPayment(model, real, 0, amount)
        await fc.asyncModelRun(() => ({ model, real }), list)
        for (const payment of model.payments) {
          await compare(payment, real)
          expect(await eventsOf(merchant, payment.id)).to.deep.equal(payment.events)
        }
        await compareBalance(model, real)
        const bank = await vintem.server.modes.test.database.one(bankOf, { account: merchant.account })
        const paid = model.payments.filter(({ status }) => status === "succeeded")
        expect(Number(bank!.approved)).to.equal(paid.length)
        expect(Number(bank!.refunded ?? 0)).to.equal(paid.reduce((sum, payment) => sum + refundedOf(payment), 0))
      }),
      {
        numRuns: RUNS,
        interruptAfterTimeLimit: 200_000,
        seed: process.env.VINTEM_TEST_SEED ? Number(process.env.VINTEM_TEST_SEED) : undefined,
      },
    )
  })
})
