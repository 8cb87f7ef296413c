import { expect } from "chai"
import fc from "fast-check"
import { saleEffects } from "../../src/statements/effects/sale.ts"
import type { Charge } from "../../src/statements/matching/charge.ts"
import { type Line, salesOf } from "../../src/statements/matching/sales.ts"
import { charge, DUE, pixLine, SOLD, saleLine } from "../support/statements/lines.ts"
import { shown } from "../support/statements/shown.ts"

const parts = (count: number, fee = 100) =>
  Array.from({ length: count }, (_, index) => ({
    installment: index + 1,
    amount: index === 0 ? 3334 : 3333,
    fee,
    due_on: DUE + 30 * index,
  }))
const inParts = (count: number, fields: object = {}) =>
  parts(count).map(({ installment, amount, due_on }) =>
    saleLine({ entry_type: "03", installment, installments: count, gross: amount, commission: -100, due_on, ...fields }),
  )

describe("The line of a sale", () => {
  const TODAY = SOLD + 1
  const cases: [title: string, lines: Line[], charge: Charge, expected: string[], today?: number][] = [
    ["posts nothing, if all is as expected", [saleLine()], charge(), []],
    ["posts another fee on the day of the money", [saleLine({ commission: -350 })], charge(), ["fee -50 on 2026-12-21"]],
    ["posts a lower fee", [saleLine({ commission: -248 })], charge(), ["fee 52 on 2026-12-21"]],
    [
      "posts another fee at once, if the money has come",
      [saleLine({ commission: -350 })],
      charge(),
      ["fee -50 on 2026-12-22"],
      DUE + 1,
    ],
    [
      "moves the net to another day",
      [saleLine({ due_on: DUE + 1 })],
      charge(),
      ["date -9700 on 2026-12-21", "date 9700 on 2026-12-22"],
    ],
    [
      "moves the net and the fee",
      [saleLine({ due_on: DUE + 1, commission: -350 })],
      charge(),
      ["date -9700 on 2026-12-21", "date 9700 on 2026-12-22", "fee -50 on 2026-12-22"],
    ],
    [
      "takes at once what we had before, if its day has passed",
      [saleLine({ due_on: DUE + 9 })],
      charge(),
      ["date -9700 on 2026-12-26", "date 9700 on 2026-12-30"],
      DUE + 5,
    ],
    ["moves nothing between days that have both passed", [saleLine({ due_on: DUE + 2 })], charge(), [], DUE + 5],
    ["posts a cent of rounding", [saleLine({ gross: 9999, sale_total: 9999 })], charge(), ["rounding -1 on 2026-12-21"]],
    [
      "posts no other amount, but its fee",
      [saleLine({ gross: 9000, sale_total: 9000, commission: -270 })],
      charge(),
      ["fee 30 on 2026-12-21"],
    ],
    [
      "posts each installment",
      inParts(3, { commission: -105 }),
      charge({ parts: parts(3) }),
      ["fee -5 on 2026-12-21", "fee -5 on 2027-01-20", "fee -5 on 2027-02-19"],
    ],
    [
      "posts an installment that comes alone",
      inParts(3, { commission: -105 }).slice(1, 2),
      charge({ parts: parts(3) }),
      ["fee -5 on 2027-01-20"],
    ],
    [
      "spreads what we expected at once",
      inParts(3),
      charge(),
      ["date -6466 on 2026-12-21", "date 3233 on 2027-01-20", "date 3233 on 2027-02-19"],
    ],
    [
      "spreads it with another fee",
      inParts(3, { commission: -110 }),
      charge(),
      ["date -6446 on 2026-12-21", "date 3223 on 2027-01-20", "date 3223 on 2027-02-19", "fee -30 on 2026-12-21"],
    ],
    ["waits for all installments before it spreads", inParts(3).slice(1), charge(), []],
    [
      "posts the fee and the day of a Pix",
      [pixLine({ payment_date: SOLD + 3 })],
      charge({ parts: [{ installment: 1, amount: 10_000, fee: 0, due_on: SOLD }] }),
      ["date -10000 on 2026-11-21", "date 10000 on 2026-11-23", "fee -99 on 2026-11-23"],
    ],
    ["leaves a sale that is rejected to a person", [saleLine({ rejected: "S" })], charge(), ["show rejected 10000"]],
  ]
  for (const [title, lines, ours, expected, today = TODAY] of cases) {
    it(title, () => {
      const [sale] = salesOf(lines)
      expect(shown(saleEffects({ charge: ours, sale: sale! }, today))).to.deep.equal(expected)
    })
  }

  it("adds up to what the statement says, wherever the money was", () => {
    const cents = fc.integer({ min: 0, max: 500 })
    const days = fc.integer({ min: SOLD, max: SOLD + 60 })
    fc.assert(
      fc.property(cents, cents, days, days, days, (ours, theirs, expected, real, today) => {
        const [sale] = salesOf([saleLine({ commission: 0 - theirs, due_on: real })])
        const before = charge({ parts: [{ installment: 1, amount: 10_000, fee: ours, due_on: expected }] })
        const effects = saleEffects({ charge: before, sale: sale! }, today)
        const posted = effects.map((effect) => (effect.do === "post" ? effect : expect.fail(effect.do)))
        expect(10_000 - ours + posted.reduce((sum, { amount }) => sum + amount, 0)).to.equal(10_000 - theirs)
        const coming = posted.filter(({ on }) => on === Math.max(real, today)).reduce((sum, { amount }) => sum + amount, 0)
        if (Math.max(real, today) !== Math.max(expected, today)) expect(coming).to.equal(10_000 - theirs)
        for (const { on } of posted) expect(on).to.be.at.least(today)
        const after = charge({ parts: [{ installment: 1, amount: 10_000, fee: theirs, due_on: real }] })
        expect(saleEffects({ charge: after, sale: sale! }, today)).to.deep.equal([])
      }),
    )
  })
})
