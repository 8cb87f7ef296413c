import { expect } from "chai"
import fc from "fast-check"
import { dateOf } from "../../src/base/day.ts"
import type { Effect } from "../../src/statements/effects/effect.ts"
import { entryEffects, type KnownOfLine, matterOf } from "../../src/statements/effects/entry.ts"
import { debitPostings, depositEffect, negotiationPostings } from "../../src/statements/effects/money.ts"
import { saleEffects } from "../../src/statements/effects/sale.ts"
import type { Charge } from "../../src/statements/matching/charge.ts"
import { depositsOf } from "../../src/statements/matching/deposits.ts"
import { type Line, salesOf } from "../../src/statements/matching/sales.ts"
import { exampleFile, itemsOf, only } from "../support/statements/reading.ts"
import { DUE, SOLD, blank, charge, day, pixLine, saleLine, unit } from "../support/statements/lines.ts"

/** An effect as a person writes it: what, cents, the day. */
function shown(effects: readonly Effect[]): string[] {
  return effects.map((effect) => {
    switch (effect.do) {
      case "post":
        return `${effect.reason} ${effect.amount} on ${dateOf(effect.on)}`
      case "book":
        return `book ${effect.about} ${effect.amount}, net ${effect.net} on ${dateOf(effect.on)}`
      case "ask":
        return `ask about ${effect.about} ${effect.amount}`
      case "show":
        return `show ${effect.why} ${effect.amount}`
      case "wait":
        return `wait for ${effect.for}`
    }
  })
}

const parts = (count: number, fee = 100) =>
  Array.from({ length: count }, (_, index) => ({ installment: index + 1, amount: index === 0 ? 3334 : 3333, fee, due_on: DUE + 30 * index }))
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
    ["posts another fee at once, if the money has come", [saleLine({ commission: -350 })], charge(), ["fee -50 on 2026-12-22"], DUE + 1],
    ["moves the net to another day", [saleLine({ due_on: DUE + 1 })], charge(), ["date -9700 on 2026-12-21", "date 9700 on 2026-12-22"]],
    ["moves the net and the fee", [saleLine({ due_on: DUE + 1, commission: -350 })], charge(), ["date -9700 on 2026-12-21", "date 9700 on 2026-12-22", "fee -50 on 2026-12-22"]],
    ["takes at once what we had before, if its day has passed", [saleLine({ due_on: DUE + 9 })], charge(), ["date -9700 on 2026-12-26", "date 9700 on 2026-12-30"], DUE + 5],
    ["moves nothing between days that have both passed", [saleLine({ due_on: DUE + 2 })], charge(), [], DUE + 5],
    ["posts a cent of rounding", [saleLine({ gross: 9999, sale_total: 9999 })], charge(), ["rounding -1 on 2026-12-21"]],
    ["posts no other amount, but its fee", [saleLine({ gross: 9000, sale_total: 9000, commission: -270 })], charge(), ["fee 30 on 2026-12-21"]],
    ["posts each installment", inParts(3, { commission: -105 }), charge({ parts: parts(3) }), ["fee -5 on 2026-12-21", "fee -5 on 2027-01-20", "fee -5 on 2027-02-19"]],
    ["posts an installment that comes alone", inParts(3, { commission: -105 }).slice(1, 2), charge({ parts: parts(3) }), ["fee -5 on 2027-01-20"]],
    ["spreads what we expected at once", inParts(3), charge(), ["date -6466 on 2026-12-21", "date 3233 on 2027-01-20", "date 3233 on 2027-02-19"]],
    ["spreads it with another fee", inParts(3, { commission: -110 }), charge(), ["date -6446 on 2026-12-21", "date 3223 on 2027-01-20", "date 3223 on 2027-02-19", "fee -30 on 2026-12-21"]],
    ["waits for all installments before it spreads", inParts(3).slice(1), charge(), []],
    ["posts the fee and the day of a Pix", [pixLine({ payment_date: SOLD + 3 })], charge({ parts: [{ installment: 1, amount: 10_000, fee: 0, due_on: SOLD }] }), ["date -10000 on 2026-11-21", "date 10000 on 2026-11-23", "fee -99 on 2026-11-23"]],
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

describe("A line that is no sale", () => {
  const TODAY = day("2026-12-20")
  const known = (members: Partial<KnownOfLine> = {}): KnownOfLine => ({
    funds: "acquirer", today: TODAY, told_on: TODAY, charge: "ch_1", rows: [], is_answered: true, has_case: false, ...members,
  })
  const entry = (entry_type: string, gross: number, fields: object = {}) =>
    saleLine({ entry_type, gross, commission: 0, processed_code: "2611200310010000001", ...fields })
  const refund = entry("06", -5000, { commission: 124 })
  const chargeback = entry("08", -3300, { commission: 104 })
  const week = { today: TODAY + 7, told_on: TODAY, is_answered: false }
  const returned = (type: string, origin: string) => pixLine({ transaction_type: type, origin, gross: type === "03" ? -2000 : 2000, fee: 0, payment_date: TODAY })

  const cases: [title: string, line: Line, known: KnownOfLine, expected: string[]][] = [
    ["is rent: it is posted on its day", entry("10", -3190), known({ charge: null }), ["rental -3190 on 2026-12-21"]],
    ["is a fine", entry("04", -74, { adjustment_code: "0251" }), known({ charge: null }), ["adjustment -74 on 2026-12-21"]],
    ["is a credit", entry("05", 1000), known({ charge: null }), ["adjustment 1000 on 2026-12-21"]],
    ["is a lien", entry("13", -9700), known({ charge: null }), ["lien -9700 on 2026-12-21"]],
    ["was told by a 03, and is paid on its day: it is posted once", entry("10", -3190), known({ rows: [{ net: -3190, on: DUE }] }), []],
    ["was told by a 03, and is paid later", { ...entry("10", -3190), paid_on: DUE + 2 }, known({ rows: [{ net: -3190, on: DUE }] }), ["date 3190 on 2026-12-21", "date -3190 on 2026-12-23"]],
    ["is a refund that we know: its fee comes back", refund, known({ rows: [{ net: -5000, on: DUE }] }), ["refund_fee 124 on 2026-12-21"]],
    ["is a refund that we took from parts to come", refund, known({ rows: [{ net: -3000, on: DUE + 30 }, { net: -1876, on: DUE }] }), ["date 3000 on 2027-01-20", "date -3000 on 2026-12-21"]],
    ["is a refund that we don't know: the acquirer is asked", refund, known(), ["ask about refund 5000"]],
    ["is a refund of a sale that is none of ours", refund, known({ charge: null }), ["show unknown_sale -4876"]],
    ["is a chargeback that we don't know: the acquirer is asked", chargeback, known(), ["ask about chargeback 3300"]],
    ["is a chargeback that is still not answered for: asked again until the seventh day", chargeback, known({ ...week, today: TODAY + 6 }), ["ask about chargeback 3300"]],
    ["is a chargeback that is not answered for after 7 days: it is booked", chargeback, known(week), ["book chargeback 3300, net -3196 on 2026-12-27"]],
    ["is one, and the money is the platform's: a person books it", chargeback, known({ ...week, funds: "platform" }), ["show not_answered -3196"]],
    ["undoes a chargeback that the Chargeback API has: that tells it", entry("09", 3300, { commission: -104 }), known({ has_case: true }), ["wait for case"]],
    ["undoes a chargeback: the acquirer is asked", entry("09", 3300, { commission: -104 }), known(), ["ask about chargeback_undone 3300"]],
    ["undoes a refund", entry("07", 5000), known(), ["ask about refund_undone 5000"]],
    ["was ceded: the negotiation tells it", entry("11", -9700), known(), ["wait for negotiation"]],
    ["may be told by a negotiation, too: it is shown", entry("49", -9700), known(), ["show unsure -9700"]],
    ["has a type that nobody knows: it is shown", entry("77", 500), known(), ["show unknown_type 500"]],
    ["is rent, and the money is the platform's: it is shown", entry("10", -3190), known({ funds: "platform" }), ["show platform -3190"]],
    ["returns a Pix", returned("03", "17"), known(), ["ask about refund 2000"]],
    ["takes a Pix back for fraud (MED)", returned("03", "26"), known(), ["ask about chargeback 2000"]],
    ["corrects the fee of a Pix", returned("02", "12"), known(), ["pix_adjustment 2000 on 2026-12-20"]],
  ]
  for (const [title, line, of, expected] of cases) it(title, () => expect(shown(entryEffects(line, of))).to.deep.equal(expected))

  it("has one name in a 03 and in a 04", () => {
    const other = { key: "E|04|9|0|10", file_type: "04" }
    expect(matterOf(saleLine({ entry_type: "10" }))).to.equal(matterOf(saleLine({ entry_type: "10" }, other)))
    expect(matterOf(saleLine({ received_code: "000" }))).not.to.equal(matterOf(saleLine({ received_code: "000" }, other)))
  })
})

describe("A negotiation, a debit and a deposit", () => {
  it("take from the original days and bring it less the discount, so that the deposit takes all of it", async () => {
    const items = await itemsOf(exampleFile("15"))
    const [a] = only(items, "A")
    const units = only(items, "B").map(({ fields }) => fields)
    const postings = negotiationPostings(a!.fields, units, day("2026-11-25"))
    expect(shown(postings)).to.deep.equal([
      "negotiated -30000 on 2026-12-25",
      "negotiated 30000 on 2026-11-26",
      "discount -975 on 2026-11-26",
      "negotiated -20000 on 2027-01-24",
      "negotiated 20000 on 2026-11-26",
      "discount -1300 on 2026-11-26",
    ])
    const came = postings.filter(({ on }) => on === a!.fields.payment_date).reduce((sum, { amount }) => sum + amount, 0)
    const [c] = only(items, "C")
    const { number, holder, payment_date } = a!.fields
    const { deposits } = depositsOf([{ ...c!, file: 1, negotiation: { number, holder, payment_date } }], day("2026-11-26"))
    expect(depositEffect(deposits[0]!, [came], day("2026-11-26"))).to.deep.equal({ payout: -47_725, rest: [] })
  })

  it("take the discount from gross and net, where a file has none", () => {
    const old = { ...blank("B"), gross: 30_000, net: 29_025, original_due_on: DUE }
    expect(shown(negotiationPostings({ payment_date: SOLD }, [old], SOLD)).at(-1)).to.equal("discount -975 on 2026-11-20")
  })

  it("give back what was debited from the bank account", () => {
    expect(shown(debitPostings(unit({ gross: -3190, fee: 0, payment_status: "46" }), SOLD))).to.deep.equal(["debited 3190 on 2026-12-21"])
  })

  it("end with nothing in the balance: payout, rows of its lines and the rest are 0", () => {
    const [deposit] = depositsOf([{ type: "D", key: "d", file: 1, fields: unit() }], DUE).deposits
    const cases: [known: number[], rest: string[]][] = [
      [[9700], []],
      [[9000], ["rest 700 on 2026-12-21"]],
      [[10_000, -100], ["rest -200 on 2026-12-21"]],
    ]
    for (const [known, rest] of cases) {
      const effect = depositEffect(deposit!, known, DUE)!
      expect(effect.payout).to.equal(-9700)
      expect(shown(effect.rest)).to.deep.equal(rest)
      const left = [...known, effect.payout, ...effect.rest.map(({ amount }) => amount)].reduce((sum, amount) => sum + amount, 0)
      expect(left).to.equal(0)
    }
  })

  it("make no payout of what is not above 0, was rejected, or has no line of ours", () => {
    const of = (fields: object) => depositsOf([{ type: "D", key: "d", file: 1, fields: unit(fields) }], DUE).deposits[0]!
    expect(depositEffect(of({ gross: -3190, fee: 0 }), [-3190], DUE)).to.equal(undefined)
    expect(depositEffect(of({ payment_status: "06" }), [9700], DUE)).to.equal(undefined)
    expect(depositEffect(of({}), [], DUE)).to.equal(undefined)
  })
})
